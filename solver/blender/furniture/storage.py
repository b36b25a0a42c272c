"""The TV stand (1.60 x 0.42 x 0.50 m) and the nightstand (0.48 x 0.42 x 0.55 m)."""

from __future__ import annotations

from solver.blender.furniture.cases import BOARD_M, GAP_M, build_case, build_knob, build_legs, build_staves
from solver.blender.furniture.shapes import Part, rounded_box

OAK, BRASS, WHITE = "Wood_oak", "Metal_brass", "Paint_white"


def model_tv_stand() -> list[Part]:
    """Oak case on splayed legs: staved doors at both ends, an open shelf above a drawer between them."""
    width, depth, height, low = 1.60, 0.42, 0.50, 0.15
    case_depth = depth - 0.014
    parts = [part.move(y=0.007) for part in build_case(width, case_depth, low, height)]
    front_y = 0.007 - case_depth / 2
    bottom, top = low + BOARD_M, height - BOARD_M
    centre_z = (bottom + top) / 2
    middle = 0.56
    span = (width - 2 * BOARD_M - middle) / 2 - BOARD_M
    for side in (-1, 1):
        wall = rounded_box((BOARD_M, case_depth - 0.034, top - bottom + 0.004), 0.0015, grain=2)
        parts.append(wall.move(side * (middle + BOARD_M) / 2, 0.002, centre_z))
        x = side * (middle / 2 + BOARD_M + span / 2)
        parts += build_staves(x, front_y + 0.012, centre_z, span - 2 * GAP_M, top - bottom - 2 * GAP_M)
    shelf_z = bottom + 0.150
    parts.append(rounded_box((middle + 0.004, case_depth - 0.034, 0.016), 0.0015).move(y=0.002, z=shelf_z))
    drawer = rounded_box((middle - 2 * GAP_M, 0.018, shelf_z - 0.008 - bottom - 2 * GAP_M), 0.0025)
    drawer_z = (bottom + shelf_z - 0.008) / 2
    parts.append(drawer.move(y=front_y + 0.016, z=drawer_z))
    parts += build_legs(width, case_depth, low + 0.005, 0.021)
    knobs = [build_knob(x, front_y + 0.008, drawer_z).dress(BRASS) for x in (-0.14, 0.14)]
    return [*(part.dress(OAK) for part in parts), *knobs]


def model_nightstand() -> list[Part]:
    """White case with an oak top and oak legs, two drawers with brass knobs."""
    width, depth, height, low = 0.48, 0.42, 0.55, 0.16
    case_width, case_depth, case_top = width - 0.02, depth - 0.03, height - 0.022
    case = [part.move(y=0.005) for part in build_case(case_width, case_depth, low, case_top + 0.001)]
    front_y = 0.005 - case_depth / 2
    inside, bottom, ceiling = case_width - 2 * BOARD_M, low + BOARD_M, case_top - BOARD_M
    half = (ceiling - bottom) / 2
    knobs = []
    for number in range(2):
        z = bottom + half * (number + 0.5)
        front = rounded_box((inside - 2 * GAP_M, 0.018, half - 2 * GAP_M), 0.0025)
        case.append(front.move(y=front_y + 0.012, z=z))
        knobs.append(build_knob(0.0, front_y + 0.004, z))
    wood = [rounded_box((width, depth, 0.022), 0.005, 3).move(z=height - 0.011)]
    wood += build_legs(case_width, case_depth, low + 0.005, 0.019)
    dressed = ((wood, OAK), (case, WHITE), (knobs, BRASS))
    return [part.dress(material) for parts, material in dressed for part in parts]
