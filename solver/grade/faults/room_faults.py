"""Faults of the arrangement and of the room: far away, wrong wall, shell, frame, units, object data."""

from __future__ import annotations

from collections.abc import Iterator

from solver.grade.faults.fault import FAIL, FULL, MESHES, NOT_FULL, RULES, Change, Fault, Gold
from solver.grade.faults.furniture_faults import FAR_M, NAMED, NUDGE_M, PLACED, find_solid, make_moved, move
from solver.grade.faults.layout_edits import shift_row

COMPLETE = "a complete room: four walls, floor and ceiling"
Matrix = list[list[float]]


def list_room_faults(gold: Gold) -> Iterator[Fault]:
    """Faults that concern the room as a whole."""
    yield from _list_places(gold)
    yield from _list_shell()
    yield from _list_frames(gold)
    yield from _list_object_data(gold)
    yield from _list_lights()


def _list_places(gold: Gold) -> Iterator[Fault]:
    room = gold.spec.room
    for piece, label in gold.labels.items():
        solid = find_solid(gold, piece)
        if solid.category == "tv_stand":
            yield make_moved(
                f"far_south_{piece}", f"{label} stands 40 m south of the room", label, (0.0, -FAR_M, 0.0)
            )
            across = (-solid.box_min[0], room.depth_mm / 2000.0 - solid.centre[1], 0.0)
            yield make_moved(f"wrong_wall_{piece}", f"{label} stands at the west wall", label, across)
        if solid.category == "sofa":
            yield make_moved(
                f"far_east_{piece}", f"{label} stands 40 m east of the room", label, (FAR_M, 0.0, 0.0)
            )
            yield make_moved(
                f"nudged_{piece}",
                f"{label} is 40 mm off its place",
                label,
                (0.0, -NUDGE_M, 0.0),
                "none: within the published tolerance",
                1.0,
            )
        if solid.category == "chair" and piece.endswith("1"):
            by_m = (-1.0, 0.0, 0.0)
            yield make_moved(f"off_its_table_{piece}", f"{label} stands a metre from its table", label, by_m)
    yield _gather_in_corner(gold)
    tables = [p for p in gold.labels if find_solid(gold, p).category in ("coffee_table", "dining_table")]
    if len(tables) == 2:
        names = [gold.labels[piece] for piece in tables]
        yield Fault(
            "swapped_tables",
            "coffee table and dining table have each other's place",
            PLACED,
            FAIL,
            0.0,
            NOT_FULL,
            (("swap", {"names": names}),),
        )


def _gather_in_corner(gold: Gold) -> Fault:
    changes: list[Change] = []
    edits = []
    for piece, label in gold.labels.items():
        solid = find_solid(gold, piece)
        by_m = (-solid.box_min[0], -solid.box_min[1], 0.0)
        changes.append(move(label, by_m))
        edits.append(shift_row(label, by_m))
    return Fault(
        "heap_in_corner",
        "all pieces are heaped in the south-west corner",
        PLACED,
        FAIL,
        0.0,
        0.40,
        tuple(changes),
        edits=tuple(edits),
    )


def _list_shell() -> Iterator[Fault]:
    for kind, words in (
        ("wall_west", "the west wall"),
        ("wall_north", "the north wall"),
        ("ceiling", "the ceiling"),
        ("floor", "the floor"),
    ):
        yield Fault(
            f"without_{kind}",
            f"{words} is left out",
            COMPLETE,
            FAIL,
            0.0,
            NOT_FULL,
            (("remove_shell", {"kind": kind}),),
        )


def _list_frames(gold: Gold) -> Iterator[Fault]:
    room = gold.spec.room
    wide, deep = room.width_mm / 1000.0, room.depth_mm / 1000.0
    frames: tuple[tuple[str, str, str, float, Matrix], ...] = (
        (
            "centred_on_origin",
            "the room is centred on the origin",
            "none: the task does not say where the origin is",
            1.0,
            _matrix((1, 1, 1), (-wide / 2, -deep / 2, 0)),
        ),
        (
            "in_millimetres",
            "every length is a thousand times too large",
            PLACED,
            RULES,
            _matrix((1000,) * 3, (0, 0, 0)),
        ),
        (
            "mirrored",
            "the room is mirrored east to west",
            PLACED,
            NOT_FULL,
            _matrix((-1, 1, 1), (wide, 0, 0)),
        ),
        (
            "turned_over",
            "the room is turned by half a turn: north is south",
            PLACED,
            RULES,
            _matrix((-1, -1, 1), (wide, deep, 0)),
        ),
        (
            "raised",
            "the whole room floats a metre above the ground",
            "none: only the frame is shifted",
            1.0,
            _matrix((1, 1, 1), (0, 0, 1)),
        ),
        (
            "too_wide",
            "the room and all in it is stretched by a fifth from west to east",
            "approximately 5 m x 6 m x 2.8 m",
            NOT_FULL,
            _matrix((1.2, 1, 1), (0, 0, 0)),
        ),
    )
    for name, about, rule, most, matrix in frames:
        least = FULL if rule.startswith("none") else 0.0
        yield Fault(name, about, rule, FAIL, least, most, (("transform_all", {"matrix": matrix}),))


def _matrix(scale: tuple[float, ...], by_m: tuple[float, ...]) -> Matrix:
    rows = [[float(scale[i]) if i == j else 0.0 for j in range(3)] + [float(by_m[i])] for i in range(3)]
    return [*rows, [0.0, 0.0, 0.0, 1.0]]


def _list_object_data(gold: Gold) -> Iterator[Fault]:
    """The world looks the same; only readers of location, dimensions and names are misled."""
    first, *_others, last = gold.labels
    label, end = gold.labels[first], gold.labels[last]
    same = "none: every vertex is where it was"
    yield Fault(
        f"origin_off_{first}",
        f"the origin of {label} is 450 mm off its middle",
        same,
        FAIL,
        FULL,
        1.0,
        (("shift_origin", {"name": label, "by_m": [0.45, 0.0, 0.0]}),),
    )
    yield Fault(
        f"parented_{first}",
        f"{label} hangs on an empty scaled by ten",
        same,
        FAIL,
        FULL,
        1.0,
        (("parent_scaled", {"name": label, "factor": 10.0}),),
    )
    yield Fault(
        f"split_{first}",
        f"{label} is three meshes",
        same,
        FAIL,
        FULL,
        1.0,
        (("split", {"name": label, "names": [label, f"{label}_Seat", f"{label}_Back"]}),),
    )
    yield Fault(
        "nightstand_by_name",
        f"{end} is called Nightstand",
        "none: a published synonym",
        FAIL,
        FULL,
        1.0,
        (("rename", {"name": end, "to": "Nightstand"}),),
    )
    yield Fault(
        "ceiling_light_mesh",
        "a flat mesh Ceiling_Light_Panel under the ceiling",
        "none",
        FAIL,
        FULL,
        1.0,
        (("add_box", {"name": "Ceiling_Light_Panel", "low_m": [1.5, 2.0, 2.7], "high_m": [3.5, 4.0, 2.75]}),),
    )
    yield Fault(
        "extra_armchair",
        "a box called Armchair stands in the room",
        NAMED,
        FAIL,
        0.0,
        1.0,
        (("add_box", {"name": "Armchair", "low_m": [0.4, 2.0, 0.0], "high_m": [1.1, 2.7, 0.8]}),),
    )
    yield Fault(
        f"hidden_{first}",
        f"{label} is switched off for rendering",
        "six recognizable pieces",
        FAIL,
        0.0,
        NOT_FULL,
        (("hide", {"name": label}),),
    )
    kept = [first]
    gone = tuple(("remove", {"name": name}) for piece, name in gold.labels.items() if piece not in kept)
    yield Fault("almost_empty", f"only {label} is there", "at least six pieces", FAIL, 0.0, MESHES, gone)
    yield Fault(
        "second_scene",
        "the file holds a second, empty scene",
        "none",
        FAIL,
        FULL,
        1.0,
        (("add_scene", {"name": "AAA"}),),
    )
    yield Fault(
        "script_inside",
        "the file carries a script that runs where scripts are allowed",
        "none",
        FAIL,
        FULL,
        1.0,
        (("add_script", {"text": "print('this ran')\n"}),),
    )


def _list_lights() -> Iterator[Fault]:
    lit = "basic lighting: one Sun and one Area light"
    for kind, words in (("SUN", "no Sun light"), ("AREA", "no Area light")):
        yield Fault(f"without_{kind.lower()}", words, lit, FAIL, 0.0, 1.0, (("remove_kind", {"kind": kind}),))
    for kind, words in (("PERSP", "no perspective camera"), ("ORTHO", "no camera from above")):
        yield Fault(
            f"without_{kind.lower()}_camera",
            words,
            "a camera",
            FAIL,
            0.0,
            1.0,
            (("remove_kind", {"kind": kind}),),
        )
