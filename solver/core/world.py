"""The room and its pieces as linear expressions: what rules are written in.

Everything is seen along a direction d (the wall it leads to), so that one formula serves four walls:
`reach(p, d)` is how far piece p reaches towards d, and the gap of p to a wall there is the wall's own
reach less that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from solver.core.conditions import Faces, Footprint, Linear, Variable
from solver.core.curtain import Volume
from solver.core.directions import AXIS_OF, SIGN_OF, YAW_OF, Axis, Direction, opposite, other_axis
from solver.core.layout import Layout, Piece
from solver.core.outline import Box, WallSegment
from solver.core.room import Door, Opening, Room
from solver.core.turning import QUARTER_TURNS, find_half

FLOOR = "floor"  # level of a piece that stands on the floor
FLAT = "flat"  # level of a rug: on the floor, and others stand on it


@dataclass(frozen=True)
class World:
    """A room with its openings, fixed blocks and measured pieces, their places still unknown.

    `turns` are the yaws a piece may take, where not the four quarters. `levels` says what a piece stands
    on, where not the floor: FLAT, or the name of another piece. `optional` pieces may be left out.
    `hung` are curtains: they take up no floor, but pieces that reach up to them keep off them.
    """

    room: Room
    openings: tuple[Opening, ...]
    pieces: Mapping[str, Piece]
    blocks: Mapping[str, Box] = field(default_factory=dict)
    turns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, int] = field(default_factory=dict)
    hung: tuple[Volume, ...] = ()

    def yaws(self, piece: str) -> tuple[int, ...]:
        return self.turns.get(piece, QUARTER_TURNS)

    def level(self, piece: str) -> str:
        return self.levels.get(piece, FLOOR)

    def standing(self) -> list[str]:
        """Pieces and blocks that take up floor, in file order."""
        return [name for name in self.pieces if self.level(name) == FLOOR] + list(self.blocks)

    def base_mm(self, piece: str) -> int:
        """Height of a piece's underside: what stands below it, all the way down, as far as that is there."""
        below = self.level(piece)
        if below in (FLOOR, FLAT) or below not in self.pieces:
            return 0
        return self.base_mm(below) + self.pieces[below].height_mm

    def reaches(self, piece: str, volume: Volume) -> bool:
        """True where a piece is high enough to touch what hangs above the floor."""
        return self.base_mm(piece) + self.pieces[piece].height_mm > volume.low_mm

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """What never moves: the blocks, and what hangs over the floor."""
        return {**self.blocks, **{volume.name: volume.box for volume in self.hung}}

    def centre(self, name: str, axis: Axis) -> Linear:
        """The footprint's middle along an axis; of a block with an odd side, half a millimetre low."""
        if name in self.boxes:
            box = self.boxes[name]
            return Linear((), (box[0] + box[2]) // 2 if axis == "x" else (box[1] + box[3]) // 2)
        return Linear(((Variable(axis, name), 1),))

    def half(self, piece: str, axis: Axis) -> Linear:
        """Half the footprint's extent along an axis; depends on the yaw."""
        index = 0 if axis == "x" else 1
        yaws = self.yaws(piece)
        halves = [find_half(self.pieces[piece].half_mm, yaw)[index] for yaw in yaws]
        terms = (
            (Variable("yaw", piece, yaw), value - halves[0]) for yaw, value in zip(yaws, halves, strict=True)
        )
        return Linear(tuple((variable, factor) for variable, factor in terms if factor), halves[0])

    def reach(self, name: str, d: Direction) -> Linear:
        """How far a footprint reaches towards d."""
        known = self._reaches.get((name, d))
        if known is None:
            known = self._reaches[name, d] = self._find_reach(name, d)
        return known

    def _find_reach(self, name: str, d: Direction) -> Linear:
        axis = AXIS_OF[d]
        if name in self.boxes:
            west, south, east, north = self.boxes[name]
            return Linear((), {"west": -west, "south": -south, "east": east, "north": north}[d])
        return self.centre(name, axis) * SIGN_OF[d] + self.half(name, axis)

    def _lack(self, name: str, d: Direction) -> Linear:
        """The reach towards d, negated."""
        known = self._lacks.get((name, d))
        if known is None:
            known = self._lacks[name, d] = -self.reach(name, d)
        return known

    @cached_property
    def _lacks(self) -> dict[tuple[str, Direction], Linear]:
        """Negated reaches found so far: each gap is the sum of two."""
        return {}

    @cached_property
    def _reaches(self) -> dict[tuple[str, Direction], Linear]:
        """Reaches found so far: rules ask for the same ones thousands of times."""
        return {}

    def room_gap(self, piece: str, d: Direction) -> Linear:
        """The length from a piece to the side d of the room's box."""
        return -self.reach(piece, d) + {"east": self.room.width_mm, "north": self.room.depth_mm}.get(d, 0)

    def wall_gap(self, piece: str, wall: WallSegment) -> Linear:
        """The free length from a piece to a wall, along its normal."""
        return -self.reach(piece, wall.direction) + wall.at_mm * SIGN_OF[wall.direction]

    def inside_span(self, piece: str, wall: WallSegment) -> Iterator[Linear]:
        """Lengths by which a piece stays inside the wall's extent, seen along the wall's normal; none for
        a wall as long as the room, which nothing can leave."""
        axis = other_axis(AXIS_OF[wall.direction])
        length = self.room.width_mm if axis == "x" else self.room.depth_mm
        if wall.start_mm > 0:
            yield -self.reach(piece, "west" if axis == "x" else "south") - wall.start_mm
        if wall.end_mm < length:
            yield -self.reach(piece, "east" if axis == "x" else "north") + wall.end_mm

    def outside_span(self, piece: str, wall: WallSegment) -> Iterator[Linear]:
        """Lengths by which a piece is wholly past an end of a wall shorter than the room."""
        axis = other_axis(AXIS_OF[wall.direction])
        length = self.room.width_mm if axis == "x" else self.room.depth_mm
        if wall.start_mm > 0:
            yield -self.reach(piece, "east" if axis == "x" else "north") + wall.start_mm
        if wall.end_mm < length:
            yield -self.reach(piece, "west" if axis == "x" else "south") - wall.end_mm

    def gap(self, one: str, other: str, d: Direction) -> Linear:
        """The free length from `one` towards d to `other`; negative unless `other` lies wholly there."""
        return self._lack(other, opposite(d)) + self._lack(one, d)

    def footprint(self, name: str) -> Footprint:
        """The four edges of a piece or block."""
        west, south = -self.reach(name, "west"), -self.reach(name, "south")
        east, north = self.reach(name, "east"), self.reach(name, "north")
        return Footprint(name, west, south, east, north, name in self.optional)

    def faces(self, piece: str, d: Direction) -> Faces:
        return Faces(piece, YAW_OF[d])

    def opening(self, name: str) -> Opening | None:
        return next((opening for opening in self.openings if opening.name == name), None)

    def wall_of(self, opening: Opening) -> WallSegment:
        """The wall that an opening is in."""
        return self.room.find_walls(opening.wall)[0]

    def doors(self) -> list[Door]:
        return [opening for opening in self.openings if isinstance(opening, Door)]


def find_values(layout: Layout) -> dict[Variable, int]:
    """The value of every unknown in a finished layout; its yaws that are not taken are left out."""
    values: dict[Variable, int] = {}
    for place in layout.placements:
        values[Variable("x", place.piece)] = place.x_mm
        values[Variable("y", place.piece)] = place.y_mm
        values[Variable("yaw", place.piece, place.yaw_deg)] = 1
    return values
