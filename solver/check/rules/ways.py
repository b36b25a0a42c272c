"""Measures aisles and ways to pieces: the widest disc that gets through between the real outlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapely.geometry import MultiPoint, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from solver.check.case import ROUNDING_MM
from solver.check.rules.floor import Body, Floor
from solver.check.rules.scale import Reading, Unmeasured, at_least
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    TURNS_OF_SIDE,
    Direction,
    move_towards,
    opposite,
    turn,
)
from solver.core.outline import WallSegment

if TYPE_CHECKING:
    from solver.core.rules.ways import Aisle, Walkable

# Widths are found to this; it is a tenth of the readings' own tolerance.
WIDTH_STEP_MM = 0.2
# A quarter of a disc's rim is drawn in so many steps: less than a thousandth of its radius is cut off.
ARC_STEPS = 32
# Somebody stands at a piece when they share this much of its side, or half of a narrower piece.
SHARED_MM = 200.0
# Where the middle of a disc of the given radius may be at an end of a way; None where it does not fit.
End = Callable[[float], BaseGeometry | None]


def measure_aisle(rule: Aisle, floor: Floor) -> list[list[Reading]]:
    """Diameter of the widest disc that gets from the one end to the other."""
    _refuse_missing(floor)
    start, goal = find_ends(rule, floor)
    width = measure_passage(floor, _end_at(floor, start), [_end_at(floor, goal)], rule.width_mm)
    return [[at_least(f"widest disc from {start} to {goal}", width, rule.width_mm)]]


def measure_walkable(rule: Walkable, floor: Floor) -> list[list[Reading]]:
    """Diameter of the widest disc that gets from each door to the wanted side of each piece."""
    _refuse_missing(floor)
    doors = [rule.start] if rule.start else [door.name for door in floor.doors]
    readings = []
    for piece in (piece for piece in rule.to if piece not in floor.absent):
        body = floor.body(piece)
        sides, turned = _find_sides(body, rule.side)
        readings += turned
        for door in doors:
            goals = [_end_before(body, d, rule.reach_mm) for d in sides]
            width = measure_passage(floor, _end_at(floor, door), goals, rule.width_mm)
            what = f"widest disc from {door} to the {rule.side} side of {body.name}"
            readings.append(at_least(what, width, rule.width_mm))
    return [readings]


def _refuse_missing(floor: Floor) -> None:
    if floor.missing:
        raise Unmeasured("; ".join(floor.missing.values()))


def _find_sides(body: Body, side: str) -> tuple[list[Direction], list[Reading]]:
    if side == "any":
        return list(DIRECTIONS), []
    front = body.front()
    return [turn(front, TURNS_OF_SIDE[side])], [body.reads_facing(front)]


def find_ends(rule: Aisle, floor: Floor) -> tuple[str, str]:
    """Names of the aisle's two ends: from the first door to the wall opposite, unless the rule says."""
    door = next(iter(floor.doors), None)
    start = rule.start or (door.name if door else None)
    if start is None:
        goal = rule.to or "north"
        return opposite(_face_of(goal, floor)), goal
    return start, rule.to or opposite(_face_of(start, floor))


def _face_of(name: str, floor: Floor) -> Direction:
    opening = floor.opening(name)
    return opening.direction if opening is not None else floor.find_direction(name)


def measure_passage(floor: Floor, start: End, goals: list[End], asked_mm: float) -> float:
    """Diameter in mm of the widest disc that gets from `start` to one of `goals`, by bisection; 0 if
    none does. Where one as wide as asked (less rounding) passes, the search goes on above that."""

    def passes(width: float) -> bool:
        return any(_is_open(floor, start, goal, width / 2.0) for goal in goals)

    asked = asked_mm - ROUNDING_MM
    # No disc is as wide as the room is long round.
    low, high = (asked, floor.outline.length) if passes(asked) else (0.0, asked)
    while high - low > WIDTH_STEP_MM:
        middle = (low + high) / 2.0
        low, high = (middle, high) if passes(middle) else (low, middle)
    return low


def _is_open(floor: Floor, start: End, goal: End, radius: float) -> bool:
    """True when the middle of a disc of this radius can move from the one end to the other."""
    ends = [end(radius) for end in (start, goal)]
    ways = find_ways(floor, radius)
    parts: list[BaseGeometry] = list(getattr(ways, "geoms", [ways]))
    # A line along the edge of the free space is met only when it is widened a little.
    return any(
        not part.is_empty and all(end is not None and part.intersects(end.buffer(0.01)) for end in ends)
        for part in parts
    )


def find_ways(floor: Floor, radius: float) -> BaseGeometry:
    """Where the middle of a disc may be: the floor less a rim as wide as the radius along the walls and
    around all that stands on it."""
    if radius not in floor.ways:
        outlines = (MultiPoint(body.outline).convex_hull for body in floor.standing.values())
        rims = [outline.buffer(radius, ARC_STEPS) for outline in outlines]
        floor.ways[radius] = floor.outline.buffer(-radius, ARC_STEPS).difference(unary_union(rims))
    return floor.ways[radius]


def _end_at(floor: Floor, name: str) -> End:
    """Touching a wall, or a wall inside an opening's width."""
    opening = floor.opening(name)
    if opening is not None:
        span = (float(opening.span_mm[0]), float(opening.span_mm[1]))
        return lambda radius: _touch(floor.wall_of(opening), span, radius)

    def touch_any(radius: float) -> BaseGeometry | None:
        lines = [_touch(wall, (wall.start_mm, wall.end_mm), radius) for wall in floor.find_walls(name)]
        return unary_union([line for line in lines if line is not None]) if any(lines) else None

    return touch_any


def _touch(wall: WallSegment, span: tuple[float, float], radius: float) -> BaseGeometry | None:
    low, high = span[0] + radius, span[1] - radius
    if low > high:
        return None
    at = move_towards(opposite(wall.direction), wall.at_mm, radius)
    across = AXIS_OF[wall.direction] == "x"
    ends = [(at, low), (at, high)] if across else [(low, at), (high, at)]
    return MultiPoint(ends).convex_hull  # a line, or where it fits exactly a point


def _end_before(body: Body, d: Direction, reach_mm: float) -> End:
    """Before the side d of a piece, its near rim at most `reach_mm` off, sharing some of that side."""
    shared = min(SHARED_MM, body.length("x") / 2.0, body.length("y") / 2.0) - ROUNDING_MM
    low, high = body.span("y" if AXIS_OF[d] == "x" else "x")

    def stand(radius: float) -> BaseGeometry:
        near = move_towards(d, body.reach(d), radius)
        far = move_towards(d, near, reach_mm + ROUNDING_MM)
        along, across = sorted((near, far)), (low + shared - radius, high - shared + radius)
        if AXIS_OF[d] == "x":
            return box(along[0], across[0], along[1], across[1])
        return box(across[0], along[0], across[1], along[1])

    return stand
