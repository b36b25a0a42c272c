"""read_scene: a scene file in YAML -> SceneSpec, every fault at once, each with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TypeVar

from solver.core.room import OBSTACLES, OPENINGS, Room
from solver.core.rules.profiles import PROFILES
from solver.core.spec.collector import Collector
from solver.core.spec.groups import write_out
from solver.core.spec.parts import read_curtains, read_obstacles, read_openings, read_pieces
from solver.core.spec.rule_lines import Known, check_levels, read_implied, read_rules
from solver.core.spec.scene import VIEWS, RenderSpec, SceneSpec
from solver.core.styles import STYLES
from solver.core.yaml_source import YamlSource, parse_yaml, read_yaml, suggest
from solver.errors import SpecError

Word = TypeVar("Word", bound=str)

KEYS = (
    "scene", "room", "openings", "obstacles", "profile", "groups", "pieces", "rules", "render", "style",
    "view",
)  # fmt: skip
_ASSETS_CURE = (
    "; furniture is described in an assets_manifest.yaml beside its files, in the folder that --assets names"
)
_SCENE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def read_scene(path: Path | str, assets: Collection[str] | None = None) -> SceneSpec:
    """Read a scene file. Raises SpecError with every fault as `file:line: place: message`.

    `assets`: the keys of the catalogue, so that an unknown one is a fault too; None leaves them unjudged.
    """
    return _read_source(read_yaml(Path(path)), assets)


def parse_scene(text: str, name: str, assets: Collection[str] | None = None) -> SceneSpec:
    """Read a scene from its text; `name` is what faults call the file."""
    return _read_source(parse_yaml(text, name), assets)


def _read_source(source: YamlSource, assets: Collection[str] | None) -> SceneSpec:
    collector = Collector(source)
    if not isinstance(source.data, dict):
        collector.add((), "a scene file is a mapping with the keys scene, room, pieces and rules")
        raise SpecError(collector.list_faults())
    _check_keys(collector)
    collector.source = write_out(source, collector.add, collector.unread["pieces"].add)
    spec = _read_parts(collector, assets)
    if spec is None or collector.faults:
        raise SpecError(collector.list_faults())
    return spec


def _check_keys(collector: Collector) -> None:
    """The top-level keys. Under an unknown one may stand what a missing one would have named."""
    data = collector.source.data
    unknown = [key for key in data if key not in KEYS]
    for key in unknown:
        cure = _ASSETS_CURE if key == "assets" else suggest(key, KEYS)
        collector.add((), f"unknown key {key!r}{cure}", (key,))
    for section, words in (("openings", OPENINGS), ("obstacles", OBSTACLES)):
        if unknown and section not in data:
            collector.unread[section].update(words)


def _read_parts(collector: Collector, assets: Collection[str] | None) -> SceneSpec | None:
    scene = _read_name(collector)
    style = _read_word(collector, "style", STYLES, "plain")
    profile, view = (
        _read_word(collector, "profile", PROFILES, "comfort"),
        _read_word(collector, "view", VIEWS, "auto"),
    )
    room = collector.read_part(Room, "room", required=True)
    places = read_openings(collector, room)
    openings = tuple(opening for _, opening in places)
    obstacles = read_obstacles(collector, room, openings)
    curtains = read_curtains(collector, room, places, obstacles) if room else ()
    pieces = read_pieces(collector, {thing.name for thing in (*openings, *obstacles)}, assets)
    known = Known(list(pieces), openings, [obstacle.name for obstacle in obstacles], room)
    rules = read_rules(collector, known, profile) + read_implied(collector, pieces, places)
    check_levels(collector, rules)
    render = collector.read_part(RenderSpec, "render")
    if room is None:
        return None
    return SceneSpec(
        scene=scene, path=collector.source.name, text=collector.source.text, room=room, openings=openings,
        obstacles=obstacles, curtains=curtains, profile=profile, pieces=pieces, rules=rules,
        render=render or RenderSpec(), style=style, view=view,
        piece_lines={name: collector.line(("pieces", name)) for name in pieces},
    )  # fmt: skip


def _read_name(collector: Collector) -> str:
    """The scene's name; "" where it is missing or faulty."""
    value = collector.source.data.get("scene")
    if value is None:
        collector.add((), "key 'scene' is missing")
    elif not isinstance(value, str) or not _SCENE.fullmatch(value):
        what = (
            "a name of letters, digits, _ and -, beginning with a letter or digit, is needed, at most 80 long"
        )
        collector.add(("scene",), f"{what} (found {value!r})")
    else:
        return value
    return ""


def _read_word(collector: Collector, key: str, words: Sequence[Word], default: Word) -> Word:
    value = collector.source.data.get(key, default)
    for word in words:
        if value == word:
            return word
    collector.add((key,), f"unknown {key} {value!r}{suggest(str(value), words)}")
    return default
