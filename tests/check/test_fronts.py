"""Backs behind seats, and pieces of one asset turned alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.check.case import Case
from solver.check.fronts import check_fronts, find_depth, find_lead
from solver.check.submission import Submission
from solver.core.measured import Measured, Solid
from tests.check.sample import make_measured, make_spec
from tests.check.turned import make_seat, make_turned


def check(*solids: Solid) -> list[tuple[str, str, str]]:
    labels = {f"p{k}": f"P{k}" for k in range(len(solids))}
    named = tuple(replace(solid, object=f"P{k}", piece=f"p{k}") for k, solid in enumerate(solids))
    measured: Measured = replace(make_measured(), solids=named)
    case = Case(make_spec(), labels, Submission(Path("out"), None, {}, None), measured)
    return [(found.name, found.status, found.measured) for found in check_fronts(case)]


@pytest.mark.parametrize("yaw_deg", [0.0, 90.0, 180.0, 270.0])
def test_a_back_is_behind(yaw_deg: float) -> None:
    name = "P0 back behind its front"
    assert check(make_seat(yaw_deg, 0.0151)) == [(name, "pass", "3% of its depth behind")]
    assert check(make_seat(yaw_deg, 0.0149)) == [(name, "fail", "3% of its depth behind")]
    assert check(make_seat(yaw_deg, -0.2)) == [(name, "fail", "-40% of its depth behind")]
    assert check(replace(make_seat(yaw_deg, -0.2), category="table")) == []
    assert check(replace(make_seat(yaw_deg, -0.2), yaw_deg=None)) == []


def test_a_back_at_the_very_limit_is_behind() -> None:
    seat = replace(make_seat(0.0, 0.1), box_min=(-0.5, -0.5, 0.0), box_max=(0.5, 0.5, 0.7))
    assert check(replace(seat, upper_centroid=(0.0, 0.03, 0.6)))[0][1:] == ("pass", "3% of its depth behind")
    assert check(replace(seat, upper_centroid=(0.0, 0.0299, 0.6)))[0][1] == "fail"


def test_twins_at_the_very_limit_are_turned_alike() -> None:
    seat = replace(make_seat(0.0, 0.1), box_min=(-0.5, -0.5, 0.0), box_max=(0.5, 0.5, 0.7), category="table")
    here = replace(seat, asset="x", centroid=(0.0, 0.0, 0.3))
    assert check(here, replace(here, centroid=(0.003, 0.0, 0.3)))[0][1:] == ("pass", "3 mm")


def test_left_and_ahead() -> None:
    for yaw_deg, at in ((0.0, (2.3, 2.9)), (90.0, (2.1, 3.3)), (180.0, (1.7, 3.1)), (270.0, (1.9, 2.7))):
        solid = make_turned(yaw_deg)
        assert find_lead(solid, (*at, 0.0)) == pytest.approx((0.3, 0.1))
        assert find_depth(solid) == pytest.approx(0.4)


def test_the_depth_is_along_the_nearest_axis() -> None:
    for yaw_deg, axis in ((44.8, 1), (45.2, 0), (134.8, 0), (135.2, 1)):
        solid = make_turned(yaw_deg)
        assert find_depth(solid) == solid.box_max[axis] - solid.box_min[axis]


def test_twins_are_turned_alike() -> None:
    here = make_seat(0.0, 0.1, centroid=(2.05, 3.02, 0.3))
    there = make_seat(90.0, 0.1, centroid=(1.98, 3.05, 0.3))
    assert check(replace(here, asset="x"), replace(there, asset="y")) == check(here, there)
    name, status, measured = check(replace(here, asset="x"), replace(there, asset="x"))[2]
    assert (name, status, measured) == ("P1 turned like P0", "pass", "0 mm")
    off = replace(there, centroid=(1.98, 3.0529985, 0.3), asset="x")
    assert check(replace(here, asset="x"), off)[2][1:] == ("pass", "3 mm")
    off = replace(there, centroid=(1.98, 3.0530015, 0.3), asset="x")
    assert check(replace(here, asset="x"), off)[2][1:] == ("fail", "3 mm")
    off = replace(there, centroid=(1.98, 3.0531, 0.3), asset="x")
    assert check(replace(here, asset="x"), off)[2][1:] == ("fail", "3.1 mm")
    assert len(check(replace(here, asset="x"), replace(here, asset="x"), replace(here, asset="x"))) == 5
    plain = replace(here, category="table", asset="x")
    assert [found[0] for found in check(plain, replace(plain, yaw_deg=None), plain)] == ["P2 turned like P0"]


def test_a_seat_without_depth_fails_and_divides_by_nothing() -> None:
    flat = make_seat(0.0, 0.1)
    flat = replace(flat, box_min=(1.6, 3.0, 0.0), box_max=(2.4, 3.0, 0.7))
    assert check(flat)[0][1] == "pass"
    assert check(replace(flat, upper_centroid=(2.0, 2.9, 0.6)))[0][1] == "fail"
