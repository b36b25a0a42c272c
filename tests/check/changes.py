"""What can be changed in the hand-made room: one object, one wall, one view at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.core.measured import Measured, Side, Solid

Change = Callable[[Measured], Measured]


def alter(name: str, **values: object) -> Change:
    """A measured room with one object changed."""
    return lambda measured: replace(
        measured,
        solids=tuple(replace(s, **values) if s.object == name else s for s in measured.solids),  # type: ignore[arg-type]
    )


def rename(name: str, new: str) -> Change:
    """A measured room with one object called otherwise, which the views see under its new name."""

    def renamed(measured: Measured) -> Measured:
        views = {
            key: view and replace(
                view, pieces=tuple(replace(p, object=new) if p.object == name else p for p in view.pieces)
            )
            for key, view in measured.views.items()
        }  # fmt: skip
        return replace(alter(name, object=new)(measured), views=views)

    return renamed


def hide(name: str) -> Change:
    """A measured room with one object that no camera may see: the views do not look for it."""

    def hidden(measured: Measured) -> Measured:
        views = {
            key: view and replace(view, pieces=tuple(p for p in view.pieces if p.object != name))
            for key, view in measured.views.items()
        }
        return replace(measured, views=views)

    return hidden


def move(name: str, x_mm: float = 0.0, y_mm: float = 0.0, z_mm: float = 0.0) -> Change:
    """A measured room with one object elsewhere."""
    by = (x_mm / 1000.0, y_mm / 1000.0, z_mm / 1000.0)

    def shift(point: tuple[float, ...]) -> tuple[float, float, float]:
        return (point[0] + by[0], point[1] + by[1], point[2] + by[2])

    def moved(solid: Solid) -> Solid:
        return replace(
            solid, location=shift(solid.location), box_min=shift(solid.box_min), box_max=shift(solid.box_max),
            centroid=shift(solid.centroid), upper_centroid=shift(solid.upper_centroid),
            outline=tuple((x + by[0], y + by[1]) for x, y in solid.outline),
        )  # fmt: skip

    return lambda measured: replace(
        measured, solids=tuple(moved(s) if s.object == name else s for s in measured.solids)
    )


def drop(name: str) -> Change:
    return lambda measured: replace(measured, solids=tuple(s for s in measured.solids if s.object != name))


def add(name: str, like: str, **values: object) -> Change:
    def added(measured: Measured) -> Measured:
        source = next(s for s in measured.solids if s.object == like)
        extra = replace(source, object=name, **values)  # type: ignore[arg-type]
        return replace(measured, solids=(*measured.solids, extra))

    return added


def set_side(name: str, at_m: float | None, flat: float = 1.0) -> Change:
    def changed(measured: Measured) -> Measured:
        assert measured.interior is not None
        return replace(measured, interior={**measured.interior, name: Side(at_m, flat, flat)})

    return changed


def see(view: str, name: str, seen: int, alone: int = 600, in_frame: float = 1.0) -> Change:
    def changed(measured: Measured) -> Measured:
        old = measured.views[view]
        assert old is not None
        pieces = tuple(
            replace(p, seen=seen, alone=alone, in_frame=in_frame) if p.object == name else p
            for p in old.pieces
        )
        return replace(measured, views={**measured.views, view: replace(old, pieces=pieces)})

    return changed


def frame(*values: float) -> Change:
    def changed(measured: Measured) -> Measured:
        view = measured.views["top_view"]
        assert view is not None and len(values) == 4
        return replace(measured, views={**measured.views, "top_view": replace(view, room_frame=values)})  # type: ignore[arg-type]

    return changed


def put(**values: object) -> Change:
    return lambda measured: replace(measured, **values)  # type: ignore[arg-type]
