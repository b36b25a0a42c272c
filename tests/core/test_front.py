"""The front told from the shape: backrests, drawers, shelves; none for what looks alike all round."""

from __future__ import annotations

import numpy as np
import pytest

from solver.core.front import SAMPLES, find_front
from solver.core.surface import sample_surface, split_faces
from tests.core.shapes import FRONT_MINUS_Y, TABLE, make_box, spread

TURNED = {0.0: "-y", 90.0: "+x", 180.0: "+y", 270.0: "-x"}


@pytest.mark.parametrize("turn_deg", list(TURNED))
@pytest.mark.parametrize("name", list(FRONT_MINUS_Y))
def test_front_follows_the_piece(name: str, turn_deg: float) -> None:
    front = find_front(spread(FRONT_MINUS_Y[name], SAMPLES, turn_deg))
    assert front.axis == TURNED[turn_deg]
    assert front.confidence > 0.5
    wanted = "high side" if name in ("chair", "sofa") else "more relief"
    assert wanted in front.evidence


@pytest.mark.parametrize("turn_deg", [0.0, 90.0])
def test_symmetric_tables_have_none(turn_deg: float) -> None:
    front = find_front(spread(TABLE, SAMPLES, turn_deg))
    assert front.axis == "none"
    assert front.confidence > 0.5
    assert "the same" in front.evidence


def test_a_drawer_gives_the_table_a_front() -> None:
    drawer = [*TABLE, ((-0.3, 0.3), (-0.36, 0.3), (0.6, 0.7)), ((-0.05, 0.05), (-0.39, -0.36), (0.63, 0.66))]
    assert find_front(spread(drawer, SAMPLES)).axis == "-y"


def test_place_and_order_do_not_matter() -> None:
    points = spread(FRONT_MINUS_Y["chair"], SAMPLES)
    moved = find_front(points[::-1] + np.array([40.0, -7.0, 3.0]))
    assert moved.axis == find_front(points).axis == "-y"


def test_a_flat_thing_does_not_break_it() -> None:
    assert find_front(np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])).confidence <= 1.0


def test_samples_are_even_and_the_same_each_time() -> None:
    vertices, triangles = make_box(((0.0, 1.0), (0.0, 2.0), (0.0, 3.0)))
    points = sample_surface(vertices, triangles, 8800)
    assert np.array_equal(points, sample_surface(vertices, triangles, 8800))
    # Faces of 2, 3 and 6 m² twice: 400 points a square metre.
    for axis, area in ((2, 2.0), (1, 3.0), (0, 6.0)):
        on_face = int((points[:, axis] < 1e-9).sum())
        assert on_face == pytest.approx(area * 400, rel=0.01)
    halves = int((points[:, 2] > 1.5).sum())
    assert halves == pytest.approx(4400, rel=0.02)


def test_faces_of_any_size_become_fans() -> None:
    corners = np.array([0, 1, 2, 4, 5, 6, 7, 8], dtype=np.int32)
    triangles = split_faces(corners, np.array([0, 3], dtype=np.int32))
    assert triangles.tolist() == [[0, 1, 2], [4, 5, 6], [4, 6, 7], [4, 7, 8]]
