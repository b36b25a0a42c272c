"""The three relations of TRACE's object_relation_label, on plain numbers, with their published limits.

With dx, dy between the centres along the prop's width W and depth D, and H its height:
on_top_of_prop: |dx| <= 0.33 W, |dy| <= 0.33 D, base >= prop base + 0.92 H;
under_prop: the same footprint, base < prop base + 0.18 H;
inside_prop: |dx| <= 0.24 W, |dy| <= 0.24 D, base < prop base + 0.35 H.
(maveryn/trace, arXiv 2607.19790.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

QUERIES = ("on_top_of_prop", "under_prop", "inside_prop")
# Which props a question of each kind is about.
PROPS = {
    "on_top_of_prop": ("table", "shelf"),
    "under_prop": ("arch", "table"),
    "inside_prop": ("open box",),
}
REACH = {"on_top_of_prop": 0.33, "under_prop": 0.33, "inside_prop": 0.24}  # share of width and depth
ON_TOP, UNDER, INSIDE = 0.92, 0.18, 0.35  # share of the height


@dataclass(frozen=True)
class Placed:
    """What the relations need of one object: middle in plan, height of its underside, size at yaw 0."""

    name: str
    centre: tuple[float, float]
    base_m: float
    size_m: tuple[float, float, float]
    yaw_deg: float

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Placed:
        """From an object of a trace's scene_ir."""
        x, y = data["center_world"][:2]
        width, depth, height = data["size_m"]
        return cls(data["name"], (x, y), data["base_m"], (width, depth, height), data["yaw_deg"] or 0.0)

    def shifted(self, move: tuple[float, float, float]) -> Placed:
        """The same object moved by metres along x, y, z."""
        centre = (self.centre[0] + move[0], self.centre[1] + move[1])
        return Placed(self.name, centre, self.base_m + move[2], self.size_m, self.yaw_deg)


def measure_margin(query: str, prop: Placed, thing: Placed) -> float:
    """By how many metres `thing` keeps the relation to `prop`; below 0 it does not hold."""
    width, depth, height = prop.size_m
    angle = math.radians(prop.yaw_deg)
    east, north = thing.centre[0] - prop.centre[0], thing.centre[1] - prop.centre[1]
    dx = east * math.cos(angle) + north * math.sin(angle)
    dy = north * math.cos(angle) - east * math.sin(angle)
    rise = thing.base_m - prop.base_m
    footprint = min(REACH[query] * width - abs(dx), REACH[query] * depth - abs(dy))
    if query == "on_top_of_prop":
        return min(footprint, rise - ON_TOP * height)
    return min(footprint, (UNDER if query == "under_prop" else INSIDE) * height - rise)


def find_holders(query: str, prop: Placed, things: list[Placed]) -> list[str]:
    """Names of the things that keep the relation."""
    return [thing.name for thing in things if measure_margin(query, prop, thing) >= 0.0]
