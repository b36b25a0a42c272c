"""The room around the furniture: its size, light, cameras, and that the file stands on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapely.geometry import Point, Polygon

from solver.check.case import FLOAT_MM, Case, format_mm
from solver.check.contacts import check_curtains, check_obstacles
from solver.check.finding import Check, cannot_measure, judge
from solver.core.measured import Camera, Measured, SeenPiece, Side, View
from solver.core.room import Opening, Room
from solver.core.views import list_more, name_camera, name_picture

INTERIOR_MM = 1.0
# Of the rays that meet no door or window of the scene; a wall left out catches none.
FLAT_SHARE = 0.5
MIDDLE = (0.15, 0.85)  # the rays' part of a wall, along and up
# A piece must show at least this share of what it would show alone: below it a person names it only
# by guessing. 16 rays of 192 x 108 are a square of 40 pixels in 1920 x 1080, near three times the area
# of the least box (24 pixels a side) that TRACE takes for an object one can see.
VISIBLE_SHARE = 0.2
VISIBLE_RAYS = 16
IN_FRAME_SHARE = 0.5
ABOVE_SHARE = 0.5


def check_room(case: Case) -> Iterator[Check]:
    """Interior, lights, cameras, visibility, and a file that needs nothing else."""
    measured = case.measured
    if measured is None:
        yield cannot_measure("room", "the scene's room", case.fault)
        return
    yield from _check_interior(case, measured)
    yield from check_obstacles(case, measured)
    yield from check_curtains(case, measured)
    yield from _check_lights(measured)
    yield from _check_file(measured)
    yield from _check_views(case, measured)


def _check_interior(case: Case, measured: Measured) -> Iterator[Check]:
    room = case.spec.room
    wanted = {wall.name: wall.at_mm for wall in room.walls} | {"floor": 0, "ceiling": room.height_mm}
    for name, at_mm in wanted.items():
        title = name if name in ("floor", "ceiling") else f"{name} wall"
        limit = f"{at_mm} mm ± {INTERIOR_MM:g} mm"
        if measured.interior is None or name not in measured.interior:
            yield cannot_measure(title, limit, "no object of the file is part of a room's shell")
        else:
            least = FLAT_SHARE * (1.0 - _find_hole_share(room, case.spec.openings, name))
            yield _check_side(title, measured.interior[name], at_mm, limit, least)


def _find_hole_share(room: Room, openings: Sequence[Opening], name: str) -> float:
    """The share of a wall's middle that the scene's doors and windows take; 0 for floor and ceiling."""
    taken = 0.0
    for wall in (wall for wall in room.walls if wall.name == name):
        for opening in (opening for opening in openings if opening.wall == name):
            start, end = ((at - wall.start_mm) / (wall.end_mm - wall.start_mm) for at in opening.span_mm)
            low, high = (at / room.height_mm for at in (opening.sill_mm, opening.sill_mm + opening.height_mm))
            taken += _clip(start, end) * _clip(low, high)
    return min(taken, 1.0)


def _clip(start: float, end: float) -> float:
    """How much of MIDDLE lies between these two shares of a wall, as a share of MIDDLE."""
    low, high = MIDDLE
    return max(0.0, min(end, high) - max(start, low)) / (high - low)


def _check_side(title: str, side: Side, at_mm: int, limit: str, least: float) -> Check:
    if side.at_m is None:
        return judge(
            title, False, "open", limit, f"there is no {title}: no ray from the room's middle hits one"
        )
    off_mm = side.at_m * 1000.0 - at_mm
    if abs(off_mm) > INTERIOR_MM + FLOAT_MM:
        why = f"the {title}'s inner face lies at {format_mm(side.at_m)} instead of {at_mm} mm"
        return judge(title, False, format_mm(side.at_m), limit, why)
    share = f"{side.flat_share:.0%} of it"
    why = f"only {share} is an even face: parts of the {title} are missing or bent"
    return judge(title, side.flat_share >= least, f"{format_mm(side.at_m)}, {share}", limit, why)


def _check_lights(measured: Measured) -> Iterator[Check]:
    for kind in ("SUN", "AREA"):
        lit = [light for light in measured.lights if light.type == kind and light.energy > 0.0]
        name = kind.title()
        yield judge(
            f"{name} light", bool(lit), f"{len(lit)}", "at least 1", f"no {name} light with any strength"
        )


def _check_file(measured: Measured) -> Iterator[Check]:
    yield judge(
        "one scene",
        measured.scene_count == 1,
        f"{measured.scene_count}",
        "1",
        "room.blend holds several scenes; a reader may open the wrong one",
    )
    yield judge(
        "textures packed",
        not measured.unpacked,
        ", ".join(measured.unpacked) or "all packed",
        "all packed",
        f"pictures outside the file turn magenta when it is moved: {', '.join(measured.unpacked)}",
    )
    foreign = [*measured.texts, *measured.libraries]
    foreign += [f"{measured.drivers} drivers"] if measured.drivers else []
    yield judge(
        "no scripts or links inside",
        not foreign,
        ", ".join(foreign) or "none",
        "none",
        f"room.blend carries scripts, drivers or links to other files: {', '.join(foreign)}",
    )


def _check_views(case: Case, measured: Measured) -> Iterator[Check]:
    view, above = measured.views.get("render"), measured.views.get("top_view")
    active = next((camera for camera in measured.cameras if camera.active), None)
    yield judge(
        "perspective camera",
        active is not None and active.type == "PERSP",
        active.type if active else "none",
        "the active camera",
        "the scene's active camera is not a perspective camera",
    )
    if active is not None and active.type == "PERSP":
        yield _check_place(case, active)
    for name in list_more(case.spec.render.views):
        there = name in measured.views
        why = f"there is no perspective camera called {name_camera(name)}, which {name_picture(name)} needs"
        yield judge(f"camera of {name_picture(name)}", there, "there" if there else "none", "there", why)
    if view is None:
        yield cannot_measure("pieces in the picture", "all pieces", "there is no perspective camera")
    else:
        more = [measured.views.get(name) for name in list_more(case.spec.render.views)]
        yield from _check_visible(case, [view, *filter(None, more)])
    if above is None:
        yield judge("camera from above", False, "none", "one", "there is no orthographic camera")
    else:
        yield _check_frame(above)
        yield from _check_visible_above(case, above)


def _check_place(case: Case, camera: Camera) -> Check:
    """A camera outside looks through walls taken away for it: allowed unless the scene says `view: inside`.
    Whether anything can be seen from there is measured apart from this."""
    x, y, z = (value * 1000.0 for value in camera.location)
    room = case.spec.room
    inside = 0.0 < z < room.height_mm and Polygon(room.corners_mm).contains(Point(x, y))
    return judge(
        "camera place",
        inside or case.spec.view == "auto",
        "inside the room" if inside else "outside, the room cut away",
        "inside the room" if case.spec.view == "inside" else "inside, or outside of a cut-away room",
        f"the camera {camera.name} stands outside, and the scene says view: inside",
    )


def _list_seen(case: Case, view: View) -> Iterator[tuple[str, SeenPiece, float]]:
    """Each piece: its label, what was seen, and that as a share of it alone."""
    seen = {piece.object: piece for piece in view.pieces}
    for piece, label in case.labels.items():
        solid = case.solid(piece)
        if solid is not None:
            # One that no camera may see is not among those looked for.
            found = seen.get(solid.object) or SeenPiece(solid.object, 0, 0, 0.0)
            yield label, found, found.seen / found.alone if found.alone else 0.0


def _check_visible(case: Case, views: Sequence[View]) -> Iterator[Check]:
    """Every piece is seen well enough from one camera at least; told is the one that sees it best."""
    for seen in zip(*(_list_seen(case, view) for view in views), strict=True):
        (label,) = {label for label, _, _ in seen}
        margins = [_rate_seen(found, share) for _, found, share in seen]
        best = margins.index(max(margins))
        view, (_, found, share) = views[best], seen[best]
        measured = (
            f"{share:.0%} of it, {found.seen / view.rays:.2%} of the picture, {found.in_frame:.0%} in frame"
        )
        yield judge(
            f"{label} in the picture",
            margins[best] >= 1.0,
            measured + (f" of {view.camera}" if len(views) != 1 else ""),
            f"at least {VISIBLE_SHARE:.0%}, {VISIBLE_RAYS / view.rays:.2%}, {IN_FRAME_SHARE:.0%}",
            f"{label} can hardly be seen from {_name_cameras(views)}: {measured}",
        )


def _rate_seen(found: SeenPiece, share: float) -> float:
    """What is seen by what is asked, in the respect that is met least: 1 and more is enough."""
    return min(found.seen / VISIBLE_RAYS, share / VISIBLE_SHARE, found.in_frame / IN_FRAME_SHARE)


def _name_cameras(views: Sequence[View]) -> str:
    names = ", ".join(view.camera for view in views)
    return f"the camera {names}" if len(views) == 1 else f"the cameras {names}, best"


def _check_frame(view: View) -> Check:
    frame = view.room_frame
    limit = "the whole room inside the frame"
    if frame is None:
        return cannot_measure("room in the top view", limit, "the room's size could not be measured")
    least = min(frame[0], frame[1], 1.0 - frame[2], 1.0 - frame[3])
    why = f"the camera {view.camera} crops the room by {-least:.1%} of the picture"
    return judge("room in the top view", least >= 0.0, f"margin {least:.1%}", limit, why)


def _check_visible_above(case: Case, view: View) -> Iterator[Check]:
    # What lies under others by the scene's rules is hidden by them, as it should be.
    flat = {case.labels[piece] for piece in case.flat}
    for label, _, share in _list_seen(case, view):
        least = VISIBLE_SHARE if label in flat else ABOVE_SHARE
        yield judge(
            f"{label} in the top view",
            share >= least,
            f"{share:.0%} of it",
            f"at least {least:.0%}",
            f"{label} is hidden or out of frame from above: {share:.0%} of it shows",
        )
