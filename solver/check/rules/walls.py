"""Measures against, corner, centred and pin."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from solver.check.rules.floor import Floor
from solver.check.rules.scale import Reading, at_least, exactly, turned_by
from solver.core.directions import AXIS_OF, GROWING, TURNS_OF_SIDE, Axis, other_axis, turn
from solver.core.outline import WallSegment

if TYPE_CHECKING:
    from solver.core.rules.walls import Against, Centred, Corner, Pin


def measure_against(rule: Against, floor: Floor) -> list[list[Reading]]:
    """The gap to the wall, and that the wanted side of the piece is at it."""
    walls = floor.walls if rule.wall == "any" else floor.find_walls(rule.wall)
    return [_stand_at(rule, floor, wall) for wall in walls]


def _stand_at(rule: Against, floor: Floor, wall: WallSegment) -> list[Reading]:
    body = floor.body(rule.piece)
    readings = read_standing_at(floor, rule.piece, wall, rule.gap_mm)
    if rule.side == "any":
        return readings
    # With its back (two quarter turns from the front) at wall d, a piece faces away from d.
    return [*readings, body.reads_facing(turn(wall.direction, -TURNS_OF_SIDE[rule.side]))]


def read_standing_at(floor: Floor, piece: str, wall: WallSegment, gap_mm: int) -> list[Reading]:
    """The gap of a piece to a wall, and, where the room has several in that direction, that it is within the
    wall's two ends."""
    body = floor.body(piece)
    readings = [exactly(f"gap of {body.name} to the {wall.name} wall", floor.wall_gap(piece, wall), gap_mm)]
    if wall.name != wall.direction:
        low, high = body.span(other_axis(AXIS_OF[wall.direction]))
        inside = min(low - wall.start_mm, wall.end_mm - high)
        readings.append(at_least(f"length of {body.name} within the {wall.name} wall", inside, 0.0))
    return readings


def measure_corner(rule: Corner, floor: Floor) -> list[list[Reading]]:
    """The gaps to both walls of a corner that the room has on its inside."""
    return [
        [reading for wall in pair for reading in read_standing_at(floor, rule.piece, wall, rule.gap_mm)]
        for pair in product(floor.find_walls("north") + floor.find_walls("south"), floor.walls)
        if AXIS_OF[pair[1].direction] == "x"
        and rule.corner in (f"{pair[0].direction}-{pair[1].direction}", "any")
        and _meet_inside(*pair)
    ]


def _meet_inside(one: WallSegment, other: WallSegment) -> bool:
    """True where the end of `one` towards `other` touches the end of `other` towards `one`, so that the
    two leave a quarter of floor between them."""
    pairs = ((one, other), (other, one))
    return all(
        towards.at_mm == (wall.end_mm if towards.direction in GROWING else wall.start_mm)
        for wall, towards in pairs
    )


def measure_centred(rule: Centred, floor: Floor) -> list[list[Reading]]:
    """Offset of the middle from the middle of a wall, an opening, the room or another piece."""
    walls, opening = floor.find_walls(rule.on), floor.opening(rule.on)
    if walls:
        return [
            [
                _read_offset(
                    rule,
                    floor,
                    other_axis(AXIS_OF[wall.direction]),
                    (wall.start_mm + wall.end_mm) / 2.0,
                    f"the {wall.name} wall",
                )
            ]
            for wall in walls
        ]
    if opening is not None:
        axis = other_axis(AXIS_OF[opening.direction])
        return [[_read_offset(rule, floor, axis, float(opening.centre_mm), opening.name)]]
    axes: tuple[Axis, ...] = (rule.axis,) if rule.axis else ("x", "y")
    if rule.on == "room":
        return [[_read_offset(rule, floor, axis, floor.middle(axis), "the room") for axis in axes]]
    on = floor.body(rule.on)
    return [[_read_offset(rule, floor, axis, on.middle(axis), on.name) for axis in axes]]


def _read_offset(rule: Centred, floor: Floor, axis: Axis, middle_mm: float, name: str) -> Reading:
    body = floor.body(rule.piece)
    what = f"offset of {body.name} from the middle of {name} along {axis}"
    return exactly(what, body.middle(axis) - middle_mm, 0.0)


def measure_pin(rule: Pin, floor: Floor) -> list[list[Reading]]:
    """The middle's place, and the yaw."""
    body = floor.body(rule.piece)
    readings = []
    if rule.at_mm is not None:
        readings.append(exactly(f"x of {body.name}", body.middle("x"), rule.at_mm[0]))
        readings.append(exactly(f"y of {body.name}", body.middle("y"), rule.at_mm[1]))
    if rule.yaw_deg is not None:
        what = f"turn of {body.name} from {rule.yaw_deg} degrees"
        readings.append(turned_by(what, body.facing, rule.yaw_deg))
    return [readings]
