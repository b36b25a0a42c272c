"""The room and its pieces as linear expressions: what rules are written in.

Everything is seen along a direction d (the wall it leads to), so that one formula serves four walls:
`reach(p, d)` is how far piece p reaches towards d, and the gap of p to the wall d is
`wall_reach(d) - reach(p, d)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.core.conditions import Faces, Footprint, Linear, Variable
from solver.core.directions import AXIS_OF, DIRECTIONS, SIGN_OF, YAW_OF, Axis, Direction, opposite
from solver.core.layout import Layout, Piece
from solver.core.room import Door, Opening, Room

QUARTER_TURNS = (0, 90, 180, 270)


@dataclass(frozen=True)
class World:
    """A room with its openings and measured pieces, their places still unknown."""

    room: Room
    openings: tuple[Opening, ...]
    pieces: Mapping[str, Piece]

    def centre(self, piece: str, axis: Axis) -> Linear:
        """The footprint's centre along an axis."""
        return Linear(((Variable(axis, piece), 1),))

    def half(self, piece: str, axis: Axis) -> Linear:
        """Half the footprint's extent along an axis; depends on the yaw."""
        half_x, half_y = self.pieces[piece].half_mm
        straight, turned = (half_x, half_y) if axis == "x" else (half_y, half_x)
        if straight == turned:
            return Linear((), straight)
        terms = tuple((Variable("yaw", piece, yaw), turned - straight) for yaw in (90, 270))
        return Linear(terms, straight)

    def reach(self, piece: str, d: Direction) -> Linear:
        """How far a piece's footprint reaches towards d."""
        axis = AXIS_OF[d]
        return self.centre(piece, axis) * SIGN_OF[d] + self.half(piece, axis)

    def wall_reach(self, d: Direction) -> int:
        """How far the room reaches towards d."""
        return {"east": self.room.width_mm, "north": self.room.depth_mm}.get(d, 0)

    def wall_gap(self, piece: str, d: Direction) -> Linear:
        """The free length from a piece to the wall d."""
        return -self.reach(piece, d) + self.wall_reach(d)

    def gap(self, one: str, other: str, d: Direction) -> Linear:
        """The free length from `one` towards d to `other`; negative unless `other` lies wholly there."""
        return -self.reach(other, opposite(d)) - self.reach(one, d)

    def footprint(self, piece: str) -> Footprint:
        """The piece's four edges."""
        return Footprint(
            piece, -self.reach(piece, "west"), -self.reach(piece, "south"), self.reach(piece, "east"),
            self.reach(piece, "north"),
        )  # fmt: skip

    def faces(self, piece: str, d: Direction) -> Faces:
        return Faces(piece, YAW_OF[d])

    def opening(self, name: str) -> Opening | None:
        return next((opening for opening in self.openings if opening.name == name), None)

    def first_door(self) -> Door | None:
        return next((opening for opening in self.openings if isinstance(opening, Door)), None)


def find_values(layout: Layout) -> dict[Variable, int]:
    """The value of every unknown in a finished layout."""
    values: dict[Variable, int] = {}
    for place in layout.placements:
        values[Variable("x", place.piece)] = place.x_mm
        values[Variable("y", place.piece)] = place.y_mm
        for yaw in QUARTER_TURNS:
            values[Variable("yaw", place.piece, yaw)] = int(yaw == place.yaw_deg)
    return values


def inside_room(world: World, piece: str) -> tuple[Linear, ...]:
    """The gaps to the four walls, in the order of DIRECTIONS; none may be negative."""
    return tuple(world.wall_gap(piece, d) for d in DIRECTIONS)
