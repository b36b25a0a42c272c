"""No two pieces share space, and none shares it with what is built into the room."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import Polygon, box

from solver.check.case import Case
from solver.check.finding import Check, judge
from solver.check.interior import measure_depth_mm
from solver.core.curtain import Volume
from solver.core.directions import AXIS_OF
from solver.core.measured import Contact, Measured, Solid

# The placer works in whole millimetres on outward-rounded sizes, so a sound layout never penetrates;
# half of its step is kept for vertices that touch.
PENETRATION_MM = 0.5
# A rug gives way under what stands on it, by as much as it is thick; what is thicker is no rug.
RUG_MM = 40.0
# A built-in thing stands where the scene file says within this, the limit of walls too.
BUILT_MM = 1.0


def check_contacts(case: Case, measured: Measured) -> Iterator[Check]:
    """One check for each pair that shares space, or one that says that none does."""
    deep = [c for c in measured.contacts if c.depth_mm > PENETRATION_MM and not _is_on_rug(case, c)]
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
        counted = [c.depth_mm for c in measured.contacts if not _is_on_rug(case, c)]
        worst = max(counted, default=0.0)
        yield judge("no two meshes intersect", True, f"{worst:g} mm", f"at most {PENETRATION_MM:g} mm")


def _is_on_rug(case: Case, contact: Contact) -> bool:
    """True where one of the two is a rug of the scene's rules and the other presses into it alone."""
    for piece in case.flat:
        rug = case.solid(piece)
        if rug is None or rug.object not in (contact.a, contact.b):
            continue
        thick_mm = (rug.box_max[2] - rug.box_min[2]) * 1000.0
        if thick_mm <= RUG_MM and contact.depth_mm <= max(thick_mm, 0.5) * 1.25:
            return True
    return False


def check_obstacles(case: Case, measured: Measured) -> Iterator[Check]:
    """Columns and radiators stand where the scene file says, and no piece reaches into one."""
    built = [solid for solid in measured.solids if solid.shell == "obstacle"]
    for obstacle in case.spec.obstacles:
        wanted = obstacle.find_box(case.spec.room)
        offsets = {solid.object: _measure_off_mm(solid, wanted) for solid in built}
        nearest = min(built, key=lambda solid: (offsets[solid.object], solid.object), default=None)
        limit = f"x {wanted[0]} to {wanted[2]}, y {wanted[1]} to {wanted[3]} mm ± {BUILT_MM:g} mm"
        good, shown = False, "nothing is built in"
        if nearest is not None:
            off_mm = offsets[nearest.object]
            good, shown = off_mm <= BUILT_MM, f"{nearest.object} {off_mm:.1f} mm off"
        why = f"no {obstacle.name} of that size stands there: {shown}"
        yield judge(f"{obstacle.name} built in", good, shown, limit, why)
        if nearest is not None and good:
            yield _check_off(case, obstacle.name, nearest)


def _measure_off_mm(solid: Solid, wanted: tuple[int, int, int, int]) -> float:
    west, south, east, north = (side * 1000.0 for side in (*solid.box_min[:2], *solid.box_max[:2]))
    off = (west - wanted[0], south - wanted[1], east - wanted[2], north - wanted[3])
    return max(abs(side) for side in off)


def check_curtains(case: Case, measured: Measured) -> Iterator[Check]:
    """Panels and rods hang where the scene file's windows put them, and no piece reaches into one."""
    cloth = [solid for solid in measured.solids if solid.shell == "curtain"]
    for curtain in case.spec.curtains:
        along = 1 if AXIS_OF[curtain.wall.direction] == "x" else 0
        for volume in curtain.list_volumes():
            offsets = {solid.object: _measure_drift_mm(solid, volume, along) for solid in cloth}
            nearest = min(cloth, key=lambda solid: (offsets[solid.object], solid.object), default=None)
            good, shown = False, "nothing hangs in the room"
            if nearest is not None:
                off_mm = offsets[nearest.object]
                good, shown = off_mm <= BUILT_MM, f"{nearest.object} {off_mm:.1f} mm off"
            start, end = volume.box[along], volume.box[along + 2]
            limit = f"{start} to {end} mm along the wall, {volume.low_mm} to {volume.high_mm} mm high"
            why = f"no {volume.name}, is there: {shown}"
            yield judge(f"{volume.name}, hung", good, shown, f"{limit} ± {BUILT_MM:g} mm", why)
            if nearest is not None and good:
                yield _check_off(case, volume.name, nearest)


def _measure_drift_mm(solid: Solid, volume: Volume, along: int) -> float:
    """How far the ends of an object are off those of a volume, along the wall and in height; from the wall
    into the room, how far it reaches out of it."""
    low, high = ([side * 1000.0 for side in corner] for corner in (solid.box_min, solid.box_max))
    wanted_low, wanted_high = (*volume.box[:2], volume.low_mm), (*volume.box[2:], volume.high_mm)
    off = [max(abs(low[k] - wanted_low[k]), abs(high[k] - wanted_high[k])) for k in (along, 2)]
    return max(*off, wanted_low[1 - along] - low[1 - along], high[1 - along] - wanted_high[1 - along])


def _check_off(case: Case, name: str, built: Solid) -> Check:
    west, south, east, north = (side * 1000.0 for side in (*built.box_min[:2], *built.box_max[:2]))
    floor = box(west, south, east, north)
    worst_mm, who = 0.0, "no piece"
    for piece in case.labels:
        solid = case.solid(piece)
        if solid is None or len(solid.outline) < 3:
            continue
        if solid.box_min[2] >= built.box_max[2] or solid.box_max[2] <= built.box_min[2]:
            continue
        outline = Polygon([(x * 1000.0, y * 1000.0) for x, y in solid.outline])
        depth_mm = measure_depth_mm(outline, floor)
        if depth_mm > worst_mm:
            worst_mm, who = depth_mm, solid.object
    limit = f"at most {PENETRATION_MM:g} mm"
    shown = f"{who} reaches {worst_mm:.1f} mm into it" if worst_mm else "no piece reaches into it"
    return judge(f"nothing in the {name}", worst_mm <= PENETRATION_MM, shown, limit, shown)
