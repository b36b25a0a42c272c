"""The solids of a room as they were exported from its file: world triangles and what the file says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from shapely.geometry import MultiPoint, Polygon

from solver.truth.camera import Array


@dataclass(frozen=True)
class Solid:
    """One object that renders.

    `role` is "piece", "shell" or "other"; `triangles` (n, 3, 3) world metres. `yaw_deg` is where its
    front looks (0 south, counter-clockwise), None where the file does not say; `has_front` is False for
    pieces that look alike from both sides.
    """

    name: str
    role: str
    piece: str | None
    category: str | None
    asset: str | None
    shell: str | None
    yaw_deg: float | None
    has_front: bool
    triangles: Array
    materials: tuple[str, ...] = ()
    colour: str | None = None

    @property
    def front(self) -> Array | None:
        """Unit vector (x, y) of the front, or None."""
        if self.yaw_deg is None or not self.has_front:
            return None
        angle = math.radians(self.yaw_deg)
        return np.array([math.sin(angle), -math.cos(angle)])

    @cached_property
    def low(self) -> Array:
        """Least world coordinates (3,)."""
        least: Array = self.triangles.reshape(-1, 3).min(axis=0)
        return least

    @cached_property
    def high(self) -> Array:
        """Greatest world coordinates (3,)."""
        most: Array = self.triangles.reshape(-1, 3).max(axis=0)
        return most

    @cached_property
    def corners(self) -> Array:
        """The 8 world corners of the box that turns with the piece.

        The four low ones, then the four high ones; each four as at yaw 0, where they are (x low, y low),
        (x high, y low), (x high, y high), (x low, y high): front edge first, then back.
        """
        turn = _turn(self.yaw_deg or 0.0)
        flat = self.triangles.reshape(-1, 3)[:, :2] @ turn  # turned back to yaw 0
        (x0, y0), (x1, y1) = flat.min(axis=0), flat.max(axis=0)
        plan = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ turn.T
        return np.array([(*spot, z) for z in (self.low[2], self.high[2]) for spot in plan])

    @property
    def centre(self) -> Array:
        """Middle of the turning box, world metres."""
        middle: Array = self.corners.mean(axis=0)
        return middle

    @property
    def size_m(self) -> tuple[float, float, float]:
        """Width, depth and height of the turning box, metres."""
        c = self.corners
        width, depth = np.linalg.norm(c[1] - c[0]), np.linalg.norm(c[3] - c[0])
        return float(width), float(depth), float(c[4, 2] - c[0, 2])

    @cached_property
    def outline(self) -> Polygon:
        """Convex hull seen from above, metres."""
        points = np.unique(self.triangles.reshape(-1, 3)[:, :2].round(6), axis=0)
        hull = MultiPoint(points.tolist()).convex_hull
        return hull if isinstance(hull, Polygon) else hull.buffer(1e-6)


def _turn(yaw_deg: float) -> Array:
    angle = math.radians(yaw_deg)
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def read_solids(facts: list[dict[str, Any]], corners: Array, fronts: dict[str, bool]) -> tuple[Solid, ...]:
    """Solids from the exported facts and their triangles, all in one array (n, 3, 3), in facts' order.

    `fronts` says by asset whether a piece has a front; an unknown asset has one.
    """
    ends = np.cumsum([item["triangles"] for item in facts])
    return tuple(
        Solid(
            name=item["object"], role=item["role"], piece=item["piece"], category=item["category"],
            asset=item["asset"], shell=item["shell"], yaw_deg=_find_yaw(item),
            has_front=fronts.get(item["asset"] or "", True),
            triangles=corners[end - item["triangles"] : end].astype(float),
            materials=tuple(item.get("materials", ())),
            colour=item.get("colour"),
        )
        for item, end in zip(facts, ends, strict=True)
    )  # fmt: skip


def _find_yaw(item: dict[str, Any]) -> float | None:
    if item["yaw_deg"] is None:
        return None
    return float((item["yaw_deg"] + item["turn_deg"][2]) % 360.0)
