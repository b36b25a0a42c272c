"""Drawing is exact at pixel centres: every pixel against a ray cast through its centre."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.truth import relations
from solver.truth.camera import Camera
from solver.truth.raster import draw_layer
from tests.truth.scenes import box_triangles, look


def cast_depth(camera: Camera, triangles: np.ndarray) -> np.ndarray:
    """Depth of every pixel by one ray each, infinite for none."""
    depth = np.full((camera.height, camera.width), np.inf)
    for row in range(camera.height):
        for column in range(camera.width):
            spot = np.array([[column + 0.5, row + 0.5]])
            start, end = (
                camera.back_project(spot, np.array([d]))[0] for d in (camera.near_m, camera.near_m + 1.0)
            )
            aim = (end - start) / np.linalg.norm(end - start)
            hit = relations.cast_ray(start, aim, triangles)
            if hit < relations.REACH_M:
                depth[row, column] = camera.to_local(start + hit * aim)[2]
    return depth


def full_depth(camera: Camera, triangles: np.ndarray) -> np.ndarray:
    depth = np.full((camera.height, camera.width), np.inf)
    layer = draw_layer(camera, triangles)
    x0, y0, x1, y1 = layer.box
    depth[y0:y1, x0:x1] = layer.depth
    return depth


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("shift", [0.0, -11.3])
def test_a_soup_of_triangles_with_some_behind_the_camera(flat: bool, shift: float) -> None:
    rng = np.random.default_rng(3)
    triangles = rng.uniform(-2.0, 2.0, (40, 1, 3)) + rng.normal(0.0, 0.6, (40, 3, 3))
    camera = look(
        (0.4, -0.7, 0.3),
        (0.1, 3.0, 0.0),
        width=40,
        height=30,
        focal=30.0 if not flat else 12.0,
        flat=flat,
        shift=shift,
    )
    drawn, cast = full_depth(camera, triangles), cast_depth(camera, triangles)
    assert np.isfinite(cast).sum() > 300
    assert np.array_equal(np.isfinite(drawn), np.isfinite(cast))
    both = np.isfinite(cast)
    assert np.abs(drawn[both] - cast[both]).max() < 1e-6


@pytest.mark.parametrize("size", [(64, 48), (640, 480)])
def test_a_room_from_inside_has_no_gaps(size: tuple[int, int]) -> None:
    walls = box_triangles((0.0, 0.0, 0.0), (5.0, 6.0, 2.8))
    camera = look((0.3, 0.3, 1.6), (5.0, 6.0, 0.5), width=size[0], height=size[1], focal=size[0] * 0.5)
    depth = full_depth(camera, walls)
    assert np.isfinite(depth).all()
    rows, columns = np.nonzero(np.isfinite(depth))
    points = camera.back_project(np.column_stack([columns, rows]) + 0.5, depth[rows, columns])
    off = np.minimum(np.abs(points), np.abs(points - (5.0, 6.0, 2.8))).min(axis=1)
    assert off.max() < 1e-9


def test_what_lies_between_camera_and_near_plane_is_not_seen() -> None:
    camera = look((0.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    near = box_triangles((-1.0, 0.01, -1.0), (1.0, 0.03, 1.0))
    assert not np.isfinite(full_depth(camera, near)).any()


def test_two_at_one_depth_give_the_first() -> None:
    camera = look((0.0, -2.0, 0.0), (0.0, 0.0, 0.0))
    one = np.array([[(-1.0, 0.0, -1.0), (1.0, 0.0, -1.0), (0.0, 0.0, 1.0)]])
    layer = draw_layer(camera, np.concatenate([one, one]))
    assert set(np.unique(layer.triangle)) == {-1, 0}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_projecting_undoes_back_projecting(seed: int, flat: bool) -> None:
    rng = np.random.default_rng(seed)
    camera = look(
        tuple(rng.uniform(-3, 3, 3)), tuple(rng.uniform(5, 9, 3)), flat=flat, shift=float(rng.uniform(-9, 9))
    )
    spots, depth = rng.uniform(0.0, 60.0, (20, 2)), rng.uniform(0.1, 9.0, 20)
    points = camera.back_project(spots, depth)
    assert np.abs(camera.project(points) - spots).max() < 1e-6
    assert np.abs(camera.to_local(points)[:, 2] - depth).max() < 1e-9
