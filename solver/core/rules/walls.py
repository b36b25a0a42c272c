"""Rules about a piece and the room: against, corner, centred, pin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from solver.core.conditions import Condition, Faces, any_of, at_least, equal, every
from solver.core.directions import AXIS_OF, DIRECTIONS, TURNS_OF_SIDE, Axis, Direction, other_axis, turn
from solver.core.outline import WallSegment
from solver.core.quantity import Angle, Distance, Length
from solver.core.rules.base import Names, OneOf, PieceName, Rule
from solver.core.world import World

CORNERS: dict[str, tuple[Direction, Direction]] = {
    "north-east": ("north", "east"),
    "north-west": ("north", "west"),
    "south-east": ("south", "east"),
    "south-west": ("south", "west"),
}


def stand_at(world: World, piece: str, wall: WallSegment, gap_mm: int) -> Iterator[Condition]:
    """The piece is `gap_mm` from a wall and inside its extent."""
    yield equal(world.wall_gap(piece, wall), gap_mm, f"gap of {piece} to the {wall.name} wall")
    for inside in world.inside_span(piece, wall):
        yield at_least(inside, 0, f"length of {piece} inside the {wall.name} wall")


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
    side: Annotated[str, OneOf("side", (*TURNS_OF_SIDE, "any"))] = "back"

    def express(self, world: World) -> Condition:
        walls = world.room.walls if self.wall == "any" else world.room.find_walls(self.wall)
        return any_of(*(self._at_wall(world, wall) for wall in walls))

    def _at_wall(self, world: World, wall: WallSegment) -> Condition:
        stands = stand_at(world, self.piece, wall, self.gap_mm)
        if self.side == "any":
            return every(*stands)
        return every(world.faces(self.piece, turn(wall.direction, -TURNS_OF_SIDE[self.side])), *stands)


class Corner(Rule):
    """A piece stands in a corner, `gap` from both walls. `corner` is north-east, north-west, south-east,
    south-west or any."""

    word: ClassVar[str] = "corner"
    example: ClassVar[str] = "corner: {piece: plant, corner: north-east, gap: 50 mm}"
    piece: PieceName
    corner: Annotated[str, OneOf("corner", (*CORNERS, "any"))] = "any"
    gap_mm: Distance = Field(alias="gap", default=0)

    def express(self, world: World) -> Condition:
        corners = [
            (one, other)
            for name, (d, e) in CORNERS.items()
            if self.corner in (name, "any")
            for one in world.room.find_walls(d)
            for other in world.room.find_walls(e)
            if one.at_mm in (other.start_mm, other.end_mm) and other.at_mm in (one.start_mm, one.end_mm)
        ]
        return any_of(*(every(*self._between(world, *walls)) for walls in corners))

    def _between(self, world: World, one: WallSegment, other: WallSegment) -> Iterator[Condition]:
        for wall in (one, other):
            yield from stand_at(world, self.piece, wall, self.gap_mm)


class Centred(Rule):
    """A piece's middle is in the middle of a wall, of the room, or of another piece.

    On a wall it is centred along that wall. On the room or a piece, `axis` says along which axis (x or
    y); without it, along both.
    """

    word: ClassVar[str] = "centred"
    example: ClassVar[str] = "centred: {piece: tv_stand, on: south}"
    piece: PieceName
    on: Annotated[str, Names(walls=True, obstacles=True, openings=True, words=("room",))]
    axis: Literal["x", "y"] | None = None

    @model_validator(mode="after")
    def _no_axis_of_walls(self) -> Centred:
        if self.on in DIRECTIONS and self.axis is not None:
            raise ValueError(f"centred on the {self.on} wall is along that wall: leave axis out")
        return self

    def express(self, world: World) -> Condition:
        walls, opening = world.room.find_walls(self.on), world.opening(self.on)
        if walls:
            return any_of(*(self._on_wall(world, wall) for wall in walls))
        if opening is not None:
            axis = other_axis(AXIS_OF[opening.direction])
            return self._at_middle(world, axis, 2 * opening.centre_mm)
        axes: tuple[Axis, ...] = (self.axis,) if self.axis else ("x", "y")
        if self.on == "room":
            twice = {"x": world.room.width_mm, "y": world.room.depth_mm}
            return every(*(self._at_middle(world, axis, twice[axis]) for axis in axes))
        return every(*(self._on_piece(world, axis) for axis in axes))

    def _on_wall(self, world: World, wall: WallSegment) -> Condition:
        axis = other_axis(AXIS_OF[wall.direction])
        return self._at_middle(world, axis, wall.start_mm + wall.end_mm)

    def _at_middle(self, world: World, axis: Axis, twice_mm: int) -> Condition:
        what = f"offset of {self.piece} from the middle of {self.on} along {axis}"
        return equal(world.centre(self.piece, axis) * 2 - twice_mm, 0, what, scale=2)

    def _on_piece(self, world: World, axis: Axis) -> Condition:
        what = f"offset of {self.piece} from the middle of {self.on} along {axis}"
        return equal(world.centre(self.piece, axis) - world.centre(self.on, axis), 0, what)


class Pin(Rule):
    """A piece's middle stands at a point, and where `yaw` is given, turned so: 0 deg faces south, 90 deg
    east, 180 deg north, 270 deg west."""

    word: ClassVar[str] = "pin"
    example: ClassVar[str] = "pin: {piece: stove, at: [1.2 m, 3.7 m], yaw: 0 deg}"
    piece: PieceName
    at_mm: tuple[Length, Length] | None = Field(alias="at", default=None)
    yaw_deg: Angle | None = Field(alias="yaw", default=None)

    @model_validator(mode="after")
    def _something(self) -> Pin:
        if self.at_mm is None and self.yaw_deg is None:
            raise ValueError("a pin needs at, or yaw, or both")
        return self

    def express(self, world: World) -> Condition:
        parts: list[Condition] = []
        if self.at_mm is not None:
            for axis, value in zip(("x", "y"), self.at_mm, strict=True):
                what = f"{axis} of {self.piece}"
                parts.append(equal(world.centre(self.piece, axis), value, what))  # type: ignore[arg-type]
        if self.yaw_deg is not None:
            parts.append(Faces(self.piece, self.yaw_deg))
        return every(*parts)
