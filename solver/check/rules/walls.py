"""Measures against, corner, gap and centred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.check.rules.scale import Floor, Reading, at_least, at_most, exactly
from solver.core.directions import AXIS_OF, DIRECTIONS, TURNS_OF_SIDE, Axis, Direction, other_axis, turn

if TYPE_CHECKING:
    from solver.core.rules.distances import Gap
    from solver.core.rules.walls import Against, Centred, Corner

CORNERS: tuple[tuple[Direction, Direction], ...] = (
    ("north", "east"),
    ("north", "west"),
    ("south", "east"),
    ("south", "west"),
)


def measure_against(rule: Against, floor: Floor) -> list[list[Reading]]:
    """The gap to the wall, and that the wanted side of the piece is at it."""
    return [_stand_at(rule, floor, d) for d in DIRECTIONS if rule.wall in (d, "any")]


def _stand_at(rule: Against, floor: Floor, d: Direction) -> list[Reading]:
    body = floor.body(rule.piece)
    stands = exactly(f"gap of {body.name} to the {d} wall", floor.wall_gap(rule.piece, d), rule.gap_mm)
    if rule.side == "any":
        return [stands]
    # With its back (two quarter turns from the front) at wall d, a piece faces away from d.
    return [stands, body.reads_facing(turn(d, -TURNS_OF_SIDE[rule.side]))]


def measure_corner(rule: Corner, floor: Floor) -> list[list[Reading]]:
    """The gaps to both walls of the corner."""
    name = floor.body(rule.piece).name
    return [
        [exactly(f"gap of {name} to the {d} wall", floor.wall_gap(rule.piece, d), rule.gap_mm) for d in walls]
        for walls in CORNERS
        if rule.corner in ("-".join(walls), "any")
    ]


def measure_gap(rule: Gap, floor: Floor) -> list[list[Reading]]:
    """The free length to a wall, or to a piece along the axis on which they are further apart."""
    name = floor.body(rule.piece).name
    if rule.to in DIRECTIONS:
        wall = next(d for d in DIRECTIONS if d == rule.to)
        what, value = f"gap of {name} to the {wall} wall", floor.wall_gap(rule.piece, wall)
    else:
        what = f"gap of {name} to {floor.body(rule.to).name}"
        value = max(floor.gap(rule.piece, rule.to, d) for d in DIRECTIONS)
    readings = []
    if rule.exactly_mm is not None:
        readings.append(exactly(what, value, rule.exactly_mm))
    if rule.at_least_mm is not None:
        readings.append(at_least(what, value, rule.at_least_mm))
    if rule.at_most_mm is not None:
        readings.append(at_most(what, value, rule.at_most_mm))
    return [readings]


def measure_centred(rule: Centred, floor: Floor) -> list[list[Reading]]:
    """Offset of the middle from the middle of a wall, of the room or of another piece."""
    if rule.on in DIRECTIONS:
        wall = next(d for d in DIRECTIONS if d == rule.on)
        axes: tuple[Axis, ...] = (other_axis(AXIS_OF[wall]),)
    else:
        axes = (rule.axis,) if rule.axis else ("x", "y")
    return [[_measure_offset(rule, floor, axis) for axis in axes]]


def _measure_offset(rule: Centred, floor: Floor, axis: Axis) -> Reading:
    body = floor.body(rule.piece)
    if rule.on in DIRECTIONS or rule.on == "room":
        name, middle = f"the {rule.on}{' wall' if rule.on in DIRECTIONS else ''}", floor.middle(axis)
    else:
        name, middle = floor.body(rule.on).name, floor.body(rule.on).middle(axis)
    what = f"offset of {body.name} from the middle of {name} along {axis}"
    return exactly(what, body.middle(axis) - middle, 0.0)
