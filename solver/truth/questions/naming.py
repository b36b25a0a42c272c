"""Words that name exactly one piece of a room: by category, colour, material or place."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np

Entry = dict[str, Any]
# A piece is "nearest to" another only if the next of its kind is at least so much farther away.
NEAREST_M, NEAREST_SHARE = 0.3, 0.15


def name_pieces(entries: list[Entry]) -> dict[str, str]:
    """Object name -> description without article, for every piece that one can be given to.

    Tried in this order: the category, if there is one such piece; colour or material and category, if no
    other shares them; the piece nearest to one that is already named. All pieces of the room count,
    seen or not, so that no description fits a hidden one too.
    """
    words = {entry["name"]: (entry["category"] or "object").replace("_", " ") for entry in entries}
    named = _name_alone(words)
    for key in ("colour", "material"):
        marked = {e["name"]: f"{e[key]} {words[e['name']]}" for e in entries if e.get(key)}
        named = {**_name_alone(marked), **named}
    return {**_name_by_place(entries, words, named), **named}


def name_by_colour(entries: list[Entry]) -> dict[str, str]:
    """Object name -> "colour category", for rooms whose pieces all carry a colour of their own."""
    words = {
        e["name"]: f"{e['colour']} {e['category'].replace('_', ' ')}" for e in entries if e.get("colour")
    }
    return _name_alone(words)


def _name_alone(words: dict[str, str]) -> dict[str, str]:
    uses = Counter(words.values())
    return {name: word for name, word in words.items() if uses[word] == 1}


def _name_by_place(entries: list[Entry], words: dict[str, str], named: dict[str, str]) -> dict[str, str]:
    centre = {entry["name"]: np.array(entry["center_world"][:2]) for entry in entries}
    found: dict[str, str] = {}
    for word in dict.fromkeys(words[e["name"]] for e in entries if e["name"] not in named):
        same = [name for name in words if words[name] == word]
        for anchor, name in itertools.product(named, same):
            if anchor in same or name in found or name in named:
                continue
            far = {other: float(np.linalg.norm(centre[other] - centre[anchor])) for other in same}
            next_best = min((far[other] for other in same if other != name), default=np.inf)
            if next_best - far[name] > max(NEAREST_M, NEAREST_SHARE * next_best):
                found[name] = f"{word} nearest to the {named[anchor]}"
    return found
