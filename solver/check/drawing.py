"""The measured room from above, as an SVG drawing: north is up, one unit is a millimetre."""

from __future__ import annotations

from html import escape

from solver.core.measured import Measured, Solid
from solver.core.outline import Box
from solver.core.room import Obstacle, Opening
from solver.core.spec import SceneSpec

MARGIN_MM = 500
CLOTH = "#cbb59a"
# Front of a piece in the plan, by yaw: 0 faces south (down in the drawing).
ARROW = "M -90,0 L 90,0 L 0,140 Z"


def draw_plan(spec: SceneSpec, measured: Measured) -> str:
    """The room's outline with openings, each piece's outline with its name and front, and its gaps."""
    room = spec.room
    wide, deep = room.width_mm, room.depth_mm
    box = f"{-MARGIN_MM} {-MARGIN_MM} {wide + 2 * MARGIN_MM} {deep + 2 * MARGIN_MM}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="110">',
        f'<path d="{_trace_room(spec)}" fill="#fbfaf7" stroke="#333" '
        f'stroke-width="{room.wall_mm}" paint-order="stroke"/>',
        *(_draw_obstacle(obstacle, spec) for obstacle in spec.obstacles),
        *(_draw_opening(opening, spec) for opening in spec.openings),
        *(_draw_box(box, spec, CLOTH) for curtain in spec.curtains for box in curtain.list_floors()),
        *(_draw_piece(solid, deep) for solid in measured.pieces),
        f'<text x="{wide / 2}" y="{deep + MARGIN_MM - 120}" text-anchor="middle">{wide} mm</text>',
        f'<text x="{-MARGIN_MM + 120}" y="{deep / 2}" text-anchor="middle" '
        f'transform="rotate(-90 {-MARGIN_MM + 120} {deep / 2})">{deep} mm</text>',
        "</svg>",
    ]
    return "\n".join(parts)


def _trace_room(spec: SceneSpec) -> str:
    corners = (f"{x},{spec.room.depth_mm - y}" for x, y in spec.room.corners_mm)
    return f"M {' L '.join(corners)} Z"


def _draw_obstacle(obstacle: Obstacle, spec: SceneSpec) -> str:
    return _draw_box(obstacle.find_box(spec.room), spec, "#8a8a8a")


def _draw_box(box: Box, spec: SceneSpec, colour: str) -> str:
    west, south, east, north = box
    place = f'x="{west}" y="{spec.room.depth_mm - north}" width="{east - west}" height="{north - south}"'
    return f'<rect {place} fill="{colour}"/>'


def _draw_opening(opening: Opening, spec: SceneSpec) -> str:
    start, end = opening.span_mm
    deep, half = spec.room.depth_mm, spec.room.wall_mm // 2
    (wall,) = spec.room.find_walls(opening.wall)
    at = wall.at_mm
    x, y, w, h = {
        "north": (start, deep - at - half, end - start, half),
        "south": (start, deep - at, end - start, half),
        "west": (at - half, deep - end, half, end - start),
        "east": (at, deep - end, half, end - start),
    }[opening.direction]
    colour = "#9fd0f0" if opening.kind == "window" else "#d9b38c"
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{colour}"/>'


def _draw_piece(solid: Solid, deep_mm: int) -> str:
    points = " ".join(f"{x * 1000:.1f},{deep_mm - y * 1000:.1f}" for x, y in solid.outline)
    x, y = solid.centre[0] * 1000, deep_mm - solid.centre[1] * 1000
    shape = f'<polygon points="{points}" fill="#cfe3d4" stroke="#2f5d43" stroke-width="12"/>'
    label = f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(solid.object)}</text>'
    if solid.facing_deg is None:
        return shape + label
    front = f'<path d="{ARROW}" transform="translate({x:.1f} {y + 30:.1f}) rotate({-solid.facing_deg:.1f})" '
    return shape + label + front + 'fill="#2f5d43" opacity=".5"/>'
