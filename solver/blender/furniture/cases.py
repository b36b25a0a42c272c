"""What cabinets have in common: the case, its legs, fronts and knobs."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import circle, lathe, leg, loft, pipe, raise_outline, rectangle

BOARD_M = 0.020
GAP_M = 0.003


def build_case(width: float, depth: float, low: float, high: float) -> list[Part]:
    """An open-fronted case from z = low to z = high: top, bottom, sides and a thin back.

    The sides stand between top and bottom, 1.5 mm behind their ends: a fine shadow line, no shared plane.
    """
    middle = (low + high) / 2
    parts = []
    for z in (low + BOARD_M / 2, high - BOARD_M / 2):
        parts.append(rounded_box((width, depth, BOARD_M), 0.003).move(z=z))
    for side in (-1, 1):
        board = rounded_box((BOARD_M, depth - 0.003, high - low - 2 * BOARD_M + 0.006), 0.002, grain=2)
        parts.append(board.move(x=side * ((width - BOARD_M) / 2 - 0.0015), z=middle))
    back = rounded_box((width - BOARD_M, 0.008, high - low - BOARD_M), 0.001)
    return [*parts, back.move(y=depth / 2 - 0.02, z=middle)]


def build_legs(width: float, depth: float, height: float, radius: float) -> list[Part]:
    """Four tapered round legs, splayed outwards, under a case of this footprint."""
    parts = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            foot = (sx * (width / 2 - 0.045), sy * (depth / 2 - 0.04), 0.0)
            head = (sx * (width / 2 - 0.085), sy * (depth / 2 - 0.075), height)
            parts.append(leg(circle(radius, 20), foot, head, 0.58))
    return parts


def build_knob(x: float, front_y: float, z: float) -> Part:
    """A turned knob standing 22 mm out of a front at y = front_y, towards -y."""
    rows = (
        (0.0, 0.0060),
        (0.008, 0.0048),
        (0.012, 0.0110),
        (0.016, 0.0125),
        (0.020, 0.0112),
        (0.022, 0.0070),
    )
    return lathe([(radius, out) for out, radius in rows], 20).turn(0, 90).move(x, front_y, z)


def build_staves(x: float, y: float, z: float, width: float, height: float) -> list[Part]:
    """A front of upright round-edged staves."""
    count = round(width / 0.018)
    pitch = width / count
    outline = rectangle(pitch - 0.0012, 0.014, 0.0055, 3)
    loops = [
        raise_outline(outline * k, at) for at, k in ((0, 0.9), (0.002, 1), (height - 0.002, 1), (height, 0.9))
    ]
    stave = loft(loops).move(z=z - height / 2)
    return [stave.move(x + (number + 0.5) * pitch - width / 2, y) for number in range(count)]


def build_front(width: float, height: float, x: float, y: float, z: float, grain: int = 0) -> Part:
    """A drawer front or door leaf with its gaps, filling an opening width x height about (x, z).

    y is the middle of the leaf, 18 mm thick.
    """
    return rounded_box((width - 2 * GAP_M, 0.018, height - 2 * GAP_M), 0.0025, grain=grain).move(x, y, z)


def build_bow(length: float, x: float, front_y: float, z: float, upright: bool = True) -> Part:
    """A bow handle standing 28 mm out of a front at y = front_y, towards -y."""
    half = length / 2
    path = ((0, -half), (-0.028, -half), (-0.028, half), (0, half))
    points = [(0, y, along) if upright else (along, y, 0) for y, along in path]
    return pipe(points, 0.005, 8, 0.012, 3).move(x, front_y, z)
