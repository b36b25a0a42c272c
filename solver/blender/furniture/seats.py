"""More to sit on: armchair, bench, bar stool, school chair."""

from __future__ import annotations

import numpy as np

from solver.blender.furniture.chair import bow_board
from solver.blender.furniture.shapes import Part, cushion, rounded_box
from solver.blender.furniture.sweeps import circle, fit_box, leg, pipe

OAK, STEEL = "Wood_oak", "Metal_black"


def model_armchair() -> list[Part]:
    """Easy chair 0.80 x 0.82 x 0.78 m: an oak frame with broad arms, two loose cushions."""
    wood = []
    for side in (-1, 1):
        x = side * 0.365
        wood.append(leg(circle(0.024, 18), (x, -0.345, 0.0), (x, -0.31, 0.555), 0.62))
        wood.append(leg(circle(0.024, 18), (x, 0.375, 0.0), (x, 0.29, 0.52), 0.62))
        arm = rounded_box((0.072, 0.76, 0.026), 0.010, 3, (1, 10, 1), grain=1).deform(_droop)
        wood.append(arm.turn(0, -4).move(x, -0.02, 0.555))
        wood.append(rounded_box((0.022, 0.64, 0.05), 0.005, grain=1).turn(0, -5).move(x, 0.0, 0.275))
    wood.append(rounded_box((0.70, 0.022, 0.05), 0.005).move(0.0, -0.315, 0.295))
    wood.append(rounded_box((0.70, 0.022, 0.05), 0.005).move(0.0, 0.305, 0.245))
    for number in range(7):
        slat = rounded_box((0.026, 0.016, 0.52), 0.006, grain=2)
        wood.append(slat.turn(0, -16).move((number - 3) * 0.095, 0.335, 0.50))
    for z, y in ((0.735, 0.405), (0.30, 0.28)):
        wood.append(rounded_box((0.69, 0.024, 0.05), 0.009, 3).turn(0, -16).move(0.0, y, z))
    seat = cushion((0.655, 0.66, 0.15), 0.045, (0.003, 0.012, 0.024), 8)
    seat = seat.turn(0, -5).move(0.0, -0.06, 0.375)
    back = cushion((0.645, 0.17, 0.50), 0.05, (0.004, 0.03, 0.012), 8).turn(0, -16).move(0.0, 0.235, 0.615)
    parts = [*(part.dress(OAK) for part in wood), seat.dress("Fabric_sage"), back.dress("Fabric_sage")]
    return fit_box(parts, (0.80, 0.82, 0.78))


def _droop(vertices: np.ndarray) -> np.ndarray:
    """An arm that is broad in front and narrow behind."""
    vertices[:, 0] *= 1 - 0.35 * np.clip((vertices[:, 1] + 0.1) / 0.48, 0, 1)
    return vertices


def model_bench() -> list[Part]:
    """Bench 1.20 x 0.38 x 0.45 m: an oak frame with a padded top."""
    wood = []
    for side in (-1, 1):
        for end in (-1, 1):
            foot, head = (end * 0.575, side * 0.165, 0.0), (end * 0.53, side * 0.14, 0.39)
            wood.append(leg(circle(0.022, 18), foot, head, 0.62))
        wood.append(rounded_box((1.06, 0.020, 0.05), 0.004).move(y=side * 0.14, z=0.36))
    for end in (-1, 1):
        wood.append(rounded_box((0.020, 0.28, 0.05), 0.004, grain=1).move(x=end * 0.53, z=0.36))
    pad = cushion((1.20, 0.38, 0.075), 0.028, (0.0, 0.0, 0.006), 10).touch(2, 0.45)
    return fit_box([*(part.dress(OAK) for part in wood), pad.dress("Fabric_sand")], (1.20, 0.38, 0.45))


def model_bar_stool() -> list[Part]:
    """Bar stool 0.42 x 0.44 x 0.95 m: four oak legs, a steel foot rest, a padded seat with a low back."""
    wood, steel = [], []
    for side in (-1, 1):
        for end in (-1, 1):
            foot, head = (end * 0.195, side * 0.200, 0.0), (end * 0.125, side * 0.125, 0.64)
            wood.append(leg(circle(0.018, 16), foot, head, 0.7))
    corners = [(x * 0.166, y * 0.170, 0.26) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        steel.append(pipe([a, b], 0.008, 10))
    for side in (-1, 1):
        steel.append(
            pipe(
                [(side * 0.12, 0.12, 0.63), (side * 0.13, 0.185, 0.70), (side * 0.14, 0.205, 0.90)],
                0.008,
                10,
                0.03,
            )
        )
    pad = cushion((0.40, 0.38, 0.07), 0.030, (0.0, 0.0, 0.008), 8).move(z=0.67)
    back = rounded_box((0.40, 0.030, 0.13), 0.013, 3, (14, 1, 2), None).deform(bow_board(0.045, 0.20))
    back = back.turn(0, -6).move(y=0.165, z=0.885)
    dressed = ((wood, OAK), (steel, STEEL), ([pad, back], "Fabric_charcoal"))
    return fit_box([p.dress(material) for parts, material in dressed for p in parts], (0.42, 0.44, 0.95))


def model_school_chair() -> list[Part]:
    """School chair 0.42 x 0.46 x 0.80 m: bent plywood on a steel frame, light enough for whole classes."""
    steel = []
    for side in (-1, 1):
        x = side * 0.18
        steel.append(pipe([(x, -0.19, 0.0), (x, -0.16, 0.42), (x, 0.14, 0.41)], 0.0095, 8, 0.05, 4))
        path = [(x, 0.20, 0.0), (x * 0.98, 0.13, 0.40), (x * 0.95, 0.205, 0.78)]
        steel.append(pipe(path, 0.0095, 8, 0.08, 4))
    steel.append(pipe([(-0.18, 0.16, 0.20), (0.18, 0.16, 0.20)], 0.007, 8))
    seat = rounded_box((0.39, 0.38, 0.012), 0.005, 2, (6, 8, 1), grain=1).deform(_saddle)
    back = rounded_box((0.38, 0.011, 0.19), 0.005, 2, (8, 1, 2)).deform(bow_board(0.035, 0.19))
    back = back.turn(0, -11).move(y=0.165, z=0.69)
    wood = [seat.move(y=-0.02, z=0.435), back]
    parts = [*(part.dress(STEEL) for part in steel), *(part.dress("Wood_ash") for part in wood)]
    return fit_box(parts, (0.42, 0.46, 0.80))


def _saddle(vertices: np.ndarray) -> np.ndarray:
    """A seat that dips in the middle and rolls down in front."""
    front = np.clip((-vertices[:, 1] - 0.10) / 0.10, 0, 1)
    vertices[:, 2] -= 0.030 * front**2 + 0.008 * (1 - (vertices[:, 0] / 0.2) ** 2)
    return vertices
