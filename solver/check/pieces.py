"""The furniture itself: there, whole, standing, inside the room, apart, and as layout.csv says."""

from __future__ import annotations

from collections.abc import Iterator

from solver.check.case import FLOAT_MM, Case, format_mm
from solver.check.finding import Check, cannot_measure, judge
from solver.check.fronts import check_fronts
from solver.core.layout import LayoutRow
from solver.core.measured import Measured, Solid

# A piece stands when its lowest vertex is this near to the floor: the benchmark's own furniture ends
# up to 1.9 mm off its origin's plane, and below 2 mm no shadow gap shows at eye height.
FLOOR_MM = 2.0
# The placer works in whole millimetres on outward-rounded sizes, so a sound layout never penetrates;
# half of its step is kept for vertices that touch.
PENETRATION_MM = 0.5
OUTSIDE_MM = 1.0
CSV_MM = 1.0
CSV_DEG = 0.1
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
            yield _check_standing(solid, label)
            yield _check_inside(case, solid, label)
    yield from check_fronts(case)
    yield from _check_contacts(measured)


def _check_present(case: Case, piece: str, label: str) -> Check:
    solids = case.find_solids(piece)
    names = ", ".join(solid.object for solid in solids) or "none"
    good = names == label and solids[0].piece in (None, piece)
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
    if any(abs((value + 180.0) % 360.0 - 180.0) > TURN_DEG for value in solid.turn_deg):
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


def _check_standing(solid: Solid, label: str) -> Check:
    height = solid.box_min[2]
    word = "floats above" if height > 0 else "sinks below"
    return judge(
        f"{label} on the floor",
        abs(height) * 1000.0 <= FLOOR_MM + FLOAT_MM,
        format_mm(height),
        f"± {FLOOR_MM:g} mm",
        f"{label} {word} the floor by {format_mm(abs(height))}",
    )


def _check_inside(case: Case, solid: Solid, label: str) -> Check:
    room = case.spec.room
    size = (room.width_mm / 1000.0, room.depth_mm / 1000.0, room.height_mm / 1000.0)
    beyond = {"west": -solid.box_min[0], "south": -solid.box_min[1]}
    beyond |= {"east": solid.box_max[0] - size[0], "north": solid.box_max[1] - size[1]}
    beyond["ceiling"] = solid.box_max[2] - size[2]
    side, most = max(beyond.items(), key=lambda item: item[1])
    return judge(
        f"{label} inside the room",
        most * 1000.0 <= OUTSIDE_MM,
        f"{format_mm(-most)} from the {side} side",
        f"at most {OUTSIDE_MM:g} mm outside",
        f"{label} reaches {format_mm(most)} beyond the room's {side} side",
    )


def _check_contacts(measured: Measured) -> Iterator[Check]:
    deep = [contact for contact in measured.contacts if contact.depth_mm > PENETRATION_MM]
    for contact in deep:
        how = "inside" if contact.contained else "into"
        yield judge(
            f"{contact.a} apart from {contact.b}",
            False,
            f"{contact.depth_mm:g} mm",
            f"at most {PENETRATION_MM:g} mm",
            f"{contact.a} and {contact.b} intersect: one reaches {contact.depth_mm:g} mm {how} the other",
        )
    if not deep:
        worst = max((contact.depth_mm for contact in measured.contacts), default=0.0)
        yield judge("no two meshes intersect", True, f"{worst:g} mm", f"at most {PENETRATION_MM:g} mm")


def check_layout(case: Case) -> Iterator[Check]:
    """layout.csv: one row a piece, agreeing with the file."""
    rows = case.submission.rows
    if rows is None:
        return  # said already by the check of the file itself
    names = sorted(row.object for row in rows)
    yield judge(
        "layout.csv rows",
        names == sorted(case.labels.values()),
        ", ".join(names),
        ", ".join(sorted(case.labels.values())),
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
    here = (*solid.centre[:2], solid.box_min[2])
    offsets = {
        axis: said - is_at for axis, said, is_at in zip("xyz", (row.x, row.y, row.z), here, strict=True)
    }
    wall_mm = nearest_wall_m(case, solid) * 1000.0
    # The distance is a whole number of millimetres from an outward-rounded side: two roundings.
    limits_mm = {"x": CSV_MM, "y": CSV_MM, "z": FLOOR_MM}
    faults = [
        f"{axis} is {format_mm(offset)} off"
        for axis, offset in offsets.items()
        if abs(offset) * 1000.0 > limits_mm[axis] + FLOAT_MM
    ]
    if abs(row.distance_to_nearest_wall_mm - wall_mm) > CSV_MM + FLOAT_MM:
        faults.append(
            f"the nearest wall is {wall_mm:.1f} mm away, not {row.distance_to_nearest_wall_mm:g} mm"
        )
    facing = solid.facing_deg
    if facing is not None and abs((row.rotation_z - facing + 180.0) % 360.0 - 180.0) > CSV_DEG:
        faults.append(f"rotation_z is {row.rotation_z:g}, the piece is turned to {facing:g}")
    return judge(
        name,
        not faults,
        "; ".join(faults) or "agrees",
        limit,
        f"layout.csv, {row.object}: {'; '.join(faults)}",
    )


def nearest_wall_m(case: Case, solid: Solid) -> float:
    """Distance in metres of a piece's box from the nearest wall; negative when it is beyond it."""
    room = case.spec.room
    east, north = room.width_mm / 1000.0 - solid.box_max[0], room.depth_mm / 1000.0 - solid.box_max[1]
    return min(solid.box_min[0], solid.box_min[1], east, north)
