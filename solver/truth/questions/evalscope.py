"""SURDS questions as local data sets of EvalScope, in a form for each mode.

Faithful: the records of its own `surds` (validation/metadata.jsonl). EvalScope makes the questions itself:
one pair of objects a record for distance, left_right and front_behind, one object a record for yaw, xy2d
and depth, with the published limits. So only faithful units are written, pairs that make a fair unit of
all three tasks, and no more pairs than single pieces, which it demands. Paths lead from validation/ to
the pictures, which are not copied.

Indoor: `surds` has no place for other limits, so our own questions are written for EvalScope's
`general_vmcq` (visual choice), one file a task. That leaves out xy2d, which has no options, and counts
each half of a pair; `scene-solver score` counts both as SURDS does. Paths lead from the folder of
questions, where EvalScope has to be started.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from solver.truth.camera import Camera
from solver.truth.files import round_numbers
from solver.truth.questions.surds import find_middle, solve_unit
from solver.truth.questions.wording import LISTED

Entry = dict[str, Any]
PAIR_TASKS = ("distance", "left_right", "front_behind")
FOLDER = "evalscope"
LETTERS = "ABCD"


def list_records(units: list[Entry]) -> list[Entry]:
    """Records of metadata.jsonl, singles first, in the units' order."""
    singles: dict[str, Entry] = {}
    pairs: dict[str, list[Entry]] = {}
    for unit in units:
        if unit["task"] == "yaw":
            singles.setdefault(_key(unit), _describe(unit, [solve_unit(unit)[0]]))
        elif unit["task"] in PAIR_TASKS:
            pairs.setdefault(_key(unit), []).append(unit)
    whole = [_describe(members[0], ["", ""]) for members in pairs.values() if len(members) == len(PAIR_TASKS)]
    return [*singles.values(), *whole[: len(singles)]]


def _key(unit: Entry) -> str:
    return "/".join([unit["image"], *(item["name"] for item in unit["objects"])])


def _describe(unit: Entry, yaws: list[str]) -> Entry:
    camera = Camera.from_json(unit["camera"])
    places = [camera.to_local(np.array(item["center_world"])) for item in unit["objects"]]
    return {
        "file_name": f"../../{unit['image']}",
        "descs": [item["desc"] for item in unit["objects"]],
        "distances": [float(np.linalg.norm(place)) for place in places],
        "depths": [float(place[2]) for place in places],
        "xy2Ds": [list(find_middle(item["bbox_visible"])) for item in unit["objects"]],
        "bboxes2D": [list(item["bbox_visible"]) for item in unit["objects"]],
        "yaw_descs": yaws,
    }


def write_dataset(mode: str, units: list[Entry], questions: list[Entry], folder: Path) -> None:
    """folder/evalscope, to be given to EvalScope as a local `dataset_id`: of all fair units for `surds` in
    faithful mode, of the question lines for `general_vmcq` in indoor mode."""
    if mode == "faithful":
        _write_lines(list_records(units), folder / FOLDER / "validation" / "metadata.jsonl")
        return
    for task, choices in list_choices(questions).items():
        _write_lines(choices, folder / FOLDER / f"{task}_val.jsonl")


def list_choices(questions: list[Entry]) -> dict[str, list[Entry]]:
    """Records of `general_vmcq` by task, for the tasks that have options."""
    found: dict[str, list[Entry]] = {}
    for question in questions:
        if question["options"]:
            text, _options = question["prompt"].split(LISTED)
            letter = LETTERS[question["options"].index(question["answer"])]
            record = {"question": f"<image 1> {text}", "options": question["options"], "answer": letter,
                      "image_1": question["image"], "id": question["id"]}  # fmt: skip
            found.setdefault(question["task"], []).append(record)
    return found


def _write_lines(records: list[Entry], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(round_numbers(record), ensure_ascii=False) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
