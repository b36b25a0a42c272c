"""Footprints of placed pieces in whole millimetres, and the numbers that layout.csv carries."""

from __future__ import annotations

from solver.core.layout import Layout, Piece, Placement, format_csv
from solver.core.turning import find_half, find_outline

Box = tuple[int, int, int, int]  # west, south, east, north


def find_footprint(piece: Piece, place: Placement) -> Box:
    """The box, seen from above, of the floor a piece covers at its place."""
    half_x, half_y = find_half(piece.half_mm, place.yaw_deg)
    return place.x_mm - half_x, place.y_mm - half_y, place.x_mm + half_x, place.y_mm + half_y


def find_corners(piece: Piece, place: Placement) -> tuple[tuple[int, int], ...]:
    """Corners of the floor a piece covers at its place, counter-clockwise."""
    outline = find_outline(piece.half_mm, place.yaw_deg)
    return tuple((place.x_mm + x, place.y_mm + y) for x, y in outline)


def find_wall_gap_mm(box: Box, room_mm: tuple[int, int, int]) -> int:
    """The free length from a footprint to the nearest wall; negative outside the room."""
    west, south, east, north = box
    return min(west, south, room_mm[0] - east, room_mm[1] - north)


def boxes_overlap(one: Box, other: Box) -> bool:
    """True where two footprints share floor; touching edges share none."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def write_csv(layout: Layout) -> str:
    """layout.csv as text: one row a piece in the layout's order, its distance to the nearest wall that of
    the whole-millimetre footprint."""
    rows = []
    for piece, place in zip(layout.pieces, layout.placements, strict=True):
        wall_mm = find_wall_gap_mm(find_footprint(piece, place), layout.room_mm)
        rows.append((piece.label, place.x_mm, place.y_mm, place.z_mm, place.yaw_deg, wall_mm))
    return format_csv(rows)
