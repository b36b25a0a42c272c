"""The empty room of a scene file: its size, and windows and doors as openings in its walls."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from solver.core.directions import AXIS_OF, Wall
from solver.core.quantity import Distance, Extent

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=50)]


class FrozenModel(BaseModel):
    """A part of a scene file: unknown keys are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Room(FrozenModel):
    """A rectangular room, inner size; its walls grow outwards by `wall_mm`."""

    width_mm: Extent = Field(alias="width", ge=500)
    depth_mm: Extent = Field(alias="depth", ge=500)
    height_mm: Extent = Field(alias="height", ge=500)
    wall_mm: Extent = Field(alias="walls", default=120)

    def along_mm(self, wall: Wall) -> int:
        """Length of a wall: x runs along north and south, y along east and west."""
        return self.width_mm if AXIS_OF[wall] == "y" else self.depth_mm


class _Opening(FrozenModel):
    """A hole in a wall. `centre_mm` is its middle along the wall: x for the north and south walls, y for
    the east and west walls. `sill_mm` is the height of its lower edge."""

    name: Identifier
    wall: Wall
    centre_mm: Distance = Field(alias="centre")
    width_mm: Extent = Field(alias="width")
    height_mm: Extent = Field(alias="height")

    @property
    def span_mm(self) -> tuple[int, int]:
        """Start and end along the wall, half a millimetre low where the width is odd."""
        start = self.centre_mm - (self.width_mm + 1) // 2
        return start, start + self.width_mm


class Window(_Opening):
    """A window; daylight enters through it."""

    kind: ClassVar[str] = "window"
    name: Identifier = "window"
    sill_mm: Distance = Field(alias="sill", default=900)


class Door(_Opening):
    """A door; it reaches down to the floor."""

    kind: ClassVar[str] = "door"
    sill_mm: ClassVar[int] = 0
    name: Identifier = "door"
    width_mm: Extent = Field(alias="width", default=900)
    height_mm: Extent = Field(alias="height", default=2000)


Opening = Window | Door
OPENINGS: dict[str, type[Window] | type[Door]] = {"window": Window, "door": Door}


def find_misfit(opening: Opening, room: Room) -> str | None:
    """What keeps an opening from fitting its wall, or None."""
    start, end = opening.span_mm
    length = room.along_mm(opening.wall)
    if start < 0 or end > length:
        return (
            f"reaches from {start} to {end} mm along the {opening.wall} wall, which is 0 to {length} mm long"
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
