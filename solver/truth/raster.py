"""Triangles to pixels, exact at pixel centres: depth and the index of the nearest triangle.

Each pixel asks which triangle its centre's ray meets first. A triangle with homogeneous pixel corners
h0, h1, h2 covers pixel p where all three values of [h0 h1 h2]^-1 (p, 1) are of one sign; their sum is
one over the depth (Olano & Greer, "Triangle scan conversion using 2D homogeneous coordinates", 1997).
So a triangle that passes behind the camera needs no clipping. 64-bit floats throughout.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.truth.camera import Array, Camera

BATCH_PX = 1_500_000  # pixels tested at a time: bounds the memory to some 200 MB
LARGE_PX = 4096  # a triangle whose box is larger gets a pass of its own
# Share of a triangle by which a pixel centre may lie outside: closes the gap that rounding would leave
# between two triangles with a common edge, and moves no edge by a millionth of a pixel.
EDGE_TOLERANCE = 1e-9
STRIP_PX = 24  # rows that a large triangle is drawn in at a time
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

Box = tuple[int, int, int, int]  # x_min, y_min, x_max, y_max; upper edges exclusive


@dataclass(frozen=True)
class Layer:
    """Some triangles alone, as seen in the part `box` of the picture.

    `depth` (h, w) metres along the optical axis, infinite where nothing is; `triangle` (h, w) the index
    of the triangle seen, -1 for none.
    """

    box: Box
    depth: Array
    triangle: NDArray[np.int64]

    @property
    def mask(self) -> NDArray[np.bool_]:
        """True where a triangle is seen."""
        seen: NDArray[np.bool_] = self.triangle >= 0
        return seen


@dataclass(frozen=True)
class _Setup:
    """Triangles ready to be tested: rows (n, 3, 3) of the inverse matrices, plane depths, pixel boxes."""

    rows: Array
    depths: Array  # (n, 3) corner depths; used by orthographic cameras only
    low: NDArray[np.int64]  # (n, 2) first column and row
    high: NDArray[np.int64]  # (n, 2) last column and row, exclusive
    origin: NDArray[np.int64]  # (n,) index in the given triangles


def draw_layer(camera: Camera, triangles: Array) -> Layer:
    """The Layer of world triangles (n, 3, 3), metres."""
    setup = _set_up(camera, triangles)
    if not len(setup.origin):
        return Layer((0, 0, 0, 0), np.full((0, 0), np.inf), np.full((0, 0), -1, dtype=np.int64))
    low, high = setup.low.min(axis=0), setup.high.max(axis=0)
    width, height = int(high[0] - low[0]), int(high[1] - low[1])
    keys = np.full(width * height, EMPTY, dtype=np.uint64)
    areas = np.prod(setup.high - setup.low, axis=1)
    for k in np.flatnonzero(areas > LARGE_PX):
        _draw_large(camera, setup, int(k), keys.reshape(height, width), low)
    small = np.flatnonzero(areas <= LARGE_PX)
    for batch in _split_batches(small, areas):
        _draw_batch(camera, setup, batch, keys, low, width)
    return _read_keys(camera, setup, keys.reshape(height, width), low)


def _set_up(camera: Camera, triangles: Array) -> _Setup:
    local = camera.to_local(triangles)
    near = camera.near_m
    kept = np.flatnonzero((local[:, :, 2] > near).any(axis=1))
    local = local[kept]
    if camera.is_flat:
        focal = np.array([camera.intrinsics[0, 0], camera.intrinsics[1, 1]])
        flat = local[:, :, :2] * focal + camera.intrinsics[:2, 2]
        corners = np.concatenate([flat, np.ones_like(local[:, :, 2:])], axis=2)
    else:
        corners = local @ camera.intrinsics.T
    low, high = _bound_pixels(camera, corners, local[:, :, 2])
    rows = np.stack([np.cross(corners[:, (k + 1) % 3], corners[:, (k + 2) % 3]) for k in range(3)], axis=1)
    volume = np.einsum("ij,ij->i", corners[:, 0], rows[:, 0])
    scale = np.linalg.norm(corners, axis=2).prod(axis=1)
    good = (high > low).all(axis=1) & (np.abs(volume) > 1e-15 * scale)
    rows = rows[good] / volume[good, None, None]
    return _Setup(rows, local[good, :, 2], low[good], high[good], kept[good])


def _bound_pixels(
    camera: Camera, corners: Array, depth: Array
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last (exclusive) column and row whose centres can lie in each triangle."""
    near = camera.near_m
    w = corners[:, :, 2:]
    spots = np.where(w > 1e-12, corners[:, :, :2] / np.where(w > 1e-12, w, 1.0), np.nan)
    spots = np.where(depth[:, :, None] >= near, spots, np.nan)
    cuts = [] if camera.is_flat else [_cut_edge(corners, depth, k, near) for k in range(3)]
    spots = np.concatenate([spots, *(cut[:, None] for cut in cuts)], axis=1)
    size = np.array([camera.width, camera.height])
    if camera.is_flat:  # depth decides pixel by pixel
        spots = corners[:, :, :2]
    low = np.clip(np.ceil(np.nanmin(spots, axis=1) - 0.5 - 1e-6), 0, size)
    high = np.clip(np.floor(np.nanmax(spots, axis=1) - 0.5 + 1e-6) + 1, 0, size)
    return low.astype(np.int64), high.astype(np.int64)


def _cut_edge(corners: Array, depth: Array, k: int, near: float) -> Array:
    """Where edge k crosses the near plane, in pixels (n, 2); not a number where it does not."""
    a, b = depth[:, k], depth[:, (k + 1) % 3]
    crosses = (a < near) != (b < near)
    share = np.where(crosses, (near - a) / np.where(crosses, b - a, 1.0), 0.0)
    point = corners[:, k] + share[:, None] * (corners[:, (k + 1) % 3] - corners[:, k])
    spot: Array = np.where(crosses[:, None], point[:, :2] / near, np.nan)
    return spot


def _solve(camera: Camera, rows: Array, depths: Array, u: Array, v: Array) -> tuple[NDArray[np.bool_], Array]:
    """(inside, depth) of pixel centres; `rows` (3, 3, ...) and `depths` (3, ...) match `u`, `v`."""
    a, b, c = (row[0] * u + row[1] * v + row[2] for row in rows)
    total = a + b + c
    slack = -EDGE_TOLERANCE * np.abs(total)
    inside = (a >= slack) & (b >= slack) & (c >= slack) & (total > 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        weighed = a * depths[0] + b * depths[1] + c * depths[2] if camera.is_flat else 1.0
        depth = weighed / total
    return inside & (depth >= camera.near_m), depth


def _pack(depth: Array, index: NDArray[np.uint64] | np.uint64) -> NDArray[np.uint64]:
    # Bits of positive floats sort like their values, so one minimum finds the nearest triangle, and of
    # two at the same depth always the one that comes first.
    bits = depth.astype(np.float32).view(np.uint32).astype(np.uint64)
    packed: NDArray[np.uint64] = (bits << np.uint64(32)) | index
    return packed


def _draw_large(
    camera: Camera, setup: _Setup, k: int, keys: NDArray[np.uint64], low: NDArray[np.int64]
) -> None:
    (x0, y0), (x1, y1) = setup.low[k], setup.high[k]
    for top in range(int(y0), int(y1), STRIP_PX):
        bottom = min(top + STRIP_PX, int(y1))
        left, right = _span_strip(setup.rows[k], (top + 0.5, bottom - 0.5), (int(x0), int(x1)))
        if left >= right:
            continue
        u, v = np.arange(left, right)[None, :] + 0.5, np.arange(top, bottom)[:, None] + 0.5
        inside, depth = _solve(camera, setup.rows[k], setup.depths[k], u, v)
        part = keys[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
        packed = _pack(np.where(inside, depth, 1.0), np.uint64(k))
        np.minimum(part, np.where(inside, packed, EMPTY), out=part)


def _span_strip(rows: Array, v: tuple[float, float], columns: tuple[int, int]) -> tuple[int, int]:
    """First and last (exclusive) column that a triangle can reach in rows with centres v[0] to v[1]."""
    sign = 1.0 if rows.sum(axis=0) @ (0.5 * sum(columns), 0.5 * sum(v), 1.0) >= 0.0 else -1.0
    left, right = float(columns[0]), float(columns[1])
    for a, b, c in rows * sign if _is_one_sided(rows, v, columns) else ():
        most = max(b * v[0], b * v[1]) + c  # the edge value is at most a u + most in the strip
        if a > 0.0:
            left = max(left, -most / a - 1.5)
        elif a < 0.0:
            right = min(right, -most / a + 1.5)
    return max(columns[0], math.floor(left)), min(columns[1], math.ceil(right) + 1)


def _is_one_sided(rows: Array, v: tuple[float, float], columns: tuple[int, int]) -> bool:
    """True when the strip does not meet the horizon of the triangle's plane."""
    corners = np.array([(u, w, 1.0) for u in columns for w in v])
    totals = corners @ rows.sum(axis=0)
    return bool((totals > 0.0).all() or (totals < 0.0).all())


def _split_batches(small: NDArray[np.int64], areas: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    if not len(small):
        return []
    ends = np.cumsum(areas[small])
    cuts = np.searchsorted(ends, np.arange(BATCH_PX, int(ends[-1]), BATCH_PX))
    return [part for part in np.split(small, np.unique(cuts)) if len(part)]


def _draw_batch(
    camera: Camera, setup: _Setup, batch: NDArray[np.int64], keys: NDArray[np.uint64], low: NDArray[np.int64],
    width: int,
) -> None:  # fmt: skip
    sizes = setup.high[batch] - setup.low[batch]
    areas = sizes.prod(axis=1)
    which = np.repeat(np.arange(len(batch)), areas)
    offset = np.arange(len(which)) - np.repeat(np.cumsum(areas) - areas, areas)
    down, right = np.divmod(offset, np.repeat(sizes[:, 0], areas))
    column = np.repeat(setup.low[batch, 0], areas) + right
    row = np.repeat(setup.low[batch, 1], areas) + down
    # One array a coefficient: far quicker than gathering a matrix a pixel.
    rows = np.repeat(setup.rows[batch].reshape(-1, 9).T, areas, axis=1).reshape(3, 3, -1)
    depths = np.repeat(setup.depths[batch].T, areas, axis=1)
    inside, depth = _solve(camera, rows, depths, column + 0.5, row + 0.5)
    place = (row[inside] - low[1]) * width + column[inside] - low[0]
    np.minimum.at(keys, place, _pack(depth[inside], batch[which[inside]].astype(np.uint64)))


def _read_keys(camera: Camera, setup: _Setup, keys: NDArray[np.uint64], low: NDArray[np.int64]) -> Layer:
    rows, columns = np.nonzero(keys != EMPTY)
    chosen = (keys[rows, columns] & np.uint64(0xFFFF_FFFF)).astype(np.int64)
    u, v = columns + low[0] + 0.5, rows + low[1] + 0.5
    rows_of, depths_of = setup.rows[chosen].transpose(1, 2, 0), setup.depths[chosen].T
    _inside, exact = _solve(camera, rows_of, depths_of, u, v)
    depth = np.full(keys.shape, np.inf)
    depth[rows, columns] = exact
    triangle = np.full(keys.shape, -1, dtype=np.int64)
    triangle[rows, columns] = setup.origin[chosen]
    height, width = keys.shape
    box = (int(low[0]), int(low[1]), int(low[0]) + width, int(low[1]) + height)
    return Layer(box, depth, triangle)
