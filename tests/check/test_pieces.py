"""The furniture itself: there, standing, inside the room, and as layout.csv says."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from solver.check.case import Case
from solver.check.pieces import check_layout, check_pieces
from solver.check.submission import Submission
from solver.core.layout import LayoutRow
from solver.core.measured import Measured
from tests.check.furnished import ROWS, faults, make_box, make_case, row, tell
from tests.check.sample import make_measured, make_spec
from tests.check.turned import make_turned


@pytest.mark.parametrize(
    ("height", "good"), [(2.0, True), (2.01, True), (-2.01, True), (2.1, False), (-2.1, False)]
)
def test_what_stands_on_another_is_measured_from_there(height: float, good: bool) -> None:
    told = faults(check_pieces(make_case(supports={"Lamp": {"Table": height}})))
    word = "floats above" if height > 0 else "sinks below"
    assert told == ({} if good else {"Lamp on Table": f"Lamp {word} Table by {abs(height):g} mm"})


def test_heights_are_told_to_a_tenth_of_a_millimetre() -> None:
    checks = {c.name: c for c in check_pieces(make_case(supports={"Lamp": {"Table": -0.04}}))}
    assert checks["Lamp on Table"].measured == "0 mm"
    checks = {c.name: c for c in check_pieces(make_case(supports={"Lamp": {"Table": 2.14}}))}
    assert checks["Lamp on Table"].measured == "2.1 mm"
    assert checks["Lamp on Table"].why == "Lamp floats above Table by 2.1 mm"


def test_what_stands_on_nothing_is_not_measurable() -> None:
    told = {c.name: (c.status, c.why) for c in check_pieces(make_case(supports={}))}
    assert told["Lamp on Table"] == ("unmeasurable", "Table is not below Lamp")
    assert "Lamp on the floor" in tell(check_pieces(make_case(without=["Table"])))


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ((3.3, 4.0, 0.0, 4.0009, 4.8, 0.8), None),
        ((3.3, 4.0, 0.0, 4.0011, 4.8, 0.8), "Guest reaches 1.1 mm beyond the room's east_2 side"),
        ((3.3, 2.5, 0.0, 5.9, 3.2, 0.8), "Guest reaches 200 mm beyond the room's north_2 side"),
        ((-0.25, 4.0, 0.0, 0.5, 4.8, 0.8), "Guest reaches 250 mm beyond the room's west side"),
        ((1.0, 4.0, 0.0, 2.0, 4.8, 2.8009), None),
        ((1.0, 4.0, 0.0, 2.0, 4.8, 2.801), None),
        ((1.0, 4.0, 0.0, 2.0, 4.8, 2.81), "Guest reaches 10 mm beyond the room's ceiling side"),
        ((7.0, 4.0, 0.0, 8.0, 4.8, 0.8), "Guest reaches "),
    ],
)
def test_inside_the_outline(box: tuple[float, ...], why: str | None) -> None:
    told = faults(check_pieces(make_case(Guest=box)))
    if why is None:
        assert told == {}
    else:
        assert told["Guest inside the room"].startswith(why)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"location": (0.001, 0.0, 0.0)}, "clean"),
        ({"location": (0.0, -0.001, 0.0)}, "clean"),
        ({"location": (0.0, 0.0011, 0.0)}, "has its origin 1.1 mm off its box centre"),
        ({"location": (0.0, 0.0, 5.0)}, "clean"),  # how high the origin lies is free
        ({"turn_deg": (0.01, 0.0, 359.99)}, "clean"),
        ({"turn_deg": (0.0, 0.0101, 0.0)}, "is turned by 0, 0.0101, 0 degrees"),
        ({"scale": (1.0, 1.0001, 1.0)}, "clean"),
        ({"scale": (1.0, 1.0, 0.9998)}, "is scaled by 1 x 1 x 0.9998"),
        ({"parent": "Group", "scale": (2.0, 1.0, 1.0)}, "has the parent Group; is scaled by 2 x 1 x 1"),
    ],
)
def test_what_is_clean(change: dict[str, object], found: str) -> None:
    guest = make_box("Guest", (-0.4, -0.4, 0.0, 0.4, 0.4, 0.8), **change)
    assert tell(check_pieces(make_case(solids=(guest,))))["Guest clean"][1] == found


def test_rows_agree() -> None:
    assert faults(check_layout(make_case(rows=ROWS))) == {}
    assert faults(check_layout(make_case(without=["Guest"], rows=ROWS[:3]))) == {}
    told = {c.name: (c.status, c.limit, c.why) for c in check_layout(make_case(without=["Guest"], rows=ROWS))}
    assert told["layout.csv rows"][0] == "fail" and told["layout.csv rows"][1] == "Lamp, Rug, Table"
    assert told["layout.csv row Guest"][2] == "room.blend has no single Guest to compare with"
    assert list(check_layout(make_case())) == []
    assert faults(check_layout(make_case(rows=ROWS[:3]))) == {
        "layout.csv rows": "layout.csv does not name each piece of the scene exactly once"
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"x": 1.6009}, ""), ({"x": 1.5991}, ""), ({"y": 2.3509}, ""),
        ({"z": 0.0019}, ""), ({"z": -0.0019}, ""),
        ({"x": 1.6010095}, ""), ({"x": 1.6010105}, "x is 1 mm off"),
        ({"x": 1.6012}, "x is 1.2 mm off"), ({"x": 1.5988}, "x is -1.2 mm off"),
        ({"y": 2.3512}, "y is 1.2 mm off"), ({"z": 0.0022}, "z is 2.2 mm off"),
        ({"distance_to_nearest_wall_mm": 1001.0}, ""), ({"distance_to_nearest_wall_mm": 999.0}, ""),
        ({"distance_to_nearest_wall_mm": 1001.1}, "the nearest wall is 1000.0 mm away, not 1001.1 mm"),
        ({"distance_to_nearest_wall_mm": 998.9}, "the nearest wall is 1000.0 mm away, not 998.9 mm"),
        ({"x": 1.6012, "y": 2.3488}, "x is 1.2 mm off; y is -1.2 mm off"),
    ],
)  # fmt: skip
def test_a_row_is_compared_with_the_piece(change: dict[str, float], why: str) -> None:
    rows = (replace(ROWS[0], **change), *ROWS[1:])  # type: ignore[arg-type]
    told = faults(check_layout(make_case(rows=rows)))
    assert told == ({"layout.csv row Table": f"layout.csv, Table: {why}"} if why else {})


@pytest.mark.parametrize(
    ("values", "good"),
    [
        ((0.00101, 0.00101, math.nextafter(0.00201, 0.0), 0.0), True),
        ((0.00102, 0.0, 0.0, 0.0), False),
        ((0.0, -0.00102, 0.0, 0.0), False),
        ((0.0, 0.0, 0.00202, 0.0), False),
        ((0.0, 0.0, 0.0, 0.1), True),
        ((0.0, 0.0, 0.0, -0.1), True),
        ((0.0, 0.0, 0.0, 0.100001), True),
        ((0.0, 0.0, 0.0, 0.100002), False),
    ],
)
def test_a_row_at_the_very_limits(values: tuple[float, float, float, float], good: bool) -> None:
    x, y, z, yaw = values
    guest = make_box("Guest", (-0.4, -0.4, 0.0, 0.4, 0.4, 0.8), yaw_deg=0.0)
    rows = (row("Guest", x, y, z, -400.0, yaw),)
    assert (
        tell(check_layout(make_case(solids=(guest,), rows=rows)))["layout.csv row Guest"][1] == "agrees"
    ) is good


def test_rows_after_a_missing_one_are_compared_too() -> None:
    told = faults(check_layout(make_case(rows=(replace(ROWS[1], x=2.0), *ROWS[2:]))))
    assert set(told) == {"layout.csv rows", "layout.csv row Lamp"}


@pytest.mark.parametrize(("wall_mm", "good"), [(1.01, True), (-1.01, True), (1.02, False), (-1.02, False)])
def test_the_nearest_wall_at_the_very_limits(wall_mm: float, good: bool) -> None:
    case = make_case(Guest=(3.2, 4.0, 0.0, 4.0, 4.8, 0.8), rows=(row("Guest", 3.6, 4.4, 0.0, wall_mm),))
    assert (tell(check_layout(case))["layout.csv row Guest"][1] == "agrees") is good


def test_the_nearest_wall_of_a_piece_outside_is_negative() -> None:
    rows = (*ROWS[:3], row("Guest", 3.65, 4.4, 0.0, -50.0))
    assert faults(check_layout(make_case(Guest=(3.25, 4.0, 0.0, 4.05, 4.8, 0.8), rows=rows))) == {}
    rows = (*ROWS[:3], row("Guest", 0.3, 4.4, 0.0, -100.0))
    assert faults(check_layout(make_case(Guest=(-0.1, 4.0, 0.0, 0.7, 4.8, 0.8), rows=rows))) == {}


def test_a_turned_row_has_a_larger_limit() -> None:
    solid = replace(make_turned(30.0), object="Sofa", piece="sofa")
    wall_mm = 2000.0 - 601.0 * math.cos(math.radians(30)) - 201.0 * 0.5

    def told(off_mm: float, off_deg: float = 0.0) -> str:
        row = LayoutRow("Sofa", 2.0, 3.0, 0.0, 30.0 + off_deg, wall_mm + off_mm)
        measured: Measured = replace(make_measured(), solids=(solid,))
        case = Case(make_spec(), {"sofa": "Sofa"}, Submission(Path("out"), None, {}, (row,)), measured)
        return list(check_layout(case))[1].measured

    assert told(2.5) == told(-2.5) == told(0.0, 0.1) == told(0.0, -0.1) == told(0.0, 360.0) == "agrees"
    assert told(2.52).startswith("the nearest wall is")
    assert told(0.0, 0.11) == "rotation_z is 30.11, the piece is turned to 30"
