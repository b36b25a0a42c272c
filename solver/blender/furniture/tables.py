"""The dining table (1.60 x 0.90 x 0.75 m) and the coffee table (1.20 x 0.65 x 0.42 m)."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import circle, leg, slab

OAK, WALNUT = "Wood_oak", "Wood_walnut"


def _edge(top_m: float, thickness_m: float, undercut_m: float, soft_m: float) -> list[tuple[float, float]]:
    """Profile of a board: undercut below, softly rounded above; rows (inset, z)."""
    low = top_m - thickness_m
    return [
        (undercut_m, low),
        (undercut_m - 0.004, low + 0.0015),
        (0.0015, top_m - 0.014),
        (0.0, top_m - 0.011),
        (0.0, top_m - soft_m),
        (soft_m * 0.3, top_m - soft_m * 0.3),
        (soft_m, top_m),
    ]


def model_dining_table() -> list[Part]:
    """Oak table: top with an undercut edge, apron, four tapered legs set outwards."""
    width, depth, height = 1.60, 0.90, 0.75
    parts = [slab(width, depth, _edge(height, 0.030, 0.022, 0.004), 0.06)]
    for side in (-1, 1):
        long = rounded_box((width - 0.36, 0.022, 0.075), 0.003)
        parts.append(long.move(y=side * (depth / 2 - 0.105), z=height - 0.030 - 0.0375))
        short = rounded_box((0.022, depth - 0.25, 0.075), 0.003, grain=1)
        parts.append(short.move(x=side * (width / 2 - 0.145), z=height - 0.030 - 0.0375))
        for end in (-1, 1):
            foot = (end * (width / 2 - 0.06), side * (depth / 2 - 0.05), 0.0)
            head = (end * (width / 2 - 0.145), side * (depth / 2 - 0.105), height - 0.029)
            parts.append(leg(circle(0.031, 24), foot, head, 0.58))
    return [part.dress(OAK) for part in parts]


def model_coffee_table() -> list[Part]:
    """Walnut table with a soft-cornered top, a shelf of slats below and splayed legs."""
    width, depth, height = 1.20, 0.65, 0.42
    parts = [slab(width, depth, _edge(height, 0.028, 0.018, 0.004), 0.14, 12)]
    for side in (-1, 1):
        rail = rounded_box((width - 0.30, 0.022, 0.05), 0.003)
        parts.append(rail.move(y=side * (depth / 2 - 0.105), z=height - 0.028 - 0.025))
        bar = rounded_box((0.022, depth - 0.24, 0.05), 0.003, grain=1)
        parts.append(bar.move(x=side * (width / 2 - 0.16), z=height - 0.028 - 0.025))
        beam = rounded_box((0.024, depth - 0.165, 0.026), 0.004, grain=1)
        parts.append(beam.move(x=side * (width / 2 - 0.118), z=0.15))
        for end in (-1, 1):
            foot = (end * (width / 2 - 0.07), side * (depth / 2 - 0.055), 0.0)
            head = (end * (width / 2 - 0.15), side * (depth / 2 - 0.10), height - 0.027)
            parts.append(leg(circle(0.025, 20), foot, head, 0.6))
    for number in range(7):
        slat = rounded_box((width - 0.20, 0.036, 0.014), 0.003)
        parts.append(slat.move(y=(number - 3) * 0.056, z=0.17))
    return [part.dress(WALNUT) for part in parts]
