"""Boxes turned by any yaw, seats with a back, and an L-shaped room around them."""

from __future__ import annotations

import math
from dataclasses import replace

from solver.core.measured import Solid
from solver.core.spec import parse_scene
from tests.check.sample import make_solid

L_ROOM = parse_scene(
    "scene: a\n"
    "room: {outline: [[0, 0], [6 m, 0], [6 m, 3 m], [4 m, 3 m], [4 m, 6 m], [0, 6 m]], height: 2.7 m}\n"
    "pieces: {a: {asset: a}}\n",
    "a.yaml",
)


def make_turned(
    yaw_deg: float, x: float = 2.0, y: float = 3.0, wide: float = 1.2, deep: float = 0.4
) -> Solid:
    """A box of 1.2 m x 0.4 m turned about its middle."""
    angle = math.radians(yaw_deg)
    corners = [(sx * wide / 2, sy * deep / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    outline = tuple(
        (x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle))
        for u, v in corners
    )
    low = (min(u for u, _ in outline), min(v for _, v in outline), 0.0)
    high = (max(u for u, _ in outline), max(v for _, v in outline), 0.7)
    return replace(make_solid("sofa"), yaw_deg=yaw_deg, outline=outline, box_min=low, box_max=high)


def make_seat(yaw_deg: float, behind: float, **more: object) -> Solid:
    """A seat 0.8 m wide and 0.5 m deep as it faces, the middle of its upper part `behind` its middle."""
    angle = math.radians(yaw_deg)
    solid = make_turned(yaw_deg, wide=0.8, deep=0.5)
    top = (2.0 - math.sin(angle) * behind, 3.0 + math.cos(angle) * behind, 0.6)
    return replace(solid, category="chair", asset=None, upper_centroid=top, **more)  # type: ignore[arg-type]
