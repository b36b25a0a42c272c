"""What the top view shows: the room with its walls in the middle, as large as the margin allows."""

from __future__ import annotations

MARGIN = 0.045  # share of the picture left free beside the walls, at the tighter pair of sides


def measure_seen_width_m(width_m: float, depth_m: float, wall_m: float, size_px: tuple[int, int]) -> float:
    """Width in metres of what a top view of `size_px` (width, height) shows of a room of this interior."""
    aspect = size_px[0] / size_px[1]
    width, depth = width_m + 2 * wall_m, depth_m + 2 * wall_m
    return max(width, depth * aspect) / (1.0 - 2.0 * MARGIN)
