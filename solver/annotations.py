"""A plan drawn over the finished top view: names, sizes and free lengths in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from solver.core.directions import AXIS_OF, DIRECTIONS, SIGN_OF
from solver.core.geometry import Box, find_corners, find_footprint
from solver.core.layout import Layout
from solver.core.room import Room
from solver.core.rules.stacking import MOST_FLAT_MM
from solver.core.spec import SceneSpec
from solver.core.topview import measure_seen_width_m
from solver.output import ANNOTATED

INK, PAPER, LINE = (20, 24, 30), (255, 255, 255), (200, 30, 40)
LEAST_GAP_MM = 30  # shorter free lengths have no room for a number
FONT_SHARE = 70  # a letter's height is the picture's width by this
# Where text goes that would cover other text, in halves of its own size to the right and down: nearest first.
STEPS = range(-5, 6)
SHIFTS = sorted(
    ((right, down) for right in STEPS for down in STEPS), key=lambda at: (at[0] ** 2 * 4 + at[1] ** 2, at)
)


@dataclass(frozen=True)
class Gap:
    """A free straight length between two points of the floor, mm."""

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length_mm(self) -> int:
        """Its length."""
        return round(abs(self.end[0] - self.start[0]) + abs(self.end[1] - self.start[1]))


def annotate_top_view(folder: Path, spec: SceneSpec, layout: Layout) -> Path:
    """Write ANNOTATED into `folder`, drawn over a copy of its top view; returns its path."""
    with Image.open(folder / "top_view.png") as image:
        picture = image.convert("RGB")
    _Drawing(picture, spec, layout).draw()
    target = folder / ANNOTATED
    picture.save(target)
    return target


def list_gaps(room: Room, boxes: list[Box]) -> Iterator[Gap]:
    """From the middle of each side of each box straight to what is next: another box or a wall. Between two
    boxes it is told once, from the western or southern one."""
    for box in boxes:
        for direction in DIRECTIONS:
            axis, sign = ("x", "y").index(AXIS_OF[direction]), SIGN_OF[direction]
            start, across = box[axis + (2 if sign > 0 else 0)], (box[1 - axis] + box[3 - axis]) / 2
            walls = [
                wall.at_mm * sign
                for wall in room.walls
                if wall.direction == direction and wall.start_mm < across < wall.end_mm
            ]
            others = [
                other[axis + (0 if sign > 0 else 2)] * sign
                for other in boxes
                if other[1 - axis] < across < other[3 - axis]
            ]
            ahead = [at for at in others if at >= start * sign]
            end = min(at for at in (*walls, *ahead, math.inf) if at >= start * sign) * sign
            if math.isfinite(end) and not (sign < 0 and -end in ahead):
                yield Gap(*(((at, across) if axis == 0 else (across, at)) for at in (start, end)))


class _Drawing:
    """Millimetres of the room (y north) as pixels of the picture (y down)."""

    def __init__(self, picture: Image.Image, spec: SceneSpec, layout: Layout) -> None:
        self.layout, self.room = layout, spec.room
        self.draw_on = ImageDraw.Draw(picture)
        room = spec.room
        seen_m = measure_seen_width_m(
            room.width_mm / 1000, room.depth_mm / 1000, room.wall_mm / 1000, picture.size
        )
        self.scale = picture.width / (seen_m * 1000.0)
        self.middle = picture.width / 2, picture.height / 2
        self.font = ImageFont.load_default(size=max(9, picture.width // FONT_SHARE))
        self.written: list[tuple[float, float, float, float]] = []

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the floor in the picture."""
        x, y = point[0] - self.room.width_mm / 2, point[1] - self.room.depth_mm / 2
        return self.middle[0] + x * self.scale, self.middle[1] - y * self.scale

    def draw(self) -> None:
        """Outlines, then lines of free lengths, then all text: names first, which have the better places."""
        pairs = list(zip(self.layout.pieces, self.layout.placements, strict=True))
        for piece, place in pairs:
            corners = [self.place(corner) for corner in find_corners(piece, place)]
            self.draw_on.polygon(corners, outline=LINE, width=max(1, round(self.scale * 12)))
        # What stands on another piece or lies flat has no floor of its own to keep clear.
        standing = [find_footprint(p, at) for p, at in pairs if at.z_mm == 0 and p.height_mm > MOST_FLAT_MM]
        gaps = [gap for gap in list_gaps(self.room, standing) if gap.length_mm >= LEAST_GAP_MM]
        for gap in gaps:
            ends = [self.place(gap.start), self.place(gap.end)]
            self.draw_on.line(ends, fill=LINE, width=max(1, round(self.scale * 8)))
        for piece, place in pairs:
            wide, deep = (2 * half for half in piece.half_mm)
            text = f"{piece.label}\n{wide} x {deep} x {piece.height_mm}"
            self.write(self.place((place.x_mm, place.y_mm)), text)
        self.write(self.place((self.room.width_mm / 2, -self.room.wall_mm / 2)), f"{self.room.width_mm} mm")
        self.write(self.place((-self.room.wall_mm / 2, self.room.depth_mm / 2)), f"{self.room.depth_mm} mm")
        for gap in gaps:
            (x0, y0), (x1, y1) = self.place(gap.start), self.place(gap.end)
            self.write(((x0 + x1) / 2, (y0 + y1) / 2), f"{gap.length_mm}", LINE)

    def write(self, middle: tuple[float, float], text: str, ink: tuple[int, int, int] = INK) -> None:
        """Text about a point, on paper, pushed into the picture and off other text."""
        box = self.draw_on.multiline_textbbox((0, 0), text, font=self.font, align="center")
        wide, high = box[2] - box[0], box[3] - box[1]
        left, top = self.find_spot(middle, wide, high)
        paper = (left - 2, top - 2, left + wide + 2, top + high + 2)
        self.written.append(paper)
        self.draw_on.rectangle(paper, fill=PAPER)
        at = (left - box[0], top - box[1])
        self.draw_on.multiline_text(at, text, ink, self.font, align="center")

    def find_spot(self, middle: tuple[float, float], wide: float, high: float) -> tuple[float, float]:
        """Left and top of text of that size: the place nearest to `middle` where it covers no other text;
        where there is none, about `middle`."""
        spots = []
        for right, down in SHIFTS:
            x, y = middle[0] + right * (wide / 2 + 3), middle[1] + down * (high / 2 + 3)
            left = min(max(2.0, x - wide / 2), 2 * self.middle[0] - wide - 2)
            top = min(max(2.0, y - high / 2), 2 * self.middle[1] - high - 2)
            spots.append((left, top))
        free = (spot for spot in spots if not self.covers(spot, wide, high))
        return next(free, spots[0])

    def covers(self, spot: tuple[float, float], wide: float, high: float) -> bool:
        """True where text at `spot` (left, top) would lie over other text."""
        left, top, right, bottom = spot[0] - 2, spot[1] - 2, spot[0] + wide + 2, spot[1] + high + 2
        return any(
            left < box[2] and box[0] < right and top < box[3] and box[1] < bottom for box in self.written
        )
