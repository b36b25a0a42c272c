"""The measured floor plan in millimetres: walls, pieces, obstacles, openings."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from solver.check.case import Case
from solver.check.footprint import find_footprint
from solver.check.interior import find_box_mm, find_walls, make_outline
from solver.check.rules.scale import Reading, Unmeasured, turned_by
from solver.core.directions import (
    AXIS_OF,
    FACED_AT,
    GROWING,
    YAW_OF,
    Axis,
    Direction,
    directions_along,
    measure_towards,
    opposite,
)
from solver.core.measured import Solid
from solver.core.outline import WallSegment
from solver.core.room import Door, Opening


@dataclass(frozen=True)
class Body:
    """One piece or obstacle: its footprint's box (mm), where its front looks (degrees), its outline (mm),
    and how high it begins and ends (mm)."""

    name: str
    low: tuple[float, float]
    high: tuple[float, float]
    facing_deg: float | None
    outline: tuple[tuple[float, float], ...]
    centre: tuple[float, float]
    base_mm: float = 0.0
    top_mm: float = 0.0

    def reach(self, d: Direction) -> float:
        """Coordinate along d's axis of the side towards d."""
        axis = 0 if AXIS_OF[d] == "x" else 1
        return self.high[axis] if d in GROWING else self.low[axis]

    def middle(self, axis: Axis) -> float:
        """Middle of the footprint along an axis."""
        return self.centre[0 if axis == "x" else 1]

    def span(self, axis: Axis) -> tuple[float, float]:
        """Where the box begins and ends along an axis."""
        k = 0 if axis == "x" else 1
        return self.low[k], self.high[k]

    def length(self, axis: Axis) -> float:
        """Extent of the box along an axis."""
        low, high = self.span(axis)
        return high - low

    @property
    def facing(self) -> float:
        """Where the front looks, degrees. Raises Unmeasured where that is not known."""
        if self.facing_deg is None:
            raise Unmeasured(f"where {self.name} faces is not known: the object has no yaw_deg")
        return self.facing_deg

    def front(self) -> Direction:
        """The wall that the front looks at, to the nearest quarter turn."""
        return FACED_AT[round(self.facing / 90.0) % 4 * 90]

    def reads_facing(self, d: Direction) -> Reading:
        """How far the front looks off from d."""
        return turned_by(f"turn of {self.name} from facing {d}", self.facing, YAW_OF[d])


@dataclass(frozen=True)
class Floor:
    """The room's walls and box in mm, and what is there to be measured.

    `bodies` holds pieces and obstacles, `missing` why a piece cannot be measured, `absent` the optional
    pieces that were left out, `raised` the pieces that lie flat or stand on others by the scene's rules,
    so that they take up no floor. `supports` says, for each object that does not stand on the floor, how
    far (mm) each object right below it lies under it.
    """

    walls: tuple[WallSegment, ...]
    sides: dict[Direction, float]
    outline: Polygon
    bodies: dict[str, Body]
    openings: tuple[Opening, ...]
    missing: dict[str, str]
    absent: frozenset[str] = frozenset()
    obstacles: frozenset[str] = frozenset()
    raised: frozenset[str] = frozenset()
    supports: dict[str, dict[str, float]] = field(default_factory=dict)
    ways: dict[float, BaseGeometry] = field(default_factory=dict, compare=False)

    def body(self, piece: str) -> Body:
        """A piece or obstacle by its key. Raises Unmeasured with the reason when it is not there."""
        if piece not in self.bodies:
            raise Unmeasured(self.missing.get(piece, f"{piece} is not there"))
        return self.bodies[piece]

    def find_walls(self, name: str) -> tuple[WallSegment, ...]:
        """The wall of this name, or every wall in this direction."""
        return tuple(wall for wall in self.walls if name in (wall.name, wall.direction))

    def find_direction(self, name: str) -> Direction:
        """The direction that all walls of this name are in."""
        (direction,) = {wall.direction for wall in self.find_walls(name)}
        return direction

    def wall_gap(self, piece: str, wall: WallSegment) -> float:
        """Free length from a piece to a wall's line."""
        return measure_towards(wall.direction, self.body(piece).reach(wall.direction), wall.at_mm)

    def room_gap(self, piece: str, d: Direction) -> float:
        """Length from a piece to the side d of the room's box."""
        return measure_towards(d, self.body(piece).reach(d), self.sides[d])

    def gap(self, one: str, other: str, d: Direction) -> float:
        """Free length from `one` towards d to `other`; negative when they overlap along it."""
        return measure_towards(d, self.body(one).reach(d), self.body(other).reach(opposite(d)))

    def middle(self, axis: Axis) -> float:
        """Middle of the room's box along an axis."""
        high, low = directions_along(axis)
        return (self.sides[low] + self.sides[high]) / 2.0

    def opening(self, name: str | None) -> Opening | None:
        """An opening by its name."""
        return next((opening for opening in self.openings if opening.name == name), None)

    def wall_of(self, opening: Opening) -> WallSegment:
        """The wall that an opening is in."""
        (wall,) = self.find_walls(opening.wall)
        return wall

    @property
    def doors(self) -> list[Door]:
        """The doors, in file order."""
        return [opening for opening in self.openings if isinstance(opening, Door)]

    @cached_property
    def standing(self) -> dict[str, Body]:
        """What takes up floor, by key."""
        return {name: body for name, body in self.bodies.items() if name not in self.raised}


def find_floor(case: Case) -> Floor | None:
    """The floor plan as measured; None when room.blend was not. A wall that was not measured is taken
    from the scene file (its own check says so)."""
    if case.measured is None:
        return None
    walls = find_walls(case)
    bodies, missing = {}, {}
    for piece, label in case.labels.items():
        solid, count = case.solid(piece), len(case.find_solids(piece))
        if solid is not None:
            bodies[piece] = _make_body(label, solid)
        elif piece not in case.absent:
            missing[piece] = f"{label} is there {count} times" if count else f"{label} is missing"
    for obstacle in case.spec.obstacles:
        bodies[obstacle.name] = _make_block(obstacle.name, obstacle.find_box(case.spec.room))
    return Floor(
        walls=walls,
        sides=find_box_mm(walls),
        outline=make_outline(case.spec.room, walls),
        bodies=bodies,
        openings=case.spec.openings,
        missing=missing,
        absent=case.absent,
        obstacles=frozenset(obstacle.name for obstacle in case.spec.obstacles),
        raised=case.flat | frozenset(case.stacked),
        supports={name: dict(below) for name, below in case.measured.supports.items()},
    )


def _make_body(label: str, solid: Solid) -> Body:
    foot = find_footprint(solid)
    return Body(
        name=label,
        low=foot.low,
        high=foot.high,
        facing_deg=solid.facing_deg,
        outline=tuple((x * 1000.0, y * 1000.0) for x, y in solid.outline),
        centre=foot.centre,
        base_mm=solid.box_min[2] * 1000.0,
        top_mm=solid.box_max[2] * 1000.0,
    )


def _make_block(name: str, box: tuple[int, int, int, int]) -> Body:
    west, south, east, north = (float(side) for side in box)
    corners = ((west, south), (east, south), (east, north), (west, north))
    # A block's middle is whole: half a millimetre low where its side is odd.
    centre = (float((box[0] + box[2]) // 2), float((box[1] + box[3]) // 2))
    return Body(name, (west, south), (east, north), None, corners, centre)
