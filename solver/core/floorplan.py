"""A layout from above as an SVG drawing: north is up, one unit is a millimetre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from solver.core.directions import AXIS_OF, FACED_AT, SIGN_OF, Direction
from solver.core.geometry import Box, find_corners, find_footprint
from solver.core.layout import Layout, Piece, Placement
from solver.core.outline import WallSegment
from solver.core.room import Door, Opening
from solver.core.rules.space import Clear
from solver.core.spec import SceneSpec, find_blocks, resolve_world
from solver.core.turning import find_half
from solver.core.world import FLAT, FLOOR

MARGIN_MM = 700
_TEXT = 'font-family="sans-serif" text-anchor="middle"'


@dataclass(frozen=True)
class DrawnWay:
    """A way to draw: low corners of its square, and the square's width."""

    corners_mm: Sequence[Sequence[int]]
    width_mm: int


def draw_floor_plan(spec: SceneSpec, layout: Layout, ways: Sequence[DrawnWay] = ()) -> str:
    """The room with its measures, openings and obstacles, each piece with its name, size and front, the
    zones that rules keep clear, and the ways that one can walk."""
    return "\n".join(_Drawing(spec, layout).draw(ways)) + "\n"


class _Drawing:
    """Turns millimetres of the room (y north) into those of the drawing (y down)."""

    def __init__(self, spec: SceneSpec, layout: Layout) -> None:
        self.spec, self.layout = spec, layout
        self.world = resolve_world(spec, layout.pieces)
        self.deep = spec.room.depth_mm

    def draw(self, ways: Sequence[DrawnWay]) -> Iterator[str]:
        room = self.spec.room
        wide = room.width_mm + 2 * MARGIN_MM
        tall = room.depth_mm + 2 * MARGIN_MM
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN_MM} {-MARGIN_MM} {wide} {tall}" '
            f'width="{wide // 8}" height="{tall // 8}" {_TEXT} font-size="110">'
        )
        yield f"<title>{escape(self.spec.scene)}</title>"
        corners = " ".join(f"{x},{self.deep - y}" for x, y in room.corners_mm)
        yield (
            f'<polygon points="{corners}" fill="#fbfaf7" stroke="#333" stroke-width="{room.wall_mm}" '
            'stroke-linejoin="miter" paint-order="stroke"/>'
        )
        yield from (self.draw_zone(line.rule) for line in self.spec.rules if isinstance(line.rule, Clear))
        yield from (self.draw_way(way) for way in ways if way.corners_mm)
        yield from (self.draw_block(name, box) for name, box in find_blocks(self.spec).items())
        yield from (self.draw_opening(opening) for opening in self.spec.openings)
        for curtain in self.spec.curtains:
            yield from (self.draw_rect(box, 'fill="#cbb59a"') for box in curtain.list_floors())
        pairs = list(zip(self.layout.pieces, self.layout.placements, strict=True))
        for low in (True, False):
            for piece, place in pairs:
                if (self.world.level(piece.name) == FLAT) == low:
                    yield self.draw_piece(piece, place)
        yield from self.draw_measures()
        yield "</svg>"

    def draw_rect(self, box: Box, style: str) -> str:
        west, south, east, north = box
        place = f'x="{west}" y="{self.deep - north}" width="{east - west}" height="{north - south}"'
        return f"<rect {place} {style}/>"

    def draw_text(self, x: float, y: float, text: str, more: str = "") -> str:
        return f'<text x="{x:g}" y="{self.deep - y:g}" {more}>{escape(text)}</text>'

    def draw_block(self, name: str, box: Box) -> str:
        if name.startswith("outside "):
            return ""
        return self.draw_rect(box, 'fill="#8a8a8a" stroke="#555" stroke-width="10"')

    def draw_opening(self, opening: Opening) -> str:
        wall = self.world.wall_of(opening)
        thick = self.spec.room.wall_mm // 2
        colour = "#9fd0f0" if opening.kind == "window" else "#d9b38c"
        drawn = self.draw_rect(_beside(wall, opening.span_mm, 0, thick), f'fill="{colour}"')
        return drawn + (self.draw_leaf(opening, wall) if isinstance(opening, Door) else "")

    def draw_leaf(self, door: Door, wall: WallSegment) -> str:
        """The open leaf of a door that swings in, and the arc it sweeps."""
        if door.swing == "out":
            return ""
        # Who faces a north or west wall has its low end (west, south) at the left hand, otherwise the high.
        left_is_low = wall.direction in ("north", "west")
        hinge, far = door.span_mm if (door.hinge == "left") == left_is_low else door.span_mm[::-1]
        inside = wall.at_mm - SIGN_OF[wall.direction] * door.width_mm
        points = [(hinge, wall.at_mm), (hinge, inside), (far, wall.at_mm)]
        if AXIS_OF[wall.direction] == "x":
            points = [(y, x) for x, y in points]
        (hx, hy), (ix, iy), (fx, fy) = [(x, self.deep - y) for x, y in points]
        cross = (ix - hx) * (fy - hy) - (iy - hy) * (fx - hx)
        arc = f"A {door.width_mm},{door.width_mm} 0 0 {int(cross > 0)} {fx},{fy}"
        return f'<path d="M {hx},{hy} L {ix},{iy} {arc}" fill="none" stroke="#a5794a" stroke-width="14"/>'

    def draw_piece(self, piece: Piece, place: Placement) -> str:
        points = " ".join(f"{x},{self.deep - y}" for x, y in find_corners(piece, place))
        level = self.world.level(piece.name)
        fill = {FLOOR: "#cfe3d4", FLAT: "#efe3d2"}.get(level, "#e8d7ec")
        y = self.deep - place.y_mm
        width, depth = (2 * half for half in piece.half_mm)
        size = min(110, max(50, 2 * min(find_half(piece.half_mm, place.yaw_deg)) // 4))
        nose = f"M -70,{piece.half_mm[1] - 90} L 70,{piece.half_mm[1] - 90} L 0,{piece.half_mm[1] - 10} Z"
        return (
            f'<polygon points="{points}" fill="{fill}" stroke="#2f5d43" stroke-width="12"/>'
            f'<path d="{nose}" transform="translate({place.x_mm} {y}) rotate({-place.yaw_deg})" '
            'fill="#2f5d43" opacity=".6"/>'
            f'<text x="{place.x_mm}" y="{y}" font-size="{size}">{escape(piece.name)}</text>'
            f'<text x="{place.x_mm}" y="{y + size}" font-size="{size * 7 // 10}" fill="#555">'
            f"{width} × {depth}</text>"
        )

    def draw_zone(self, rule: Clear) -> str:
        """The zone that a `clear` rule keeps free."""
        opening = self.world.opening(rule.of)
        if opening is not None:
            box = _beside(self.world.wall_of(opening), opening.span_mm, -rule.depth_mm, 0)
        elif rule.of in self.world.pieces:
            place = self.layout.placement(rule.of)
            if place.yaw_deg % 90:
                return ""
            quarters = {"front": 0, "left": 90, "back": 180, "right": 270}[rule.side]
            d = FACED_AT[(place.yaw_deg + quarters) % 360]
            box = _before(find_footprint(self.layout.piece(rule.of), place), d, rule.depth_mm)
        else:
            return ""
        return self.draw_rect(box, 'fill="#f4d35e" opacity=".28"')

    def draw_way(self, way: DrawnWay) -> str:
        """The strip that is free along a way, its middle line, and at its end its width."""
        half = way.width_mm / 2
        points = " ".join(f"{x + half:g},{self.deep - y - half:g}" for x, y in way.corners_mm)
        line = (
            f'points="{points}" fill="none" stroke="#4a7fb5" stroke-linejoin="miter" stroke-linecap="square"'
        )
        strip = f'<polyline {line} stroke-width="{way.width_mm}" opacity=".10"/>'
        drawn = strip + f'<polyline {line} stroke-width="16" stroke-dasharray="60 50"/>'
        x, y = way.corners_mm[-1]
        return drawn + self.draw_text(
            x + half, y + half + 30, f"{way.width_mm} mm", 'fill="#4a7fb5" font-size="80"'
        )

    def draw_measures(self) -> Iterator[str]:
        """The length of every wall, outside of it."""
        off = self.spec.room.wall_mm + 200
        for wall in self.spec.room.walls:
            middle = (wall.start_mm + wall.end_mm) / 2
            text = f"{wall.end_mm - wall.start_mm} mm"
            at = wall.at_mm + SIGN_OF[wall.direction] * off
            if AXIS_OF[wall.direction] == "y":
                yield self.draw_text(middle, at - 40, text)
            else:
                yield self.draw_text(
                    at, middle, text, f'transform="rotate(-90 {at:g} {self.deep - middle:g})"'
                )


def _beside(wall: WallSegment, span_mm: tuple[int, int], inner_mm: int, outer_mm: int) -> Box:
    """The box along a part of a wall, from `inner_mm` to `outer_mm` outwards of it."""
    low, high = sorted((wall.at_mm + SIGN_OF[wall.direction] * off) for off in (inner_mm, outer_mm))
    if AXIS_OF[wall.direction] == "y":
        return span_mm[0], low, span_mm[1], high
    return low, span_mm[0], high, span_mm[1]


def _before(box: Box, d: Direction, depth_mm: int) -> Box:
    west, south, east, north = box
    return {
        "west": (west - depth_mm, south, west, north),
        "east": (east, south, east + depth_mm, north),
        "south": (west, south - depth_mm, east, south),
        "north": (west, north, east, north + depth_mm),
    }[d]
