"""The TV stand (1.60 x 0.42 x 0.50 m) and the nightstand (0.48 x 0.42 x 0.55 m)."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part, circle, leg, loft, raise_outline, rectangle, rounded_box

OAK, BRASS, WHITE = "Wood_oak", "Metal_brass", "Paint_white"
BOARD_M = 0.020
GAP_M = 0.003


def _shell(width: float, depth: float, low: float, high: float) -> list[Part]:
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


def _splayed_legs(width: float, depth: float, height: float, radius: float) -> list[Part]:
    parts = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            foot = (sx * (width / 2 - 0.045), sy * (depth / 2 - 0.04), 0.0)
            head = (sx * (width / 2 - 0.085), sy * (depth / 2 - 0.075), height)
            parts.append(leg(circle(radius, 20), foot, head, 0.58))
    return parts


def _knob(x: float, front_y: float, z: float) -> Part:
    """A turned knob standing 22 mm out of a front at y = front_y, towards -y."""
    rows = (
        (0.0, 0.0060),
        (0.008, 0.0048),
        (0.012, 0.0110),
        (0.016, 0.0125),
        (0.020, 0.0112),
        (0.022, 0.0070),
    )
    loops = [raise_outline(circle(radius, 20), out) for out, radius in rows]
    return loft(loops).turn(0, 90).move(x, front_y, z)


def _tambour(x: float, y: float, z: float, width: float, height: float) -> list[Part]:
    """A front of upright round-edged staves."""
    count = round(width / 0.018)
    pitch = width / count
    outline = rectangle(pitch - 0.0012, 0.014, 0.0055, 3)
    loops = [
        raise_outline(outline * k, at) for at, k in ((0, 0.9), (0.002, 1), (height - 0.002, 1), (height, 0.9))
    ]
    stave = loft(loops).move(z=z - height / 2)
    return [stave.move(x + (number + 0.5) * pitch - width / 2, y) for number in range(count)]


def model_tv_stand() -> list[Part]:
    """Oak case on splayed legs: staved doors at both ends, an open shelf above a drawer between them."""
    width, depth, height, low = 1.60, 0.42, 0.50, 0.15
    case_depth = depth - 0.014
    parts = [part.move(y=0.007) for part in _shell(width, case_depth, low, height)]
    front_y = 0.007 - case_depth / 2
    bottom, top = low + BOARD_M, height - BOARD_M
    centre_z = (bottom + top) / 2
    middle = 0.56
    span = (width - 2 * BOARD_M - middle) / 2 - BOARD_M
    for side in (-1, 1):
        wall = rounded_box((BOARD_M, case_depth - 0.034, top - bottom + 0.004), 0.0015, grain=2)
        parts.append(wall.move(side * (middle + BOARD_M) / 2, 0.002, centre_z))
        x = side * (middle / 2 + BOARD_M + span / 2)
        parts += _tambour(x, front_y + 0.012, centre_z, span - 2 * GAP_M, top - bottom - 2 * GAP_M)
    shelf_z = bottom + 0.150
    parts.append(rounded_box((middle + 0.004, case_depth - 0.034, 0.016), 0.0015).move(y=0.002, z=shelf_z))
    drawer = rounded_box((middle - 2 * GAP_M, 0.018, shelf_z - 0.008 - bottom - 2 * GAP_M), 0.0025)
    drawer_z = (bottom + shelf_z - 0.008) / 2
    parts.append(drawer.move(y=front_y + 0.016, z=drawer_z))
    parts += _splayed_legs(width, case_depth, low + 0.005, 0.021)
    knobs = [_knob(x, front_y + 0.008, drawer_z).dress(BRASS) for x in (-0.14, 0.14)]
    return [*(part.dress(OAK) for part in parts), *knobs]


def model_nightstand() -> list[Part]:
    """White case with an oak top and oak legs, two drawers with brass knobs."""
    width, depth, height, low = 0.48, 0.42, 0.55, 0.16
    case_width, case_depth, case_top = width - 0.02, depth - 0.03, height - 0.022
    case = [part.move(y=0.005) for part in _shell(case_width, case_depth, low, case_top + 0.001)]
    front_y = 0.005 - case_depth / 2
    inside, bottom, ceiling = case_width - 2 * BOARD_M, low + BOARD_M, case_top - BOARD_M
    half = (ceiling - bottom) / 2
    knobs = []
    for number in range(2):
        z = bottom + half * (number + 0.5)
        front = rounded_box((inside - 2 * GAP_M, 0.018, half - 2 * GAP_M), 0.0025)
        case.append(front.move(y=front_y + 0.012, z=z))
        knobs.append(_knob(0.0, front_y + 0.004, z))
    wood = [rounded_box((width, depth, 0.022), 0.005, 3).move(z=height - 0.011)]
    wood += _splayed_legs(case_width, case_depth, low + 0.005, 0.019)
    dressed = ((wood, OAK), (case, WHITE), (knobs, BRASS))
    return [part.dress(material) for parts, material in dressed for part in parts]
