"""What makes a room lived in: lamps, television, rug, plant, small round tables."""

from __future__ import annotations

import math

import numpy as np

from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import circle, fit_box, lathe, leg, loft, pipe, slab

OAK, STEEL, BRASS = "Wood_oak", "Metal_black", "Metal_brass"


def _build_shade(low: float, high: float, radius_low: float, radius_high: float) -> Part:
    """An open drum of cloth, 3 mm thick, with its bulb hidden by a diffuser."""
    thick = 0.003
    rows = [
        (radius_low, low),
        (radius_high, high),
        (radius_high - thick, high),
        (radius_low - thick, low + 0.02),
    ]
    return lathe(rows, 40).dress("Shade_linen")


def model_standing_lamp() -> list[Part]:
    """Standing lamp 0.42 x 0.42 x 1.55 m: an oak tripod with a linen shade."""
    parts = [_build_shade(1.24, 1.55, 0.21, 0.165)]
    for number in range(3):
        angle = math.radians(120 * number - 90)
        foot = (0.19 * math.cos(angle), 0.19 * math.sin(angle), 0.0)
        head = (0.018 * math.cos(angle), 0.018 * math.sin(angle), 1.10)
        parts.append(leg(circle(0.014, 14), foot, head, 0.7).dress(OAK))
    parts.append(lathe([(0.034, 1.06), (0.038, 1.065), (0.038, 1.12), (0.030, 1.13)], 24).dress(BRASS))
    parts.append(pipe([(0, 0, 1.12), (0, 0, 1.27)], 0.008, 12).dress(BRASS))
    return fit_box(parts, (0.42, 0.42, 1.55))


def model_table_lamp() -> list[Part]:
    """Lamp 0.28 x 0.28 x 0.46 m for a table: a ceramic foot with a linen shade."""
    profile = [(0.060, 0.0), (0.066, 0.006), (0.082, 0.06), (0.086, 0.10), (0.072, 0.16), (0.040, 0.21)]
    foot = lathe([*profile, (0.026, 0.235), (0.024, 0.25), (0.020, 0.252)], 36).dress("Ceramic_white")
    stem = pipe([(0, 0, 0.25), (0, 0, 0.30)], 0.007, 12).dress(BRASS)
    return fit_box([foot, stem, _build_shade(0.26, 0.46, 0.14, 0.105)], (0.28, 0.28, 0.46))


def model_television() -> list[Part]:
    """Television 1.22 x 0.22 x 0.74 m on two feet, 55 inches."""
    width, height = 1.22, 0.74
    body = rounded_box((width, 0.035, height - 0.06), 0.006).move(y=0.0, z=(height + 0.06) / 2)
    screen = rounded_box((width - 0.014, 0.006, height - 0.078), 0.002, 1).move(
        y=-0.0165, z=(height + 0.064) / 2
    )
    parts = [body.dress("Plastic_black"), screen.dress("Screen_black")]
    for side in (-1, 1):
        path = [(side * 0.40, -0.105, 0.006), (side * 0.40, 0.0, 0.075), (side * 0.40, 0.105, 0.006)]
        parts.append(pipe(path, 0.007, 8, 0.02, 4).dress("Plastic_black"))
    return fit_box(parts, (width, 0.22, height))


def model_rug() -> list[Part]:
    """Rug 2.40 x 1.70 x 0.012 m with a border."""
    width, depth = 2.40, 1.70
    border = slab(width, depth, [(0.0, 0.0), (0.0, 0.006), (0.002, 0.0095), (0.006, 0.010)], 0.01, 3)
    field = slab(width - 0.20, depth - 0.20, [(0.0, 0.0), (0.0, 0.010), (0.003, 0.012)], 0.008, 3)
    line = slab(width - 0.34, depth - 0.34, [(0.0, 0.001), (0.0, 0.0115), (0.003, 0.01201)], 0.008, 3)
    return fit_box(
        [border.dress("Weave_grey"), field.dress("Weave_cream"), line.dress("Weave_sand")],
        (width, depth, 0.012),
    )


def model_plant() -> list[Part]:
    """Rubber plant 0.55 x 0.55 x 1.20 m in a clay pot."""
    pot = [
        (0.105, 0.0),
        (0.112, 0.006),
        (0.145, 0.26),
        (0.150, 0.275),
        (0.150, 0.285),
        (0.138, 0.285),
        (0.132, 0.25),
    ]
    parts = [
        lathe(pot, 36).dress("Ceramic_white"),
        lathe([(0.13, 0.22), (0.134, 0.255)], 24).dress("Soil_dark"),
    ]
    golden = math.pi * (3 - math.sqrt(5))
    for stem in range(3):
        turn = 2.1 * stem
        lean = np.array([math.cos(turn), math.sin(turn)]) * (0.07, 0.09, 0.05)[stem]
        top = (1.10, 0.94, 0.80)[stem]
        foot = np.array([*(lean * 0.3), 0.24])
        tip = np.array([*(lean * 1.5), top])
        parts.append(
            pipe([foot, (foot + tip) / 2 + [0, 0, 0.03], tip], 0.0075, 8, 0.1, 4).dress("Bark_brown")
        )
        leaves = 13 - 2 * stem
        for number in range(leaves):
            share = 0.25 + 0.75 * number / (leaves - 1)
            at = foot + (tip - foot) * share
            length = 0.27 - 0.09 * share
            parts.append(_build_leaf(length, 20 + 45 * share, math.degrees(golden * number + turn), at))
    return fit_box(parts, (0.55, 0.55, 1.20))


def _build_leaf(length: float, rise_deg: float, turn_deg: float, at: np.ndarray) -> Part:
    """An oval leaf, folded along its rib, bending down towards its tip."""
    blade = rounded_box((1.0, 1.0, 0.01), 0.004, 1, (7, 4, 1))

    def shape(vertices: np.ndarray) -> np.ndarray:
        t = np.clip(vertices[:, 0] + 0.5, 0, 1)
        wide = 0.44 * np.sin(math.pi * np.clip(0.06 + 0.91 * t, 0, 1) ** 0.85) + 0.015
        across = vertices[:, 1] * wide
        fold = 0.22 * np.abs(across) - 0.32 * t**2
        return np.stack([t, across, fold + vertices[:, 2] * 0.6], axis=1) * length

    part = blade.deform(shape).turn(1, -rise_deg).turn(2, turn_deg)
    return part.move(*at).dress("Leaf_green")


def model_side_table() -> list[Part]:
    """Round table 0.45 x 0.45 x 0.50 m on three legs."""
    height = 0.50
    top = lathe(
        [(0.212, height - 0.022), (0.2235, height - 0.008), (0.225, height - 0.004), (0.222, height)],
        48,
        True,
    )
    parts = [top]
    for number in range(3):
        angle = math.radians(120 * number - 90)
        foot = (0.19 * math.cos(angle), 0.19 * math.sin(angle), 0.0)
        head = (0.12 * math.cos(angle), 0.12 * math.sin(angle), height - 0.02)
        parts.append(leg(circle(0.018, 16), foot, head, 0.6))
    return fit_box([part.dress(OAK) for part in parts], (0.45, 0.45, height))


def model_round_table() -> list[Part]:
    """Round dining table 1.10 x 1.10 x 0.75 m on a turned pedestal with four feet."""
    height = 0.75
    edge = [
        (0.525, height - 0.030),
        (0.546, height - 0.012),
        (0.55, height - 0.008),
        (0.55, height - 0.004),
        (0.546, height),
    ]
    column = [
        (0.055, 0.10),
        (0.060, 0.12),
        (0.048, 0.20),
        (0.040, 0.42),
        (0.048, 0.62),
        (0.10, 0.70),
        (0.16, 0.722),
    ]
    parts = [lathe(edge, 72, True), lathe(column, 32)]
    for number in range(4):
        loops = []
        for reach, half, low, high in (
            (0.02, 0.030, 0.09, 0.16),
            (0.20, 0.026, 0.030, 0.085),
            (0.40, 0.020, 0.0, 0.030),
        ):
            corners = ((-half, low), (half, low), (half, high), (-half, high))
            loops.append(np.array([[reach, y, z] for y, z in corners]))
        from_centre = loft(loops).turn(2, 90 * number + 45)
        parts.append(from_centre)
    return fit_box([part.dress("Wood_walnut") for part in parts], (1.10, 1.10, height))
