"""Measures between, beside, in_front_of, behind, facing and flanking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.check.rules.floor import Floor
from solver.check.rules.scale import Reading, at_least, at_most, exactly
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    TURNS_OF_SIDE,
    Axis,
    Direction,
    directions_along,
    measure_towards,
    opposite,
    other_axis,
    turn,
)

if TYPE_CHECKING:
    from solver.core.rules.pieces import Behind, Beside, Between, Facing, Flanking, InFrontOf


def measure_between(rule: Between, floor: Floor) -> list[list[Reading]]:
    """Equal free lengths to both, and the middle on their axis."""
    return [_measure_midway(rule, floor, d) for d in DIRECTIONS]


def _measure_midway(rule: Between, floor: Floor, d: Direction) -> list[Reading]:
    one, other = rule.of
    body, first, second = floor.body(rule.piece), floor.body(one), floor.body(other)
    before, after = floor.gap(one, rule.piece, d), floor.gap(rule.piece, other, d)
    axis = other_axis(AXIS_OF[d])
    middle = (first.middle(axis) + second.middle(axis)) / 2.0
    pair = f"{first.name} and {second.name}"
    return [
        at_least(f"gap of {body.name} to {first.name}", before, 0.0),
        at_least(f"gap of {body.name} to {second.name}", after, 0.0),
        exactly(f"offset of {body.name} from midway between {pair}", (before - after) / 2.0, 0.0),
        exactly(f"offset of {body.name} from the axis of {pair}", body.middle(axis) - middle, 0.0),
    ]


def measure_beside(rule: Beside, floor: Floor) -> list[list[Reading]]:
    """The gap at that side, the overlap seen along it, and the edges or middles in line."""
    relative = rule.side in TURNS_OF_SIDE or rule.align in TURNS_OF_SIDE
    front = floor.body(rule.of).front() if relative else "south"
    readings = [floor.body(rule.of).reads_facing(front)] if relative else []
    return [readings + _measure_at_side(rule, floor, find_direction(rule.side, front), front)]


def _measure_at_side(rule: Beside, floor: Floor, d: Direction, front: Direction) -> list[Reading]:
    body, of = floor.body(rule.piece), floor.body(rule.of)
    axis = other_axis(AXIS_OF[d])
    readings = [
        exactly(
            f"gap of {body.name} to the {d} side of {of.name}", floor.gap(rule.of, rule.piece, d), rule.gap_mm
        )
    ]
    if rule.align == "centre":
        what = f"offset of {body.name} from the middle of {of.name} along {axis}"
        readings.append(exactly(what, body.middle(axis) - of.middle(axis), 0.0))
    elif rule.align != "none":
        edge = find_direction(rule.align, front)
        what = f"offset of the {edge} edges of {body.name} and {of.name}"
        readings.append(exactly(what, measure_towards(edge, of.reach(edge), body.reach(edge)), 0.0))
    readings.append(read_overlap(floor, rule.piece, rule.of, axis))
    return readings


def find_direction(side: str, front: Direction) -> Direction:
    """The direction of a side of a piece that faces `front`; a direction is itself."""
    if side in TURNS_OF_SIDE:
        return turn(front, TURNS_OF_SIDE[side])
    return next(d for d in DIRECTIONS if d == side)


def measure_in_front_of(rule: InFrontOf, floor: Floor) -> list[list[Reading]]:
    """The free length before the other's front, and the overlap seen along it."""
    return _measure_towards(rule, floor, "front")


def measure_behind(rule: Behind, floor: Floor) -> list[list[Reading]]:
    """The free length behind the other's back, and the overlap seen along it."""
    return _measure_towards(rule, floor, "back")


def _measure_towards(rule: InFrontOf, floor: Floor, side: str) -> list[list[Reading]]:
    body, of = floor.body(rule.piece), floor.body(rule.of)
    front = of.front()
    d = find_direction(side, front)
    what, gap = f"gap of {body.name} to the {side} of {of.name}", floor.gap(rule.of, rule.piece, d)
    readings = [of.reads_facing(front), at_least(what, gap, rule.at_least_mm)]
    if rule.at_most_mm is not None:
        readings.append(at_most(what, gap, rule.at_most_mm))
    return [[*readings, read_overlap(floor, rule.piece, rule.of, other_axis(AXIS_OF[d]))]]


def read_overlap(floor: Floor, piece: str, other: str, axis: Axis, least_mm: float = 1.0) -> Reading:
    """How much of an axis two pieces share: at least `least_mm`."""
    shared = min(-floor.gap(other, piece, e) for e in directions_along(axis))
    what = f"overlap of {floor.body(piece).name} and {floor.body(other).name} along {axis}"
    return at_least(what, shared, least_mm)


def measure_facing(rule: Facing, floor: Floor) -> list[list[Reading]]:
    """Where the front looks: at a wall, a point, another piece, or into the room."""
    body = floor.body(rule.piece)
    if isinstance(rule.to, str) and floor.find_walls(rule.to):
        return [_measure_wall(floor, rule.piece, rule.to)]
    front = body.front()
    turned = body.reads_facing(front)
    if rule.to == "room":
        ahead = floor.room_gap(rule.piece, front) - floor.room_gap(rule.piece, opposite(front))
        # Half of the difference is how far the middle of the piece lies behind the middle of the room.
        return [[turned, at_least(f"room ahead of {body.name} beyond that behind it", ahead / 2.0, 0.0)]]
    if not isinstance(rule.to, str):
        return [[turned, *_measure_point(floor, rule.piece, rule.to, front)]]
    return [[turned, *measure_ahead(floor, rule.piece, rule.to, front)]]


def _measure_wall(floor: Floor, piece: str, name: str) -> list[Reading]:
    """Turned to a direction; and for one wall of several, that the line straight ahead meets it."""
    body, direction = floor.body(piece), floor.find_direction(name)
    readings = [body.reads_facing(direction)]
    if name == direction:
        return readings
    (wall,) = floor.find_walls(name)
    middle = body.middle(other_axis(AXIS_OF[wall.direction]))
    inside = min(middle - wall.start_mm, wall.end_mm - middle)
    what = f"length from straight ahead of {body.name} to an end of the {wall.name} wall"
    gap = at_least(f"gap of {body.name} to the {wall.name} wall", floor.wall_gap(piece, wall), 0.0)
    return [*readings, gap, at_least(what, inside, 0.0)]


def _measure_point(floor: Floor, piece: str, point: tuple[int, int], d: Direction) -> list[Reading]:
    body, axis = floor.body(piece), other_axis(AXIS_OF[d])
    along, across = (point[0], point[1]) if AXIS_OF[d] == "x" else (point[1], point[0])
    off = abs(body.middle(axis) - across) - body.length(axis) / 2.0
    return [
        at_least(f"length from {body.name} to the point", measure_towards(d, body.reach(d), along), 0.0),
        at_most(f"distance of the point from what lies ahead of {body.name}", max(0.0, off), 0.0),
    ]


def measure_ahead(floor: Floor, piece: str, other: str, d: Direction) -> list[Reading]:
    """`other` lies wholly towards d, and the line from the piece's middle towards d meets it."""
    body, target = floor.body(piece), floor.body(other)
    axis = other_axis(AXIS_OF[d])
    high, low = (target.reach(e) for e in directions_along(axis))
    off = abs(body.middle(axis) - target.middle(axis)) - (high - low) / 2.0
    return [
        at_least(f"gap of {body.name} to {target.name} ahead", floor.gap(piece, other, d), 0.0),
        at_most(f"distance of {target.name} from the line straight ahead of {body.name}", max(0.0, off), 0.0),
    ]


def measure_flanking(rule: Flanking, floor: Floor) -> list[list[Reading]]:
    """Both pieces at opposite sides of the third: facing it, the gap, and their middles in line."""
    along: tuple[Direction, ...] = DIRECTIONS
    if rule.sides != "any":
        front = floor.body(rule.of).front()
        first = front if rule.sides == "front_back" else turn(front, 1)
        along = (first, opposite(first))
    one, other = rule.pieces
    return [
        _measure_flank(rule, floor, one, d) + _measure_flank(rule, floor, other, opposite(d)) for d in along
    ]


def _measure_flank(rule: Flanking, floor: Floor, piece: str, d: Direction) -> list[Reading]:
    body, of = floor.body(piece), floor.body(rule.of)
    axis = other_axis(AXIS_OF[d])
    return [
        body.reads_facing(opposite(d)),
        exactly(f"gap of {body.name} to {of.name}", floor.gap(rule.of, piece, d), rule.gap_mm),
        exactly(
            f"offset of {body.name} from the middle of {of.name}", body.middle(axis) - of.middle(axis), 0.0
        ),
    ]
