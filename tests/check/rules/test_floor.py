"""The floor plan that rules are measured on: what stands there, and where the walls really are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.check.rules.floor import find_floor
from solver.check.rules.ways import find_ways
from solver.core.measured import Side
from solver.core.spec import parse_scene
from tests.check.furnished import make_case, measured_of


def test_the_floor_as_measured() -> None:
    floor = find_floor(make_case())
    assert floor is not None
    assert floor.raised == {"lamp", "rug"} and set(floor.standing) == {"table", "guest", "column"}
    table, column = floor.bodies["table"], floor.bodies["column"]
    assert (table.low, table.high, table.base_mm, table.top_mm) == (
        (1000.0, 2000.0),
        (2200.0, 2700.0),
        0.0,
        450.0,
    )
    assert table.centre == (1600.0, 2350.0) and table.outline[2] == (2200.0, 2700.0)
    lamp = floor.bodies["lamp"]
    assert (lamp.base_mm, lamp.top_mm) == (450.0, 900.0)
    assert (column.low, column.high, column.centre) == ((2850.0, 2350.0), (3151.0, 2650.0), (3000.0, 2500.0))
    assert column.outline == (column.low, (column.high[0], column.low[1]), column.high,
                              (column.low[0], column.high[1]))  # fmt: skip
    assert (column.base_mm, column.top_mm) == (0.0, 0.0)
    for facing_deg, front in ((44.7, "south"), (45.3, "east"), (314.7, "west"), (315.3, "south")):
        assert replace(table, facing_deg=facing_deg).front() == front
    other = find_floor(make_case())
    assert other == floor
    find_ways(floor, 300.0)
    assert other == floor and list(floor.ways) == [300.0]
    assert floor.sides == {"south": 0.0, "east": 6000.0, "north": 6000.0, "west": 0.0}
    assert floor.outline.area == 6000 * 3000 + 4000 * 3000
    assert floor.supports == {"Lamp": {"Table": 0.0, "Rug": 430.0}}
    assert floor.obstacles == {"column"}


def test_walls_are_where_they_were_measured() -> None:
    sides = dict(measured_of(make_case()).interior or {})
    sides["north_1"], sides["east_2"] = Side(6.0005, 1.0, 1.0), Side(None, 0.0, 0.0)
    sides["north_2"] = Side(2.9997, 1.0, 1.0)
    floor = find_floor(make_case(interior=sides))
    assert floor is not None
    at_mm = {wall.name: wall.at_mm for wall in floor.walls}
    assert at_mm["north_1"] == pytest.approx(6000.5) and at_mm["east_2"] == 4000
    assert floor.sides["north"] == pytest.approx(6000.5)
    assert floor.outline.bounds == pytest.approx((0.0, 0.0, 6000.0, 6000.5))
    assert floor.outline.area == pytest.approx(6000 * 2999.7 + 4000 * 3000.8)


def test_walls_end_at_their_measured_neighbours() -> None:
    sides = dict(measured_of(make_case()).interior or {})
    sides["west"], sides["east_2"] = Side(0.003, 1.0, 1.0), Side(3.998, 1.0, 1.0)
    sides["north_2"] = Side(2.9995, 1.0, 1.0)
    floor = find_floor(make_case(interior=sides))
    assert floor is not None
    found = {wall.name: (wall.start_mm, wall.end_mm) for wall in floor.walls}
    assert found == {
        "south": (3.0, 6000.0),
        "east_1": (0.0, 2999.5),
        "east_2": (2999.5, 6000.0),
        "north_1": (3.0, 3998.0),
        "north_2": (3998.0, 6000.0),
        "west": (0.0, 6000.0),
    }


def test_of_two_walls_on_one_line_a_wall_ends_at_the_one_that_it_meets() -> None:
    spec = parse_scene(
        "scene: r\nroom: {outline: [[0, 0], [5 m, 0], [5 m, 6 m], [0, 6 m], [0, 4 m], [1 m, 4 m], "
        "[1 m, 2 m], [0, 2 m]], height: 2.8 m}\npieces: {a: {asset: a}}\n",
        "r.yaml",
    )
    sides = {wall.name: Side(wall.at_mm / 1000.0, 1.0, 1.0) for wall in spec.room.walls}
    for name, at_m in (("west_1", 0.003), ("west_2", 1.002), ("west_3", -0.001)):
        sides[name] = Side(at_m, 1.0, 1.0)
    case = replace(make_case(interior=sides), spec=spec, labels={})
    floor = find_floor(case)
    assert floor is not None
    found = {wall.name: (wall.start_mm, wall.end_mm) for wall in floor.walls}
    assert (found["south_2"], found["north_1"]) == ((3.0, 5000.0), (3.0, 1002.0))
    assert (found["south_1"], found["north_2"]) == ((-1.0, 1002.0), (-1.0, 5000.0))
    assert floor.sides == {"south": 0.0, "east": 5000.0, "north": 6000.0, "west": -1.0}
