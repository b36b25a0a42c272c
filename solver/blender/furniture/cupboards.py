"""Tall and wide storage: wardrobe, dresser, bookshelf with books."""

from __future__ import annotations

from solver.blender.furniture.cases import (
    BOARD_M,
    build_bow,
    build_case,
    build_front,
    build_knob,
    build_legs,
)
from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import fit_box, lathe, plain_box

OAK, WHITE, BRASS, STEEL = "Wood_oak", "Paint_white", "Metal_brass", "Metal_black"
BOOK_TONES = ("Paper_cream", "Paper_blue", "Paper_red", "Paper_green", "Paper_ochre", "Paper_grey")


def model_wardrobe() -> list[Part]:
    """Wardrobe 1.50 x 0.60 x 2.10 m: a white case with three oak doors on a recessed plinth."""
    width, depth, height, low = 1.50, 0.60, 2.10, 0.08
    case = [part.move(y=0.014) for part in build_case(width, depth - 0.028, low, height)]
    plinth = rounded_box((width - 0.06, depth - 0.08, low + 0.002), 0.002).move(y=0.02, z=(low + 0.002) / 2)
    front_y = -depth / 2 + 0.028
    inside, tall = width - 2 * BOARD_M, height - low - 2 * BOARD_M
    doors, handles = [], []
    for number in range(3):
        x = (number - 1) * inside / 3
        doors.append(build_front(inside / 3, tall, x, front_y + 0.011, (low + height) / 2, grain=2))
        side = 1 if number == 0 else -1
        handles.append(build_bow(0.28, x + side * (inside / 6 - 0.05), front_y + 0.004, 1.05))
    dressed = (([*case, plinth], WHITE), (doors, OAK), (handles, STEEL))
    parts = [part.dress(material) for group, material in dressed for part in group]
    return fit_box(parts, (width, depth, height))


def model_dresser() -> list[Part]:
    """Chest of drawers 1.20 x 0.45 x 0.80 m in walnut: three rows of two, brass knobs."""
    width, depth, height, low = 1.20, 0.45, 0.80, 0.16
    case_depth = depth - 0.014
    wood = [part.move(y=0.007) for part in build_case(width, case_depth, low, height)]
    wood += build_legs(width, case_depth, low + 0.005, 0.021)
    front_y = 0.007 - case_depth / 2
    row = (height - low - 2 * BOARD_M) / 3
    half = (width - 2 * BOARD_M) / 2
    knobs = []
    for number in range(3):
        z = low + BOARD_M + row * (number + 0.5)
        for side in (-1, 1):
            x = side * half / 2
            wood.append(build_front(half, row, x, front_y + 0.015, z))
            knobs += [build_knob(x + k * half * 0.27, front_y + 0.008, z) for k in (-1, 1)]
    parts = [*(part.dress("Wood_walnut") for part in wood), *(part.dress(BRASS) for part in knobs)]
    return fit_box(parts, (width, depth, height))


def model_bookshelf() -> list[Part]:
    """Open shelves 0.90 x 0.32 x 1.90 m in oak, with books, a bowl and a vase."""
    width, depth, height, low = 0.90, 0.32, 1.90, 0.0
    parts = [part.dress(OAK) for part in build_case(width, depth, low, height)]
    shelves = 5
    pitch = (height - 2 * BOARD_M) / shelves
    for number in range(shelves):
        floor_z = BOARD_M + number * pitch
        if number:
            board = rounded_box((width - 2 * BOARD_M, depth - 0.03, BOARD_M), 0.002)
            parts.append(board.move(y=-0.005, z=floor_z - BOARD_M / 2).dress(OAK))
        parts += _fill_shelf(number, width - 2 * BOARD_M, depth, floor_z, pitch - BOARD_M)
    return fit_box(parts, (width, depth, height))


def _fill_shelf(number: int, width: float, depth: float, floor_z: float, clear: float) -> list[Part]:
    """A row of books that leaves some room, and in two of the rooms a thing of clay."""
    # small fixed sequences instead of a random generator: the shelf looks the same everywhere
    x, end = -width / 2 + 0.004, width / 2 - (0.10, 0.34, 0.05, 0.30, 0.45)[number % 5]
    parts = []
    step = number * 7
    while True:
        thick = (0.022, 0.034, 0.027, 0.045, 0.019, 0.031, 0.024)[step % 7]
        if x + thick > end:
            break
        tall = clear * (0.80, 0.66, 0.74, 0.88, 0.62, 0.70, 0.83, 0.58)[step % 8]
        deep = depth * (0.62, 0.55, 0.68, 0.60, 0.52)[step % 5]
        centre = (x + thick / 2, -depth / 2 + 0.03 + deep / 2 + 0.012 * (step % 3), floor_z + tall / 2)
        parts.append(
            plain_box((thick - 0.001, deep, tall), centre).dress(BOOK_TONES[(step * step + number) % 6])
        )
        x += thick
        step += 1
    if number in (1, 4):
        rows = ((0.045, 0.0), (0.07, 0.04), (0.075, 0.09), (0.05, 0.16), (0.035, 0.19), (0.04, 0.20))
        vase = lathe([(radius, z) for radius, z in rows], 24)
        parts.append(vase.move((end + width / 2) / 2, -0.02, floor_z).dress("Ceramic_white"))
    return parts
