"""Shapes of the built-in furniture as plain numbers: no bpy, no modifiers, the same in every Blender.

Everything is in metres. A Part is a closed shell of faces with texture coordinates in metres whose u
runs along the grain; generators lay the coordinates before a deformation, so grain follows a bend.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

Vec = Sequence[float]
# A face whose sides are all longer than this is a flat panel, a shorter one belongs to a rounding.
# Panels are shaded flat and roundings smooth, so no shading gradient creeps over a panel.
FLAT_FACE_M = 0.012
# End grain: the grain coordinate is squeezed so that long fibres show as short pores.
END_GRAIN = 14.0


@dataclass(frozen=True)
class Part:
    """A piece of a mesh.

    vertices: (n, 3) float64. faces: tuples of vertex indices, counter-clockwise seen from outside.
    uvs: (corners, 2), one row a face corner in face order. smooth: one flag a face.
    material: name known to solver.blender.materials.
    """

    vertices: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    uvs: np.ndarray
    smooth: tuple[bool, ...]
    material: str = ""

    def move(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Part:
        """The same part, shifted."""
        return replace(self, vertices=self.vertices + np.array([x, y, z]))

    def turn(self, axis: int, angle_deg: float) -> Part:
        """The same part, turned counter-clockwise about an axis (0 x, 1 y, 2 z) through the origin."""
        b, c = (axis + 1) % 3, (axis + 2) % 3
        cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
        vertices = self.vertices.copy()
        vertices[:, b] = cos * self.vertices[:, b] - sin * self.vertices[:, c]
        vertices[:, c] = sin * self.vertices[:, b] + cos * self.vertices[:, c]
        return replace(self, vertices=vertices)

    def deform(self, function: Callable[[np.ndarray], np.ndarray], smooth: bool = True) -> Part:
        """The same part with `function` applied to its (n, 3) vertices; shaded smooth unless told."""
        flags = (True,) * len(self.faces) if smooth else self.smooth
        return replace(self, vertices=function(self.vertices.copy()), smooth=flags)

    def touch(self, axis: int, value: float, side: int = 1) -> Part:
        """Shifted so that its highest (side 1) or lowest (side -1) coordinate on an axis is `value`."""
        column = self.vertices[:, axis]
        offset = value - (column.max() if side > 0 else column.min())
        shift = [0.0, 0.0, 0.0]
        shift[axis] = float(offset)
        return self.move(*shift)

    def dress(self, material: str) -> Part:
        """The same part in another material."""
        return replace(self, material=material)

    def mirror(self, axis: int = 0) -> Part:
        """The mirror image across the plane through the origin normal to `axis`, faces turned again."""
        vertices = self.vertices.copy()
        vertices[:, axis] *= -1
        corners = np.split(self.uvs, np.cumsum([len(face) for face in self.faces])[:-1])
        uvs = np.concatenate([block[::-1] for block in corners])
        return replace(self, vertices=vertices, faces=tuple(f[::-1] for f in self.faces), uvs=uvs)


def is_panel(points: np.ndarray) -> bool:
    """True for a face (its corners, (n, 3)) large enough to be a flat panel (see FLAT_FACE_M)."""
    sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    return bool(sides.min() > FLAT_FACE_M)


def _ticks(half: float, radius: float, segments: int, divisions: int) -> np.ndarray:
    corner = half - radius + radius * np.tan(np.linspace(0.0, math.pi / 4, segments + 1))[1:]
    flat = np.linspace(-(half - radius), half - radius, divisions + 1)
    ticks: np.ndarray = np.concatenate([-corner[::-1], flat, corner])
    return ticks


def rounded_box(
    size: Vec, radius: float, segments: int = 2, divisions: Vec = (1, 1, 1), grain: int | None = 0
) -> Part:
    """A box with all edges rounded, centred on the origin.

    size: outer extents, kept exactly. segments: faces in each half of a rounding. divisions: faces along
    each flat stretch, for bending. grain: axis along which u runs; None for cloth, which has
    no end grain.
    """
    half = np.array(size) / 2
    ticks = [_ticks(half[i], radius, segments, int(divisions[i])) for i in range(3)]
    index: dict[tuple[int, int, int], int] = {}
    faces, uvs = [], []
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        u_axis, v_axis = (c, b) if grain == c else (b, c)
        squeeze = END_GRAIN if axis == grain else 1.0
        for side in (0, len(ticks[axis]) - 1):
            for i in range(len(ticks[b]) - 1):
                for j in range(len(ticks[c]) - 1):
                    corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    face = []
                    for p, q in corners if side else corners[::-1]:
                        key = [0, 0, 0]
                        key[axis], key[b], key[c] = side, p, q
                        face.append(index.setdefault((key[0], key[1], key[2]), len(index)))
                        at = {b: ticks[b][p], c: ticks[c][q]}
                        apart = half[axis] if side else -half[axis]
                        uvs.append((at[u_axis] * squeeze, at[v_axis] + apart))
                    faces.append(tuple(face))
    cube = np.array([[ticks[0][i], ticks[1][j], ticks[2][k]] for i, j, k in index])
    core = np.clip(cube, -(half - radius), half - radius)
    out = cube - core
    length = np.linalg.norm(out, axis=1, keepdims=True)
    vertices = core + out / np.where(length > 0, length, 1.0) * radius
    smooth = tuple(not is_panel(vertices[list(face)]) for face in faces)
    return Part(vertices, tuple(faces), np.array(uvs), smooth)


def cushion(size: Vec, radius: float, bulge: Vec, divisions: int = 8) -> Part:
    """An upholstered block: a rounded box whose faces swell by `bulge` (x, y, z) at their middle.

    size: outer extents including the swelling, kept exactly (divisions must be even).
    """
    inner = np.array(size) - 2 * np.array(bulge)
    half = inner / 2
    box = rounded_box(inner, radius, 3, (divisions,) * 3, None)

    def swell(vertices: np.ndarray) -> np.ndarray:
        fall = 1 - np.clip(np.abs(vertices) / half, 0, 1) ** 2.4
        fall = np.maximum(fall, 0)
        swollen = vertices.copy()
        for axis in range(3):
            b, c = (axis + 1) % 3, (axis + 2) % 3
            reach = np.abs(vertices[:, axis]) / half[axis]
            swollen[:, axis] += np.sign(vertices[:, axis]) * bulge[axis] * fall[:, b] * fall[:, c] * reach**2
        return swollen

    return box.deform(swell)


def pillow(width: float, height: float, thickness: float, divisions: int = 16) -> Part:
    """A scatter cushion with a knife edge in the xz plane: pulled-in sides, pointed corners, full middle."""
    box = rounded_box((2, 2, 2), 0.02, 1, (divisions, 2, divisions), None)

    def fill(vertices: np.ndarray) -> np.ndarray:
        x, z = vertices[:, 0], vertices[:, 2]
        edge = (1 - np.clip(np.abs(x), 0, 1) ** 2.5) * (1 - np.clip(np.abs(z), 0, 1) ** 2.5)
        pull = 0.07
        return np.stack(
            [
                x * (1 - pull * (1 - z**2)) * width / 2,
                np.clip(vertices[:, 1], -1, 1) * (0.06 + 0.94 * np.sqrt(np.maximum(edge, 0))) * thickness / 2,
                z * (1 - pull * (1 - x**2)) * height / 2,
            ],
            axis=1,
        )

    part = box.deform(fill)
    return replace(part, uvs=part.uvs * np.array([width / 2, height / 2]))
