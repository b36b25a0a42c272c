"""What was changed by hand: room.blend and layout.csv compared with the places the room was built with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from solver.core.layout import Piece, Placement
from solver.core.world import World
from solver.core.yaml_source import suggest
from solver.errors import OutputError
from solver.repair.room import KeptPlace, KeptRoom, StandingPiece
from solver.repair.table import Table

# A piece turned by eye is meant to stand at the nearest yaw that it may; farther off it is meant otherwise.
MOST_OFF_DEG = 10.0
# Beyond these a piece is tilted, scaled, lifted, or not the furniture it was: no rounding explains them.
# Sizes round outwards by up to 1 mm on each side.
MOST_TILT_DEG, MOST_SCALE, MOST_LIFT_MM, MOST_SIZE_MM = 0.5, 0.001, 1.0, 3.0
TABLE, BLEND, OPTION = "layout.csv", "room.blend", "--pin"


@dataclass(frozen=True)
class Edit:
    """A piece that stays where somebody put it (`moved`) or said that it shall stay; `source` is the file
    or option that says so."""

    label: str
    place: Placement
    source: str
    moved: bool


@dataclass(frozen=True)
class Edits:
    """Every edit, in the scene's order; the place that each piece shall keep if it can; and notes of what
    was rounded or will be lost."""

    edits: tuple[Edit, ...]
    wanted: tuple[Placement, ...]
    notes: tuple[str, ...]


def find_edits(world: World, room: KeptRoom, table: Table, pins: Iterable[str] = ()) -> Edits:
    """What was moved in room.blend or in layout.csv, or pinned in one of them or by name in `pins`.

    Raises OutputError with every fault: pieces lost, doubled, tilted, scaled, lifted or turned as they may
    not be, and pieces moved to different places in the two files.
    """
    return _Comparison(world, room, table, tuple(pins)).compare()


@dataclass
class _Comparison:
    world: World
    room: KeptRoom
    table: Table
    pins: tuple[str, ...]
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def compare(self) -> Edits:
        kept = {place.place.piece: place for place in self.room.kept}
        self._check_names(kept)
        found = [self._find(kept[name]) for name in self.world.pieces if name in kept]
        if self.faults:
            raise OutputError(self.faults)
        edits = tuple(edit for _, edit in found if edit is not None)
        return Edits(edits, tuple(place for place, _ in found), tuple(self.notes))

    def _check_names(self, kept: Mapping[str, KeptPlace]) -> None:
        labels = [place.label for place in kept.values()]
        for label in sorted({row.object for row in self.table.rows} - set(labels)):
            self.faults.append(f"{TABLE}: {label!r} is no piece of this room{suggest(label, labels)}")
        for name in self.pins:
            if name not in kept:
                self.faults.append(f"{OPTION} {name}: is no piece of this room{suggest(name, kept)}")
        for name in kept:
            if name not in self.world.pieces:
                self.notes.append(f"{kept[name].label} is taken away: the scene file no longer names {name}")
        if self.room.others:
            lost = ", ".join(self.room.others)
            self.notes.append(f"the room is built anew from its scene file, without what was added: {lost}")

    def _find(self, kept: KeptPlace) -> tuple[Placement, Edit | None]:
        """Where a piece shall stand, and the edit that says so, if any."""
        in_table, in_blend = self._read_row(kept), self._read_object(kept)
        moved = {TABLE: in_table, BLEND: in_blend}
        moved = {source: place for source, place in moved.items() if place not in (None, kept.place)}
        places = set(moved.values())
        if len(places) > 1:
            stands = " and ".join(f"at {_format(place)} in {source}" for source, place in moved.items())
            self.faults.append(
                f"{kept.label}: stands {stands}: make the two equal, or put one of them back to "
                f"{_format(kept.place)}"
            )
        if moved:
            source, place = next(iter(moved.items()))
            assert place is not None
            return place, Edit(kept.label, place, " and ".join(moved), True)
        source = self._find_pin(kept)
        return kept.place, Edit(kept.label, kept.place, source, False) if source else None

    def _find_pin(self, kept: KeptPlace) -> str:
        """What says that a piece shall stay where it is; "" for nothing."""
        name = kept.place.piece
        locked = any(item.piece == name and item.locked for item in self.room.standing)
        said = {OPTION: name in self.pins, TABLE: kept.label in self.table.pinned, BLEND: locked}
        return next((source for source, here in said.items() if here), "")

    def _read_row(self, kept: KeptPlace) -> Placement | None:
        row = next((row for row in self.table.rows if row.object == kept.label), None)
        if row is None:
            self.faults.append(
                f"{TABLE}: {kept.label} has no row; take a piece away in the scene file instead"
            )
            return None
        if abs(row.z * 1000 - kept.place.z_mm) > MOST_LIFT_MM:
            self._refuse_lift(TABLE, kept)
        yaw = self._read_yaw(TABLE, kept, row.rotation_z)
        return None if yaw is None else self._round(TABLE, kept, row.x * 1000, row.y * 1000, yaw)

    def _read_object(self, kept: KeptPlace) -> Placement | None:
        items = [item for item in self.room.standing if item.piece == kept.place.piece]
        if len(items) != 1 or items[0].stood_at_m is None:
            many = (
                "has no object" if not items else f"has {len(items)} objects" if len(items) > 1 else "is new"
            )
            self.faults.append(
                f"{BLEND}: {kept.label} {many}; add pieces and take them away in the scene file instead"
            )
            return None
        item = items[0]
        assert item.stood_at_m is not None
        self._check_object(item, kept)
        east, north, up = ((now - then) * 1000 for now, then in zip(item.at_m, item.stood_at_m, strict=True))
        if abs(up) > MOST_LIFT_MM:
            self._refuse_lift(BLEND, kept)
        yaw = self._read_yaw(BLEND, kept, kept.place.yaw_deg + item.turn_deg[2])
        return (
            None
            if yaw is None
            else self._round(BLEND, kept, kept.place.x_mm + east, kept.place.y_mm + north, yaw)
        )

    def _check_object(self, item: StandingPiece, kept: KeptPlace) -> None:
        if max(abs(item.turn_deg[0]), abs(item.turn_deg[1])) > MOST_TILT_DEG:
            self.faults.append(f"{BLEND}: {kept.label} is tilted; turn it about z only")
        if max(abs(scale - 1) for scale in item.scale) > MOST_SCALE:
            self.faults.append(
                f"{BLEND}: {kept.label} is scaled; set its scale to 1, and give it a size in the scene file"
            )
        expected = _find_size(self.world.pieces[kept.place.piece], kept.place.yaw_deg)
        size = [length * 1000 for length in item.size_m]
        if expected and max(abs(a - b) for a, b in zip(size, expected, strict=True)) > MOST_SIZE_MM:
            now, then = (" x ".join(f"{value:.0f}" for value in values) for values in (size, expected))
            self.faults.append(
                f"{BLEND}: {kept.label} is {now} mm there and {then} mm as furniture: give --assets the "
                "folder that the room was made with; move and turn objects, and leave their meshes alone"
            )

    def _refuse_lift(self, source: str, kept: KeptPlace) -> None:
        self.faults.append(
            f"{source}: {kept.label} is not at its height, z = {kept.place.z_mm / 1000:.3f} m; put it back: "
            "heights follow from what a piece stands on"
        )

    def _read_yaw(self, source: str, kept: KeptPlace, yaw_deg: float) -> int | None:
        """The nearest yaw that the piece may have; None and a fault where none is near."""
        allowed = sorted({*self.world.yaws(kept.place.piece), kept.place.yaw_deg})
        nearest = min(allowed, key=lambda yaw: abs(_turn_between(yaw, yaw_deg)))
        off = abs(_turn_between(nearest, yaw_deg))
        if off > MOST_OFF_DEG:
            self.faults.append(
                f"{source}: {kept.label} is turned to {yaw_deg % 360:.1f} deg, which it may not be: turn it "
                f"to {', '.join(map(str, allowed))} deg, or allow it more by `turns` in the scene file"
            )
            return None
        if off > 0.05:
            self.notes.append(
                f"{source}: {kept.label} is turned to {yaw_deg % 360:.1f} deg; taken as {nearest} deg"
            )
        return nearest

    def _round(self, source: str, kept: KeptPlace, x_mm: float, y_mm: float, yaw: int) -> Placement | None:
        place, room = kept.place, self.world.room
        if not (0 <= x_mm <= room.width_mm and 0 <= y_mm <= room.depth_mm):
            self.faults.append(
                f"{source}: {kept.label} is at x = {x_mm / 1000:.3f} m, y = {y_mm / 1000:.3f} m, outside the "
                f"room of {room.width_mm / 1000:g} x {room.depth_mm / 1000:g} m; places are in metres"
            )
            return None
        rounded = Placement(place.piece, round(x_mm), round(y_mm), place.z_mm, yaw)
        if rounded != place and math.hypot(rounded.x_mm - x_mm, rounded.y_mm - y_mm) > 0.1:
            self.notes.append(f"{source}: {kept.label} is placed to whole millimetres: {_format(rounded)}")
        return rounded


def _turn_between(one_deg: float, other_deg: float) -> float:
    """The turn from one yaw to another, in [-180, 180)."""
    return (other_deg - one_deg + 180) % 360 - 180


def _find_size(piece: Piece, yaw_deg: int) -> tuple[int, int, int] | None:
    """Size in mm of the box about a piece at a quarter turn; None at another, where the box depends on
    the mesh."""
    if yaw_deg % 90:
        return None
    width, depth = (2 * half for half in piece.half_mm)
    return (width, depth, piece.height_mm) if yaw_deg % 180 == 0 else (depth, width, piece.height_mm)


def _format(place: Placement | None) -> str:
    return "" if place is None else f"({place.x_mm}, {place.y_mm}) mm, {place.yaw_deg} deg"
