"""Rules between pieces: between, beside, in_front_of, behind, facing, flanking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from solver.core.conditions import Condition, any_of, at_least, at_most, equal, every
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
from solver.core.outline import WallSegment
from solver.core.quantity import Distance, Length
from solver.core.rules.base import Names, OneOf, PieceName, Rule
from solver.core.world import World

SIDES = (*TURNS_OF_SIDE, *DIRECTIONS)


class Between(Rule):
    """A piece stands midway between two others: the same free length to both, and its middle on their
    axis (the mean of their middles, where those differ)."""

    word: ClassVar[str] = "between"
    example: ClassVar[str] = "between: {piece: coffee_table, of: [sofa, tv_stand]}"
    piece: PieceName
    of: Annotated[tuple[str, str], Names()]

    def express(self, world: World) -> Condition:
        return any_of(*(self._along(world, d) for d in DIRECTIONS))

    def _along(self, world: World, d: Direction) -> Condition:
        one, other = self.of
        before, after = world.gap(one, self.piece, d), world.gap(self.piece, other, d)
        axis = other_axis(AXIS_OF[d])
        middle = world.centre(self.piece, axis) * 2 - world.centre(one, axis) - world.centre(other, axis)
        return every(
            at_least(before, 0, f"gap of {self.piece} to {one}"),
            at_least(after, 0, f"gap of {self.piece} to {other}"),
            equal(
                before - after, 0, f"offset of {self.piece} from midway between {one} and {other}", scale=2
            ),
            equal(middle, 0, f"offset of {self.piece} from the axis of {one} and {other}", scale=2),
        )


class Beside(Rule):
    """A piece stands directly at a side of another, `gap` from it.

    `side` is left, right, front or back of the other as *it* faces, or north, east, south or west. The
    two overlap seen along that side; `align` puts their edges (front, back, left, right of the other, or
    a direction) or their centres in line.
    """

    word: ClassVar[str] = "beside"
    example: ClassVar[str] = "beside: {piece: nightstand, of: sofa, side: left, align: back}"
    piece: PieceName
    of: PieceName
    side: Annotated[str, OneOf("side", SIDES)]
    gap_mm: Distance = Field(alias="gap", default=0)
    align: Annotated[str, OneOf("align", (*SIDES, "centre", "none"))] = "none"

    @model_validator(mode="after")
    def _across(self) -> Beside:
        for words in (tuple(TURNS_OF_SIDE), DIRECTIONS):
            given = [words.index(word) for word in (self.side, self.align) if word in words]
            if len(given) == 2 and (given[0] - given[1]) % 2 == 0:
                raise ValueError(f"align {self.align} is no edge seen from side {self.side}; align across it")
        return self

    def express(self, world: World) -> Condition:
        if self.side not in TURNS_OF_SIDE and self.align not in TURNS_OF_SIDE:
            return self._at(world, direct(self.side, "south"), "south")
        return any_of(
            *(every(world.faces(self.of, f), self._at(world, direct(self.side, f), f)) for f in DIRECTIONS)
        )

    def _at(self, world: World, d: Direction, facing: Direction) -> Condition:
        axis = other_axis(AXIS_OF[d])
        what = f"overlap of {self.piece} and {self.of} along {axis}"
        parts: list[Condition] = [
            equal(world.gap(self.of, self.piece, d), self.gap_mm, f"gap of {self.piece} to {self.of}")
        ]
        if self.align == "centre":
            offset = world.centre(self.piece, axis) - world.centre(self.of, axis)
            parts.append(equal(offset, 0, f"offset of {self.piece} from the middle of {self.of}"))
        elif self.align != "none":
            edge = direct(self.align, facing)
            offset = world.reach(self.piece, edge) - world.reach(self.of, edge)
            parts.append(equal(offset, 0, f"offset of the {edge} edges of {self.piece} and {self.of}"))
        parts += [at_least(-world.gap(self.of, self.piece, e), 1, what) for e in directions_along(axis)]
        return every(*parts)


class InFrontOf(Rule):
    """A piece lies wholly in front of another as *it* faces, and the two overlap seen from there; the
    free length between them is `at_least` and `at_most`."""

    word: ClassVar[str] = "in_front_of"
    example: ClassVar[str] = "in_front_of: {piece: coffee_table, of: sofa, at_least: 400 mm, at_most: 460 mm}"
    quarters: ClassVar[int] = 0
    piece: PieceName
    of: PieceName
    at_least_mm: Distance = Field(alias="at_least", default=0)
    at_most_mm: Distance | None = Field(alias="at_most", default=None)

    def express(self, world: World) -> Condition:
        return any_of(*(every(world.faces(self.of, f), self._at(world, f)) for f in DIRECTIONS))

    def _at(self, world: World, facing: Direction) -> Condition:
        d = turn(facing, self.quarters)
        axis = other_axis(AXIS_OF[d])
        what = f"overlap of {self.piece} and {self.of} along {axis}"
        gap, gap_what = world.gap(self.of, self.piece, d), f"gap of {self.piece} to {self.of}"
        parts: list[Condition] = [at_least(gap, self.at_least_mm, gap_what)]
        if self.at_most_mm is not None:
            parts.append(at_most(gap, self.at_most_mm, gap_what))
        parts += [at_least(-world.gap(self.of, self.piece, e), 1, what) for e in directions_along(axis)]
        return every(*parts)


class Behind(InFrontOf):
    """A piece lies wholly behind another as *it* faces, and the two overlap seen from there; the free
    length between them is `at_least` and `at_most`."""

    word: ClassVar[str] = "behind"
    example: ClassVar[str] = "behind: {piece: desk, of: desk_chair, at_most: 100 mm}"
    quarters: ClassVar[int] = 2


def direct(side: str, facing: Direction) -> Direction:
    """The direction of a side of a piece that faces `facing`; a direction is itself."""
    if side in TURNS_OF_SIDE:
        return turn(facing, TURNS_OF_SIDE[side])
    return next(d for d in DIRECTIONS if d == side)


class Facing(Rule):
    """A piece's front points at a wall, at another piece, at a point, or into the room.

    At north, east, south or west: it is turned that way. At one wall of several, such as north_1, or at a
    piece: that lies wholly in front, and the line straight ahead from the middle meets it. At a point: it
    lies in front, in the piece's width. Into the room: there is at least as much room ahead as behind.
    """

    word: ClassVar[str] = "facing"
    example: ClassVar[str] = "facing: {piece: armchair, to: sofa}"
    piece: PieceName
    to: Annotated[str | tuple[Length, Length], Names(walls=True, words=("room",))]

    def express(self, world: World) -> Condition:
        if self.to in DIRECTIONS:
            return world.faces(self.piece, direct(str(self.to), "south"))
        walls = world.room.find_walls(self.to) if isinstance(self.to, str) else ()
        if walls:
            return any_of(*(every(*self._at_wall(world, wall)) for wall in walls))
        return any_of(*(every(world.faces(self.piece, d), self._ahead(world, d)) for d in DIRECTIONS))

    def _at_wall(self, world: World, wall: WallSegment) -> Iterator[Condition]:
        middle = world.centre(self.piece, other_axis(AXIS_OF[wall.direction]))
        what = f"length from straight ahead of {self.piece} to an end of the {wall.name} wall"
        yield world.faces(self.piece, wall.direction)
        yield at_least(world.wall_gap(self.piece, wall), 0, f"gap of {self.piece} to the {wall.name} wall")
        yield at_least(middle - wall.start_mm, 0, what)
        yield at_least(-middle + wall.end_mm, 0, what)

    def _ahead(self, world: World, d: Direction) -> Condition:
        if isinstance(self.to, str):
            return (
                self._into_room(world, d) if self.to == "room" else meets_ahead(world, self.piece, self.to, d)
            )
        return self._at_point(world, d, self.to)

    def _into_room(self, world: World, d: Direction) -> Condition:
        # Twice the distance of the piece's middle from the middle of the room.
        ahead = world.room_gap(self.piece, d) - world.room_gap(self.piece, opposite(d))
        return at_least(ahead, 0, f"distance of {self.piece} behind the middle of the room", scale=2)

    def _at_point(self, world: World, d: Direction, point: tuple[int, int]) -> Condition:
        along, across = AXIS_OF[d], other_axis(AXIS_OF[d])
        at = dict(zip(("x", "y"), point, strict=True))
        offset = world.centre(self.piece, across) - at[across]
        what = f"offset of the point from straight ahead of {self.piece}"
        return every(
            at_least(
                -world.reach(self.piece, d) + at[along] * SIGN_OF[d],
                0,
                f"length from {self.piece} to the point",
            ),
            at_most(offset - world.half(self.piece, across), 0, what),
            at_most(-offset - world.half(self.piece, across), 0, what),
        )


def meets_ahead(world: World, piece: str, other: str, d: Direction) -> Condition:
    """`other` lies wholly towards d of `piece`, and the line from the piece's middle towards d meets it."""
    axis = other_axis(AXIS_OF[d])
    offset = world.centre(piece, axis) - world.centre(other, axis)
    what = f"offset of {other} from straight ahead of {piece}"
    return every(
        at_least(world.gap(piece, other, d), 0, f"gap of {piece} to {other} ahead"),
        at_most(offset - world.half(other, axis), 0, what),
        at_most(-offset - world.half(other, axis), 0, what),
    )


class Flanking(Rule):
    """Two pieces stand on opposite sides of a third, facing it, `gap` from it, their middles in line.

    `sides` says which sides of the third as it faces: front_back, left_right, or any.
    """

    word: ClassVar[str] = "flanking"
    example: ClassVar[str] = "flanking: {pieces: [chair_1, chair_2], of: dining_table, sides: left_right}"
    pieces: Annotated[tuple[str, str], Names()]
    of: PieceName
    gap_mm: Distance = Field(alias="gap", default=0)
    sides: Annotated[str, OneOf("sides", ("front_back", "left_right", "any"))] = "any"

    @model_validator(mode="after")
    def _three_pieces(self) -> Flanking:
        if len({*self.pieces, self.of}) != 3:
            raise ValueError("flanking needs three different pieces")
        return self

    def express(self, world: World) -> Condition:
        if self.sides == "any":
            return any_of(*(self._along(world, d) for d in DIRECTIONS))
        quarter = 0 if self.sides == "front_back" else 1
        return any_of(
            *(every(world.faces(self.of, turn(d, -quarter)), self._both_ways(world, d)) for d in DIRECTIONS)
        )

    def _both_ways(self, world: World, d: Direction) -> Condition:
        return any_of(self._along(world, d), self._along(world, opposite(d)))

    def _along(self, world: World, d: Direction) -> Condition:
        return every(
            *(self._at(world, piece, e) for piece, e in zip(self.pieces, (d, opposite(d)), strict=True))
        )

    def _at(self, world: World, piece: str, d: Direction) -> Condition:
        axis = other_axis(AXIS_OF[d])
        offset = world.centre(piece, axis) - world.centre(self.of, axis)
        return every(
            world.faces(piece, opposite(d)),
            equal(world.gap(self.of, piece, d), self.gap_mm, f"gap of {piece} to {self.of}"),
            equal(offset, 0, f"offset of {piece} from the middle of {self.of}"),
        )
