"""Measures gap, near and far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.check.rules.floor import Floor
from solver.check.rules.scale import Reading, at_least, at_most, exactly
from solver.core.directions import AXIS_OF, DIRECTIONS, other_axis
from solver.core.outline import WallSegment

if TYPE_CHECKING:
    from solver.core.rules.distances import Far, Gap, Near


def measure_gap(rule: Gap, floor: Floor) -> list[list[Reading]]:
    """The free length to a wall, or to a piece along the axis on which they are further apart."""
    alternatives = []
    for what, value in _list_lengths(floor, rule.piece, rule.to):
        readings = []
        if rule.exactly_mm is not None:
            readings.append(exactly(what, value, rule.exactly_mm))
        if rule.at_least_mm is not None:
            readings.append(at_least(what, value, rule.at_least_mm))
        if rule.at_most_mm is not None:
            readings.append(at_most(what, value, rule.at_most_mm))
        alternatives.append(readings)
    return alternatives


def measure_near(rule: Near, floor: Floor) -> list[list[Reading]]:
    """The free length, at most `within`."""
    lengths = _list_lengths(floor, rule.piece, rule.to)
    return [[at_most(what, value, rule.within_mm)] for what, value in lengths]


def measure_far(rule: Far, floor: Floor) -> list[list[Reading]]:
    """The free length to every wall that is meant, or to a piece, at least `by`."""
    body = floor.body(rule.piece)
    walls = floor.walls if rule.start == "any" else floor.find_walls(rule.start)
    if walls:
        return [
            [
                at_least(
                    f"gap of {body.name} to the {wall.name} wall",
                    max(floor.wall_gap(rule.piece, wall), _measure_past(floor, rule.piece, wall)),
                    rule.by_mm,
                )
                for wall in walls
            ]
        ]
    lengths = _list_lengths(floor, rule.piece, rule.start)
    return [[at_least(what, value, rule.by_mm) for what, value in lengths]]


def _list_lengths(floor: Floor, piece: str, to: str) -> list[tuple[str, float]]:
    """(what, free length in mm) to each wall called `to`, or to the one piece or obstacle of that name."""
    name, walls = floor.body(piece).name, floor.find_walls(to)
    if walls:
        return [(f"gap of {name} to the {wall.name} wall", floor.wall_gap(piece, wall)) for wall in walls]
    apart = max(floor.gap(piece, to, d) for d in DIRECTIONS)
    return [(f"gap of {name} to {floor.body(to).name}", apart)]


def _measure_past(floor: Floor, piece: str, wall: WallSegment) -> float:
    """How far a piece is past an end of a wall that is shorter than the room; negative before it."""
    axis = other_axis(AXIS_OF[wall.direction])
    low, high = floor.body(piece).span(axis)
    ends = (floor.sides["west"], floor.sides["east"])
    if axis == "y":
        ends = (floor.sides["south"], floor.sides["north"])
    past = [float("-inf")]
    if wall.start_mm > ends[0] + 5.0:
        past.append(wall.start_mm - high)
    if wall.end_mm < ends[1] - 5.0:
        past.append(low - wall.end_mm)
    return max(past)
