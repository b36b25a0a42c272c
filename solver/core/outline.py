"""Rectilinear outlines: a room's floor seen from above, its walls by name, and what its box has too much.

Corners go round counter-clockwise, in whole millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.core.directions import DIRECTIONS, Direction

Point = tuple[int, int]
Box = tuple[int, int, int, int]  # west, south, east, north


# Directions of two walls with what is outside the room between them, the one with the lower place first.
_BACK_TO_BACK = (("east", "west"), ("north", "south"))


@dataclass(frozen=True)
class WallSegment:
    """One straight wall: `at_mm` is its y (north, south) or x (east, west), `start_mm` to `end_mm` its
    extent along itself."""

    name: str
    direction: Direction
    at_mm: int
    start_mm: int
    end_mm: int

    def box_before(self, span_mm: tuple[int, int], depth_mm: int) -> Box:
        """The floor before a part of this wall, from its inner face to `depth_mm` into the room."""
        (start, end), at = span_mm, self.at_mm
        return {
            "north": (start, at - depth_mm, end, at),
            "east": (at - depth_mm, start, at, end),
            "south": (start, at, end, at + depth_mm),
            "west": (at, start, at + depth_mm, end),
        }[self.direction]


def find_outline_fault(corners: Sequence[Point]) -> str | None:
    """What keeps a list of corners from being a room's outline, or None."""
    if len(corners) < 4 or len(corners) % 2:
        return f"an outline of right angles has an even number of corners, at least 4 (found {len(corners)})"
    if len(set(corners)) != len(corners):
        return "a corner stands twice in the outline"
    for one, other in _edges(corners):
        if (one[0] == other[0]) == (one[1] == other[1]):
            return f"the wall from {one} to {other} mm does not run along x or y"
    before_all = [corners[-1], *corners[:-1]]
    for before, corner, after in zip(before_all, corners, _turned(corners), strict=True):
        if (before[0] == corner[0]) == (corner[0] == after[0]):
            return f"the corner at {corner} mm is no corner: leave it out"
    if min(x for x, _ in corners) or min(y for _, y in corners):
        return "the outline must touch x = 0 and y = 0: its box starts at the origin"
    if find_area_mm2(corners) <= 0:
        return "list the corners counter-clockwise (seen from above, x east and y north)"
    if any(_edges_meet(one, other) for one, other in _apart(list(_edges(corners)))):
        return "the outline crosses or touches itself"
    return None


def find_thin_fault(corners: Sequence[Point], wall_mm: int) -> str | None:
    """What keeps walls that grow outwards by `wall_mm` from standing around an outline, or None.

    Where the room goes round something outside, that must hold a wall on either side; and a wall that
    starts where the room goes round a corner must be longer than the next one is thick.
    """
    walls = list_walls(corners)
    for wall in walls:
        if len(corners) > 4 and wall.end_mm - wall.start_mm <= wall_mm:
            return (
                f"the {wall.name} wall is {wall.end_mm - wall.start_mm} mm long, and walls {wall_mm} mm thick"
            )
    for one, other in ((a, b) for a in walls for b in walls if (a.direction, b.direction) in _BACK_TO_BACK):
        between = other.at_mm - one.at_mm
        if max(one.start_mm, other.start_mm) < min(one.end_mm, other.end_mm) and 0 < between < 2 * wall_mm:
            need = f"two walls of {wall_mm} mm need {2 * wall_mm} mm"
            return f"the {one.name} and the {other.name} wall leave {between} mm outside between them; {need}"
    return None


def find_area_mm2(corners: Sequence[Point]) -> int:
    """Signed area; positive where the corners go round counter-clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _edges(corners)) // 2


def list_walls(corners: Sequence[Point]) -> tuple[WallSegment, ...]:
    """The walls; `north` where there is one north wall, else `north_1`, `north_2` … from west to east
    (for east and west walls: from south to north)."""
    found: dict[Direction, list[tuple[int, int, int]]] = {d: [] for d in DIRECTIONS}
    for (x0, y0), (x1, y1) in _edges(corners):
        if y0 == y1:
            found["south" if x1 > x0 else "north"].append((min(x0, x1), max(x0, x1), y0))
        else:
            found["east" if y1 > y0 else "west"].append((min(y0, y1), max(y0, y1), x0))
    walls = []
    for d, spans in found.items():
        for number, (start, end, at) in enumerate(sorted(spans), 1):
            name = d if len(spans) == 1 else f"{d}_{number}"
            walls.append(WallSegment(name, d, at, start, end))
    return tuple(walls)


def list_notches(corners: Sequence[Point]) -> tuple[Box, ...]:
    """Boxes that together are the outline's bounding box less the outline."""
    xs, ys = (sorted({corner[axis] for corner in corners}) for axis in (0, 1))
    rows: list[Box] = []
    for south, north in pairwise(ys):
        start = None
        for west, east in [*pairwise(xs), (xs[-1], xs[-1])]:
            outside = west < east and not _is_inside(corners, west + east, south + north)
            if outside and start is None:
                start = west
            elif not outside and start is not None:
                rows.append((start, south, west, north))
                start = None
    return _stack(rows)


def _stack(rows: list[Box]) -> tuple[Box, ...]:
    """Boxes of equal width, one upon the other, as one."""
    stacked: list[Box] = []
    for box in rows:
        below = next((b for b in stacked if (b[0], b[2], b[3]) == (box[0], box[2], box[1])), None)
        if below is None:
            stacked.append(box)
        else:
            stacked[stacked.index(below)] = (below[0], below[1], below[2], box[3])
    return tuple(stacked)


def _is_inside(corners: Sequence[Point], x2: int, y2: int) -> bool:
    """True where the point (x2/2, y2/2), on no wall's line, is inside: it has an odd number of north-south
    walls to its east."""
    crossed = 0
    for (x0, y0), (x1, y1) in _edges(corners):
        if x0 == x1 and 2 * x0 > x2 and 2 * min(y0, y1) < y2 < 2 * max(y0, y1):
            crossed += 1
    return crossed % 2 == 1


def _edges(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, _turned(corners), strict=True))


def _turned(corners: Sequence[Point]) -> list[Point]:
    return [*corners[1:], corners[0]]


def _apart(edges: list[tuple[Point, Point]]) -> list[tuple[tuple[Point, Point], tuple[Point, Point]]]:
    """Pairs of edges that share no corner."""
    count = len(edges)
    return [
        (edges[i], edges[j])
        for i in range(count)
        for j in range(i + 2, count)
        if not (i == 0 and j == count - 1)
    ]


def _edges_meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return all(
        max(min(a[axis] for a in one), min(b[axis] for b in other))
        <= min(max(a[axis] for a in one), max(b[axis] for b in other))
        for axis in (0, 1)
    )
