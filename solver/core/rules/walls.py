"""Rules about a piece and the room: against, corner, gap, centred."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from solver.core.conditions import Condition, Linear, any_of, at_least, at_most, equal, every
from solver.core.directions import AXIS_OF, DIRECTIONS, TURNS_OF_SIDE, Axis, Direction, turn
from solver.core.quantity import Distance
from solver.core.rules.base import Names, PieceName, Rule, read_word
from solver.core.world import World

CORNERS: dict[str, tuple[Direction, Direction]] = {
    "north-east": ("north", "east"),
    "north-west": ("north", "west"),
    "south-east": ("south", "east"),
    "south-west": ("south", "west"),
}


class Against(Rule):
    """A piece stands at a wall, `gap` from it, by default with its back to the wall.

    `wall` may be `any`. `side` is the side of the piece that is at the wall: back, left, right, front, or
    any.
    """

    word: ClassVar[str] = "against"
    example: ClassVar[str] = "against: {piece: sofa, wall: north, gap: 100 mm}"
    piece: PieceName
    wall: Annotated[str, Names(pieces=False, walls=True, words=("any",))]
    gap_mm: Distance = Field(alias="gap", default=0)
    side: Annotated[str, BeforeValidator(read_word("side", (*TURNS_OF_SIDE, "any")))] = "back"

    def condition(self, world: World) -> Condition:
        walls = [d for d in DIRECTIONS if self.wall in (d, "any")]
        return any_of(*(self._at_wall(world, d) for d in walls))

    def _at_wall(self, world: World, d: Direction) -> Condition:
        stands = equal(world.wall_gap(self.piece, d), self.gap_mm, f"gap of {self.piece} to the {d} wall")
        if self.side == "any":
            return stands
        return every(world.faces(self.piece, turn(d, -TURNS_OF_SIDE[self.side])), stands)


class Corner(Rule):
    """A piece stands in a corner, `gap` from both walls. `corner` is north-east, north-west, south-east,
    south-west or any."""

    word: ClassVar[str] = "corner"
    example: ClassVar[str] = "corner: {piece: plant, corner: north-east, gap: 50 mm}"
    piece: PieceName
    corner: Annotated[str, BeforeValidator(read_word("corner", (*CORNERS, "any")))] = "any"
    gap_mm: Distance = Field(alias="gap", default=0)

    def condition(self, world: World) -> Condition:
        corners = [walls for name, walls in CORNERS.items() if self.corner in (name, "any")]
        return any_of(*(every(*(self._at_wall(world, d) for d in walls)) for walls in corners))

    def _at_wall(self, world: World, d: Direction) -> Condition:
        return equal(world.wall_gap(self.piece, d), self.gap_mm, f"gap of {self.piece} to the {d} wall")


class Gap(Rule):
    """The free length between a piece and a wall or another piece: `exactly`, `at_least`, `at_most`.

    Between two pieces it is measured along x or y, whichever is larger: 500 mm at least means that they
    are 500 mm apart along one of the two.
    """

    word: ClassVar[str] = "gap"
    example: ClassVar[str] = "gap: {piece: dining_table, to: east, exactly: 800 mm}"
    piece: PieceName
    to: Annotated[str, Names(walls=True)]
    exactly_mm: Distance | None = Field(alias="exactly", default=None)
    at_least_mm: Distance | None = Field(alias="at_least", default=None)
    at_most_mm: Distance | None = Field(alias="at_most", default=None)

    @model_validator(mode="after")
    def _one_amount(self) -> Gap:
        limits = [value for value in (self.at_least_mm, self.at_most_mm) if value is not None]
        if (self.exactly_mm is None) == (not limits):
            raise ValueError("a gap needs exactly, or at_least, or at_most, or both of the last two")
        if len(limits) == 2 and limits[0] > limits[1]:
            raise ValueError(f"at_least {limits[0]} mm is more than at_most {limits[1]} mm")
        return self

    def condition(self, world: World) -> Condition:
        what = f"gap of {self.piece} to {self.to}"
        if self.to in DIRECTIONS:
            gaps = [world.wall_gap(self.piece, self.to)]
        else:
            gaps = [world.gap(self.piece, self.to, d) for d in DIRECTIONS]
        return every(*self._limit(gaps, what))

    def _limit(self, gaps: list[Linear], what: str) -> Iterator[Condition]:
        if self.exactly_mm is not None:
            yield any_of(*(equal(gap, self.exactly_mm, what) for gap in gaps))
        if self.at_least_mm is not None:
            yield any_of(*(at_least(gap, self.at_least_mm, what) for gap in gaps))
        most = self.at_most_mm if self.exactly_mm is None or len(gaps) == 1 else self.exactly_mm
        if most is not None:
            yield every(*(at_most(gap, most, what) for gap in gaps))


class Centred(Rule):
    """A piece's middle is in the middle of a wall, of the room, or of another piece.

    On a wall it is centred along that wall. On the room or a piece, `axis` says along which axis (x or
    y); without it, along both.
    """

    word: ClassVar[str] = "centred"
    example: ClassVar[str] = "centred: {piece: tv_stand, on: south}"
    piece: PieceName
    on: Annotated[str, Names(walls=True, words=("room",))]
    axis: Literal["x", "y"] | None = None

    @model_validator(mode="after")
    def _no_axis_of_walls(self) -> Centred:
        if self.on in DIRECTIONS and self.axis is not None:
            raise ValueError(f"centred on the {self.on} wall is along that wall: leave axis out")
        return self

    def condition(self, world: World) -> Condition:
        if self.on in DIRECTIONS:
            axes: tuple[Axis, ...] = ("x" if AXIS_OF[self.on] == "y" else "y",)
        else:
            axes = (self.axis,) if self.axis else ("x", "y")
        return every(*(self._along(world, axis) for axis in axes))

    def _along(self, world: World, axis: Axis) -> Condition:
        what = f"offset of {self.piece} from the middle of {self.on} along {axis}"
        if self.on in world.pieces:
            return equal(world.centre(self.piece, axis) - world.centre(self.on, axis), 0, what)
        length = world.room.width_mm if axis == "x" else world.room.depth_mm
        return equal(world.centre(self.piece, axis) * 2 - length, 0, what, scale=2)
