"""Rules about ways through the room: aisle, walkable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from solver.core.conditions import WIDTH, Absent, Condition, Linear, Spot, Walk, any_of, every
from solver.core.directions import (
    AXIS_OF,
    DIRECTIONS,
    TURNS_OF_SIDE,
    Direction,
    directions_along,
    opposite,
    other_axis,
    turn,
)
from solver.core.outline import WallSegment
from solver.core.quantity import Distance, Extent
from solver.core.room import Opening, Room
from solver.core.rules.base import Names, OneOf, Rule
from solver.core.turning import find_half
from solver.core.world import World

_WIDTH = Linear(((WIDTH, 1),))
# Somebody stands at a piece when the two share this much of its side, or half of a narrower side.
LEAST_SHARED_MM = 200


class Way(Rule):
    """What aisle and walkable share: how wide a way is, and how many straight stretches it may have."""

    width_mm: Extent = Field(alias="width")
    stretches: Annotated[int, Field(ge=1, le=8)] = 3

    def find_faults(self, room: Room, openings: tuple[Opening, ...]) -> Iterator[str]:
        for opening in openings:
            if opening.name in self._ends_at(openings) and opening.width_mm < self.width_mm:
                yield f"{self.width_mm} mm do not pass through {opening.name}, {opening.width_mm} mm wide"

    def _ends_at(self, openings: tuple[Opening, ...]) -> set[str | None]:
        """Names of the openings that the way leads through."""
        raise NotImplementedError

    def _walk(self, world: World, start: str, goal: str, goals: tuple[Spot, ...]) -> Walk:
        around = tuple(world.footprint(name) for name in world.standing())
        room = (world.room.width_mm, world.room.depth_mm)
        return Walk(self.width_mm, self.stretches, room, around, stand_at(world, start), goals, start, goal)


class Aisle(Way):
    """A way of at least `width` leads through the room: from a door (the first one, unless `from` names
    another or a wall) to the wall opposite, or to the wall or opening that `to` names.

    The way is at most `stretches` (3) straight stretches along the walls, wide enough for a square of
    `width`, and so for a disc of that diameter; a disc that only squeezes through diagonally does not
    count. It starts inside the door's width.
    """

    word: ClassVar[str] = "aisle"
    example: ClassVar[str] = "aisle: {width: 0.75 m}"
    start: Annotated[str | None, Names(pieces=False, walls=True, openings=True)] = Field(
        alias="from", default=None
    )
    to: Annotated[str | None, Names(pieces=False, walls=True, openings=True)] = None

    def _ends_at(self, openings: tuple[Opening, ...]) -> set[str | None]:
        doors = (opening.name for opening in openings if opening.kind == "door")
        return {self.start or next(doors, None), self.to}

    def express(self, world: World) -> Condition:
        start, goal = self._ends(world)
        return self._walk(world, start, goal, stand_at(world, goal))

    def _ends(self, world: World) -> tuple[str, str]:
        door = next(iter(world.doors()), None)
        start = self.start or (door.name if door else None)
        opening = world.opening(start or "")
        wall = opening.wall if opening else start
        goal = self.to or next((opposite(d) for d in DIRECTIONS if wall and wall.split("_")[0] == d), "north")
        return start or next((opposite(d) for d in DIRECTIONS if goal.split("_")[0] == d), "south"), goal


class Walkable(Way):
    """A disc of diameter `width` gets from every door (or the one that `from` names) to the `side` of
    every piece under `to`: front, back, left, right as it faces, or any.

    It gets there when it stands before that side, at most `reach` off, sharing 200 mm of it or half of a
    narrower one. The way is at most `stretches` (4) straight stretches along the walls and leaves room for a
    square of that width; a disc that only squeezes through diagonally does not count. A piece turned off the
    quarters has the side `any` only.
    """

    word: ClassVar[str] = "walkable"
    example: ClassVar[str] = "walkable: {to: [sofa, desk], width: 0.9 m}"
    to: Annotated[tuple[str, ...], Names(needs=False), Field(min_length=1)]
    start: Annotated[str | None, Names(pieces=False, openings=True)] = Field(alias="from", default=None)
    side: Annotated[str, OneOf("side", (*TURNS_OF_SIDE, "any"))] = "front"
    reach_mm: Distance = Field(alias="reach", default=300)
    stretches: Annotated[int, Field(ge=1, le=8)] = 4

    def find_faults(self, room: Room, openings: tuple[Opening, ...]) -> Iterator[str]:
        yield from super().find_faults(room, openings)
        if not any(opening.kind == "door" for opening in openings):
            yield "walkable needs a door to start from; add one under openings"

    def _ends_at(self, openings: tuple[Opening, ...]) -> set[str | None]:
        return (
            {opening.name for opening in openings if opening.kind == "door"}
            if not self.start
            else {self.start}
        )

    def express(self, world: World) -> Condition:
        starts = [self.start] if self.start else [door.name for door in world.doors()]
        there = [piece for piece in self.to if piece in world.pieces]
        return every(*(self._reach(world, start, piece) for start in starts for piece in there))

    def _reach(self, world: World, start: str, piece: str) -> Condition:
        goals = tuple(self._find_spots(world, piece))
        walk = self._walk(world, start, piece, goals)
        return any_of(Absent(piece), walk) if piece in world.optional else walk

    def _find_spots(self, world: World, piece: str) -> Iterator[Spot]:
        if self.side == "any":
            for d in DIRECTIONS:
                yield self._stand_before(world, piece, d)
            return
        for facing in DIRECTIONS:
            spot = self._stand_before(world, piece, turn(facing, TURNS_OF_SIDE[self.side]))
            yield Spot(spot.west, spot.south, spot.east, spot.north, (world.faces(piece, facing),))

    def _stand_before(self, world: World, piece: str, d: Direction) -> Spot:
        """Low corners of squares that stand before the side d of a piece."""
        shared = min(LEAST_SHARED_MM, *self._halves_mm(world, piece))
        axis = other_axis(AXIS_OF[d])
        high, low = (world.reach(piece, e) for e in directions_along(axis))
        across = (-low - _WIDTH + shared, high - shared)
        edge = world.reach(piece, d)
        near = edge if d in ("north", "east") else -edge - _WIDTH
        far = near + self.reach_mm if d in ("north", "east") else near - self.reach_mm
        along = (near, far) if d in ("north", "east") else (far, near)
        if AXIS_OF[d] == "x":
            return Spot(along[0], across[0], along[1], across[1])
        return Spot(across[0], along[0], across[1], along[1])

    def _halves_mm(self, world: World, piece: str) -> Iterator[int]:
        for yaw in world.yaws(piece):
            yield from find_half(world.pieces[piece].half_mm, yaw)


def stand_at(world: World, name: str) -> tuple[Spot, ...]:
    """Low corners of squares that touch a wall, or the wall of an opening inside the opening's width."""
    opening = world.opening(name)
    if opening is not None:
        return (_touch(world.wall_of(opening), opening.span_mm),)
    return tuple(_touch(wall, (wall.start_mm, wall.end_mm)) for wall in world.room.find_walls(name))


def _touch(wall: WallSegment, span_mm: tuple[int, int]) -> Spot:
    at = Linear((), wall.at_mm) if wall.direction in ("south", "west") else -_WIDTH + wall.at_mm
    low, high = Linear((), span_mm[0]), -_WIDTH + span_mm[1]
    if AXIS_OF[wall.direction] == "x":
        return Spot(at, low, at, high)
    return Spot(low, at, high, at)
