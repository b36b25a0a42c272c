"""SURDS as local data sets of EvalScope; `make test-evalscope` loads them with EvalScope itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver.truth.questions.evalscope import list_choices, list_records, write_dataset
from solver.truth.questions.wording import list_questions
from tests.truth.test_surds import thing, unit


def ask(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**line, "id": f"{made['unit']}-{n}", "image": "pictures/a.png"}
        for n, line in enumerate(list_questions(made))
    ]


def test_indoor_questions_become_choices_by_task() -> None:
    pair = unit("distance", thing(0.0, 4.0, "red chair"), thing(0.0, 6.0, "sofa"), mode="indoor")
    spot = unit("xy2d", thing(0.0, 4.0), mode="indoor")
    found = list_choices([*ask(pair), *ask(spot)])
    assert set(found) == {"distance"}  # xy2d has no options
    closer, farther = found["distance"]
    assert closer["options"] == ["The red chair", "The sofa", "Almost the same"]
    assert (closer["answer"], farther["answer"]) == ("A", "B")
    assert closer["question"] == (
        "<image 1> Which of the two is closer to the camera, the red chair or the sofa?"
    )
    assert closer["image_1"] == "pictures/a.png"


def test_each_mode_has_its_form(tmp_path: Path) -> None:
    objects = thing(0.0, 6.0, "red chair"), thing(2.0, 9.0, "sofa")
    for mode in ("faithful", "indoor"):
        tasks = ("distance", "left_right", "front_behind")
        made = [
            {**unit(task, *objects, mode=mode), "image": "pictures/a.png", "unit": task} for task in tasks
        ]
        yaw = unit("yaw", objects[0], mode=mode, directions=["North", "East", "South", "West"])
        units = [{**yaw, "image": "pictures/a.png"}, *made]
        write_dataset(mode, units, [line for one in units for line in ask(one)], tmp_path / mode)
    (record, both) = list_records(units)
    folder = tmp_path / "faithful" / "evalscope"
    lines = (folder / "validation" / "metadata.jsonl").read_text().splitlines()
    assert [json.loads(line)["descs"] for line in lines] == [record["descs"], both["descs"]]
    assert (record["descs"], both["descs"]) == (["red chair"], ["red chair", "sofa"])
    assert (folder / "validation" / record["file_name"]).resolve() == tmp_path / "faithful/pictures/a.png"
    names = sorted(path.name for path in (tmp_path / "indoor" / "evalscope").iterdir())
    assert names == [f"{task}_val.jsonl" for task in ("distance", "front_behind", "left_right", "yaw")]
