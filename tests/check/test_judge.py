"""Each fault fails exactly the checks that it should, and what lies just inside passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from solver.check import judge_output
from solver.check.case import Case
from solver.check.finding import FAIL, UNMEASURABLE, Check
from solver.check.judge import _read_size
from solver.check.pictures import check_pictures
from solver.check.report import Report
from solver.check.submission import read_submission
from solver.core.measured import Measured
from tests.check.changes import Change, add, drop, move
from tests.check.faulty import AGAINST_SOFA, BETWEEN, CENTRED_TABLE, FAULTS, GOOD, INSIDE
from tests.check.sample import LABELS, make_measured, make_spec, write_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("sample") / "out")


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """No test here changes the folder or what is seen of it, so its pictures are read and judged once."""
    known: dict[object, tuple[Check, ...]] = {}

    def judge_once(case: Case) -> tuple[Check, ...]:
        measured = case.measured
        key = case.fault if measured is None else (measured.views["top_view"], tuple(measured.previews))
        if key not in known:
            known[key] = tuple(check_pictures(case))
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.check.judge.read_submission", cache(read_submission))
        patch.setattr("solver.check.judge.check_pictures", judge_once)
        yield


def judge(folder: Path, measured: Measured | None, fault: str = "") -> Report:
    return judge_output(folder, make_spec(), measured, LABELS, fault)


def failing(report: Report) -> set[str]:
    return {check.name for check in report.checks if check.status == FAIL}


def unmeasured(report: Report) -> set[str]:
    return {check.name for check in report.checks if check.status == UNMEASURABLE}


@pytest.mark.parametrize(
    ("change", "names"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_fails_its_checks_and_no_other(folder: Path, change: Change, names: set[str]) -> None:
    report = judge(folder, change(make_measured()))
    assert failing(report) == names
    assert not report.passed


@pytest.mark.parametrize("change", [case[1] for case in INSIDE], ids=[case[0] for case in INSIDE])
def test_what_lies_just_inside_passes(folder: Path, change: Change) -> None:
    report = judge(folder, change(make_measured()))
    assert report.faults == ()
    assert report.passed


def test_only_a_picture_of_its_own_tells_a_size(folder: Path, tmp_path: Path) -> None:
    link, text = tmp_path / "link.png", tmp_path / "text.png"
    link.symlink_to(folder / "render.png")
    text.write_text("no picture")
    sizes = [
        _read_size(path) for path in (folder / "render.png", link, text, tmp_path, tmp_path / "none.png")
    ]
    assert sizes == [[1920, 1080], None, None, None, None]


def test_a_missing_piece_makes_its_rules_unmeasurable(folder: Path) -> None:
    report = judge(folder, drop("CoffeeTable")(make_measured()))
    assert failing(report) == {"CoffeeTable present"}
    assert unmeasured(report) == {
        "layout.csv row CoffeeTable", BETWEEN, CENTRED_TABLE, "line 38 facing: piece coffee_table, to south",
        "line 54 aisle: width 750 mm",
    }  # fmt: skip
    assert not report.passed


def test_a_duplicate_is_no_single_piece(folder: Path) -> None:
    report = judge(folder, add("Sofa.001", "Sofa")(make_measured()))
    assert failing(report) == {"nothing extra"}


def test_a_folder_without_deliverables_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    report = judge_output(tmp_path, make_spec(), None, LABELS, "room.blend: missing")
    assert not report.passed
    assert report.format_text().splitlines() == [
        "FAIL  deliverables  none  (limit: room.blend, render.png, top_view.png, layout.csv)",
        f"      {tmp_path} holds none of the 4 deliverables",
        "no room: FAILED (0 of 1 kept, 1 failed)",
    ]
    (tmp_path / "render.png").symlink_to(tmp_path / "away.png")
    assert len(judge_output(tmp_path, make_spec(), None, LABELS, "room.blend: missing").checks) > 20


def test_a_missed_wish_fails_nothing(folder: Path) -> None:
    table, chairs = move("DiningTable", y_mm=10.0), (move("Chair_1", y_mm=10.0), move("Chair_2", y_mm=10.0))
    measured = chairs[1](chairs[0](table(make_measured())))
    report = judge(folder, measured)
    wish = next(check for check in report.checks if check.name.startswith("line 58"))
    assert wish.status == "missed"
    assert "10 mm" in wish.measured
    assert failing(report) == {f"layout.csv row {name}" for name in ("DiningTable", "Chair_1", "Chair_2")}


def test_words_say_what_is_where_and_what_the_rule_says(folder: Path) -> None:
    report = judge(folder, move("Sofa", y_mm=-112.0)(make_measured()))
    why = next(check.why for check in report.checks if check.name == AGAINST_SOFA)
    assert why.startswith("gap of Sofa to the north wall is 212 mm; the rule at ")
    assert why.endswith("weavebench_living_room.yaml:26 says 100 mm ± 2 mm")


def test_no_shell_is_unmeasurable_and_never_zero(folder: Path) -> None:
    report = judge(folder, replace(make_measured(), interior=None))
    assert unmeasured(report) == {"west wall", "east wall", "south wall", "north wall", "floor", "ceiling"}
    assert failing(report) == set()
    assert not report.passed


def test_a_camera_outside_is_right_where_the_scene_allows_it(folder: Path) -> None:
    away = replace(GOOD, cameras=(replace(GOOD.cameras[0], location=(2.5, -3.0, 1.6)), GOOD.cameras[1]))
    report = judge_output(folder, replace(make_spec(), view="auto"), away, LABELS)
    place = next(check for check in report.checks if check.name == "camera place")
    assert place.passed and place.measured == "outside, the room cut away"


def test_no_perspective_camera(folder: Path) -> None:
    measured = replace(make_measured(), cameras=GOOD.cameras[1:], views={**GOOD.views, "render": None})
    report = judge(folder, measured)
    assert failing(report) == {"perspective camera"}
    assert unmeasured(report) == {"pieces in the picture"}


def test_an_unmeasured_file_gives_its_reason(folder: Path) -> None:
    report = judge(folder, None, "room.blend: Blender cannot open it")
    assert "room.blend" in failing(report)
    assert (
        next(c.why for c in report.checks if c.name == "room.blend") == "room.blend: Blender cannot open it"
    )
    assert {"room", "pieces", "render.png shows the room"} <= unmeasured(report)
    assert not report.passed


def test_the_aisle_is_as_wide_as_the_narrowest_place_on_the_way(folder: Path) -> None:
    # From the door (x 350 to 1250) the way north leads past the sofa's west end; moved 1,010 mm west, the
    # sofa reaches from 440 to 2540, and on its other side the nightstand stands at 3550: 1,010 mm wide,
    # but before that the disc must pass between coffee table and TV stand or the west wall.
    narrow = judge(folder, move("Sofa", x_mm=-1010.0)(make_measured()))
    aisle = next(check for check in narrow.checks if check.name.startswith("line 54"))
    assert aisle.status == "pass"
    # A sofa from x = 300 to 4600 leaves 400 mm at its wider end.
    measured = make_measured()
    barrier = next(solid for solid in measured.solids if solid.object == "Sofa")
    wide = replace(
        barrier, box_min=(0.3, 5.0, 0.0), box_max=(4.6, 5.9, 0.8), location=(2.45, 5.45, 0.0),
        outline=((0.3, 5.0), (4.6, 5.0), (4.6, 5.9), (0.3, 5.9)),
    )  # fmt: skip
    solids = tuple(wide if solid.object == "Sofa" else solid for solid in measured.solids)
    report = judge(folder, replace(measured, solids=solids))
    aisle = next(check for check in report.checks if check.name.startswith("line 54"))
    assert aisle.status == FAIL
    assert aisle.measured == "widest disc from door to north 399.9 mm"
