"""Footprints of placed pieces in whole millimetres, and the numbers that layout.csv carries."""

from __future__ import annotations

import math

from solver.core.layout import Layout, Piece, Placement, format_csv
from solver.core.turning import find_half, find_outline

Box = tuple[int, int, int, int]  # west, south, east, north
Point = tuple[int, int]


def find_footprint(piece: Piece, place: Placement) -> Box:
    """The box, seen from above, of the floor a piece covers at its place."""
    half_x, half_y = find_half(piece.half_mm, place.yaw_deg)
    return place.x_mm - half_x, place.y_mm - half_y, place.x_mm + half_x, place.y_mm + half_y


def find_corners(piece: Piece, place: Placement) -> tuple[tuple[int, int], ...]:
    """Corners of the floor a piece covers at its place, counter-clockwise."""
    outline = find_outline(piece.half_mm, place.yaw_deg)
    return tuple((place.x_mm + x, place.y_mm + y) for x, y in outline)


def find_wall_gap_mm(box: Box, room_mm: tuple[int, int, int], corners_mm: tuple[Point, ...] = ()) -> int:
    """The free length from a footprint to the nearest wall, rounded down; negative outside the room's box.

    `corners_mm` is the outline of a room that is no rectangle, whose walls may be nearer.
    """
    west, south, east, north = box
    least = min(west, south, room_mm[0] - east, room_mm[1] - north)
    if len(corners_mm) <= 4:
        return least
    for (x0, y0), (x1, y1) in zip(corners_mm, (*corners_mm[1:], corners_mm[0]), strict=True):
        across = max(west - max(x0, x1), min(x0, x1) - east, 0)
        along = max(south - max(y0, y1), min(y0, y1) - north, 0)
        least = min(least, math.isqrt(across * across + along * along))
    return least


def boxes_overlap(one: Box, other: Box) -> bool:
    """True where two footprints share floor; touching edges share none."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def write_csv(layout: Layout, corners_mm: tuple[Point, ...] = ()) -> str:
    """layout.csv as text: one row a piece in the layout's order, its distance to the nearest wall that of
    the whole-millimetre footprint. `corners_mm` is the room's outline where it is no rectangle."""
    rows = []
    for piece, place in zip(layout.pieces, layout.placements, strict=True):
        wall_mm = find_wall_gap_mm(find_footprint(piece, place), layout.room_mm, corners_mm)
        rows.append((piece.label, place.x_mm, place.y_mm, place.z_mm, place.yaw_deg, wall_mm))
    return format_csv(rows)
