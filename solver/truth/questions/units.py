"""Units chosen so that no guess does better than chance, and written as questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.truth.objects import describe_objects
from solver.truth.questions.collection import TRACES, write_questions
from solver.truth.questions.draws import Deck, Draws
from solver.truth.questions.naming import name_by_colour, name_pieces
from solver.truth.questions.surds import name_option, solve_unit
from solver.truth.questions.surds_rules import SAME, SAME_FRONT, TASKS
from solver.truth.questions.wording import list_questions, shuffle_options
from solver.truth.view import View

Entry = dict[str, Any]
LEAST_SHARE = 0.4  # of a piece that must be seen
LEAST_SIDE = 0.035  # least side of its visible box, as a share of the picture's width
LEAST_CORNERS = 5  # of its eight corners inside the picture


def find_describable(view: View) -> list[Entry]:
    """The entries (see objects.json) of the pieces that are well seen and uniquely named, with `desc`."""
    entries = []
    for entry, piece in zip(describe_objects(view), view.pieces, strict=True):
        material = piece.materials[0].replace("_", " ").lower() if piece.materials else None
        entries.append({**entry, "colour": piece.colour, "material": material})
    coloured = all(entry["colour"] for entry in entries)
    names = name_by_colour(entries) if coloured else name_pieces(entries)
    return [
        {**entry, "desc": names[entry["name"]]}
        for entry in entries
        if entry["name"] in names and is_well_seen(entry, view)
    ]


def is_well_seen(entry: Entry, view: View) -> bool:
    """True for a piece that a viewer can recognise: enough of it seen, large enough, not cut off."""
    box = entry["bbox_visible"]
    if box is None or entry["visible_share"] < LEAST_SHARE or entry["center_px"] is None:
        return False
    width, height = view.camera.width, view.camera.height
    inside = [
        spot is not None and 0 <= spot[0] <= width and 0 <= spot[1] <= height for spot in entry["corners_px"]
    ]
    side = min(box[2] - box[0], box[3] - box[1])
    return bool(sum(inside) >= LEAST_CORNERS and side >= LEAST_SIDE * width)


def classify_unit(unit: Entry) -> str:
    """What a guesser could count: the answer's kind, for units that must occur equally often."""
    answer = solve_unit(unit)[0]
    if unit["task"] == "yaw":
        return answer
    if unit["task"] == "depth":
        return str(unit["place"])
    if unit["task"] == "xy2d":
        return ""
    if answer in (SAME, SAME_FRONT):
        return "same"
    if answer in ("Yes", "No"):
        return answer
    return "first" if answer == name_option(unit["objects"][0]) else "second"


def choose_units(units: list[Entry], draws: Draws, most: int | None) -> list[Entry]:
    """Units of each task, as many of every class (in faithful depth of the classes there are); at most
    `most` a task, None for all that can be had."""
    chosen = []
    for task in TASKS:
        classes: dict[str, list[Entry]] = {}
        for unit in units:
            if unit["task"] == task:
                classes.setdefault(classify_unit(unit), []).append(unit)
        if not classes:
            continue
        count = min(len(members) for members in classes.values())
        if most is not None:
            count = min(count, most // len(classes))
        for name in sorted(classes):
            chosen += draws.fork(task, name).sample(classes[name], count)
    order = {id(unit): number for number, unit in enumerate(units)}
    return sorted(chosen, key=lambda unit: order[id(unit)])


def write_units(units: list[Entry], deck: Deck, folder: Path) -> list[Entry]:
    """Write questions.jsonl and the traces of the units; returns the question lines."""
    questions, traces = list[Entry](), dict[str, Entry]()
    orders: dict[str, list[str] | None] = {}
    for unit in units:
        # Both sides of a counterfactual pair show the same options.
        base = unit["unit"].split("@")[0]
        if base not in orders:
            orders[base] = shuffle_options(unit, deck)
        if orders[base]:
            unit = {**unit, "order": orders[base]}
        name = f"{TRACES}/{unit['unit']}.json"
        lines = list_questions(unit)
        traces[name] = {
            **unit,
            "variants": [{key: line[key] for key in ("options", "answer")} for line in lines],
        }
        marked = {"counterfactual": unit["counterfactual"]} if "counterfactual" in unit else {}
        for line in lines:
            number = line["variant_index"]
            questions.append(
                {"id": f"{unit['unit']}-{number}", "image": unit["image"], "image_size": unit["size_px"],
                 "mode": unit["mode"], **line, **marked, "trace": name}
            )  # fmt: skip
    write_questions(questions, traces, folder)
    return questions
