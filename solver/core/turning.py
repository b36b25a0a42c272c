"""Footprints of turned pieces, exact in whole millimetres on every machine.

A yaw is a multiple of 15 degrees. A footprint is a convex outline with whole-millimetre corners that
holds the turned rectangle: exactly it for quarter turns, at most 2 mm larger on each side otherwise.
"""

from __future__ import annotations

from functools import lru_cache

Point = tuple[int, int]

QUARTER_TURNS = (0, 90, 180, 270)
STEP_DEG = 15

# Cosines of 0, 15 ... 90 degrees, times 10^12 and rounded: whole numbers, so that no two machines round
# a corner differently.
_SCALE = 10**12
_COS = (_SCALE, 965925826289, 866025403784, 707106781187, 500000000000, 258819045103, 0)


def _cos(yaw_deg: int) -> int:
    step = yaw_deg % 360 // STEP_DEG
    step = 24 - step if step > 12 else step
    return _COS[step] if step <= 6 else -_COS[12 - step]


def _round(value: int) -> int:
    """`value` / _SCALE to the nearest whole number, halves away from zero."""
    size = (abs(value) + _SCALE // 2) // _SCALE
    return size if value >= 0 else -size


@lru_cache(maxsize=4096)
def find_outline(half_mm: tuple[int, int], yaw_deg: int) -> tuple[Point, ...]:
    """The footprint's corners about its centre, counter-clockwise.

    Off the quarters the rectangle is grown by 1 mm on each side before its corners are rounded (by at
    most 0.71 mm), so that the outline still holds it.
    """
    grow = 0 if yaw_deg % 90 == 0 else 1
    cos, sin = _cos(yaw_deg), _cos(yaw_deg - 90)
    half_x, half_y = half_mm[0] + grow, half_mm[1] + grow
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple((_round(x * cos - y * sin), _round(x * sin + y * cos)) for x, y in corners)


@lru_cache(maxsize=4096)
def find_half(half_mm: tuple[int, int], yaw_deg: int) -> tuple[int, int]:
    """Half extents along x and y of the turned footprint."""
    outline = find_outline(half_mm, yaw_deg)
    return max(x for x, _ in outline), max(y for _, y in outline)


@lru_cache(maxsize=4096)
def find_normals(half_mm: tuple[int, int], yaw_deg: int) -> tuple[Point, ...]:
    """Outward normals of the outline's edges, as long as the edges."""
    outline = find_outline(half_mm, yaw_deg)
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return tuple((y1 - y0, x0 - x1) for (x0, y0), (x1, y1) in edges)


def find_reach(half_mm: tuple[int, int], yaw_deg: int, normal: Point) -> int:
    """How far the outline reaches along `normal` from its centre, times the normal's length."""
    return max(x * normal[0] + y * normal[1] for x, y in find_outline(half_mm, yaw_deg))
