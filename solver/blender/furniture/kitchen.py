"""The kitchen: counter with sink and hob, island, refrigerator."""

from __future__ import annotations

from solver.blender.furniture.cases import build_bow, build_front, build_staves
from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import fit_box, loft, pipe, raise_outline, rectangle

WHITE, STONE, STEEL, DARK, OAK = "Paint_white", "Stone_pale", "Metal_steel", "Metal_black", "Wood_oak"
PLINTH_M = 0.10
TOP_M = 0.90


def model_kitchen_counter() -> list[Part]:
    """Counter 2.40 x 0.62 x 1.20 m (worktop at 0.90): drawers, doors, a sink with its tap, a hob."""
    width, depth = 2.40, 0.62
    unit = width / 4
    body = _build_carcass(width - 0.01, depth - 0.06)
    plinth = rounded_box((width - 0.02, depth - 0.13, PLINTH_M + 0.002), 0.002, 1).move(
        y=0.04, z=PLINTH_M / 2
    )
    front_y = -depth / 2 + 0.05 - 0.009
    tall = TOP_M - 0.04 - PLINTH_M
    fronts, handles = [], []
    for number in range(4):
        x = (number - 1.5) * unit
        rows = (1.0,) if number in (1, 3) else (0.25, 0.375, 0.375)
        z = TOP_M - 0.04
        for share in rows:
            part_tall = tall * share
            fronts.append(build_front(unit, part_tall, x, front_y, z - part_tall / 2))
            handles.append(build_bow(0.20, x, front_y - 0.007, z - 0.05, upright=False))
            z -= part_tall
    dressed = (([*body, plinth, *fronts], WHITE), (handles, DARK), (_build_worktop(width, depth), STONE))
    parts = [part.dress(material) for group, material in dressed for part in group]
    hob = rounded_box((0.58, 0.50, 0.008), 0.003, 2).move(-unit * 1.5 + unit, 0.0, TOP_M + 0.003)
    return fit_box([*parts, *_build_sink(), hob.dress("Screen_black")], (width, depth, 1.20))


def _build_carcass(width: float, depth: float) -> list[Part]:
    """Base, ends and back of the units; open above, where the sink hangs in."""
    low, high = PLINTH_M, TOP_M - 0.04
    base = rounded_box((width, depth, 0.5), 0.002, 1).move(y=0.02, z=low + 0.25)
    parts = [base]
    for side in (-1, 1):
        end = rounded_box((0.018, depth, high - low), 0.002, 1)
        parts.append(end.touch(0, side * (width / 2 + 0.001), side).move(y=0.02, z=(low + high) / 2))
    back = rounded_box((width - 0.01, 0.012, high - low), 0.002, 1).move(z=(low + high) / 2)
    return [*parts, back.touch(1, depth / 2 + 0.021)]


SINK_X, SINK_W, SINK_D = 0.60, 0.50, 0.40


def _build_worktop(width: float, depth: float) -> list[Part]:
    """The worktop in four boards round the sink's hole."""
    left, right = SINK_X - SINK_W / 2, SINK_X + SINK_W / 2
    spans = (
        (-width / 2, left, -depth / 2, depth / 2),
        (right, width / 2, -depth / 2, depth / 2),
        (left - 0.004, right + 0.004, -depth / 2, -SINK_D / 2),
        (left - 0.004, right + 0.004, SINK_D / 2, depth / 2),
    )
    parts = []
    for west, east, south, north in spans:
        board = rounded_box((east - west, north - south, 0.04), 0.002, 1)
        parts.append(board.move((west + east) / 2, (south + north) / 2, TOP_M - 0.02))
    return parts


def _build_sink() -> list[Part]:
    """A steel bowl under the hole and a tap behind it."""
    outline = rectangle(SINK_W + 0.02, SINK_D + 0.02, 0.06, 4)
    inner = rectangle(SINK_W - 0.01, SINK_D - 0.01, 0.05, 4)
    floor = rectangle(SINK_W - 0.05, SINK_D - 0.05, 0.04, 4)
    rows = (
        (outline * 0.9, -0.21),
        (outline, -0.19),
        (outline, 0.0015),
        (inner, 0.0015),
        (inner, -0.17),
        (floor, -0.185),
    )
    bowl = loft([raise_outline(shape, TOP_M + z, SINK_X) for shape, z in rows])
    y = SINK_D / 2 + 0.045
    path = [
        (SINK_X, y, TOP_M),
        (SINK_X, y, TOP_M + 0.28),
        (SINK_X, y - 0.20, TOP_M + 0.28),
        (SINK_X, y - 0.20, TOP_M + 0.18),
    ]
    tap = pipe(path, 0.013, 12, 0.09, 7)
    lever = pipe([(SINK_X + 0.01, y, TOP_M + 0.05), (SINK_X + 0.09, y, TOP_M + 0.08)], 0.007, 8)
    return [part.dress(STEEL) for part in (bowl, tap, lever)]


def model_kitchen_island() -> list[Part]:
    """Island 1.80 x 0.90 x 0.90 m: staves towards the seats (front), doors behind, a stone top."""
    width, depth = 1.80, 0.90
    tall = TOP_M - 0.04 - PLINTH_M
    middle = (TOP_M - 0.04 + PLINTH_M) / 2
    body = rounded_box((width - 0.08, 0.56, tall), 0.002, 1).move(y=0.13, z=middle)
    plinth = rounded_box((width - 0.16, 0.48, PLINTH_M + 0.002), 0.002, 1).move(y=0.13, z=PLINTH_M / 2)
    staves = build_staves(0.0, -0.157, middle, width - 0.08, tall - 0.004)
    fronts, handles = [], []
    for number in range(3):
        x = (number - 1) * (width - 0.08) / 3
        fronts.append(build_front((width - 0.08) / 3, tall, x, -0.418, middle))
        handles.append(build_bow(0.2, x, -0.427, TOP_M - 0.09, upright=False))
    behind = [part.turn(2, 180) for part in (*fronts, *handles)]
    top = rounded_box((width, depth, 0.04), 0.003).move(z=TOP_M - 0.02)
    count = len(fronts)
    dressed = (
        ([body, plinth, *behind[:count]], WHITE),
        (behind[count:], DARK),
        (staves, OAK),
        ([top], STONE),
    )
    parts = [part.dress(material) for group, material in dressed for part in group]
    return fit_box(parts, (width, depth, TOP_M))


def model_refrigerator() -> list[Part]:
    """Refrigerator 0.60 x 0.66 x 1.85 m: steel, a large door above a freezer door."""
    width, depth, height = 0.60, 0.66, 1.85
    body = rounded_box((width - 0.004, depth - 0.11, height - 0.04), 0.008).move(
        y=0.045, z=(height + 0.04) / 2
    )
    foot = rounded_box((width - 0.06, depth - 0.16, 0.05), 0.004).move(y=0.045, z=0.025)
    doors, handles = [], []
    for low, high in ((0.05, 0.66), (0.668, height - 0.002)):
        door = rounded_box((width, 0.058, high - low), 0.012, 3, grain=2)
        doors.append(door.touch(1, -depth / 2 + 0.030, -1).move(z=(low + high) / 2))
    for middle, length in ((0.50, 0.24), (1.00, 0.50)):
        handles.append(build_bow(length, width / 2 - 0.05, -depth / 2 + 0.032, middle))
    dressed = (([body, *doors], STEEL), ([foot, *handles], DARK))
    parts = [part.dress(material) for group, material in dressed for part in group]
    return fit_box(parts, (width, depth, height))
