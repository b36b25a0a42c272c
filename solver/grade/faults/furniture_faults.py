"""Faults of single pieces: missing, renamed, moved, turned, scaled, off the floor, intersecting."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.core.measured import Solid
from solver.grade.faults.fault import FAIL, FULL, NOT_FULL, PASS, Change, Fault, Gold
from solver.grade.faults.layout_edits import drop_row, edit_fields, shift_row

# Beyond every published tolerance (50 to 100 mm, 150 mm for the east wall, 200 mm for a middle).
OUTSIDE_M = 0.3
# Within every published tolerance, and far beyond the 2 mm that the scene's rules leave.
NUDGE_M = 0.04
# Within the 1 mm that layout.csv, and the 2 mm that the rules leave.
INSIDE_M = 0.0008
FAR_M = 40.0
APART = "bounding boxes of the pieces must pairwise not overlap"
PLACED = "placement and wall clearances must conform to the rules"
NAMED = "objects must be recognizable by their names"
DIRECTIONS = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}


def list_furniture_faults(gold: Gold) -> Iterator[Fault]:
    """Faults of every piece, then those of single ones."""
    for piece, label in gold.labels.items():
        if gold.spec.pieces[piece].optional is None:
            yield _make_missing(piece, label)
        yield from _list_presence(piece, label)
        yield from _list_shifts(gold, piece, label)
    yield from _list_turned(gold)
    yield from _list_sized(gold)
    yield from _list_heights(gold)
    yield from _list_intersections(gold)


def find_solid(gold: Gold, piece: str) -> Solid:
    """The measured object of a piece of the gold output; every one of `gold.labels` is there."""
    return next(solid for solid in gold.measured.pieces if solid.object == gold.labels[piece])


def move(label: str, by_m: tuple[float, float, float]) -> Change:
    """The change that moves one object."""
    return ("move", {"name": label, "by_m": list(by_m)})


def make_moved(
    name: str,
    about: str,
    label: str,
    by_m: tuple[float, float, float],
    rule: str = PLACED,
    most: float = NOT_FULL,
) -> Fault:
    """A piece elsewhere, layout.csv saying so."""
    least = FULL if rule.startswith("none") else 0.0
    return Fault(name, about, rule, FAIL, least, most, (move(label, by_m),), edits=(shift_row(label, by_m),))


def _make_missing(piece: str, label: str) -> Fault:
    about, gone = f"{label} is left out, in the file and in layout.csv", ("remove", {"name": label})
    return Fault(f"missing_{piece}", about, NAMED, FAIL, 0.0, NOT_FULL, (gone,), edits=(drop_row(label),))


def _list_presence(piece: str, label: str) -> Iterator[Fault]:
    other = f"Object_{label[:2]}"
    called, about = ("rename", {"name": label, "to": other}), f"{label} is called {other}"
    yield Fault(f"renamed_{piece}", about, NAMED, FAIL, 0.0, NOT_FULL, (called,))
    twin, about = (
        ("copy", {"name": label, "by_m": [0.0, 0.0, 0.0]}),
        f"{label} is there twice in the same place",
    )
    yield Fault(f"duplicated_{piece}", about, APART, FAIL, 0.0, NOT_FULL, (twin,))


def _list_shifts(gold: Gold, piece: str, label: str) -> Iterator[Fault]:
    side = find_free_side(gold, piece, OUTSIDE_M)
    dx, dy = DIRECTIONS[side]
    by_m = (dx * OUTSIDE_M, dy * OUTSIDE_M, 0.0)
    yield make_moved(f"moved_{piece}", f"{label} stands 300 mm too far {side}", label, by_m)
    nudge = move(label, (dx * INSIDE_M, dy * INSIDE_M, 0.0))
    about = f"{label} stands 0.8 mm further {side}: within every tolerance"
    yield Fault(f"inside_{piece}", about, "none", PASS, FULL, FULL, (nudge,))


def find_free_side(gold: Gold, piece: str, by_m: float) -> str:
    """A direction in which the piece can go by that length without meeting another or a wall."""
    solid = find_solid(gold, piece)
    for side, (dx, dy) in DIRECTIONS.items():
        low = (solid.box_min[0] + dx * by_m, solid.box_min[1] + dy * by_m)
        high = (solid.box_max[0] + dx * by_m, solid.box_max[1] + dy * by_m)
        if _is_free(gold, solid, low, high):
            return side
    return next(iter(DIRECTIONS))


def _is_free(gold: Gold, solid: Solid, low: tuple[float, float], high: tuple[float, float]) -> bool:
    room = gold.spec.room
    if min(low) < 0.0 or high[0] > room.width_mm / 1000.0 or high[1] > room.depth_mm / 1000.0:
        return False
    return all(
        other.object == solid.object
        or high[0] <= other.box_min[0]
        or low[0] >= other.box_max[0]
        or high[1] <= other.box_min[1]
        or low[1] >= other.box_max[1]
        for other in gold.measured.pieces
    )


def _list_turned(gold: Gold) -> Iterator[Fault]:
    first = next(iter(gold.labels))
    label = gold.labels[first]
    yield Fault(
        f"turned_{first}",
        f"{label} is turned by 90 degrees as an object",
        "orientation",
        FAIL,
        0.0,
        NOT_FULL,
        (("turn", {"name": label, "deg": 90.0, "said": False}),),
        edits=(edit_fields(label, "rotation_z", _add_degrees(90)),),
    )
    for piece, label in gold.labels.items():
        solid = find_solid(gold, piece)
        if solid.category not in ("sofa", "chair") or solid.yaw_deg is None:
            continue
        yield Fault(
            f"faces_away_{piece}",
            f"{label} is turned around, in its mesh, its yaw and layout.csv",
            "orientation",
            FAIL,
            0.0,
            NOT_FULL,
            (("turn", {"name": label, "deg": 180.0, "baked": True, "said": True}),),
            edits=(edit_fields(label, "rotation_z", _add_degrees(180)),),
        )
        yield Fault(
            f"untold_turn_{piece}",
            f"{label} is turned around in its mesh, but not in yaw and layout.csv",
            "orientation",
            FAIL,
            0.0,
            NOT_FULL,
            (("turn", {"name": label, "deg": 180.0, "baked": True}),),
        )


def _add_degrees(deg: int) -> Callable[[str], str]:
    return lambda text: f"{(float(text) + deg) % 360:g}"


def _list_sized(gold: Gold) -> Iterator[Fault]:
    pieces = list(gold.labels)
    first, last = gold.labels[pieces[0]], gold.labels[pieces[-1]]
    scaled = (("a hundredth", 0.01, pieces[0], first), ("a hundred times", 100.0, pieces[-1], last))
    for words, factor, piece, label in scaled:
        yield Fault(
            f"scaled_{'down' if factor < 1 else 'up'}_{piece}",
            f"{label} is {words} its size: centimetres for metres",
            PLACED,
            FAIL,
            0.0,
            NOT_FULL,
            (("scale", {"name": label, "factor": factor}),),
        )
    yield Fault(
        f"grown_{pieces[0]}",
        f"{first} is a tenth larger than its asset",
        APART,
        FAIL,
        0.0,
        NOT_FULL,
        (("scale", {"name": first, "factor": 1.1}),),
    )


# Below this a piece stands on the floor, not on another one.
STANDING_M = 0.01
# Name, height above the floor, verdict. The rule leaves 2 mm.
HEIGHTS = (
    ("floating", 0.05, FAIL),
    ("hovering", 0.004, FAIL),
    ("standing_high", 0.0015, PASS),
    ("sunk", -0.05, FAIL),
    ("dipping", -0.004, FAIL),
    ("standing_low", -0.0015, PASS),
)


def _list_heights(gold: Gold) -> Iterator[Fault]:
    standing = [piece for piece in gold.labels if find_solid(gold, piece).box_min[2] < STANDING_M]
    for piece in standing[-1:]:
        yield from _list_heights_of(piece, gold.labels[piece])


def _list_heights_of(piece: str, label: str) -> Iterator[Fault]:
    for name, by, strict in HEIGHTS:
        where, by_m, broken = "above" if by > 0 else "below", (0.0, 0.0, by), strict == FAIL
        yield Fault(
            f"{name}_{piece}",
            f"{label} is {abs(by) * 1000:g} mm {where} the floor",
            "no furniture clipping; a sensible room" if broken else "none",
            strict,
            0.0 if broken else FULL,
            FULL if abs(by) < 0.01 else NOT_FULL,
            (move(label, by_m),),
            edits=(shift_row(label, by_m),) if broken else (),
        )


def _list_intersections(gold: Gold) -> Iterator[Fault]:
    pair = find_neighbours(gold)
    if pair is None:
        return
    piece, other, side, gap_m = pair
    label, onto = gold.labels[piece], gold.labels[other]
    dx, dy = DIRECTIONS[side]
    for depth_mm in (5, 50, 500):
        by = gap_m + depth_mm / 1000.0
        yield make_moved(
            f"intersecting_{depth_mm}mm",
            f"{label} stands {depth_mm} mm in {onto}",
            label,
            (dx * by, dy * by, 0.0),
            APART,
        )


def find_neighbours(gold: Gold) -> tuple[str, str, str, float] | None:
    """(piece, other, side, gap in metres) of the two pieces that stand nearest to each other."""
    best: tuple[float, str, str, str] | None = None
    for piece in reversed(list(gold.labels)):
        for other in gold.labels:
            for side, gap_m in _list_gaps(find_solid(gold, piece), find_solid(gold, other)):
                if other != piece and (best is None or gap_m < best[0] - 1e-6):
                    best = (gap_m, piece, other, side)
    return None if best is None else (best[1], best[2], best[3], best[0])


def _list_gaps(solid: Solid, other: Solid) -> Iterator[tuple[str, float]]:
    """(side of `other` seen from `solid`, gap) where the two lie across from each other."""
    for axis, (low_side, high_side) in enumerate((("west", "east"), ("south", "north"))):
        across = 1 - axis
        overlap = min(solid.box_max[across], other.box_max[across]) - max(
            solid.box_min[across], other.box_min[across]
        )
        if overlap <= 0.1:
            continue
        if other.box_max[axis] <= solid.box_min[axis] + 1e-4:
            yield low_side, solid.box_min[axis] - other.box_max[axis]
        if other.box_min[axis] >= solid.box_max[axis] - 1e-4:
            yield high_side, other.box_min[axis] - solid.box_max[axis]
