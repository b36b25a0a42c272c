"""The floor that a piece covers: the box of its vertices, or its rectangle turned with it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from solver.check.footprint import find_footprint
from tests.check.turned import make_turned


def test_at_quarter_turns_the_box_is_the_footprint() -> None:
    for yaw_deg in (0.0, 90.0, 180.0, 270.0, 0.01, 90.0099, 269.9901):
        foot = find_footprint(make_turned(yaw_deg))
        assert not foot.turned
        assert foot.centre == pytest.approx((2000.0, 3000.0))
        wide, deep = (600.0, 200.0) if yaw_deg % 180 < 1 else (200.0, 600.0)
        if yaw_deg == round(yaw_deg):
            assert foot.low == pytest.approx((2000.0 - wide, 3000.0 - deep))
            assert foot.high == pytest.approx((2000.0 + wide, 3000.0 + deep))
            corners = (
                (foot.low[0], foot.low[1]),
                (foot.high[0], foot.low[1]),
                foot.high,
                (foot.low[0], foot.high[1]),
            )
            assert foot.corners == corners
    assert find_footprint(make_turned(0.011)).turned


def test_a_turned_footprint_is_grown_by_a_millimetre() -> None:
    foot = find_footprint(make_turned(30.0))
    assert foot.turned and foot.centre == pytest.approx((2000.0, 3000.0))
    cos, sin = math.cos(math.radians(30)), 0.5
    half = (601.0 * cos + 201.0 * sin, 601.0 * sin + 201.0 * cos)
    assert foot.high == pytest.approx((2000.0 + half[0], 3000.0 + half[1]))
    assert foot.low == pytest.approx((2000.0 - half[0], 3000.0 - half[1]))
    south_west = (2000.0 - 601.0 * cos + 201.0 * sin, 3000.0 - 601.0 * sin - 201.0 * cos)
    assert foot.corners[0] == pytest.approx(south_west)
    assert foot.corners[1] == pytest.approx(
        (2000.0 + 601.0 * cos + 201.0 * sin, 3000.0 + 601.0 * sin - 201.0 * cos)
    )
    assert foot.corners[2] == pytest.approx((4000.0 - south_west[0], 6000.0 - south_west[1]))
    assert foot.corners[3] == pytest.approx(
        (2000.0 - 601.0 * cos - 201.0 * sin, 3000.0 - 601.0 * sin + 201.0 * cos)
    )


def test_without_a_yaw_or_an_outline_the_box_counts() -> None:
    turned = make_turned(30.0)
    assert not find_footprint(replace(turned, yaw_deg=None)).turned
    assert not find_footprint(replace(turned, outline=turned.outline[:2])).turned
    assert find_footprint(replace(turned, outline=turned.outline[:3])).turned


def test_the_middle_of_an_uneven_piece_is_that_of_its_rectangle() -> None:
    # A right triangle turned by 30 degrees: the box of its vertices has another middle.
    turned = make_turned(30.0)
    foot = find_footprint(replace(turned, outline=turned.outline[:3]))
    assert foot.centre == pytest.approx((2000.0, 3000.0))
