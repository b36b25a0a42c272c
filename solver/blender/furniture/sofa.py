"""The sofa: 2.10 x 0.92 x 0.82 m, three seats, on oak legs."""

from __future__ import annotations

import numpy as np

from solver.blender.furniture.shapes import Part, cushion, pillow, rounded_box
from solver.blender.furniture.sweeps import circle, leg, raise_outline, rectangle, tube

WIDTH_M, DEPTH_M, HEIGHT_M = 2.10, 0.92, 0.82
FABRIC, ACCENT, WOOD = "Fabric_sand", "Fabric_rust", "Wood_oak"
ARM_M = 0.15
LEG_M = 0.12
SEATS = 3
SEAT_M = (WIDTH_M - 2 * ARM_M) / SEATS


def model_sofa() -> list[Part]:
    """All parts of the sofa, front at -y, standing on z = 0."""
    return [*_frame(), *_seats(), *_backs(), *_scatter(), *_legs()]


def _frame() -> list[Part]:
    base = rounded_box((WIDTH_M - 2 * ARM_M + 0.02, DEPTH_M - 0.06, 0.16), 0.02, grain=None).move(
        y=0.02, z=LEG_M + 0.09
    )
    back = cushion((WIDTH_M - 0.06, 0.17, 0.61), 0.05, (0, 0.008, 0.01), 8)
    back = back.touch(1, DEPTH_M / 2).touch(2, LEG_M + 0.01, -1)
    arm = cushion((ARM_M, DEPTH_M - 0.02, 0.46), 0.055, (0.008, 0.01, 0.012), 8)
    arm = arm.touch(1, -DEPTH_M / 2, -1).touch(2, LEG_M, -1).touch(0, WIDTH_M / 2)
    return [part.dress(FABRIC) for part in (base, back, arm, arm.mirror())]


def _seats() -> list[Part]:
    parts = []
    for number in range(SEATS):
        x = (number - (SEATS - 1) / 2) * SEAT_M
        seat = cushion((SEAT_M - 0.006, 0.70, 0.175), 0.04, (0.002, 0.012, 0.026), 8)
        seat = seat.move(x=x).touch(1, -DEPTH_M / 2 + 0.005, -1).touch(2, LEG_M + 0.155, -1)
        y = float(seat.vertices[:, 1].mean())
        for z in (seat.vertices[:, 2].min() + 0.036, seat.vertices[:, 2].max() - 0.036):
            welt = rectangle(SEAT_M - 0.016, 0.682, 0.035, 5)
            parts.append(tube(raise_outline(welt, float(z), x, y), 0.005, 6))
        parts.append(seat)
    return [part.dress(FABRIC) for part in parts]


def _backs() -> list[Part]:
    parts = []
    for number in range(SEATS):
        x = (number - (SEATS - 1) / 2) * SEAT_M
        back = cushion((SEAT_M - 0.012, 0.21, 0.43), 0.06, (0.004, 0.035, 0.016), 8)
        back = back.turn(0, -11 - number % 2).move(x=x, y=0.245).touch(2, HEIGHT_M)
        parts.append(back.dress(FABRIC))
    return parts


def _scatter() -> list[Part]:
    left = pillow(0.41, 0.39, 0.16).turn(0, -29).turn(2, 24)
    left = left.move(x=-0.69, y=0.045).touch(2, 0.43, -1)
    right = pillow(0.40, 0.37, 0.15).turn(1, -5).turn(0, -24).turn(2, -15)
    right = right.move(x=0.69, y=0.05).touch(2, 0.43, -1)
    return [left.dress(ACCENT), right.dress("Fabric_cream")]


def _legs() -> list[Part]:
    parts = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            foot = np.array([sx * (WIDTH_M / 2 - 0.09), sy * (DEPTH_M / 2 - 0.08), 0.0])
            head = np.array([sx * (WIDTH_M / 2 - 0.13), sy * (DEPTH_M / 2 - 0.12), LEG_M + 0.02])
            parts.append(leg(circle(0.026), foot, head, 0.55).dress(WOOD))
    return parts
