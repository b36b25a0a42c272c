"""The furnished room as a whole: it passes, and what is left out, missing or there twice is told so."""

from __future__ import annotations

from dataclasses import replace

from solver.check.case import format_mm
from solver.check.contacts import check_obstacles
from solver.check.pieces import check_pieces
from solver.check.room import check_room
from solver.check.rules import check_rules
from solver.check.rules.floor import find_floor
from tests.check.furnished import SOLIDS, faults, make_case, measured_of, tell


def test_a_furnished_room_passes() -> None:
    case = make_case()
    assert faults(check_pieces(case)) == {}
    assert faults(check_rules(case)) == {}
    assert not {name for name in faults(check_room(case)) if "wall" in name or "column" in name}
    assert tell(check_obstacles(case, measured_of(case))) == {
        "column built in": ("pass", "Column 0.0 mm off"),
        "nothing in the column": ("pass", "no piece reaches into it"),
    }


def test_what_is_left_out_is_no_fault() -> None:
    case = make_case(without=["Guest"])
    assert case.absent == {"guest"}
    assert tell(check_pieces(case))["Guest present"] == ("pass", "left out")
    floor = find_floor(case)
    assert floor is not None and floor.missing == {} and floor.absent == {"guest"}
    assert make_case().absent == frozenset()
    assert replace(case, measured=None).absent == frozenset()


def test_what_must_be_there_is_told_as_missing() -> None:
    floor = find_floor(make_case(without=["Rug"]))
    assert floor is not None and floor.missing == {"rug": "Rug is missing"}
    case = make_case()
    twin = replace(measured_of(case), solids=(*measured_of(case).solids, SOLIDS["Rug"]))
    floor = find_floor(replace(case, measured=twin))
    assert floor is not None and floor.missing == {"rug": "Rug is there 2 times"}
    assert faults(check_pieces(replace(case, measured=twin)))["Rug present"].startswith("Rug: Rug, Rug found")
    assert find_floor(replace(case, measured=None)) is None


def test_lengths_in_words() -> None:
    assert [format_mm(value) for value in (0.0012345, -0.00001, 1.5, -0.25)] == [
        "1.2 mm", "0 mm", "1500 mm", "-250 mm",
    ]  # fmt: skip
