"""Rules about several pieces at once: aligned, row, around, same_yaw, mirrored."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from solver.core.conditions import Condition, Faces, any_of, equal, every
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    FACED_AT,
    TURNS_OF_SIDE,
    YAW_OF,
    Axis,
    Direction,
    directions_along,
    opposite,
    other_axis,
    turn,
)
from solver.core.quantity import Distance
from solver.core.rules.base import Names, OneOf, PieceName, Rule
from solver.core.turning import QUARTER_TURNS
from solver.core.world import World

PieceNames = Annotated[tuple[str, ...], Names(), Field(min_length=2)]
EDGES = (*DIRECTIONS, "x", "y")


class Aligned(Rule):
    """Pieces are in line: the same edge (north, east, south, west) on one line, or their middles on one x
    or on one y."""

    word: ClassVar[str] = "aligned"
    example: ClassVar[str] = "aligned: {pieces: [bed, wardrobe], edge: north}"
    pieces: PieceNames
    edge: Annotated[str, OneOf("edge", EDGES)]

    def express(self, world: World) -> Condition:
        first = self.pieces[0]
        return every(*(self._in_line(world, first, other) for other in self.pieces[1:]))

    def _in_line(self, world: World, one: str, other: str) -> Condition:
        what = f"offset of {other} from {one} at {self.edge}"
        if self.edge in DIRECTIONS:
            d = next(d for d in DIRECTIONS if d == self.edge)
            return equal(world.reach(other, d) - world.reach(one, d), 0, what)
        axis: Axis = "x" if self.edge == "x" else "y"
        return equal(world.centre(other, axis) - world.centre(one, axis), 0, what)


class Row(Rule):
    """Pieces stand side by side in a row, in the order given, going `to` a direction, `gap` apart, their
    middles in line."""

    word: ClassVar[str] = "row"
    example: ClassVar[str] = "row: {pieces: [chair_1, chair_2, chair_3], to: east, gap: 50 mm}"
    pieces: PieceNames
    to: Annotated[str, OneOf("direction", DIRECTIONS)]
    gap_mm: Distance = Field(alias="gap", default=0)

    def express(self, world: World) -> Condition:
        d = next(d for d in DIRECTIONS if d == self.to)
        axis = other_axis(AXIS_OF[d])
        parts: list[Condition] = []
        for one, other in pairwise(self.pieces):
            offset = world.centre(other, axis) - world.centre(one, axis)
            parts.append(equal(world.gap(one, other, d), self.gap_mm, f"gap of {one} to {other}"))
            parts.append(equal(offset, 0, f"offset of {other} from the row"))
        return every(*parts)


class Around(Rule):
    """Pieces stand around another, facing it, `gap` from it, spread evenly over its sides.

    `sides` says how many stand at the front, left, back and right of the other as it faces; without it
    each in turn takes the side with the most length for one. They are counted counter-clockwise from the
    front.
    """

    word: ClassVar[str] = "around"
    example: ClassVar[str] = "around: {pieces: [chair_1, chair_2, chair_3, chair_4], of: table, gap: 50 mm}"
    pieces: PieceNames
    of: PieceName
    gap_mm: Distance = Field(alias="gap", default=0)
    sides: dict[Literal["front", "left", "back", "right"], Annotated[int, Field(ge=0)]] | None = None

    @model_validator(mode="after")
    def _counts_agree(self) -> Around:
        if self.sides is not None and sum(self.sides.values()) != len(self.pieces):
            raise ValueError(f"sides hold {sum(self.sides.values())} pieces; {len(self.pieces)} are given")
        return self

    def express(self, world: World) -> Condition:
        spots = self._spread(world)
        return any_of(
            *(
                every(world.faces(self.of, f), *(self._at(world, f, *spot) for spot in spots))
                for f in DIRECTIONS
                if YAW_OF[f] in world.yaws(self.of)
            )
        )

    def _spread(self, world: World) -> list[tuple[str, int, int]]:
        """(piece, quarter turns of its side from the front, offset in mm along the side to its left end)."""
        width, depth = (2 * half for half in world.pieces[self.of].half_mm)
        length = {"front": width, "left": depth, "back": width, "right": depth}
        counts: dict[str, int] = {side: (self.sides or {}).get(side, 0) for side in TURNS_OF_SIDE}  # type: ignore[call-overload]
        if self.sides is None:
            for _ in self.pieces:
                best = max(TURNS_OF_SIDE, key=lambda side: length[side] // (counts[side] + 1))
                counts[best] += 1
        spots, names = [], iter(self.pieces)
        for side, quarters in TURNS_OF_SIDE.items():
            for index in range(counts[side]):
                offset = length[side] * (2 * index + 1 - counts[side]) // (2 * counts[side])
                spots.append((next(names), quarters, offset))
        return spots

    def _at(self, world: World, facing: Direction, piece: str, quarters: int, offset_mm: int) -> Condition:
        d = turn(facing, quarters)
        left = turn(d, 1)
        axis = AXIS_OF[left]
        offset = world.centre(piece, axis) - world.centre(self.of, axis)
        sign = 1 if left == directions_along(axis)[0] else -1
        return every(
            world.faces(piece, opposite(d)),
            equal(world.gap(self.of, piece, d), self.gap_mm, f"gap of {piece} to {self.of}"),
            equal(offset, sign * offset_mm, f"offset of {piece} from the middle of {self.of}"),
        )


class SameYaw(Rule):
    """Pieces are turned alike."""

    word: ClassVar[str] = "same_yaw"
    example: ClassVar[str] = "same_yaw: {pieces: [desk_1, desk_2]}"
    pieces: PieceNames

    def express(self, world: World) -> Condition:
        shared = [yaw for yaw in world.yaws(self.pieces[0]) if all(yaw in world.yaws(p) for p in self.pieces)]
        return any_of(*(every(*(Faces(piece, yaw) for piece in self.pieces)) for yaw in shared))


class Mirrored(Rule):
    """Two pieces are mirror images: `axis` x swaps east and west, y swaps north and south, about the
    middle of the room or of another piece."""

    word: ClassVar[str] = "mirrored"
    example: ClassVar[str] = "mirrored: {pieces: [nightstand_1, nightstand_2], axis: x, about: bed}"
    pieces: Annotated[tuple[str, str], Names()]
    axis: Literal["x", "y"]
    about: Annotated[str, Names(words=("room",))] = "room"

    def express(self, world: World) -> Condition:
        one, other = self.pieces
        across = other_axis(self.axis)
        middle = world.centre(one, self.axis) + world.centre(other, self.axis)
        if self.about == "room":
            middle = middle - (world.room.width_mm if self.axis == "x" else world.room.depth_mm)
        else:
            middle = middle - world.centre(self.about, self.axis) * 2
        offset = world.centre(one, across) - world.centre(other, across)
        turned = (every(Faces(one, yaw), Faces(other, self._mirror(yaw))) for yaw in QUARTER_TURNS)
        return every(
            equal(middle, 0, f"offset of {one} and {other} from mirrored places along {self.axis}"),
            equal(offset, 0, f"offset of {one} and {other} along {across}"),
            any_of(*turned),
        )

    def _mirror(self, yaw_deg: int) -> int:
        d = FACED_AT[yaw_deg]
        return YAW_OF[opposite(d) if AXIS_OF[d] == self.axis else d]
