"""Shapes made by carrying an outline along a line: boards with an edge, legs, turned parts, pipes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver.blender.furniture.shapes import END_GRAIN, Part, Vec, is_panel


def rectangle(width: float, depth: float, radius: float = 0.0, segments: int = 4) -> np.ndarray:
    """The outline (n, 2) of a rectangle with rounded corners, counter-clockwise, centred on the origin."""
    if radius <= 0:
        return np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]]) * np.array([width, depth]) / 2
    corners = []
    for quarter, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        angle = np.linspace(0, math.pi / 2, segments + 1) + (quarter - 1) * math.pi / 2
        centre = np.array([sx * (width / 2 - radius), sy * (depth / 2 - radius)])
        corners.append(centre + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1))
    outline: np.ndarray = np.concatenate(corners)
    # cos(pi/2) is not 0: the outline must reach the stated extents exactly
    outline[:, 0] = np.clip(outline[:, 0], -width / 2, width / 2)
    outline[:, 1] = np.clip(outline[:, 1], -depth / 2, depth / 2)
    return outline


def circle(radius: float, corners: int = 20) -> np.ndarray:
    """The outline (corners, 2) of a circle, counter-clockwise, centred on the origin."""
    angle = np.arange(corners) * 2 * math.pi / corners
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def loft(loops: Sequence[np.ndarray], around: bool = False) -> Part:
    """A skin over loops (n, 3) of equal length, counter-clockwise seen from the last one, capped flat.

    around: the grain runs round the loops instead of along them.
    """
    count = len(loops[0])
    vertices = np.concatenate(loops)
    sides = np.linalg.norm(np.diff(np.concatenate([loops[0], loops[0][:1]]), axis=0), axis=1)
    across = np.concatenate([[0.0], np.cumsum(sides)])
    middles = np.array([loop.mean(axis=0) for loop in loops])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(middles, axis=0), axis=1))])
    faces, uvs = [], []
    for ring in range(len(loops) - 1):
        for i in range(count):
            j = (i + 1) % count
            faces.append((ring * count + i, ring * count + j, (ring + 1) * count + j, (ring + 1) * count + i))
            for r, k in ((ring, i), (ring, i + 1), (ring + 1, i + 1), (ring + 1, i)):
                uvs.append((across[k], along[r]) if around else (along[r], across[k]))
    smooth = [not is_panel(vertices[list(face)]) for face in faces]
    last = (len(loops) - 1) * count
    faces += [tuple(range(count))[::-1], tuple(range(last, last + count))]
    smooth += [False, False]
    squeeze = 1.0 if around else END_GRAIN
    for face in faces[-2:]:
        uvs += [(vertices[k][0] * squeeze, vertices[k][1]) for k in face]
    return Part(vertices, tuple(faces), np.array(uvs), tuple(smooth))


def raise_outline(outline: np.ndarray, z: float, x: float = 0.0, y: float = 0.0) -> np.ndarray:
    """An outline (n, 2) as a loop (n, 3) at height z, shifted by x, y."""
    return np.column_stack([outline + np.array([x, y]), np.full(len(outline), z)])


def slab(width: float, depth: float, profile: Sequence[Vec], corner: float, segments: int = 6) -> Part:
    """A horizontal board with an edge profile: rows (inset, z) from the underside to the top."""
    loops = []
    for inset, z in profile:
        outline = rectangle(width - 2 * inset, depth - 2 * inset, max(corner - inset, 0.001), segments)
        loops.append(raise_outline(outline, z))
    return loft(loops, around=True)


def leg(outline: np.ndarray, foot: Vec, head: Vec, slim: float) -> Part:
    """A leg from `outline` at `head` down to `slim` times it at `foot` (points x, y, z), ends level."""
    (fx, fy, fz), (hx, hy, hz) = foot, head
    rows = ((0.0, 0.86), (0.008, 0.97), (0.02, 1.0), (0.5, 1.0), (1.0, 1.0))
    loops = []
    for t, chamfer in rows:
        section = outline * chamfer * (slim + (1 - slim) * t)
        loops.append(raise_outline(section, fz + t * (hz - fz), fx + t * (hx - fx), fy + t * (hy - fy)))
    return loft(loops)


def tube(path: np.ndarray, radius: float, corners: int = 8) -> Part:
    """A closed welt along a closed path (n, 3), such as the piping of a cushion."""
    ahead = np.roll(path, -1, axis=0) - np.roll(path, 1, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    spin = np.cross(ahead, np.roll(ahead, -1, axis=0)).sum(axis=0)
    up = spin / np.linalg.norm(spin)
    side = np.cross(ahead, up)
    angle = np.arange(corners) * 2 * math.pi / corners
    rings = path[:, None] + radius * (
        np.cos(angle)[None, :, None] * side[:, None] + np.sin(angle)[None, :, None] * up[None, None]
    )
    count = len(path)
    at = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.roll(path, -1, axis=0) - path, axis=1))])
    faces, uvs = [], []
    for i in range(count):
        for k in range(corners):
            n, m = (i + 1) % count, (k + 1) % corners
            faces.append((i * corners + k, n * corners + k, n * corners + m, i * corners + m))
            wrap = 2 * math.pi * radius / corners
            uvs += [
                (at[i], k * wrap),
                (at[i + 1], k * wrap),
                (at[i + 1], (k + 1) * wrap),
                (at[i], (k + 1) * wrap),
            ]
    return Part(rings.reshape(-1, 3), tuple(faces), np.array(uvs), (True,) * len(faces))


def lathe(profile: Sequence[Vec], corners: int = 24, board: bool = False) -> Part:
    """A turned part: rows (radius, z), capped flat at both ends.

    A profile that goes up outside and down inside again makes a bowl or a lamp's shade; capped, its
    bottom is the flat between its two ends. board: a disc cut from a board, its grain across the caps.
    """
    return loft([raise_outline(circle(max(radius, 1e-4), corners), z) for radius, z in profile], board)


def pipe(
    points: Sequence[Vec], radius: float, corners: int = 10, bend_m: float = 0.0, steps: int = 5
) -> Part:
    """A round bar along points (x, y, z); corners between are rounded over `bend_m`, ends are flat."""
    path = _round_corners(np.array(points, dtype=float), bend_m, steps)
    ahead = np.gradient(path, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    angle = np.arange(corners) * 2 * math.pi / corners
    # the frame is carried along, so that the bar does not twist where the path leaves its plane
    side = np.cross(ahead[0], (0.0, 0.0, 1.0) if abs(ahead[0, 2]) < 0.9 else (0.0, 1.0, 0.0))
    loops = []
    for at, along in zip(path, ahead, strict=True):
        side = side - np.dot(side, along) * along
        side /= np.linalg.norm(side)
        up = np.cross(along, side)
        loops.append(at + radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * up))
    return loft(loops)


def _round_corners(points: np.ndarray, bend_m: float, steps: int) -> np.ndarray:
    path = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        if bend_m <= 0:
            path.append(corner)
            continue
        start = corner + (before - corner) / np.linalg.norm(before - corner) * bend_m
        end = corner + (after - corner) / np.linalg.norm(after - corner) * bend_m
        for t in np.linspace(0, 1, steps):
            path.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end)
    return np.array([*path, points[-1]])


def plain_box(size: Vec, centre: Vec) -> Part:
    """A sharp-edged box of 12 triangles, for small or repeated things such as books."""
    outline = rectangle(size[0], size[1])
    low, high = centre[2] - size[2] / 2, centre[2] + size[2] / 2
    return loft([raise_outline(outline, z, centre[0], centre[1]) for z in (low, high)])


def fit_box(parts: Sequence[Part], size: Vec) -> list[Part]:
    """The parts stretched so that their common box is exactly `size`, centred, standing on z = 0.

    For pieces whose extremes come from tilted or turned parts: models are drawn close to their size, so
    the stretch is a few percent.
    """
    everything = np.concatenate([part.vertices for part in parts])
    low, high = everything.min(axis=0), everything.max(axis=0)
    base = np.array([-size[0] / 2, -size[1] / 2, 0.0])
    scale = np.array(size) / (high - low)
    return [part.deform(lambda vertices: (vertices - low) * scale + base, smooth=False) for part in parts]
