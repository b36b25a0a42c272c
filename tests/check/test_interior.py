"""How far pieces are from the walls or beyond them, and by how much shapes must be trimmed."""

from __future__ import annotations

import pytest
from shapely.geometry import box

from solver.check.interior import (
    find_reach_beyond,
    measure_depth_mm,
    measure_excess_mm,
    measure_wall_mm,
)
from tests.check.turned import L_ROOM, make_turned


@pytest.mark.parametrize(
    ("by", "room_mm", "side"),
    [
        ((2.0, 1.0), -800.0, "south"),
        ((0.7, 3.0), -100.0, "west"),
        ((0.5, 3.0), 100.0, "west"),
        ((3.5, 4.0), 100.0, "east_2"),
        ((3.3, 4.0), -100.0, "east_2"),
        ((5.0, 2.9), 100.0, "north_2"),
        ((5.5, 1.0), 100.0, "east_1"),
        ((2.0, 5.9), 100.0, "north_1"),
    ],
)
def test_how_far_a_piece_is_from_the_walls(by: tuple[float, float], room_mm: float, side: str) -> None:
    solid = make_turned(0.0, *by)
    beyond_mm, name = find_reach_beyond(L_ROOM.room, solid)
    assert (round(beyond_mm, 1), name) == (room_mm, side)
    assert measure_wall_mm(L_ROOM.room, solid) == pytest.approx(-room_mm, abs=0.02)


@pytest.mark.parametrize(
    ("by", "wall_mm"),
    [
        ((2.0, 7.0), -1200.0),
        ((2.0, -1.0), -1200.0),
        ((-1.0, 3.0), -1600.0),
        ((7.0, 1.0), -1600.0),
        ((5.0, 5.0), -200.0),  # beyond the inner corner, inside the box: half of its depth
    ],
)
def test_how_far_outside_a_piece_is(by: tuple[float, float], wall_mm: float) -> None:
    solid = make_turned(0.0, *by)
    assert measure_wall_mm(L_ROOM.room, solid) == pytest.approx(wall_mm, abs=0.02)
    beyond_mm, _ = find_reach_beyond(L_ROOM.room, solid)
    assert beyond_mm == pytest.approx(-wall_mm, abs=0.02)


def test_widths_by_which_shapes_are_trimmed() -> None:
    floor, shape = box(0, 0, 1000, 1000), box(900, 100, 1130, 300)
    assert measure_excess_mm(shape, floor) == pytest.approx(100.0, abs=0.02)  # all of it is trimmed away
    assert measure_excess_mm(box(500, 100, 1050, 700), floor) == pytest.approx(50.0, abs=0.02)
    assert 0.0 <= measure_excess_mm(box(100, 100, 200, 200), floor) <= 0.01
    assert measure_excess_mm(box(2000, 0, 2100, 5000), floor) == pytest.approx(50.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 500, 500), box(460, 100, 900, 400)) == pytest.approx(40.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 500, 500), box(500, 0, 900, 400)) == 0.0
    assert measure_depth_mm(box(0, 0, 500, 500), box(0, 460, 400, 1500)) == pytest.approx(40.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 300, 2000), box(-500, -500, 5000, 5000)) == pytest.approx(
        150.0, abs=0.02
    )
