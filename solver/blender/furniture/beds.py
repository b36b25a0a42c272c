"""Beds: double 1.70 x 2.10 x 0.95 m and single 1.00 x 2.08 x 0.85 m, the head at +y."""

from __future__ import annotations

import numpy as np

from solver.blender.furniture.shapes import Part, cushion, pillow, rounded_box
from solver.blender.furniture.sweeps import circle, fit_box, leg

MATTRESS_TOP_M = 0.47


def model_double_bed() -> list[Part]:
    """Oak bed with a padded headboard, white bedding, a throw at the foot."""
    width, depth, height = 1.70, 2.10, 0.95
    head = []
    for number in range(3):
        pad = cushion((width / 3 - 0.004, 0.09, 0.66), 0.03, (0.0, 0.012, 0.0), 8)
        pad = pad.move(x=(number - 1) * width / 3).touch(1, depth / 2).touch(2, height)
        head.append(pad.dress("Fabric_sage"))
    parts = [*_build_frame(width, depth, "Wood_oak"), *head, *_build_bedding(width, depth, 2, "Fabric_rust")]
    return fit_box(parts, (width, depth, height))


def model_single_bed() -> list[Part]:
    """Ash bed with a slatted headboard, blue bedding."""
    width, depth, height = 1.00, 2.08, 0.85
    wood = _build_frame(width, depth, "Wood_ash")
    for z in (height - 0.03, 0.42):
        rail = rounded_box((width, 0.028, 0.06), 0.010, 3).touch(1, depth / 2).touch(2, z + 0.03)
        wood.append(rail.dress("Wood_ash"))
    for number in range(9):
        slat = rounded_box((0.028, 0.014, 0.40), 0.005, grain=2)
        wood.append(slat.move((number - 4) * 0.105, depth / 2 - 0.014, 0.62).dress("Wood_ash"))
    for side in (-1, 1):
        post = rounded_box((0.045, 0.032, height - 0.07), 0.008, grain=2).touch(2, height - 0.055)
        wood.append(post.move(x=side * (width / 2 - 0.04)).touch(1, depth / 2 - 0.002).dress("Wood_ash"))
    return fit_box([*wood, *_build_bedding(width, depth, 1, "Fabric_blue")], (width, depth, height))


def _build_frame(width: float, depth: float, wood: str) -> list[Part]:
    """Side rails, foot board, a base and four legs."""
    parts = []
    for side in (-1, 1):
        rail = rounded_box((0.030, depth - 0.10, 0.13), 0.006, grain=1)
        parts.append(rail.touch(0, side * width / 2, side).move(y=-0.02, z=0.255))
        for y in (-depth / 2 + 0.09, depth / 2 - 0.12):
            foot, head = (side * (width / 2 - 0.06), y, 0.0), (side * (width / 2 - 0.07), y, 0.22)
            parts.append(leg(circle(0.030, 18), foot, head, 0.65))
    parts.append(rounded_box((width, 0.030, 0.13), 0.006).touch(1, -depth / 2, -1).move(z=0.255))
    parts.append(rounded_box((width - 0.04, depth - 0.10, 0.04), 0.004).move(z=0.24))
    return [part.dress(wood) for part in parts]


def _build_bedding(width: float, depth: float, sleepers: int, accent: str) -> list[Part]:
    """Mattress, duvet hanging over both sides, pillows, a folded throw."""
    inner = width - 0.08
    mattress = cushion((inner, depth - 0.14, 0.21), 0.05, (0.0, 0.0, 0.008), 8)
    mattress = mattress.touch(1, depth / 2 - 0.10).touch(2, MATTRESS_TOP_M).dress("Fabric_white")
    duvet = _drape(width - 0.03, depth * 0.66, 0.075, MATTRESS_TOP_M + 0.055, 0.17)
    duvet = duvet.touch(1, -depth / 2 + 0.03, -1).dress("Fabric_cream" if sleepers == 2 else accent)
    fold = _drape(width - 0.024, 0.26, 0.10, MATTRESS_TOP_M + 0.075, 0.16)
    fold = fold.touch(1, -depth / 2 + 0.03 + depth * 0.66, 1).dress("Fabric_white")
    throw = _drape(width - 0.006, 0.42, 0.100, MATTRESS_TOP_M + 0.070, 0.19)
    parts = [mattress, duvet, fold]
    if sleepers == 2:
        parts.append(throw.touch(1, -depth / 2 + 0.14, -1).dress(accent))
    for number in range(sleepers):
        x = (number - (sleepers - 1) / 2) * inner / sleepers
        head = pillow(0.66, 0.44, 0.17).turn(0, -62 + 4 * number).turn(2, 2 - 3 * number)
        head = head.move(x=x).touch(1, depth / 2 - 0.12).touch(2, MATTRESS_TOP_M - 0.012, -1)
        parts.append(head.dress("Fabric_white"))
    return parts


def _drape(width: float, depth: float, thickness: float, top: float, drop: float) -> Part:
    """A blanket over the mattress: its sides hang down by `drop`, its face is gently creased."""
    sheet = rounded_box((width, depth, thickness), thickness / 2 - 0.004, 3, (24, 14, 1), None)

    def hang(vertices: np.ndarray) -> np.ndarray:
        x, y = vertices[:, 0], vertices[:, 1]
        reach = np.clip((np.abs(x) - (width / 2 - 0.075)) / 0.075, 0, 1)
        crease = 0.006 * np.sin(9 * x + 4 * y) + 0.005 * np.sin(17 * y - 6 * x + 1.3)
        ripple = 0.005 * np.sin(21 * y + 2 * np.sign(x)) * reach
        vertices[:, 2] += crease * (1 - reach) - (drop - thickness / 2) * reach**1.5 + ripple
        return vertices

    return sheet.deform(hang).touch(2, top)
