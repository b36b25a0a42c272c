"""Openings, obstacles and pieces of a scene file."""

from __future__ import annotations

from collections.abc import Collection

from solver.core.curtain import Curtain, NoPlace, hang_curtain, list_taken
from solver.core.room import (
    OBSTACLES,
    OPENINGS,
    WALL_NAME,
    Column,
    Obstacle,
    Opening,
    Room,
    Window,
    find_misfit,
    find_name_fault,
    find_wall_fault,
    overlap,
)
from solver.core.rules import RESERVED
from solver.core.spec.collector import Collector
from solver.core.spec.scene import PieceSpec
from solver.core.turning import STEP_DEG
from solver.core.yaml_source import Loc, suggest

MAX_PIECES = 500


def read_openings(collector: Collector, room: Room | None) -> list[tuple[Loc, Opening]]:
    """Windows and doors with their places in the file, each inside its wall and no two overlapping."""
    found: list[tuple[Loc, Opening]] = []
    for loc, opening in collector.read_named("openings", OPENINGS, "opening"):
        misfit = find_misfit(opening, room)
        if misfit:
            collector.add(loc, misfit)
        for other_loc, other in found:
            if overlap(opening, other):
                collector.add(loc, f"overlaps the {other.kind} of line {collector.line(other_loc)}")
        found.append((loc, opening))
    _check_names(collector, [(loc, opening.name) for loc, opening in found])
    return found


def read_obstacles(
    collector: Collector, room: Room | None, openings: tuple[Opening, ...]
) -> tuple[Obstacle, ...]:
    """Columns and radiators, each inside the room."""
    found: list[tuple[Loc, Obstacle]] = list(collector.read_named("obstacles", OBSTACLES, "obstacle"))
    for loc, obstacle in found:
        fault = None if isinstance(obstacle, Column) else find_wall_fault(obstacle.wall, room)
        if room and not fault:
            west, south, east, north = obstacle.find_box(room)
            if min(west, south) < 0 or east > room.width_mm or north > room.depth_mm:
                fault = f"reaches out of the room: x {west} to {east} mm, y {south} to {north} mm"
        if fault:
            collector.add(loc, fault)
    taken = [((), opening.name) for opening in openings]
    _check_names(collector, [*taken, *((loc, obstacle.name) for loc, obstacle in found)])
    return tuple(obstacle for _, obstacle in found)


def read_curtains(
    collector: Collector, room: Room, openings: list[tuple[Loc, Opening]], obstacles: tuple[Obstacle, ...]
) -> tuple[Curtain, ...]:
    """The curtains of the windows that ask for one, none in the way of another."""
    fitting = [opening for _, opening in openings if find_misfit(opening, room) is None]
    built = [o for o in obstacles if isinstance(o, Column) or find_wall_fault(o.wall, room) is None]
    taken, curtains = list_taken(room, fitting, built), []
    for loc, window in openings:
        if not isinstance(window, Window) or window.curtain == "none" or window not in fitting:
            continue
        if any(overlap(window, other) for other in fitting if other is not window):
            continue
        try:
            curtain = hang_curtain(window, room, fitting, taken)
        except NoPlace as fault:
            collector.add((*loc, "curtain"), f"a curtain cannot hang here: {fault}")
            continue
        curtains.append(curtain)
        taken += curtain.list_volumes()
    return tuple(curtains)


def _check_names(collector: Collector, names: list[tuple[Loc, str]]) -> None:
    seen: set[str] = set()
    for loc, name in names:
        if name in seen:
            collector.add(loc, f"the name {name!r} is used twice; give this one a name of its own")
        seen.add(name)


def read_pieces(
    collector: Collector, taken: set[str], assets: Collection[str] | None
) -> dict[str, PieceSpec]:
    """The pieces by name, in file order; a faulty piece still has its name, so that rules about it add no
    false faults."""
    data = collector.source.data.get("pieces")
    if data == {} and collector.unread["pieces"]:
        return {}
    if not isinstance(data, dict) or not data:
        collector.add(("pieces",), "a mapping of names to pieces is needed, e.g. sofa: {asset: sofa}")
        return {}
    if len(data) > MAX_PIECES:
        collector.add(("pieces",), f"{len(data)} pieces; at most {MAX_PIECES} are placed")
    pieces: dict[str, PieceSpec] = {}
    for name, fields in data.items():
        loc: Loc = ("pieces", name)
        if (fault := find_name_fault(name)) is not None:
            collector.add(loc, fault)
        elif name in RESERVED or WALL_NAME.fullmatch(name):
            collector.add(loc, f"{name!r} is a word of the rules; choose another name")
        elif name in taken:
            collector.add(loc, f"{name!r} is the name of an opening or obstacle; choose another name")
        piece = collector.validate(PieceSpec, fields, loc)
        if piece is not None and piece.turned_deg is not None and piece.turned_deg % STEP_DEG:
            collector.add((*loc, "turned"), f"a piece is turned by multiples of {STEP_DEG} deg")
        if piece is not None and assets is not None and piece.asset not in assets:
            what = f"asset {piece.asset!r} is not in assets_manifest.yaml{suggest(piece.asset, assets)}"
            collector.add((*loc, "asset"), what)
        pieces[name] = piece or PieceSpec.model_construct(asset="")
    return pieces
