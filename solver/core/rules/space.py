"""Rules about free floor: clear, aisle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from solver.core.conditions import WIDTH, Condition, Linear, Spot, Walk, any_of, at_least, every
from solver.core.directions import AXIS_OF, DIRECTIONS, TURNS_OF_SIDE, Direction, opposite, turn
from solver.core.quantity import Extent
from solver.core.room import Opening, Room
from solver.core.rules.base import Names, Rule, read_word
from solver.core.world import World

_WIDTH = Linear(((WIDTH, 1),))


class Clear(Rule):
    """The floor before a piece, door or window is free, `depth` deep and as wide as the thing itself.

    For a piece, `side` says which side as it faces (front, back, left, right). Pieces under `except` may
    stand there.
    """

    word: ClassVar[str] = "clear"
    example: ClassVar[str] = "clear: {of: door, depth: 0.9 m}"
    of: Annotated[str, Names(openings=True)]
    depth_mm: Extent = Field(alias="depth")
    side: Annotated[str, BeforeValidator(read_word("side", TURNS_OF_SIDE))] = "front"
    apart_from: Annotated[tuple[str, ...], Names()] = Field(alias="except", default=())

    def condition(self, world: World) -> Condition:
        others = [name for name in world.pieces if name != self.of and name not in self.apart_from]
        opening = world.opening(self.of)
        if opening is not None:
            parts = [any_of(*self._off_opening(world, opening, other)) for other in others]
            return every(*parts) if parts else at_least(Linear(), 0, f"free depth before {self.of}")
        return any_of(*(self._before_piece(world, d, others) for d in DIRECTIONS))

    def _before_piece(self, world: World, facing: Direction, others: list[str]) -> Condition:
        d = turn(facing, TURNS_OF_SIDE[self.side])
        wall = at_least(world.wall_gap(self.of, d), self.depth_mm, f"free depth before {self.of}")
        zone = (any_of(*self._off_piece(world, d, other)) for other in others)
        return every(world.faces(self.of, facing), wall, *zone)

    def _off_piece(self, world: World, d: Direction, other: str) -> Iterator[Condition]:
        what = f"free depth before {self.of} up to {other}"
        yield at_least(world.gap(self.of, other, d), self.depth_mm, what)
        yield at_least(world.reach(self.of, d) - world.reach(other, d), 0, what)
        for side in (turn(d, 1), turn(d, -1)):
            yield at_least(world.gap(self.of, other, side), 0, what)

    def _off_opening(self, world: World, opening: Opening, other: str) -> Iterator[Condition]:
        what = f"free depth before {self.of} up to {other}"
        start, end = opening.span_mm
        high: Direction = "north" if AXIS_OF[opening.wall] == "x" else "east"
        yield at_least(world.wall_gap(other, opening.wall), self.depth_mm, what)
        yield at_least(-world.reach(other, opposite(high)) - end, 0, what)
        yield at_least(-world.reach(other, high) + start, 0, what)


class Aisle(Rule):
    """A way of at least `width` leads through the room: from a door (the first one, unless `from` names
    another or a wall) to the wall opposite, or to the wall or opening that `to` names.

    The way is at most `stretches` (3) straight stretches along the walls, wide enough for a square of
    `width`, and so for a disc of that diameter. It starts inside the door's width.
    """

    word: ClassVar[str] = "aisle"
    example: ClassVar[str] = "aisle: {width: 0.75 m}"
    width_mm: Extent = Field(alias="width")
    start: Annotated[str | None, Names(pieces=False, walls=True, openings=True)] = Field(
        alias="from", default=None
    )
    to: Annotated[str | None, Names(pieces=False, walls=True, openings=True)] = None
    stretches: Annotated[int, Field(ge=1, le=5)] = 3

    def find_faults(self, room: Room, openings: tuple[Opening, ...]) -> Iterator[str]:
        doors = [opening.name for opening in openings if opening.kind == "door"]
        ends = (self.start or next(iter(doors), None), self.to)
        for opening in openings:
            if opening.name in ends and opening.width_mm < self.width_mm:
                yield f"{self.width_mm} mm do not pass through {opening.name}, {opening.width_mm} mm wide"

    def condition(self, world: World) -> Condition:
        start, goal = self._ends(world)
        room = (world.room.width_mm, world.room.depth_mm)
        around = tuple(world.footprint(name) for name in world.pieces)
        starts, goals = (_stand_at(world, start),), (_stand_at(world, goal),)
        what = f"width of the way from {start} to {goal}"
        return Walk(self.width_mm, self.stretches, room, around, starts, goals, what)

    def _ends(self, world: World) -> tuple[str, str]:
        door = world.first_door()
        start = self.start or (door.name if door else None)
        opening = world.opening(start or "")
        wall = opening.wall if opening else start
        goal = self.to or next((opposite(d) for d in DIRECTIONS if d == wall), "north")
        return start or next((opposite(d) for d in DIRECTIONS if d == goal), "south"), goal


def _stand_at(world: World, name: str) -> Spot:
    """A square touching a wall, or touching the wall of an opening inside the opening's width."""
    opening = world.opening(name)
    wall = opening.wall if opening else next(d for d in DIRECTIONS if d == name)
    axis = AXIS_OF[wall]
    span = opening.span_mm if opening else (0, world.room.along_mm(wall))
    touch = Linear() if wall in ("south", "west") else -_WIDTH + world.wall_reach(wall)
    low, high = Linear((), span[0]), -_WIDTH + span[1]
    if axis == "x":
        return Spot(touch, low, touch, high)
    return Spot(low, touch, high, touch)
