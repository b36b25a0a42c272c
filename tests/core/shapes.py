"""Furniture of plain boxes as triangles, for tests without Blender."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.core.surface import Points, sample_surface, split_faces

Bounds = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

_CORNERS = np.array([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
_FACES = np.array([(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)])

# Everything faces -y. (x, y, z) bounds in metres.
CHAIR: list[Bounds] = [
    ((-0.2, 0.2), (-0.22, 0.2), (0.42, 0.46)),
    ((-0.2, 0.2), (0.2, 0.24), (0.42, 0.92)),
    *[((x, x + 0.04), (y, y + 0.04), (0.0, 0.42)) for x in (-0.2, 0.16) for y in (-0.22, 0.2)],
]
SOFA: list[Bounds] = [
    ((-1.0, 1.0), (-0.45, 0.45), (0.05, 0.42)),
    ((-1.0, 1.0), (0.25, 0.45), (0.42, 0.85)),
    ((-1.0, -0.8), (-0.45, 0.25), (0.42, 0.62)),
    ((0.8, 1.0), (-0.45, 0.25), (0.42, 0.62)),
]
CABINET: list[Bounds] = [
    ((-0.6, 0.6), (-0.2, 0.2), (0.0, 0.6)),
    *[((x, x + 0.56), (-0.22, -0.2), (z, z + 0.25)) for x in (-0.58, 0.02) for z in (0.04, 0.32)],
    *[((x, x + 0.1), (-0.25, -0.22), (z, z + 0.02)) for x in (-0.35, 0.25) for z in (0.15, 0.43)],
]
BOOKCASE: list[Bounds] = [
    ((-0.5, 0.5), (0.14, 0.15), (0.0, 1.8)),
    *[((x, x + 0.03), (-0.15, 0.15), (0.0, 1.8)) for x in (-0.5, 0.47)],
    *[((-0.5, 0.5), (-0.15, 0.15), (z, z + 0.03)) for z in (0.0, 0.6, 1.2, 1.77)],
]
TABLE: list[Bounds] = [
    ((-0.8, 0.8), (-0.4, 0.4), (0.7, 0.74)),
    *[((x, x + 0.06), (y, y + 0.06), (0.0, 0.7)) for x in (-0.8, 0.74) for y in (-0.4, 0.34)],
]
FRONT_MINUS_Y = {"chair": CHAIR, "sofa": SOFA, "cabinet": CABINET, "bookcase": BOOKCASE}


def make_box(bounds: Bounds) -> tuple[Points, NDArray[np.int32]]:
    """(vertices, triangles) of one box."""
    low, high = np.array(bounds).T
    corners = _FACES.ravel().astype(np.int32)
    return low + _CORNERS * (high - low), split_faces(corners, np.arange(0, 24, 4, dtype=np.int32))


def spread(boxes: list[Bounds], count: int, turn_deg: float = 0.0) -> Points:
    """`count` points over all boxes, turned counter-clockwise about z."""
    meshes = [make_box(bounds) for bounds in boxes]
    offsets = np.cumsum([0, *[len(vertices) for vertices, _ in meshes]])
    triangles = np.concatenate([tris + offsets[index] for index, (_, tris) in enumerate(meshes)])
    points = sample_surface(np.concatenate([vertices for vertices, _ in meshes]), triangles, count)
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return np.asarray(points @ turn.T)
