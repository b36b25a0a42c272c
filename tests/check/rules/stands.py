"""Pieces as boxes in a room with a door and a column, and what a rule reads of them."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import Polygon

from solver.check.rules import MEASURES
from solver.check.rules.floor import Body, Floor
from solver.check.rules.scale import Reading, worst
from solver.core.directions import DIRECTIONS
from solver.core.room import Room
from solver.core.spec import parse_scene

L_ROOM = "outline: [[0, 0], [6 m, 0], [6 m, 3 m], [4 m, 3 m], [4 m, 6 m], [0, 6 m]]"
RECTANGLE = "width: 5 m, depth: 6 m"


@dataclass(frozen=True)
class Stand:
    """A piece: its middle, its extents along x and y as it stands, and its yaw."""

    x: float
    y: float
    wide: float
    deep: float
    yaw_deg: float | None = 0.0
    base: float = 0.0

    def body(self, name: str) -> Body:
        low = (self.x - self.wide / 2, self.y - self.deep / 2)
        high = (self.x + self.wide / 2, self.y + self.deep / 2)
        corners = (low, (high[0], low[1]), high, (low[0], high[1]))
        return Body(name, low, high, self.yaw_deg, corners, (self.x, self.y), self.base, self.base + 700.0)


def read(  # type: ignore[no-untyped-def]
    rule: str, stands: dict[str, Stand], room: str = RECTANGLE, supports=None
) -> list[list[Reading]]:
    """What is read of a rule, alternative by alternative, in a room with a door and a column."""
    pieces = "".join(f"  {name}: {{asset: {name}}}\n" for name in stands)
    text = (
        f"scene: room\nroom: {{{room}, height: 2.8 m}}\n"
        "openings:\n  - door: {wall: south, centre: 1 m}\n"
        "obstacles:\n  - column: {at: [3 m, 2.5 m], size: [300 mm, 300 mm]}\n"
        f"pieces:\n{pieces}rules:\n  - {rule}\n"
    )
    spec = parse_scene(text, "room.yaml")
    parsed: Room = spec.room
    bodies = {name: stand.body(name) for name, stand in stands.items()}
    bodies["column"] = Stand(3000, 2500, 300, 300, None).body("column")
    sides = {"south": 0.0, "east": float(parsed.width_mm), "north": float(parsed.depth_mm), "west": 0.0}
    floor = Floor(
        walls=parsed.walls,
        sides={d: sides[d] for d in DIRECTIONS},
        outline=Polygon(parsed.corners_mm),
        bodies=bodies,
        openings=spec.openings,
        missing={},
        obstacles=frozenset({"column"}),
        supports=supports or {},
    )
    (line,) = spec.rules
    return MEASURES[line.rule.word](line.rule, floor)


def measure(rule: str, stands: dict[str, Stand], room: str = RECTANGLE, supports=None) -> float:  # type: ignore[no-untyped-def]
    """By how many mm (or degrees, weighed) a rule is missed; 0 where it is kept."""
    return min(worst(readings).miss for readings in read(rule, stands, room, supports))
