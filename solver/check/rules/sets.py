"""Measures aligned, row, around, same_yaw and mirrored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from solver.check.case import ROUNDING_MM
from solver.check.rules.floor import Body, Floor
from solver.check.rules.scale import Reading, exactly, turned_by
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    TURNS_OF_SIDE,
    Axis,
    Direction,
    measure_towards,
    opposite,
    other_axis,
    turn,
)

if TYPE_CHECKING:
    from solver.core.rules.sets import Aligned, Around, Mirrored, Row, SameYaw


def measure_aligned(rule: Aligned, floor: Floor) -> list[list[Reading]]:
    """How far each piece's edge or middle is off the first one's."""
    first, *others = (floor.body(piece) for piece in rule.pieces)
    return [[_read_in_line(first, other, rule.edge) for other in others]]


def _read_in_line(one: Body, other: Body, edge: str) -> Reading:
    if edge in DIRECTIONS:
        d = next(d for d in DIRECTIONS if d == edge)
        what = f"offset of the {edge} edges of {other.name} and {one.name}"
        return exactly(what, other.reach(d) - one.reach(d), 0.0)
    axis: Axis = "x" if edge == "x" else "y"
    what = f"offset of the middles of {other.name} and {one.name} along {axis}"
    return exactly(what, other.middle(axis) - one.middle(axis), 0.0)


def measure_row(rule: Row, floor: Floor) -> list[list[Reading]]:
    """The gap between neighbours towards the row's direction, and how far their middles are off."""
    d = next(d for d in DIRECTIONS if d == rule.to)
    axis = other_axis(AXIS_OF[d])
    readings = []
    for one, other in pairwise(rule.pieces):
        names = f"{floor.body(one).name} and {floor.body(other).name}"
        off = floor.body(other).middle(axis) - floor.body(one).middle(axis)
        readings.append(exactly(f"gap {d} between {names}", floor.gap(one, other, d), rule.gap_mm))
        readings.append(exactly(f"offset of the middles of {names} along {axis}", off, 0.0))
    return [readings]


def measure_around(rule: Around, floor: Floor) -> list[list[Reading]]:
    """Each piece's gap to its side of the table, its place along that side, and its front."""
    of = floor.body(rule.of)
    front = of.front()
    sides = {side: turn(front, quarters) for side, quarters in TURNS_OF_SIDE.items()}
    lengths = {side: of.length(other_axis(AXIS_OF[d])) for side, d in sides.items()}
    spreads: Iterable[Mapping[str, int]] = _list_spreads(lengths, len(rule.pieces))
    if rule.sides is not None:
        spreads = [Counter({str(side): count for side, count in rule.sides.items()})]  # none where not said
    return [
        [of.reads_facing(front), *_measure_seats(rule, floor, sides, lengths, spread)] for spread in spreads
    ]


def _list_spreads(lengths: dict[str, float], count: int) -> Iterator[dict[str, int]]:
    """How many go to each side, when each in turn takes the side with the most length for one. Sides that
    are equal within the rounding of sizes may be taken in either order."""
    found: list[dict[str, int]] = [dict.fromkeys(lengths, 0)]
    for _ in range(count):
        grown = []
        for counts in found:
            room = {side: length / (counts[side] + 1) for side, length in lengths.items()}
            most = max(room.values()) - ROUNDING_MM
            grown += [{**counts, side: counts[side] + 1} for side, each in room.items() if each >= most]
        found = [dict(items) for items in dict.fromkeys(tuple(counts.items()) for counts in grown)]
    yield from found


def _measure_seats(
    rule: Around,
    floor: Floor,
    sides: dict[str, Direction],
    lengths: dict[str, float],
    spread: Mapping[str, int],
) -> list[Reading]:
    of, names = floor.body(rule.of), iter(rule.pieces)
    readings = []
    for side, d in sides.items():
        count, left = spread[side], turn(d, 1)
        axis = AXIS_OF[left]
        for index in range(count):
            piece = next(names)
            body = floor.body(piece)
            # The side in equal parts, one a piece, counted from the right end to the left.
            along = lengths[side] * ((index + 0.5) / count - 0.5)
            off = measure_towards(left, of.middle(axis), body.middle(axis)) - along
            readings.append(body.reads_facing(opposite(d)))
            readings.append(
                exactly(f"gap of {body.name} to {of.name}", floor.gap(rule.of, piece, d), rule.gap_mm)
            )
            readings.append(exactly(f"offset of {body.name} from its place at the {side}", off, 0.0))
    return readings


def measure_same_yaw(rule: SameYaw, floor: Floor) -> list[list[Reading]]:
    """How far each piece is turned off the first."""
    first, *others = (floor.body(piece) for piece in rule.pieces)
    return [
        [turned_by(f"turn of {other.name} from {first.name}", other.facing, first.facing) for other in others]
    ]


def measure_mirrored(rule: Mirrored, floor: Floor) -> list[list[Reading]]:
    """How far the second piece's middle and front are off the mirror image of the first's."""
    one, other = (floor.body(piece) for piece in rule.pieces)
    across = other_axis(rule.axis)
    about = floor if rule.about == "room" else floor.body(rule.about)
    axis_mm = about.middle(rule.axis)
    off = (one.middle(rule.axis) + other.middle(rule.axis)) / 2.0 - axis_mm
    # Mirrored in x, a front that looks south (0) still does, east (90) becomes west (270).
    image = -one.facing if rule.axis == "x" else 180.0 - one.facing
    names = f"{one.name} and {other.name}"
    return [
        [
            exactly(f"offset of the middle between {names} along {rule.axis}", off, 0.0),
            exactly(f"offset of {names} along {across}", other.middle(across) - one.middle(across), 0.0),
            turned_by(f"turn of {other.name} from the mirror image of {one.name}", other.facing, image),
        ]
    ]
