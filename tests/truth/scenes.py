"""Small solids and cameras for tests, without Blender."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from solver.truth.camera import Array, Camera
from solver.truth.solids import Solid

_QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def box_triangles(low: tuple[float, ...], high: tuple[float, ...], turn_deg: float = 0.0) -> Array:
    """The 12 triangles of a box, turned about its middle."""
    points = np.array(
        [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])]
    )
    angle = math.radians(turn_deg)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = points[:, :2].mean(axis=0)
    points[:, :2] = (points[:, :2] - middle) @ turn.T + middle
    faces = [face for a, b, c, d in _QUADS for face in ((a, b, c), (a, c, d))]
    return points[np.array(faces)].astype(float)


def box(
    name: str, low: tuple[float, ...], high: tuple[float, ...], yaw_deg: float | None = 0.0, **more: Any
) -> Solid:
    """A piece that is a box; the yaw turns the mesh, as in a room."""
    values: dict[str, Any] = {
        "role": "piece", "piece": name.lower(), "category": name.lower(), "asset": name.lower(),
        "shell": None, "has_front": True, "yaw_deg": yaw_deg,
        "triangles": box_triangles(low, high, yaw_deg or 0.0),
    }  # fmt: skip
    return Solid(name=name, **{**values, **more})


def look(
    place: tuple[float, ...], target: tuple[float, ...], *, width: int = 64, height: int = 48,
    focal: float = 50.0, flat: bool = False, shift: float = 0.0,
) -> Camera:  # fmt: skip
    """A level-headed camera at `place` that looks at `target`; `shift` moves the optical centre, pixels."""
    forward = np.array(target, dtype=float) - np.array(place, dtype=float)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0)) if abs(forward[2]) < 0.999 else np.array([1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    intrinsics = np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2 + shift], [0.0, 0.0, 1.0]])
    kind = "orthographic" if flat else "perspective"
    return Camera(
        "Eye", kind, intrinsics, rotation, -rotation @ np.array(place, dtype=float), width, height, 0.05
    )
