"""Working places: desk, office chair, school desk."""

from __future__ import annotations

import math

import numpy as np

from solver.blender.furniture.cases import build_bow, build_front
from solver.blender.furniture.shapes import Part, cushion, rounded_box
from solver.blender.furniture.sweeps import fit_box, lathe, loft, pipe, plain_box, slab

STEEL, OAK, PLASTIC = "Metal_black", "Wood_oak", "Plastic_black"


def model_desk() -> list[Part]:
    """Desk 1.40 x 0.70 x 0.74 m: an oak top on a steel frame, a drawer unit on the right of a user."""
    width, depth, height = 1.40, 0.70, 0.74
    low = height - 0.026
    profile = [(0.003, low), (0.0, low + 0.003), (0.0, height - 0.003), (0.003, height)]
    wood = [slab(width, depth, profile, 0.012, 3)]
    steel = []
    for side in (-1, 1):
        x = side * (width / 2 - 0.045)
        for y in (-depth / 2 + 0.045, depth / 2 - 0.045):
            steel.append(rounded_box((0.035, 0.035, low), 0.003, 1, grain=2).move(x, y, low / 2))
        steel.append(rounded_box((0.034, depth - 0.12, 0.034), 0.003, 1, grain=1).move(x, 0.0, low - 0.018))
    steel.append(
        rounded_box((width - 0.12, 0.034, 0.034), 0.003, 1).move(0.0, depth / 2 - 0.045, low - 0.018)
    )
    x, wide, tall = width / 2 - 0.27, 0.36, 0.36
    z = low - tall / 2 - 0.001
    white = [rounded_box((wide, depth - 0.14, tall), 0.003, 1).move(x, 0.0, z)]
    for number in range(2):
        at = z + (0.5 - number) * (tall - 0.01) / 2
        white.append(build_front(wide, (tall - 0.01) / 2, x, -(depth - 0.14) / 2 - 0.009, at))
        steel.append(build_bow(0.14, x, -(depth - 0.14) / 2 - 0.016, at, upright=False))
    dressed = ((wood, OAK), (steel, STEEL), (white, "Paint_white"))
    return fit_box(
        [part.dress(material) for group, material in dressed for part in group], (width, depth, height)
    )


def model_office_chair() -> list[Part]:
    """Office chair 0.62 x 0.62 x 0.98 m: five-star base on castors, padded seat, mesh-like bent back."""
    parts = [*_build_star(), *_build_arms()]
    seat = cushion((0.48, 0.46, 0.085), 0.034, (0.0, 0.0, 0.012), 8).move(y=-0.02, z=0.46)
    back = rounded_box((0.45, 0.055, 0.46), 0.022, 3, (10, 1, 10), None).deform(_curve_back)
    back = back.move(y=0.225, z=0.735)
    spine = pipe([(0, 0.02, 0.40), (0, 0.26, 0.42), (0, 0.295, 0.74)], 0.020, 10, 0.07, 5).dress(PLASTIC)
    return fit_box(
        [*parts, spine, seat.dress("Fabric_charcoal"), back.dress("Fabric_charcoal")], (0.62, 0.62, 0.98)
    )


def _build_star() -> list[Part]:
    parts = [lathe([(0.030, 0.10), (0.030, 0.22), (0.022, 0.23), (0.022, 0.40)], 16)]
    parts.append(rounded_box((0.22, 0.20, 0.03), 0.01).move(z=0.405))
    for number in range(5):
        # an odd star has no box-filling pose: one arm points to the front
        angle = 360 * number / 5 - 90
        loops = []
        for reach, half_width, low, high in ((0.02, 0.026, 0.085, 0.125), (0.285, 0.016, 0.066, 0.088)):
            corners = ((-half_width, low), (half_width, low), (half_width, high), (-half_width, high))
            loops.append(np.array([[reach, y, z] for y, z in corners]))
        parts.append(loft(loops).turn(2, angle))
        wheel = lathe([(0.020, -0.011), (0.028, -0.008), (0.028, 0.008), (0.020, 0.011)], 16).turn(0, 90)
        for side in (-1, 1):
            parts.append(wheel.move(0.272, side * 0.014, 0.028).turn(2, angle))
        fork = plain_box((0.020, 0.012, 0.052), (0.272, 0.0, 0.050))
        parts.append(fork.turn(2, angle))
    return [part.dress(PLASTIC) for part in parts]


def _build_arms() -> list[Part]:
    parts = []
    for side in (-1, 1):
        path = [(side * 0.10, 0.03, 0.405), (side * 0.275, 0.03, 0.41), (side * 0.275, 0.03, 0.645)]
        parts.append(pipe(path, 0.014, 10, 0.05, 4))
        parts.append(rounded_box((0.07, 0.26, 0.028), 0.012, 2, grain=1).move(side * 0.275, 0.01, 0.655))
    return [part.dress(PLASTIC) for part in parts]


def _curve_back(vertices: np.ndarray) -> np.ndarray:
    """A back that hugs: its sides come forward, its middle supports, its top leans away."""
    x, z = vertices[:, 0], vertices[:, 2]
    vertices[:, 0] *= 1 - 0.12 * np.clip(z / 0.23, 0, 1) ** 2
    vertices[:, 1] += 0.030 - 0.65 * x**2 + 0.35 * np.clip(z, 0, 1) ** 1.5 + 0.02 * np.cos(math.pi * z / 0.46)
    return vertices


def model_school_desk() -> list[Part]:
    """School desk 0.70 x 0.50 x 0.74 m: an ash top on a steel frame, light enough for whole classes."""
    width, depth, height = 0.70, 0.50, 0.74
    low = height - 0.020
    top = slab(
        width, depth, [(0.003, low), (0.0, low + 0.004), (0.0, height - 0.002), (0.002, height)], 0.03, 3
    )
    steel = []
    for side in (-1, 1):
        x = side * (width / 2 - 0.05)
        foot = rounded_box((0.03, depth - 0.02, 0.022), 0.005, 1, grain=1).move(x, 0.0, 0.011)
        post = rounded_box((0.026, 0.05, low - 0.02), 0.005, 1, grain=2).move(x, 0.06, low / 2 + 0.01)
        rail = rounded_box((0.026, depth - 0.12, 0.022), 0.005, 1, grain=1).move(x, 0.0, low - 0.012)
        steel += [foot, post, rail]
    steel.append(rounded_box((width - 0.11, 0.022, 0.05), 0.004, 1).move(0.0, 0.07, 0.30))
    tray = rounded_box((width - 0.14, 0.30, 0.004), 0.0015, 1).move(0.0, 0.02, low - 0.10)
    lip = rounded_box((width - 0.14, 0.004, 0.07), 0.0015, 1).move(0.0, 0.17, low - 0.066)
    steel += [tray, lip]
    return fit_box([top.dress("Wood_ash"), *(part.dress(STEEL) for part in steel)], (width, depth, height))
