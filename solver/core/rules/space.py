"""Rules about free floor before things: clear, and the swing of a door."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from solver.core.conditions import Absent, Condition, Linear, any_of, at_least, every
from solver.core.directions import AXIS_OF, DIRECTIONS, SIGN_OF, TURNS_OF_SIDE, Direction, opposite, turn
from solver.core.quantity import Extent
from solver.core.room import Opening
from solver.core.rules.base import Names, OneOf, Rule
from solver.core.world import World


class Clear(Rule):
    """The floor before a piece, door or window is free, `depth` deep and as wide as the thing itself.

    For a piece, `side` says which side as it faces (front, back, left, right): so `side: back` is the room
    to pull a chair out. Pieces under `except` may stand there. What lies flat or stands on other pieces
    is not in the way.
    """

    word: ClassVar[str] = "clear"
    example: ClassVar[str] = "clear: {of: door, depth: 0.9 m}"
    of: Annotated[str, Names(openings=True)]
    depth_mm: Extent = Field(alias="depth")
    side: Annotated[str, OneOf("side", tuple(TURNS_OF_SIDE))] = "front"
    apart_from: Annotated[tuple[str, ...], Names(needs=False)] = Field(alias="except", default=())

    @property
    def most_loose_mm(self) -> int:
        """All of its depth: what a piece juts into the free floor by may be less sideways, which no depth
        gives."""
        return self.depth_mm

    def loosen(self, by_mm: int) -> Self:
        """Less deep."""
        return self.model_copy(update={"depth_mm": self.depth_mm - by_mm})

    def express(self, world: World) -> Condition:
        others = [name for name in world.standing() if name != self.of and name not in self.apart_from]
        opening = world.opening(self.of)
        free = at_least(Linear(), 0, f"free depth before {self.of}")
        if opening is not None:
            return every(free, *(any_of(*self._off_opening(world, opening, other)) for other in others))
        return any_of(*(self._before_piece(world, d, others) for d in DIRECTIONS))

    def _before_piece(self, world: World, facing: Direction, others: list[str]) -> Condition:
        d = turn(facing, TURNS_OF_SIDE[self.side])
        wall = at_least(world.room_gap(self.of, d), self.depth_mm, f"free depth before {self.of}")
        zone = (any_of(*self._off_piece(world, d, other)) for other in others)
        return every(world.faces(self.of, facing), wall, *zone)

    def _off_piece(self, world: World, d: Direction, other: str) -> Iterator[Condition]:
        what = f"free depth before {self.of} up to {other}"
        if other in world.optional:
            yield Absent(other)
        yield at_least(world.gap(self.of, other, d), self.depth_mm, what)
        yield at_least(world.reach(self.of, d) - world.reach(other, d), 0, what)
        for side in (turn(d, 1), turn(d, -1)):
            yield at_least(world.gap(self.of, other, side), 0, what)

    def _off_opening(self, world: World, opening: Opening, other: str) -> Iterator[Condition]:
        what = f"free depth before {self.of} up to {other}"
        if other in world.optional:
            yield Absent(other)
        wall = world.wall_of(opening)
        start, end = opening.span_mm
        high: Direction = "north" if AXIS_OF[wall.direction] == "x" else "east"
        yield at_least(world.wall_gap(other, wall), self.depth_mm, what)
        yield at_least(-world.reach(other, opposite(high)) - end, 0, what)
        yield at_least(-world.reach(other, high) + start, 0, what)
        # Where the room goes on past this wall, whatever stands there is not before the opening.
        beyond = -world.reach(other, opposite(wall.direction)) - wall.at_mm * SIGN_OF[wall.direction]
        yield at_least(beyond, 0, what)
