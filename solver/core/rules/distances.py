"""Rules about free lengths: gap, near, far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from solver.core.conditions import Condition, Linear, any_of, at_least, at_most, equal, every
from solver.core.directions import DIRECTIONS
from solver.core.outline import WallSegment
from solver.core.quantity import Distance, Extent
from solver.core.rules.base import Names, PieceName, Rule
from solver.core.world import World

_THINGS = Names(walls=True, obstacles=True, words=("any",))


class Gap(Rule):
    """The free length between a piece and a wall, another piece or an obstacle: `exactly`, `at_least`,
    `at_most`.

    Between two pieces it is measured along x or y, whichever is larger: 500 mm at least means that they
    are 500 mm apart along one of the two. To a wall shorter than the room, `exactly` and `at_most` ask
    that the piece stands before it. `to: any` is any of the walls.
    """

    word: ClassVar[str] = "gap"
    example: ClassVar[str] = "gap: {piece: dining_table, to: east, exactly: 800 mm}"
    piece: PieceName
    to: Annotated[str, _THINGS]
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
        if self.to == "any" and self.at_least_mm is not None:
            raise ValueError(
                "away from every wall is `far: {from: any}`; to any wall takes exactly or at_most"
            )
        return self

    def express(self, world: World) -> Condition:
        what = f"gap of {self.piece} to {self.to}"
        walls = world.room.walls if self.to == "any" else world.room.find_walls(self.to)
        if walls:
            return any_of(*(every(*self._to_wall(world, wall, what)) for wall in walls))
        return every(*self._limit([world.gap(self.piece, self.to, d) for d in DIRECTIONS], what))

    def _to_wall(self, world: World, wall: WallSegment, what: str) -> Iterator[Condition]:
        gap = world.wall_gap(self.piece, wall)
        yield from self._limit([gap], what)
        if len(world.room.walls) > 4 and (self.exactly_mm is not None or self.at_most_mm is not None):
            yield at_least(gap, 0, what)
            for past in world.outside_span(self.piece, wall):
                yield at_least(-past, 1, f"length of {self.piece} before the {wall.name} wall")

    def _limit(self, gaps: list[Linear], what: str) -> Iterator[Condition]:
        if self.exactly_mm is not None:
            yield any_of(*(equal(gap, self.exactly_mm, what) for gap in gaps))
        if self.at_least_mm is not None:
            yield any_of(*(at_least(gap, self.at_least_mm, what) for gap in gaps))
        most = self.at_most_mm if self.exactly_mm is None or len(gaps) == 1 else self.exactly_mm
        if most is not None:
            yield every(*(at_most(gap, most, what) for gap in gaps))


class Near(Rule):
    """The free length from a piece to a wall (or `any` wall), another piece or an obstacle is `within` at
    most."""

    word: ClassVar[str] = "near"
    example: ClassVar[str] = "near: {piece: armchair, to: window_table, within: 600 mm}"
    piece: PieceName
    to: Annotated[str, _THINGS]
    within_mm: Distance = Field(alias="within")

    def express(self, world: World) -> Condition:
        limit = {"piece": self.piece, "to": self.to, "at_most": f"{self.within_mm} mm"}
        return Gap.model_validate(limit).express(world)


class Far(Rule):
    """A piece is away from a wall (or `any` wall), another piece or an obstacle: `by` at least, measured
    as in gap."""

    word: ClassVar[str] = "far"
    example: ClassVar[str] = "far: {piece: bed, from: any, by: 600 mm}"
    piece: PieceName
    start: Annotated[str, Names(walls=True, obstacles=True, words=("any",))] = Field(alias="from")
    by_mm: Extent = Field(alias="by")

    def express(self, world: World) -> Condition:
        what = f"gap of {self.piece} to {self.start}"
        walls = world.room.walls if self.start == "any" else world.room.find_walls(self.start)
        if walls:
            return every(*(self._off_wall(world, wall.name, what) for wall in walls))
        return any_of(*(at_least(world.gap(self.piece, self.start, d), self.by_mm, what) for d in DIRECTIONS))

    def _off_wall(self, world: World, name: str, what: str) -> Condition:
        """Off the wall's line, or, where the wall is shorter than the room, past one of its ends."""
        (wall,) = (wall for wall in world.room.walls if wall.name == name)
        past = (at_least(outside, self.by_mm, what) for outside in world.outside_span(self.piece, wall))
        return any_of(at_least(world.wall_gap(self.piece, wall), self.by_mm, what), *past)
