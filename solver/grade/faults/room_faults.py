"""Faults of the arrangement and of the room: far away, wrong wall, shell, frame, units, object data."""

from __future__ import annotations

from collections.abc import Iterator

from solver.core.measured import Solid
from solver.grade.faults.fault import FAIL, FULL, MESHES, NOT_FULL, OVERLAP, RULES, Change, Fault, Gold
from solver.grade.faults.furniture_faults import FAR_M, NAMED, NUDGE_M, PLACED, find_solid, make_moved, move
from solver.grade.faults.layout_edits import shift_row

COMPLETE = "a complete room: four walls, floor and ceiling"
LIT = "basic lighting: one Sun and one Area light"
CAMERA = "a camera"
Triple = tuple[float, float, float]


# Which part of the shell is left out, in words.
SHELL = (
    ("wall_west", "the west wall"),
    ("wall_north", "the north wall"),
    ("ceiling", "the ceiling"),
    ("floor", "the floor"),
)
# Name, what is wrong, rule, most, the scale along x, y and z, and the shift: in widths, depths, and metres.
FRAMES: tuple[tuple[str, str, str, float, Triple, Triple], ...] = (
    (
        "centred_on_origin",
        "the room is centred on the origin",
        "none: the task does not say where the origin is",
        FULL,
        (1.0, 1.0, 1.0),
        (-0.5, -0.5, 0.0),
    ),
    (
        "in_millimetres",
        "every length is a thousand times too large",
        PLACED,
        RULES,
        (1000.0, 1000.0, 1000.0),
        (0.0, 0.0, 0.0),
    ),
    ("mirrored", "the room is mirrored east to west", PLACED, NOT_FULL, (-1.0, 1.0, 1.0), (1.0, 0.0, 0.0)),
    (
        "turned_over",
        "the room is turned by half a turn: north is south",
        PLACED,
        RULES,
        (-1.0, -1.0, 1.0),
        (1.0, 1.0, 0.0),
    ),
    (
        "raised",
        "the whole room floats a metre above the ground",
        "none: only the frame is shifted",
        FULL,
        (1.0, 1.0, 1.0),
        (0.0, 0.0, 1.0),
    ),
    (
        "too_wide",
        "the room and all in it is stretched by a fifth from west to east",
        "approximately 5 m x 6 m x 2.8 m",
        NOT_FULL,
        (1.2, 1.0, 1.0),
        (0.0, 0.0, 0.0),
    ),
)
# What kind of object is taken away, in words, and what is asked for.
KINDS = (
    ("sun", "SUN", "no Sun light", LIT),
    ("area", "AREA", "no Area light", LIT),
    ("persp_camera", "PERSP", "no perspective camera", CAMERA),
    ("ortho_camera", "ORTHO", "no camera from above", CAMERA),
)


def list_room_faults(gold: Gold) -> Iterator[Fault]:
    """Faults that concern the room as a whole."""
    yield from _list_places(gold)
    yield from _list_arrangements(gold)
    shell = {"floor", "ceiling", *(f"wall_{wall.name}" for wall in gold.spec.room.walls)}
    for kind, words in SHELL:
        if kind not in shell:
            continue
        gone: Change = ("remove_shell", {"kind": kind})
        yield Fault(f"without_{kind}", f"{words} is left out", COMPLETE, FAIL, 0.0, NOT_FULL, (gone,))
    yield from _list_frames(gold)
    yield from _list_misleading(gold)
    yield from _list_contents(gold)
    for name, kind, words, rule in KINDS:
        gone = ("remove_kind", {"kind": kind})
        yield Fault(f"without_{name}", words, rule, FAIL, 0.0, FULL, (gone,))


def _list_places(gold: Gold) -> Iterator[Fault]:
    middle_m = gold.spec.room.depth_mm / 2000.0
    for piece, label in gold.labels.items():
        solid = find_solid(gold, piece)
        if solid.category == "tv_stand":
            about = f"{label} stands 40 m south of the room"
            yield make_moved(f"far_south_{piece}", about, label, (0.0, -FAR_M, 0.0))
            across = (-solid.box_min[0], middle_m - solid.centre[1], 0.0)
            yield make_moved(f"wrong_wall_{piece}", f"{label} stands at the west wall", label, across)
        if solid.category == "sofa":
            about = f"{label} stands 40 m east of the room"
            yield make_moved(f"far_east_{piece}", about, label, (FAR_M, 0.0, 0.0))
            about, rule = f"{label} is 40 mm off its place", "none: within the published tolerance"
            yield make_moved(f"nudged_{piece}", about, label, (0.0, -NUDGE_M, 0.0), rule, FULL)
        if solid.category == "chair" and piece.endswith("1"):
            about = f"{label} stands a metre from its table"
            yield make_moved(f"off_its_table_{piece}", about, label, (-1.0, 0.0, 0.0))


def _list_arrangements(gold: Gold) -> Iterator[Fault]:
    """All pieces in one corner; two tables exchanged."""
    shifts = {gold.labels[p]: _find_shift_to_corner(find_solid(gold, p)) for p in gold.labels}
    yield Fault(
        "heap_in_corner",
        "all pieces are heaped in the south-west corner",
        PLACED,
        FAIL,
        0.0,
        OVERLAP,
        tuple(move(label, by_m) for label, by_m in shifts.items()),
        edits=tuple(shift_row(label, by_m) for label, by_m in shifts.items()),
    )
    tables = [p for p in gold.labels if find_solid(gold, p).category in ("coffee_table", "dining_table")]
    if len(tables) == 2:
        about = "coffee table and dining table have each other's place"
        swap: Change = ("swap", {"names": [gold.labels[piece] for piece in tables]})
        yield Fault("swapped_tables", about, PLACED, FAIL, 0.0, NOT_FULL, (swap,))


def _find_shift_to_corner(solid: Solid) -> Triple:
    return (-solid.box_min[0], -solid.box_min[1], 0.0)


def _list_frames(gold: Gold) -> Iterator[Fault]:
    lengths_m = (gold.spec.room.width_mm / 1000.0, gold.spec.room.depth_mm / 1000.0, 1.0)
    for name, about, rule, most, scale, shift in FRAMES:
        least = FULL if rule.startswith("none") else 0.0
        by_m = [count * length for count, length in zip(shift, lengths_m, strict=True)]
        rows = [[scale[i] if i == j else 0.0 for j in range(3)] + [by_m[i]] for i in range(3)]
        change: Change = ("transform_all", {"matrix": [*rows, [0.0, 0.0, 0.0, 1.0]]})
        yield Fault(name, about, rule, FAIL, least, most, (change,))


def _list_misleading(gold: Gold) -> Iterator[Fault]:
    """The world looks the same; only readers of location, dimensions and names are misled."""
    pieces = list(gold.labels)
    first, label, end = pieces[0], gold.labels[pieces[0]], gold.labels[pieces[-1]]
    same = "none: every vertex is where it was"
    parts = [label, f"{label}_Seat", f"{label}_Back"]
    top_m = gold.spec.room.height_mm / 1000.0
    low_m, high_m = [1.5, 2.0, round(top_m - 0.1, 3)], [3.5, 4.0, round(top_m - 0.05, 3)]
    box = {"name": "Ceiling_Light_Panel", "low_m": low_m, "high_m": high_m}
    rows: tuple[tuple[str, str, str, Change], ...] = (
        (
            f"origin_off_{first}",
            f"the origin of {label} is 450 mm off its middle",
            same,
            ("shift_origin", {"name": label, "by_m": [0.45, 0.0, 0.0]}),
        ),
        (
            f"parented_{first}",
            f"{label} hangs on an empty scaled by ten",
            same,
            ("parent_scaled", {"name": label, "factor": 10.0}),
        ),
        (f"split_{first}", f"{label} is three meshes", same, ("split", {"name": label, "names": parts})),
        (
            "nightstand_by_name",
            f"{end} is called Nightstand",
            "none: a published synonym",
            ("rename", {"name": end, "to": "Nightstand"}),
        ),
        ("ceiling_light_mesh", "a flat mesh Ceiling_Light_Panel under the ceiling", "none", ("add_box", box)),
    )
    for name, about, rule, change in rows:
        if name != "nightstand_by_name" or find_solid(gold, pieces[-1]).category == "nightstand":
            yield Fault(name, about, rule, FAIL, FULL, FULL, (change,))


def _list_contents(gold: Gold) -> Iterator[Fault]:
    """Too much, too little, or things in the file that have no place in it."""
    (first, label), *others = gold.labels.items()
    box = {"name": "Armchair", "low_m": [0.4, 2.0, 0.0], "high_m": [1.1, 2.7, 0.8]}
    about, added = "a box called Armchair stands in the room", ("add_box", box)
    yield Fault("extra_armchair", about, NAMED, FAIL, 0.0, FULL, (added,))
    about, six = f"{label} is switched off for rendering", "six recognizable pieces"
    yield Fault(f"hidden_{first}", about, six, FAIL, 0.0, NOT_FULL, (("hide", {"name": label}),))
    gone: tuple[Change, ...] = tuple(("remove", {"name": name}) for _piece, name in others)
    yield Fault("almost_empty", f"only {label} is there", "at least six pieces", FAIL, 0.0, MESHES, gone)
    scene: Change = ("add_scene", {"name": "AAA"})
    yield Fault("second_scene", "the file holds a second, empty scene", "none", FAIL, FULL, FULL, (scene,))
    about = "the file carries a script that runs where scripts are allowed"
    script: Change = ("add_script", {"text": "print('this ran')\n"})
    yield Fault("script_inside", about, "none", FAIL, FULL, FULL, (script,))
