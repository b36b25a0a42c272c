"""Which parts belong together, and which are scenery."""

from __future__ import annotations

import numpy as np

from solver.core.grouping import find_scenery, group_parts
from tests.core.shapes import CHAIR, SOFA, TABLE, Bounds, spread

GAP = 0.03


def group(pieces: list[list[Bounds]]) -> list[list[int]]:
    points = [spread(piece, 20_000) for piece in pieces]
    return group_parts(points, [bounds_box(*piece) for piece in pieces], GAP)


def bounds_box(*bounds: Bounds) -> tuple[np.ndarray, np.ndarray]:
    array = np.array(bounds)
    return array[:, :, 0].min(axis=0), array[:, :, 1].max(axis=0)


def move(piece: list[Bounds], x: float = 0.0, y: float = 0.0, z: float = 0.0) -> list[Bounds]:
    return [((a + x, b + x), (c + y, d + y), (e + z, f + z)) for (a, b), (c, d), (e, f) in piece]


def test_touching_parts_are_one_piece() -> None:
    assert group([[part] for part in CHAIR]) == [list(range(len(CHAIR)))]
    assert group([[part] for part in SOFA]) == [[0, 1, 2, 3]]


def test_a_chair_under_a_table_is_a_second_piece() -> None:
    chair = move(CHAIR, y=0.5)  # its box reaches into the table's
    assert group([TABLE, chair]) == [[0], [1]]
    assert group([chair, TABLE]) == [[1], [0]]


def test_what_hovers_inside_belongs_to_the_piece() -> None:
    cushion: list[Bounds] = [((-0.5, 0.5), (-0.2, 0.1), (0.5, 0.6))]
    assert group([SOFA, cushion]) == [[0, 1]]
    assert group([SOFA, move(cushion, z=1.5)]) == [[0], [1]]


def test_gaps_count_below_the_limit_only() -> None:
    one: list[Bounds] = [((0.0, 1.0), (0.0, 1.0), (0.0, 1.0))]
    assert group([one, move(one, x=1.02)]) == [[0, 1]]
    assert group([one, move(one, x=1.10)]) == [[0], [1]]


def test_floors_and_walls_are_scenery() -> None:
    sofa = [bounds_box(part) for part in SOFA]
    floor = bounds_box(((-5, 5), (-5, 5), (0, 0)))
    wall = bounds_box(((-5, 5), (1, 1.01), (0, 4)))
    assert find_scenery([*sofa, floor]) == {4}
    assert find_scenery([floor, *sofa, wall]) == {0, 5}
    assert find_scenery(sofa) == set()


def test_table_tops_and_rugs_are_not_scenery() -> None:
    top = bounds_box(((-0.8, 0.8), (-0.4, 0.4), (0.7, 0.7)))
    legs = [bounds_box(part) for part in TABLE[1:]]
    assert find_scenery([top, *legs]) == set()
    rug = bounds_box(((-1.2, 1.2), (-0.8, 0.8), (0.0, 0.005)))
    assert find_scenery([rug, *[bounds_box(part) for part in SOFA]]) == set()
    assert find_scenery([rug]) == set()
