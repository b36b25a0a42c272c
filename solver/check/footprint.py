"""The floor that a measured piece covers, turned with it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solver.core.measured import Solid

Point = tuple[float, float]

# A yaw this near to a quarter turn is one: the vertices' own box is then the footprint.
QUARTER_DEG = 0.01
# Off the quarters the placer grows a piece's rectangle by this on each side before it rounds corners, and
# the rounding moves a corner by at most 0.71 mm.
TURNED_GROWTH_MM = 1.0


@dataclass(frozen=True)
class Footprint:
    """In mm: the middle, the corners counter-clockwise, and the box about them."""

    centre: Point
    corners: tuple[Point, ...]
    low: Point
    high: Point
    turned: bool


def find_footprint(solid: Solid) -> Footprint:
    """A piece's rectangle, as it lies before it is turned by its yaw, turned about its own middle.

    A round table turned by 15 degrees covers less floor than that rectangle; rules mean the rectangle.
    Without a yaw, and at quarter turns, it is the box of the vertices.
    """
    yaw_deg = solid.facing_deg
    if yaw_deg is None or abs(math.remainder(yaw_deg, 90.0)) <= QUARTER_DEG or len(solid.outline) < 3:
        low = (solid.box_min[0] * 1000.0, solid.box_min[1] * 1000.0)
        high = (solid.box_max[0] * 1000.0, solid.box_max[1] * 1000.0)
        corners = (low, (high[0], low[1]), high, (low[0], high[1]))
        return Footprint(((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0), corners, low, high, False)
    straight = [_turn((x * 1000.0, y * 1000.0), -yaw_deg) for x, y in solid.outline]
    west, east = min(x for x, _ in straight), max(x for x, _ in straight)
    south, north = min(y for _, y in straight), max(y for _, y in straight)
    centre = _turn(((west + east) / 2.0, (south + north) / 2.0), yaw_deg)
    grow = TURNED_GROWTH_MM
    box = ((west - grow, south - grow), (east + grow, south - grow), (east + grow, north + grow),
           (west - grow, north + grow))  # fmt: skip
    turned = tuple(_turn(corner, yaw_deg) for corner in box)
    low = (min(x for x, _ in turned), min(y for _, y in turned))
    high = (max(x for x, _ in turned), max(y for _, y in turned))
    return Footprint(centre, turned, low, high, True)


def _turn(point: Point, by_deg: float) -> Point:
    cos, sin = math.cos(math.radians(by_deg)), math.sin(math.radians(by_deg))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos
