"""What the report says of files of questions that are good or bad on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver.errors import OutputError
from solver.truth.questions.collection import write_questions
from solver.truth.questions.quality import TaskQuality, format_quality, measure_quality
from tests.truth.test_trace import make

Change = Callable[[int, dict[str, Any], dict[str, Any]], None]


def write_folder(folder: Path, count: int, change: Change = lambda number, line, made: None) -> Path:
    """TRACE questions whose answers stand in every place in turn, each about a picture of its own."""
    (folder / "traces").mkdir(parents=True)
    lines, traces = [], {}
    for number in range(count):
        line, made = make(place=number % 4)
        line = {
            **line,
            "id": f"q{number}",
            "image": f"pictures/{number}.png",
            "trace": f"traces/{number}.json",
        }
        change(number, line, made)
        lines.append(line)
        traces[line["trace"]] = made
    write_questions(lines, traces, folder)
    return folder


def measure(*folders: Path) -> TaskQuality:
    (found,) = measure_quality(folders)
    return found


def test_an_even_file_has_no_fault_but_the_one_kind_of_answer(tmp_path: Path) -> None:
    found = measure(write_folder(tmp_path / "q", 40))
    assert (found.task, found.questions, found.chance, found.best_place) == ("on_top_of_prop", 40, 0.25, 0.25)
    assert (found.flips, found.duplicates, found.unseen) == (0, 0, 0)
    assert found.answers == {"0": 10, "1": 10, "2": 10, "3": 10}
    # of mug, ball, bell and boat the three of four letters are as long: the first of them is taken
    assert found.longest == 0.0
    assert found.list_faults() == ["the longest option gets 0.000, chance is 0.250"]
    assert "! the longest option gets 0.000" in format_quality([found])


def test_a_place_that_is_right_too_often_is_told(tmp_path: Path) -> None:
    def lean(number: int, line: dict[str, Any], made: dict[str, Any]) -> None:
        if number % 4 == 3 and number < 24:
            first = make(place=0)[0]
            line["options"], line["answer"] = first["options"], first["answer"]

    found = measure(write_folder(tmp_path / "q", 40, lean))
    assert found.best_place == pytest.approx(0.4)
    assert "always the same place gets 0.400, chance is 0.250" in found.list_faults()


def test_doubles_flips_and_the_unseen_are_counted(tmp_path: Path) -> None:
    def spoil(number: int, line: dict[str, Any], made: dict[str, Any]) -> None:
        objects = {item["name"]: item for item in made["scene_ir"]["objects"]}
        if number == 0:  # 92.5 % of the table's height: a percent of 3 m decides
            objects["mug"]["base_m"] = 0.4625
        elif number == 1:
            made["render_map"]["ball"]["visible_share"] = 0.1
        elif number in (6, 10):
            line["image"] = "pictures/2.png"

    found = measure(write_folder(tmp_path / "q", 40, spoil))
    assert (found.flips, found.unseen, found.duplicates) == (1, 1, 2)
    assert found.list_faults()[1:] == [
        "1 answers change with a percent of a position",
        "2 questions stand there twice",
        "1 questions name an object that is not seen",
    ]


def test_folders_count_together_though_their_pictures_have_the_same_names(tmp_path: Path) -> None:
    folders = write_folder(tmp_path / "a", 8), write_folder(tmp_path / "b", 4)
    found = measure(*folders)
    assert (found.questions, found.duplicates) == (12, 0)
    assert json.loads((folders[0] / "traces" / "0.json").read_text())["query_spec"]


@pytest.mark.parametrize(
    "damage",
    [
        '{"a": 1}',
        "[1]",
        "[" * 100_000,
        lambda made: made["scene_ir"]["objects"][0].update(size_m="x"),
        lambda made: made["render_spec"].pop("camera"),
        lambda made: made["render_map"].clear(),
        lambda made: made["execution_trace"].clear(),
    ],
)
def test_a_damaged_trace_is_named(tmp_path: Path, damage: Any) -> None:
    folder = write_folder(tmp_path / "q", 4)
    trace = folder / "traces" / "2.json"
    if callable(damage):
        made = json.loads(trace.read_text())
        damage(made)
        trace.write_text(json.dumps(made))
    else:
        trace.write_text(damage)
    with pytest.raises(OutputError, match=r"traces/2\.json"):
        measure_quality([folder])
