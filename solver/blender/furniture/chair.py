"""The dining chair: 0.46 x 0.50 x 0.88 m, oak with a padded seat and a bent back."""

from __future__ import annotations

import numpy as np

from solver.blender.furniture.shapes import Part, cushion, rounded_box
from solver.blender.furniture.sweeps import circle, leg, loft, raise_outline

WIDTH_M, DEPTH_M, HEIGHT_M = 0.46, 0.50, 0.88
OAK, PAD = "Wood_oak", "Fabric_charcoal"
SEAT_TOP_M = 0.455


def model_chair() -> list[Part]:
    """All parts of the chair, front at -y, standing on z = 0."""
    frame = [part.dress(OAK) for part in (*_front_legs(), *_posts(), *_rails(), *_back())]
    return [*frame, _seat()]


def _front_legs() -> list[Part]:
    parts = []
    for side in (-1, 1):
        foot, head = (side * 0.212, -0.232, 0.0), (side * 0.192, -0.195, SEAT_TOP_M - 0.05)
        parts.append(leg(circle(0.0175, 20), foot, head, 0.68))
    return parts


def _posts() -> list[Part]:
    """Back legs that carry on as back posts: one bent round bar each, from floor to top rail."""
    rows = np.array(
        [  # height, y, radius
            (0.000, 0.2395, 0.0105),
            (0.006, 0.2380, 0.0120),
            (0.150, 0.2190, 0.0150),
            (0.300, 0.2000, 0.0175),
            (0.400, 0.1930, 0.0185),
            (0.480, 0.1930, 0.0185),
            (0.560, 0.1975, 0.0178),
            (0.660, 0.2070, 0.0165),
            (0.760, 0.2190, 0.0150),
            (0.840, 0.2300, 0.0140),
        ]
    )
    parts = []
    for side in (-1, 1):
        loops = []
        for z, y, radius in rows:
            x = side * (0.196 + 0.014 * (1 - z / 0.42) ** 2)
            loops.append(raise_outline(circle(radius, 20), z, x, y))
        parts.append(loft(loops))
    return parts


def _rails() -> list[Part]:
    z = SEAT_TOP_M - 0.075
    parts = [rounded_box((0.37, 0.020, 0.055), 0.004).move(y=-0.196, z=z)]
    parts.append(rounded_box((0.37, 0.020, 0.055), 0.004).move(y=0.192, z=z))
    for side in (-1, 1):
        parts.append(rounded_box((0.020, 0.37, 0.055), 0.004, grain=1).move(x=side * 0.192, z=z))
        parts.append(rounded_box((0.016, 0.38, 0.022), 0.005, grain=1).move(x=side * 0.198, z=0.24))
    return parts


def bow_board(depth: float, half_width: float):
    """Bows a board backwards: its middle lies `depth` behind its ends."""

    def bend(vertices: np.ndarray) -> np.ndarray:
        vertices[:, 1] += depth * (1 - (vertices[:, 0] / half_width) ** 2)
        return vertices

    return bend


def _back() -> list[Part]:
    top = rounded_box((WIDTH_M, 0.020, 0.085), 0.0085, 3, (16, 1, 2)).deform(bow_board(0.026, WIDTH_M / 2))
    top = top.turn(0, -7).touch(1, DEPTH_M / 2).touch(2, HEIGHT_M)
    low = rounded_box((0.40, 0.016, 0.045), 0.007, 3, (16, 1, 1)).deform(bow_board(0.026, 0.20))
    low = low.turn(0, -6).move(y=0.199, z=0.665)
    return [top, low]


def _seat() -> Part:
    pad = cushion((WIDTH_M - 0.012, 0.455, 0.062), 0.024, (0.0, 0.0, 0.008), 12)

    def taper(vertices: np.ndarray) -> np.ndarray:
        # a seat is narrower behind, so that it sits between the posts
        vertices[:, 0] *= 1 - 0.16 * np.clip((vertices[:, 1] + 0.10) / 0.33, 0, 1)
        return vertices

    return pad.deform(taper).touch(1, -DEPTH_M / 2, -1).touch(2, SEAT_TOP_M + 0.008).dress(PAD)
