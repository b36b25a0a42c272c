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
    limits = [(exactly, rule.exactly_mm), (at_least, rule.at_least_mm), (at_most, rule.at_most_mm)]
    is_near = rule.exactly_mm is not None or rule.at_most_mm is not None
    return [
        [limit(what, value, wanted) for limit, wanted in limits if wanted is not None]
        + (_measure_before(floor, rule.piece, wall) if is_near and wall else [])
        for what, value, wall in _list_lengths(floor, rule.piece, rule.to)
    ]


def measure_near(rule: Near, floor: Floor) -> list[list[Reading]]:
    """The free length, at most `within`."""
    return [
        [at_most(what, value, rule.within_mm), *(_measure_before(floor, rule.piece, wall) if wall else ())]
        for what, value, wall in _list_lengths(floor, rule.piece, rule.to)
    ]


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
    return [[at_least(what, value, rule.by_mm) for what, value, _ in lengths]]


def _list_lengths(floor: Floor, piece: str, to: str) -> list[tuple[str, float, WallSegment | None]]:
    """(what, free length in mm, wall) to each wall called `to`, to every one for `any`, or to the one piece
    or obstacle of that name."""
    name, walls = floor.body(piece).name, floor.walls if to == "any" else floor.find_walls(to)
    if walls:
        return [
            (f"gap of {name} to the {wall.name} wall", floor.wall_gap(piece, wall), wall) for wall in walls
        ]
    apart = max(floor.gap(piece, to, d) for d in DIRECTIONS)
    return [(f"gap of {name} to {floor.body(to).name}", apart, None)]


def _measure_before(floor: Floor, piece: str, wall: WallSegment) -> list[Reading]:
    """That a piece stands before a wall: not beyond its line nor past its ends. In a rectangle it does."""
    if len(floor.walls) == 4:
        return []
    name = floor.body(piece).name
    return [
        at_least(f"gap of {name} to the {wall.name} wall", floor.wall_gap(piece, wall), 0.0),
        at_least(f"length of {name} before the {wall.name} wall", -_measure_past(floor, piece, wall), 1.0),
    ]


def _measure_past(floor: Floor, piece: str, wall: WallSegment) -> float:
    """How far a piece is past an end of a wall; negative before it."""
    low, high = floor.body(piece).span(other_axis(AXIS_OF[wall.direction]))
    return max(wall.start_mm - high, low - wall.end_mm)
