"""The floor plan a certificate claims: walls, footprints and distances, in whole millimetres."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from solver.certify.document import Refused

Box = tuple[int, int, int, int]  # west, south, east, north
DIRECTIONS = ("south", "east", "north", "west")  # a piece at yaw 90 * i faces DIRECTIONS[i]
# Cosines of 0, 15 ... 90 degrees times 10^12, rounded.
COSINES = (10**12, 965925826289, 866025403784, 707106781187, 500000000000, 258819045103, 0)


@dataclass(frozen=True)
class Wall:
    name: str
    direction: str
    at: int
    start: int
    end: int


@dataclass(frozen=True)
class Body:
    """A piece where it stands, or a fixed block (yaw -1)."""

    name: str
    box: Box
    yaw: int
    outline: tuple[tuple[int, int], ...]
    half: tuple[int, int]

    def edge(self, d: str) -> int:
        """How far it reaches towards d, counted that way."""
        west, south, east, north = self.box
        return {"west": -west, "south": -south, "east": east, "north": north}[d]

    def twice(self, axis: str) -> int:
        """Twice the middle along an axis."""
        west, south, east, north = self.box
        return west + east if axis == "x" else south + north

    def faces(self, d: str) -> bool:
        return self.yaw == 90 * DIRECTIONS.index(d)


@dataclass(frozen=True)
class Plan:
    """Everything a rule may look at."""

    walls: tuple[Wall, ...]
    width: int
    depth: int
    bodies: dict[str, Body]
    openings: dict[str, dict[str, Any]]
    sizes: dict[str, dict[str, Any]]

    def body(self, name: str) -> Body:
        if name not in self.bodies:
            raise Refused(f"a rule names {name!r}, which is not there")
        return self.bodies[name]

    def find_walls(self, name: str) -> list[Wall]:
        return [wall for wall in self.walls if name in (wall.name, wall.direction)]

    def opening_wall(self, name: str) -> Wall:
        return self.find_walls(self.openings[name]["wall"])[0]

    def wall_gap(self, body: Body, wall: Wall) -> int:
        sign = 1 if wall.direction in ("east", "north") else -1
        return wall.at * sign - body.edge(wall.direction)

    def standing(self) -> list[str]:
        """Names of what takes up floor: pieces on the floor, and blocks."""
        return [n for n, body in self.bodies.items() if body.yaw < 0 or self.sizes[n]["level"] == "floor"]

    def length(self, axis: str) -> int:
        return self.width if axis == "x" else self.depth


def axis_of(d: str) -> str:
    return "x" if d in ("east", "west") else "y"


def across(d: str) -> str:
    return "y" if axis_of(d) == "x" else "x"


def turn(d: str, quarters: int) -> str:
    return DIRECTIONS[(DIRECTIONS.index(d) + quarters) % 4]


def opposite(d: str) -> str:
    return turn(d, 2)


def gap(one: Body, other: Body, d: str) -> int:
    """The free length from `one` towards d to `other`."""
    return -other.edge(opposite(d)) - one.edge(d)


def find_walls(corners: list[tuple[int, int]]) -> tuple[Wall, ...]:
    """The walls of an outline that goes round counter-clockwise. Raises Refused for one that does not."""
    twice_area = 0
    found: dict[str, list[tuple[int, int, int]]] = {d: [] for d in DIRECTIONS}
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        twice_area += x0 * y1 - x1 * y0
        if (x0 == x1) == (y0 == y1):
            raise Refused("a wall of the room is no straight line along x or y")
        if y0 == y1:
            found["south" if x1 > x0 else "north"].append((min(x0, x1), max(x0, x1), y0))
        else:
            found["east" if y1 > y0 else "west"].append((min(y0, y1), max(y0, y1), x0))
    if len(corners) < 4 or twice_area <= 0 or min(min(corner) for corner in corners) != 0:
        raise Refused("the room's corners do not go round counter-clockwise from the origin")
    walls = []
    for d, spans in found.items():
        for number, (start, end, at) in enumerate(sorted(spans), 1):
            walls.append(Wall(d if len(spans) == 1 else f"{d}_{number}", d, at, start, end))
    return tuple(walls)


def list_outside(corners: list[tuple[int, int]]) -> list[Box]:
    """Cells of the outline's box that lie outside the outline."""
    xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    cells = []
    for west, east in itertools.pairwise(xs):
        for south, north in itertools.pairwise(ys):
            crossed = 0
            for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
                if x0 == x1 and x0 >= east and min(y0, y1) <= south and max(y0, y1) >= north:
                    crossed += 1
            if crossed % 2 == 0:
                cells.append((west, south, east, north))
    return cells


def find_outline(half: tuple[int, int], yaw: int) -> tuple[tuple[int, int], ...]:
    """Corners of a footprint about its centre: the rectangle turned, off the quarters grown by 1 mm."""
    grow = 1 if yaw % 90 else 0
    a, b = half[0] + grow, half[1] + grow
    cos, sin = _cosine(yaw), _cosine(yaw - 90)
    corners = ((-a, -b), (a, -b), (a, b), (-a, b))
    return tuple((_nearest(x * cos - y * sin), _nearest(x * sin + y * cos)) for x, y in corners)


def _cosine(yaw: int) -> int:
    step = yaw % 360 // 15
    step = min(step, 24 - step)
    return COSINES[step] if step <= 6 else -COSINES[12 - step]


def _nearest(value: int) -> int:
    size = (2 * abs(value) + 10**12) // (2 * 10**12)
    return size if value >= 0 else -size


def outlines_overlap(one: Body, other: Body) -> bool:
    """True where two convex outlines share floor: no edge of either has the other wholly outside."""
    for inner, outer in ((one, other), (other, one)):
        points = inner.outline
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
            if all((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0) >= 0 for x, y in outer.outline):
                return False
    return True
