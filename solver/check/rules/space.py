"""Measures clear zones and aisles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from solver.check.case import ROUNDING_MM
from solver.check.rules.scale import Body, Floor, Reading, Unmeasured, at_least
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    SIGN_OF,
    TURNS_OF_SIDE,
    Direction,
    directions_along,
    opposite,
    other_axis,
    turn,
)
from solver.core.room import Opening

if TYPE_CHECKING:
    from solver.core.rules.space import Clear
    from solver.core.rules.ways import Aisle

# Widths are found to this; it is a tenth of the readings' own tolerance.
WIDTH_STEP_MM = 0.2


def measure_clear(rule: Clear, floor: Floor) -> list[list[Reading]]:
    """The free depth before a piece, a door or a window, as wide as the thing itself."""
    others = [floor.body(name) for name in floor.bodies if name != rule.of and name not in rule.apart_from]
    opening = floor.opening(rule.of)
    if opening is not None:
        d, start = opposite(opening.direction), floor.sides[opening.direction]
        low, high = opening.span_mm
        name, ahead = opening.name, _measure_depth(d, start, (float(low), float(high)), others)
        return [
            [at_least(f"free depth before {name}", min(ahead, _room_ahead(floor, d, start)), rule.depth_mm)]
        ]
    body = floor.body(rule.of)
    front = body.front()
    d = turn(front, TURNS_OF_SIDE[rule.side])
    start = body.reach(d)
    depth = min(
        _room_ahead(floor, d, start), _measure_depth(d, start, _span(body, other_axis(AXIS_OF[d])), others)
    )
    return [[body.reads_facing(front), at_least(f"free depth before {body.name}", depth, rule.depth_mm)]]


def _span(body: Body, axis: str) -> tuple[float, float]:
    k = 0 if axis == "x" else 1
    return body.low[k], body.high[k]


def _room_ahead(floor: Floor, d: Direction, start: float) -> float:
    return (floor.sides[d] - start) * SIGN_OF[d]


def _measure_depth(d: Direction, start: float, span: tuple[float, float], others: list[Body]) -> float:
    """Distance from the line at `start` towards d to the nearest body within the span."""
    depths = [float("inf")]
    for other in others:
        low, high = _span(other, other_axis(AXIS_OF[d]))
        # Sides that meet within the rounding of sizes do not reach into each other's way.
        beside = high <= span[0] + ROUNDING_MM or low >= span[1] - ROUNDING_MM
        behind = (other.reach(d) - start) * SIGN_OF[d] <= ROUNDING_MM
        if not beside and not behind:
            depths.append((other.reach(opposite(d)) - start) * SIGN_OF[d])
    return min(depths)


def measure_aisle(rule: Aisle, floor: Floor) -> list[list[Reading]]:
    """Diameter of the widest disc that gets from the one end to the other between the real outlines."""
    if floor.missing:
        raise Unmeasured("; ".join(floor.missing.values()))
    start, goal = find_ends(rule, floor)
    what = f"widest disc from {start} to {goal}"
    return [[at_least(what, measure_passage(floor, start, goal), rule.width_mm)]]


def find_ends(rule: Aisle, floor: Floor) -> tuple[str, str]:
    """Names of the aisle's two ends: from the first door to the wall opposite, unless the rule says."""
    door = floor.first_door()
    start = rule.start or (door.name if door else None)
    if start is None:
        goal = rule.to or "north"
        return opposite(_wall_of(goal, floor)), goal
    return start, rule.to or opposite(_wall_of(start, floor))


def _wall_of(name: str, floor: Floor) -> Direction:
    opening = floor.opening(name)
    return opening.direction if opening is not None else next(d for d in DIRECTIONS if d == name)


def measure_passage(floor: Floor, start: str, goal: str) -> float:
    """Diameter in mm of the widest disc that gets from `start` to `goal`, by bisection; 0 if none."""
    low, high = (
        0.0,
        min(floor.sides["east"] - floor.sides["west"], floor.sides["north"] - floor.sides["south"]),
    )
    if not _passes(floor, start, goal, WIDTH_STEP_MM):
        return 0.0
    while high - low > WIDTH_STEP_MM:
        middle = (low + high) / 2.0
        low, high = (middle, high) if _passes(floor, start, goal, middle) else (low, middle)
    return low


def _passes(floor: Floor, start: str, goal: str, width: float) -> bool:
    """True when the middle of a disc of this diameter can move from the one end to the other."""
    radius = width / 2.0
    free = box(
        floor.sides["west"] + radius,
        floor.sides["south"] + radius,
        floor.sides["east"] - radius,
        floor.sides["north"] - radius,
    )
    ways = free.difference(unary_union([_outline(body).buffer(radius, 32) for body in floor.bodies.values()]))
    ends = [_end_line(floor, name, radius) for name in (start, goal)]
    parts: list[BaseGeometry] = list(getattr(ways, "geoms", [ways]))
    # A line along the edge of the free space is met only when it is widened a little.
    return any(
        not part.is_empty and all(end is not None and part.intersects(end.buffer(0.01)) for end in ends)
        for part in parts
    )


def _outline(body: Body) -> BaseGeometry:
    return Polygon(body.outline) if len(body.outline) > 2 else LineString([body.low, body.high])


def _end_line(floor: Floor, name: str, radius: float) -> LineString | None:
    """Where the disc's middle may be when it touches a wall, or a wall inside an opening's width."""
    opening = floor.opening(name)
    wall = _wall_of(name, floor)
    low, high = _end_span(floor, opening, wall)
    low, high = low + radius, high - radius
    if low > high:
        return None
    at = floor.sides[wall] - radius * SIGN_OF[wall]
    points = [(at, low), (at, high)] if AXIS_OF[wall] == "x" else [(low, at), (high, at)]
    return LineString(points)


def _end_span(floor: Floor, opening: Opening | None, wall: Direction) -> tuple[float, float]:
    if opening is not None:
        return float(opening.span_mm[0]), float(opening.span_mm[1])
    high, low = directions_along(other_axis(AXIS_OF[wall]))
    return floor.sides[low], floor.sides[high]
