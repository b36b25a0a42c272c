"""SURDS units as the records that EvalScope's `surds` data set is made of (its validation/metadata.jsonl).

EvalScope makes the questions itself: one pair of objects a record for distance, left_right and
front_behind, one object a record for yaw, xy2d and depth, with the published limits. So only faithful
units are written, pairs that make a fair unit of all three tasks, and no more pairs than single pieces,
which it demands. Paths lead from validation/ to the pictures, which are not copied.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from solver.truth.camera import Camera
from solver.truth.files import round_numbers
from solver.truth.questions.surds import find_middle, solve_unit

Entry = dict[str, Any]
PAIR_TASKS = ("distance", "left_right", "front_behind")


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


def write_dataset(units: list[Entry], folder: Path) -> int:
    """folder/validation/metadata.jsonl, to be given to EvalScope as a local `dataset_id`; returns the
    number of records."""
    records = list_records(units)
    (folder / "validation").mkdir(parents=True)
    text = "".join(json.dumps(round_numbers(record)) + "\n" for record in records)
    (folder / "validation" / "metadata.jsonl").write_text(text, encoding="utf-8")
    return len(records)
