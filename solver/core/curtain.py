"""Curtains of windows: where the rod and the two panels of cloth hang, drawn open, in whole millimetres.

A panel hangs at either side of its window and leaves all of it free. Both are as wide as the wall lets them
be, up to a share of the window's width.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.core.directions import AXIS_OF
from solver.core.outline import Box, WallSegment
from solver.core.room import Door, Obstacle, Opening, Room, Window

Span = tuple[int, int]

DEPTH_MM = 100  # from the wall: folds 70 mm deep about a rod at 60 mm
ROD_HALF_MM = 25  # the rod's rings and end knobs reach this far above and below its middle
ROD_END_MM = 45  # of the rod, beyond each panel
# Cloth of twice its span, gathered: what is drawn off one half of a window takes a fifth of its width.
PANEL_SHARE, LEAST_PANEL_MM, MOST_PANEL_MM = 0.22, 150, 450
KEEP_OFF_MM = 20  # from corners, doors, other windows and whatever else is in the way
ABOVE_WINDOW_MM, LEAST_ABOVE_MM = 120, 45  # from the window's top to the rod's middle
BELOW_CEILING_MM = 40  # from the rod's middle to the ceiling at least
HEM_MM = 20  # above the floor


class NoPlace(ValueError):
    """A curtain cannot hang there; the message says why and what to do."""


@dataclass(frozen=True)
class Volume:
    """What something takes up: `box` on the floor plan, from `low_mm` to `high_mm` above the floor."""

    name: str
    box: Box
    low_mm: int
    high_mm: int


@dataclass(frozen=True)
class Curtain:
    """The curtain of one window. Spans are along its wall: of the rod, and of the panels at the window's
    low and high end; `hem_mm` and `rod_at_mm` are the heights of their lower edge and of the rod's middle."""

    window: str
    wall: WallSegment
    rod_mm: Span
    panels_mm: tuple[Span, Span]
    hem_mm: int
    rod_at_mm: int

    def list_floors(self) -> tuple[Box, Box]:
        """Both panels from above."""
        low, high = (self.wall.box_before(span, DEPTH_MM) for span in self.panels_mm)
        return low, high

    def list_volumes(self) -> tuple[Volume, ...]:
        """The space of both panels and of the rod over them: no piece reaches into it."""
        rod_low = self.rod_at_mm - ROD_HALF_MM
        panels = (
            self._fill(f"curtain of {self.window}, {side}", span, self.hem_mm, rod_low)
            for side, span in zip(name_sides(self.wall), self.panels_mm, strict=True)
        )
        rod = self._fill(f"curtain rod of {self.window}", self.rod_mm, rod_low, self.rod_at_mm + ROD_HALF_MM)
        return (*panels, rod)

    def _fill(self, name: str, span: Span, low_mm: int, high_mm: int) -> Volume:
        return Volume(name, self.wall.box_before(span, DEPTH_MM), low_mm, high_mm)


def name_sides(wall: WallSegment) -> tuple[str, str]:
    """What the low and the high end of a wall are called."""
    return ("south", "north") if AXIS_OF[wall.direction] == "x" else ("west", "east")


def list_taken(room: Room, openings: Iterable[Opening], obstacles: Iterable[Obstacle]) -> list[Volume]:
    """What else stands in a room where a curtain might hang: obstacles, the sweep of doors that swing in,
    and what the room's box has beyond the room. All must fit the room."""
    taken = [Volume(o.name, o.find_box(room), 0, o.find_top_mm(room)) for o in obstacles]
    for door in (door for door in openings if isinstance(door, Door) and door.swing == "in"):
        (wall,) = room.find_walls(door.wall)
        box = wall.box_before(door.span_mm, door.width_mm)
        taken.append(Volume(f"the swing of {door.name}", box, 0, door.height_mm))
    return taken + [Volume("a corner of the room", box, 0, room.height_mm) for box in room.notches]


def hang_curtain(window: Window, room: Room, openings: Sequence[Opening], taken: Sequence[Volume]) -> Curtain:
    """The curtain of a window that fits its wall. Raises NoPlace where a panel or the rod cannot hang.

    It keeps off the ends of its wall, its wall's other openings, and `taken`. Curtains of neighbouring
    windows share the wall between them.
    """
    (wall,) = room.find_walls(window.wall)
    start, end = window.span_mm
    rod_at, hem = _find_rod_mm(window, room), window.sill_mm if window.curtain == "sill" else 0
    hem = max(HEM_MM, hem)
    low, high = (wall.start_mm + KEEP_OFF_MM, "the corner"), (wall.end_mm - KEEP_OFF_MM, "the corner")
    for volume in (*_list_beside(window, wall, openings, room), *taken):
        span = _find_span(wall, volume)
        if span is None or volume.high_mm <= hem or volume.low_mm >= rod_at + ROD_HALF_MM:
            continue
        over = span[0] < end and start < span[1]
        if over and volume.high_mm > rod_at - ROD_HALF_MM:
            raise NoPlace(f"{volume.name} is in the way of its rod; {_ADVICE}")
        if span[0] < start:
            low = max(low, (min(start, span[1] + KEEP_OFF_MM), volume.name))
        if span[1] > end:
            high = min(high, (max(end, span[0] - KEEP_OFF_MM), volume.name))
    sides = name_sides(wall)
    before = _find_width(window, sides[0], start - low[0], low[1])
    after = _find_width(window, sides[1], high[0] - end, high[1])
    return Curtain(
        window=window.name,
        wall=wall,
        rod_mm=(start - before - ROD_END_MM, end + after + ROD_END_MM),
        panels_mm=((start - before, start), (end, end + after)),
        hem_mm=hem,
        rod_at_mm=rod_at,
    )


_ADVICE = "move the window, or leave its `curtain` out"


def _find_rod_mm(window: Window, room: Room) -> int:
    top = window.sill_mm + window.height_mm
    rod_at = min(top + ABOVE_WINDOW_MM, room.height_mm - BELOW_CEILING_MM)
    if rod_at < top + LEAST_ABOVE_MM:
        need = LEAST_ABOVE_MM + BELOW_CEILING_MM
        raise NoPlace(
            f"the window ends {room.height_mm - top} mm below the ceiling, and the rod needs {need} mm; "
            "lower the window's top, or leave its `curtain` out"
        )
    return rod_at


def _list_beside(
    window: Window, wall: WallSegment, openings: Sequence[Opening], room: Room
) -> Iterator[Volume]:
    """The wall's other openings as if they reached into the room; one with a curtain of its own takes half
    of the wall in between."""
    start, end = window.span_mm
    for other in (other for other in openings if other.wall == window.wall and other.name != window.name):
        low, high = other.span_mm
        top = other.sill_mm + other.height_mm
        if isinstance(other, Window) and other.curtain != "none":
            top = room.height_mm
            high = (high + start + 1) // 2 if high <= start else high
            low = (low + end) // 2 if low >= end else low
        yield Volume(other.name, wall.box_before((low, high), DEPTH_MM), other.sill_mm, top)


def _find_span(wall: WallSegment, volume: Volume) -> Span | None:
    """Where along a wall a volume comes into the strip that its curtains hang in; None where it does not."""
    strip = wall.box_before((wall.start_mm, wall.end_mm), DEPTH_MM)
    along, across = (1, 0) if AXIS_OF[wall.direction] == "x" else (0, 1)
    meets = all(
        volume.box[axis] < strip[axis + 2] and strip[axis] < volume.box[axis + 2] for axis in (along, across)
    )
    return (volume.box[along], volume.box[along + 2]) if meets else None


def _find_width(window: Window, side: str, free_mm: int, what: str) -> int:
    """How wide a panel is that has `free_mm` of wall up to `what`, the rod's end included."""
    if free_mm < LEAST_PANEL_MM + ROD_END_MM:
        raise NoPlace(
            f"{max(0, free_mm)} mm of wall are free on its {side} side up to {what}, and a panel with the "
            f"rod's end needs {LEAST_PANEL_MM + ROD_END_MM} mm; {_ADVICE}"
        )
    wanted = min(MOST_PANEL_MM, max(LEAST_PANEL_MM, round(window.width_mm * PANEL_SHARE)))
    return min(wanted, free_mm - ROD_END_MM)
