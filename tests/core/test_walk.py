"""A way found for the square is one for the disc: judged with shapely, apart from the solver's own code."""

import random  # noqa: TID251 -- one seeded generator, made here

import pytest
from shapely.geometry import LineString, Point, box

from bench.ways import disc_passes, draw_case
from solver.core.conditions import WIDTH
from solver.core.walk import find_way, read_walk

FLOAT_MM = 1e-6  # shapely's lengths are floating


@pytest.fixture(scope="module")
def cases():
    """Random rooms with the way found in each, or None."""
    draw = random.Random(7)
    drawn = [draw_case(draw) for _ in range(300)]
    return [(walk, values, find_way(walk, values)) for walk, values in drawn]


def test_the_disc_that_follows_a_way_touches_nothing(cases):
    found = 0
    for walk, values, way in cases:
        if way is None:
            continue
        found += 1
        half = walk.width_mm / 2
        points = [(x + half, y + half) for x, y in way]
        line = LineString(points) if len(points) > 1 else Point(points[0])
        known = {**values, WIDTH: walk.width_mm}
        for foot in walk.around:
            edges = (edge.value(known) for edge in (foot.west, foot.south, foot.east, foot.north))
            assert line.distance(box(*edges)) >= half - FLOAT_MM
        west, south, east, north = line.bounds
        assert min(west, south, walk.room_mm[0] - east, walk.room_mm[1] - north) >= half
    assert found > 50


def test_where_no_disc_passes_no_way_is_found(cases):
    passes = [disc_passes(walk, values) for walk, values, _ in cases]
    assert all(disc for disc, (_, _, way) in zip(passes, cases, strict=True) if way is not None)
    assert sum(not disc for disc in passes) > 60


def test_the_widest_way_is_found_to_the_millimetre(cases):
    for walk, values, _ in cases[:60]:
        width = walk.width_mm + read_walk(walk, values)
        assert width == 0 or find_way(walk, values, width) is not None
        assert find_way(walk, values, width + 1) is None
