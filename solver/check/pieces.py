"""The furniture itself: there, whole, standing, inside the room, apart, and as layout.csv says."""

from __future__ import annotations

import math
from collections.abc import Iterator

from solver.check.case import FLOAT_MM, Case, format_mm
from solver.check.contacts import check_contacts
from solver.check.finding import PASS, Check, cannot_measure, judge
from solver.check.footprint import find_footprint
from solver.check.fronts import check_fronts
from solver.check.interior import find_reach_beyond, measure_wall_mm
from solver.core.layout import LayoutRow
from solver.core.measured import Measured, Solid

# A piece stands when its lowest vertex is this near to the floor: the benchmark's own furniture ends
# up to 1.9 mm off its origin's plane, and below 2 mm no shadow gap shows at eye height.
FLOOR_MM = 2.0
OUTSIDE_MM = 1.0
CSV_MM = 1.0
CSV_DEG = 0.1
FLOAT_DEG = 1e-6  # 30.1 less 30 is a little more than 0.1 in binary
# The footprint of a piece turned off the quarters has its corners rounded as well.
TURNED_MM = 1.5
TURN_DEG = 0.01
SCALE = 1e-4


def check_pieces(case: Case) -> Iterator[Check]:
    """Every piece once, clean, standing, inside, turned as it says; nothing extra; no two intersecting."""
    measured = case.measured
    if measured is None:
        yield cannot_measure("pieces", "every piece once", case.fault)
        return
    for piece, label in case.labels.items():
        yield _check_present(case, piece, label)
    yield _check_extra(case, measured)
    for piece, label in case.labels.items():
        solid = case.solid(piece)
        if solid is not None:
            yield _check_clean(solid, label)
            yield _check_standing(case, piece, solid, label)
            yield _check_inside(case, solid, label)
    yield from check_fronts(case)
    yield from check_contacts(case, measured)


def _check_present(case: Case, piece: str, label: str) -> Check:
    if piece in case.absent:
        return Check(f"{label} present", PASS, "left out", "an optional piece")
    solids = case.find_solids(piece)
    names = ", ".join(solid.object for solid in solids) or "none"
    good = names == label and all(solid.piece in (None, piece) for solid in solids)
    return judge(
        f"{label} present",
        good,
        names,
        f"one object {label}",
        f"{label}: {names} found in room.blend where exactly one object of that name should render",
    )


def _check_extra(case: Case, measured: Measured) -> Check:
    expected = {solid.object for piece in case.labels for solid in case.find_solids(piece)}
    extra = [s.object for s in measured.solids if s.role != "shell" and s.object not in expected]
    return judge(
        "nothing extra",
        not extra,
        ", ".join(extra) or "none",
        "no further object",
        f"{', '.join(extra)}: neither furniture of the scene nor part of the room's shell",
    )


def _check_clean(solid: Solid, label: str) -> Check:
    faults = []
    if solid.parent is not None:
        faults.append(f"has the parent {solid.parent}")
    if any(abs(value - 1.0) > SCALE for value in solid.scale):
        faults.append("is scaled by " + " x ".join(f"{value:g}" for value in solid.scale))
    if any(abs(math.remainder(value, 360.0)) > TURN_DEG for value in solid.turn_deg):
        faults.append("is turned by " + ", ".join(f"{value:.4g}" for value in solid.turn_deg) + " degrees")
    off = max(abs(solid.location[axis] - solid.centre[axis]) for axis in (0, 1))
    if off * 1000.0 > CSV_MM:
        faults.append(f"has its origin {format_mm(off)} off its box centre")
    return judge(
        f"{label} clean",
        not faults,
        "; ".join(faults) or "clean",
        "no parent, unit scale, no turn, origin central",
        f"{label} {' and '.join(faults)}: readers of location and dimensions will be misled",
    )


def _check_standing(case: Case, piece: str, solid: Solid, label: str) -> Check:
    below = case.solid(case.stacked[piece]) if piece in case.stacked else None
    if below is None:
        height_mm, base = solid.box_min[2] * 1000.0, "the floor"
    else:
        base = below.object
        if case.measured is None or base not in case.measured.supports.get(solid.object, {}):
            return cannot_measure(f"{label} on {base}", f"± {FLOOR_MM:g} mm", f"{base} is not below {label}")
        height_mm = case.measured.supports[solid.object][base]
    word = "floats above" if height_mm > FLOOR_MM else "sinks below"
    return judge(
        f"{label} on {base}",
        abs(height_mm) <= FLOOR_MM + FLOAT_MM,
        f"{round(height_mm, 1) + 0.0:g} mm",
        f"± {FLOOR_MM:g} mm",
        f"{label} {word} {base} by {round(abs(height_mm), 1):g} mm",
    )


def _check_inside(case: Case, solid: Solid, label: str) -> Check:
    beyond_mm, side = find_reach_beyond(case.spec.room, solid)
    high_mm = solid.box_max[2] * 1000.0 - case.spec.room.height_mm
    beyond_mm, side = max((beyond_mm, side), (high_mm, "ceiling"))
    most = beyond_mm / 1000.0
    return judge(
        f"{label} inside the room",
        beyond_mm <= OUTSIDE_MM,
        f"{format_mm(-most)} from the {side} side",
        f"at most {OUTSIDE_MM:g} mm outside",
        f"{label} reaches {format_mm(most)} beyond the room's {side} side",
    )


def check_layout(case: Case) -> Iterator[Check]:
    """layout.csv: one row a piece, agreeing with the file."""
    rows = case.submission.rows
    if rows is None:
        return  # said already by the check of the file itself
    names = sorted(row.object for row in rows)
    labels = {piece: label for piece, label in case.labels.items() if piece not in case.absent}
    yield judge(
        "layout.csv rows",
        names == sorted(labels.values()),
        ", ".join(names),
        ", ".join(sorted(labels.values())),
        "layout.csv does not name each piece of the scene exactly once",
    )
    by_name = {row.object: row for row in rows}
    for piece, label in case.labels.items():
        solid, row = case.solid(piece), by_name.get(label)
        if row is None:
            continue
        name, limit = f"layout.csv row {label}", f"± {CSV_MM:g} mm, ± {CSV_DEG:g} degrees"
        if solid is None:
            yield cannot_measure(name, limit, f"room.blend has no single {label} to compare with")
        else:
            yield _compare_row(case, name, limit, row, solid)


def _compare_row(case: Case, name: str, limit: str, row: LayoutRow, solid: Solid) -> Check:
    foot = find_footprint(solid)
    offsets = {
        "x": row.x - foot.centre[0] / 1000.0,
        "y": row.y - foot.centre[1] / 1000.0,
        "z": row.z - solid.box_min[2],
    }
    wall_mm = measure_wall_mm(case.spec.room, solid)
    # The distance is a whole number of millimetres from an outward-rounded side: two roundings.
    wall_limit_mm = CSV_MM + (TURNED_MM if foot.turned else 0.0)
    limits_mm = {"x": CSV_MM, "y": CSV_MM, "z": FLOOR_MM}
    faults = [
        f"{axis} is {format_mm(offset)} off"
        for axis, offset in offsets.items()
        if abs(offset) * 1000.0 > limits_mm[axis] + FLOAT_MM
    ]
    if abs(row.distance_to_nearest_wall_mm - wall_mm) > wall_limit_mm + FLOAT_MM:
        faults.append(
            f"the nearest wall is {wall_mm:.1f} mm away, not {row.distance_to_nearest_wall_mm:g} mm"
        )
    facing = solid.facing_deg
    if facing is not None and abs(math.remainder(row.rotation_z - facing, 360.0)) > CSV_DEG + FLOAT_DEG:
        faults.append(f"rotation_z is {row.rotation_z:g}, the piece is turned to {facing:g}")
    return judge(
        name,
        not faults,
        "; ".join(faults) or "agrees",
        limit,
        f"layout.csv, {row.object}: {'; '.join(faults)}",
    )
