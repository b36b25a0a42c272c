"""The words of SURDS questions: our own, asking what the published ones ask, answered in the same form."""

from __future__ import annotations

import itertools
from typing import Any

from solver.truth.questions.draws import Deck, Draws
from solver.truth.questions.surds import ASKS, name_option, solve_unit
from solver.truth.questions.surds_rules import RULES, SAME, SAME_FRONT, format_range

Entry = dict[str, Any]
LISTED = "\n\nOptions:\n"  # between a question and its options
_FORM = (
    "\n\nThink first, inside <think> … </think>. Then give your final answer, and nothing else, inside "
    "<answer> … </answer>."
)
_TEXTS = {
    "yaw": "Take it that the camera looks {ask}. Which way does {a} face in this picture?",
    "xy2d": (
        "Where in this picture is {a}? Answer with the pixel at its middle as [x, y], counted from the "
        "upper left corner."
    ),
    "depth": "How far in front of the camera, measured along its line of sight, is {a}?",
    "distance": "Which of the two is {ask} to the camera, {a} or {b}?",
    "left_right": "Which of the two is further to the {ask} in this picture, {a} or {b}?",
    "front_behind": (
        "Of two objects, the one with more depth from the camera counts as in front. Is {a} {ask} {b}?"
    ),
}


def list_questions(unit: Entry) -> list[Entry]:
    """The lines of questions.jsonl of one unit, without id and image; options stand in the unit's `order`
    where it has one."""
    answers = solve_unit(unit)
    options = unit.get("order") or list_options(unit)
    names = [f"the {item['desc']}" for item in unit["objects"]]
    lines = []
    for number, (ask, answer) in enumerate(zip(ASKS[unit["task"]], answers, strict=True)):
        text = _TEXTS[unit["task"]].format(ask=ask, a=names[0], b=names[-1])
        listed = LISTED + "\n".join(f"- {option}" for option in options) if options else ""
        lines.append(
            {
                "task": unit["task"], "pair_id": unit["unit"], "variant_index": number,
                "prompt": text + listed + _FORM, "options": options, "answer": answer,
                "bbox": unit["objects"][0]["bbox_visible"] if len(names) == 1 else None,
            }
        )  # fmt: skip
    return lines


def list_options(unit: Entry) -> list[str]:
    """The options: in their fixed order for pairs of objects, else from near to far, or clockwise."""
    task, rule = unit["task"], RULES[unit["mode"]]
    if task == "xy2d":
        return []
    if task == "front_behind":
        return ["Yes", "No", SAME_FRONT]
    if task in ("distance", "left_right"):
        return [*(name_option(item) for item in unit["objects"]), SAME]
    if task == "yaw":
        return list(unit["directions"])
    return [format_range(low, high, rule) for low, high in unit["ranges"]]


def shuffle_options(unit: Entry, deck: Deck) -> list[str] | None:
    """The options of a yaw or depth unit with the right ones (of both variants of a pair) at dealt places;
    None for units whose order is fixed."""
    if unit["task"] not in ("yaw", "depth"):
        return None
    options, answers = list_options(unit), solve_unit(unit)
    ways = list(itertools.permutations(range(len(options)), len(answers)))
    places = ways[deck.deal(len(ways), unit["task"])]
    order = Draws("options", unit["unit"].split("@")[0]).shuffle(
        [option for option in options if option not in answers]
    )
    for place, answer in sorted(zip(places, answers, strict=True)):
        order.insert(place, answer)
    return order
