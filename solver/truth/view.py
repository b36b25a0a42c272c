"""One camera's picture of the solids: depth, ids and normals, and what each piece would show alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.truth.camera import Array, Camera
from solver.truth.raster import Box, Layer, draw_layer
from solver.truth.solids import Solid


@dataclass(frozen=True)
class View:
    """What a camera sees.

    depth: (h, w) float32, metres along the optical axis, infinite where nothing is seen.
    ids: (h, w) uint16, 0 for the shell, 1 … n for `pieces` in their order.
    normals: (h, w, 3) float32, unit, world frame, turned towards the camera; 0 where nothing is seen.
    layers: each piece alone, unoccluded, in the order of `pieces`.
    """

    camera: Camera
    pieces: tuple[Solid, ...]
    depth: NDArray[np.float32]
    ids: NDArray[np.uint16]
    normals: NDArray[np.float32]
    layers: tuple[Layer, ...]

    def find_id(self, name: str) -> int:
        """The id of the piece of that object name."""
        return next(k for k, piece in enumerate(self.pieces, 1) if piece.name == name)


def draw_view(camera: Camera, solids: Sequence[Solid]) -> View:
    """Draw solids; pieces get ids in order of their names, all others are id 0.

    Where two surfaces lie at exactly the same depth, the shell's stays.
    """
    pieces = tuple(sorted((solid for solid in solids if solid.role == "piece"), key=lambda solid: solid.name))
    shape = camera.height, camera.width
    depth, ids = np.full(shape, np.inf), np.zeros(shape, dtype=np.uint16)
    normals = np.zeros((*shape, 3), dtype=np.float32)
    rest = [solid.triangles for solid in solids if solid.role != "piece"]
    if rest:
        triangles = np.concatenate(rest)
        _merge(camera, triangles, draw_layer(camera, triangles), 0, (depth, ids, normals))
    layers = []
    for number, piece in enumerate(pieces, 1):
        layers.append(draw_layer(camera, piece.triangles))
        _merge(camera, piece.triangles, layers[-1], number, (depth, ids, normals))
    return View(camera, pieces, depth.astype(np.float32), ids, normals, tuple(layers))


def _merge(
    camera: Camera, triangles: Array, layer: Layer, number: int,
    target: tuple[Array, NDArray[np.uint16], NDArray[np.float32]],
) -> None:  # fmt: skip
    x0, y0, x1, y1 = layer.box
    depth, ids, normals = (array[y0:y1, x0:x1] for array in target)
    wins = layer.depth < depth
    depth[wins] = layer.depth[wins]
    ids[wins] = number
    normals[wins] = find_normals(camera, triangles)[layer.triangle[wins]]


def find_normals(camera: Camera, triangles: Array) -> Array:
    """Unit face normals (n, 3) in the world frame, each turned towards the camera."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.where(lengths > 0.0, lengths, 1.0)
    towards = camera.rotation[2] if camera.is_flat else triangles[:, 0] - camera.position
    away = np.einsum("ij,ij->i", normals, np.broadcast_to(towards, normals.shape)) > 0.0
    turned: Array = np.where(away[:, None], -normals, normals)
    return turned


def box_of(mask: NDArray[np.bool_], origin: tuple[int, int] = (0, 0)) -> Box | None:
    """The box of True pixels, upper edges exclusive; None where there are none."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    x, y = origin
    return int(columns[0]) + x, int(rows[0]) + y, int(columns[-1]) + 1 + x, int(rows[-1]) + 1 + y
