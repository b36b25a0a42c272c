"""Measures clear zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import box

from solver.check.case import ROUNDING_MM
from solver.check.rules.floor import Body, Floor
from solver.check.rules.scale import Reading, at_least
from solver.core.directions import (
    AXIS_OF,
    TURNS_OF_SIDE,
    Direction,
    measure_towards,
    move_towards,
    opposite,
    other_axis,
    turn,
)

if TYPE_CHECKING:
    from solver.core.rules.space import Clear


def measure_clear(rule: Clear, floor: Floor) -> list[list[Reading]]:
    """The free depth before a piece, a door or a window, as wide as the thing itself."""
    others = [
        body
        for name, body in floor.standing.items()
        if name != rule.of and name not in rule.apart_from
    ]  # fmt: skip
    opening = floor.opening(rule.of)
    if opening is not None:
        wall = floor.wall_of(opening)
        span = (float(opening.span_mm[0]), float(opening.span_mm[1]))
        ahead = measure_depth(floor, opposite(wall.direction), wall.at_mm, span, others)
        return [[at_least(f"free depth before {opening.name}", ahead, rule.depth_mm)]]
    body = floor.body(rule.of)
    front = body.front()
    d = turn(front, TURNS_OF_SIDE[rule.side])
    span = body.span(other_axis(AXIS_OF[d]))
    depth = measure_depth(floor, d, body.reach(d), span, others)
    name = body.name if rule.side == "front" else f"the {rule.side} of {body.name}"
    return [[body.reads_facing(front), at_least(f"free depth before {name}", depth, rule.depth_mm)]]


def measure_depth(
    floor: Floor, d: Direction, start: float, span: tuple[float, float], others: list[Body]
) -> float:
    """Length in mm from the line at `start` towards d to the nearest wall or piece within `span`."""
    reach = floor.outline.length  # from wherever it starts, so long a strip leads out of the room
    # Sides that meet within the rounding of sizes do not reach into each other's way.
    low, high = span[0] + ROUNDING_MM, span[1] - ROUNDING_MM
    near, far = sorted(move_towards(d, start, by) for by in (ROUNDING_MM, reach))
    strip = box(near, low, far, high) if AXIS_OF[d] == "x" else box(low, near, high, far)
    in_the_way = [strip.difference(floor.outline)]
    in_the_way += [strip.intersection(box(*other.low, *other.high)) for other in others]
    depths = [_measure_ahead(thing.bounds, d, start) for thing in in_the_way if thing.area]
    return min(depths)


def _measure_ahead(bounds: tuple[float, ...], d: Direction, start: float) -> float:
    west, south, east, north = bounds
    edge = {"east": west, "north": south, "west": east, "south": north}[d]
    # A thing that begins at the strip's own start is in the way from the start on.
    ahead = measure_towards(d, start, edge)
    return 0.0 if ahead <= ROUNDING_MM else ahead
