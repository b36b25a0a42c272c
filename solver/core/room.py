"""The empty room of a scene file: its size or outline, openings in its walls, and fixed obstacles."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from solver.core.directions import DIRECTIONS, Direction
from solver.core.outline import (
    Box,
    Point,
    WallSegment,
    find_outline_fault,
    find_thin_fault,
    list_notches,
    list_walls,
)
from solver.core.quantity import Distance, Extent, Length, read_length_mm
from solver.core.yaml_source import suggest

# Panel radiators are mostly sold 300 to 900 mm high; 600 mm fits under a window sill at 900 mm.
RADIATOR_MM = 600

# What a wall may be called, in whatever room.
WALL_NAME = re.compile(r"(north|east|south|west)(_\d+)?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,49}")
NAME_SCHEMA = {"type": "string", "pattern": f"^{_NAME.pattern}$"}


def find_name_fault(name: str) -> str | None:
    """What is wrong with the name of a piece, an opening or an obstacle, or None."""
    if _NAME.fullmatch(name):
        return None
    what = "a name of letters, digits and _, beginning with a letter, is needed, at most 50 long"
    return f"{what} (found {name!r})"


def _check_name(name: str) -> str:
    if (fault := find_name_fault(name)) is not None:
        raise ValueError(fault)
    return name


Identifier = Annotated[str, AfterValidator(_check_name), WithJsonSchema(NAME_SCHEMA)]


class FrozenModel(BaseModel):
    """A part of a scene file: unknown keys are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Room(FrozenModel):
    """A room, inner size; its walls grow outwards by `wall_mm`.

    Rectangular by `width` and `depth`, or any outline of right angles by its corners, counter-clockwise
    from anywhere; `width_mm` and `depth_mm` are then those of its box.
    """

    outline_mm: tuple[tuple[Length, Length], ...] | None = Field(alias="outline", default=None)
    width_mm: Extent = Field(alias="width", ge=500)
    depth_mm: Extent = Field(alias="depth", ge=500)
    height_mm: Extent = Field(alias="height", ge=500)
    wall_mm: Extent = Field(alias="walls", default=120)

    @model_validator(mode="before")
    @classmethod
    def _measure_outline(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "outline" not in data:
            return data
        if {"width", "depth"} & data.keys():
            raise ValueError("give width and depth, or an outline, not both")
        corners = data["outline"]
        if not isinstance(corners, list) or not all(isinstance(c, list) and len(c) == 2 for c in corners):
            raise ValueError("an outline is a list of corners, e.g. [[0, 0], [5 m, 0], [5 m, 4 m], [0, 4 m]]")
        points = [(read_length_mm(x), read_length_mm(y)) for x, y in corners]
        fault = find_outline_fault(points)
        if fault:
            raise ValueError(fault)
        width, depth = (max(point[axis] for point in points) for axis in (0, 1))
        return {**data, "width": f"{width} mm", "depth": f"{depth} mm"}

    @model_validator(mode="after")
    def _hold_walls(self) -> Room:
        fault = find_thin_fault(self.corners_mm, self.wall_mm)
        if fault:
            raise ValueError(f"{fault}; give thinner `walls`, or another outline")
        return self

    @property
    def corners_mm(self) -> tuple[Point, ...]:
        """The outline, counter-clockwise."""
        width, depth = self.width_mm, self.depth_mm
        return self.outline_mm or ((0, 0), (width, 0), (width, depth), (0, depth))

    @cached_property
    def walls(self) -> tuple[WallSegment, ...]:
        return list_walls(self.corners_mm)

    @cached_property
    def notches(self) -> tuple[Box, ...]:
        """What the room's box has beyond the room."""
        return list_notches(self.corners_mm)

    def find_walls(self, name: str) -> tuple[WallSegment, ...]:
        """The wall of this name, or every wall in this direction."""
        return tuple(wall for wall in self.walls if name in (wall.name, wall.direction))

    def wall_names(self) -> list[str]:
        """Every name that a wall may be called by."""
        return sorted({name for wall in self.walls for name in (wall.name, wall.direction)})


class _Opening(FrozenModel):
    """A hole in a wall. `centre_mm` is its middle along the wall: x for north and south walls, y for east
    and west walls. `sill_mm` is the height of its lower edge."""

    name: Identifier
    wall: str
    centre_mm: Distance = Field(alias="centre")
    width_mm: Extent = Field(alias="width")
    height_mm: Extent = Field(alias="height")

    @property
    def span_mm(self) -> tuple[int, int]:
        """Start and end along the wall, half a millimetre low where the width is odd."""
        start = self.centre_mm - (self.width_mm + 1) // 2
        return start, start + self.width_mm

    @property
    def direction(self) -> Direction:
        """The direction of the opening's wall."""
        direction: Direction = self.wall.split("_")[0]  # type: ignore[assignment]
        return direction


class Window(_Opening):
    """A window; daylight enters through it.

    With `curtain: sill` or `floor` a panel of cloth hangs at either side of it, down to the sill or to the
    floor, drawn open; pieces keep off it, but may stand under a hem that is above them.
    """

    kind: ClassVar[str] = "window"
    name: Identifier = "window"
    sill_mm: Distance = Field(alias="sill", default=900)
    curtain: Literal["none", "sill", "floor"] = "none"


class Door(_Opening):
    """A door; it reaches down to the floor.

    With `swing: in` its leaf turns into the room, and the square that it sweeps, as deep as the door is
    wide, is kept free as by a rule. `hinge` is the side of the hinge as seen from inside the room.
    """

    kind: ClassVar[str] = "door"
    sill_mm: ClassVar[int] = 0
    name: Identifier = "door"
    width_mm: Extent = Field(alias="width", default=900)
    height_mm: Extent = Field(alias="height", default=2000)
    hinge: Literal["left", "right"] = "left"
    swing: Literal["in", "out"] = "out"


Opening = Window | Door
OPENINGS: dict[str, type[Window] | type[Door]] = {"window": Window, "door": Door}


class Column(FrozenModel):
    """A fixed box on the floor: `at` is its middle."""

    name: Identifier = "column"
    at_mm: tuple[Length, Length] = Field(alias="at")
    size_mm: tuple[Extent, Extent] = Field(alias="size")

    def find_box(self, room: Room) -> Box:
        (x, y), (width, depth) = self.at_mm, self.size_mm
        west, south = x - width // 2, y - depth // 2
        return west, south, west + width, south + depth

    def find_top_mm(self, room: Room) -> int:
        """Columns reach up to the ceiling."""
        return room.height_mm


class Radiator(FrozenModel):
    """A fixed box at a wall, `depth` deep."""

    name: Identifier = "radiator"
    wall: str
    centre_mm: Distance = Field(alias="centre")
    width_mm: Extent = Field(alias="width")
    depth_mm: Extent = Field(alias="depth", default=120)

    def find_box(self, room: Room) -> Box:
        start = self.centre_mm - self.width_mm // 2
        return room.find_walls(self.wall)[0].box_before((start, start + self.width_mm), self.depth_mm)

    def find_top_mm(self, room: Room) -> int:
        return min(RADIATOR_MM, room.height_mm)


Obstacle = Column | Radiator
OBSTACLES: dict[str, type[Column] | type[Radiator]] = {"column": Column, "radiator": Radiator}


def find_wall_fault(name: str, room: Room | None) -> str | None:
    """Why an opening or radiator cannot be in the wall called `name`, or None; in a room that is faulty
    itself (None) every wall may be there."""
    if room is None:
        return None if WALL_NAME.fullmatch(name) else f"unknown wall {name!r}{suggest(name, DIRECTIONS)}"
    walls = room.find_walls(name)
    if not walls:
        return f"unknown wall {name!r}{suggest(name, room.wall_names())}"
    if len(walls) > 1:
        return f"there are {len(walls)} {name} walls; say {' or '.join(wall.name for wall in walls)}"
    return None


def find_misfit(opening: Opening, room: Room | None) -> str | None:
    """What keeps an opening from fitting its wall, or None; of a faulty room only the names are known."""
    fault = find_wall_fault(opening.wall, room)
    if fault or room is None:
        return fault
    start, end = opening.span_mm
    wall = room.find_walls(opening.wall)[0]
    if start < wall.start_mm or end > wall.end_mm:
        return (
            f"reaches from {start} to {end} mm along the {opening.wall} wall, which is {wall.start_mm} to "
            f"{wall.end_mm} mm long"
        )
    top = opening.sill_mm + opening.height_mm
    if top > room.height_mm:
        return f"reaches up to {top} mm; the room is {room.height_mm} mm high"
    return None


def overlap(one: Opening, other: Opening) -> bool:
    """True where two openings share a part of the same wall."""
    if one.wall != other.wall:
        return False
    (a0, a1), (b0, b1) = one.span_mm, other.span_mm
    low, high = (
        max(one.sill_mm, other.sill_mm),
        min(one.sill_mm + one.height_mm, other.sill_mm + other.height_mm),
    )
    return max(a0, b0) < min(a1, b1) and low < high
