"""The truth of one output folder: from its room.blend, in a process of its own, to OUT/truth."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from solver.bridge import Event, run_task
from solver.core.catalog import Catalog
from solver.core.views import MOST_VIEWS, USUAL_PX, list_views, name_picture
from solver.errors import OutputError
from solver.truth.camera import Camera
from solver.truth.exports import write_coco, write_hub
from solver.truth.files import write_view
from solver.truth.solids import Solid, read_solids
from solver.truth.view import View, draw_view

PICTURES = {view: name_picture(view) for view in list_views(MOST_VIEWS)}
LEAST_FREE_BYTES = 500_000_000


@dataclass(frozen=True)
class Room:
    """A room as exported from its file: solids, each view's camera (None without one), what it skips."""

    solids: tuple[Solid, ...]
    cameras: dict[str, Camera | None]
    skipped: dict[str, frozenset[str]]

    def draw(self, view: str) -> View:
        """The View of one camera. Raises OutputError where the room has no such camera."""
        camera = self.cameras[view]
        if camera is None:
            raise OutputError(f"the room has no camera for {view}")
        return draw_view(camera, [solid for solid in self.solids if solid.name not in self.skipped[view]])


def write_truth(
    out: Path,
    catalog: Catalog,
    *,
    labels: Sequence[str] = (),
    tell: Callable[[Event], None] = lambda event: None,
) -> dict[str, int]:
    """Write OUT/truth, whole or not at all; returns the number of pieces seen by view.

    `labels` are object names that count as pieces where the file carries no `piece` properties. Raises
    OutputError with what is missing.
    """
    blend = out / "room.blend"
    if not blend.is_file():
        raise OutputError(f"{blend}: no such file; give the output folder of `scene-solver solve`")
    target = out / "truth"
    with tempfile.TemporaryDirectory(prefix=".truth-", dir=_check_folder(out)) as folder:
        staging = Path(folder) / "truth"
        staging.mkdir()
        room = read_room(blend, list_fronts(catalog), labels, find_sizes(out), staging / "scene.glb", tell)
        check_room(room, blend, labels)
        counts = _write_views(room, out, staging, tell)
        if target.exists():
            shutil.rmtree(target)
        staging.rename(target)
    return counts


def read_room(
    blend: Path, fronts: dict[str, bool], labels: Sequence[str], sizes: dict[str, tuple[int, int]],
    glb: Path | None = None, tell: Callable[[Event], None] = lambda event: None,
) -> Room:  # fmt: skip
    """Export a room from its file by a Blender process; `sizes` (width, height) in pixels by view."""
    with tempfile.TemporaryDirectory(prefix="scene-solver-") as folder:
        corners = Path(folder) / "corners.npy"
        request = {
            "blend": str(blend.resolve()), "labels": list(labels), "out": str(corners),
            "sizes": {view: list(size) for view, size in sizes.items()}, "glb": str(glb) if glb else None,
        }  # fmt: skip
        answer = run_task("export_truth", request, tell)
        return make_room(answer, np.load(corners), fronts)


def make_room(answer: dict[str, Any], corners: Any, fronts: dict[str, bool]) -> Room:
    """The Room of an `export_truth` answer and its world corners (n, 3, 3)."""
    cameras = {
        view: Camera.from_json(data, data["name"]) if data else None
        for view, data in answer["cameras"].items()
    }
    skipped = {view: frozenset(names) for view, names in answer["skipped"].items()}
    return Room(read_solids(answer["solids"], corners, fronts), cameras, skipped)


def find_sizes(out: Path) -> dict[str, tuple[int, int]]:
    """Each view's size in pixels: its picture's, where there is one that opens."""
    sizes = dict(USUAL_PX)
    for view, name in PICTURES.items():
        if (out / name).is_file():
            try:
                with Image.open(out / name) as image:
                    sizes[view] = image.size
            except (OSError, Image.DecompressionBombError):
                raise OutputError(f"{out / name}: not a picture; make it again, or move it away") from None
    return sizes


def list_fronts(catalog: Catalog) -> dict[str, bool]:
    """Which assets have a front."""
    return {key: asset.front != "none" for key, asset in catalog.assets.items()}


def _check_folder(out: Path) -> Path:
    if not os.access(out, os.W_OK):
        raise OutputError(f"{out}: cannot be written; copy it to a folder of your own")
    free = shutil.disk_usage(out).free
    if free < LEAST_FREE_BYTES:
        raise OutputError(f"{out}: {free // 1_000_000} MB of disk left; the truth needs up to 500 MB")
    return out


def check_room(room: Room, blend: Path, labels: Sequence[str]) -> None:
    """Raise OutputError with all that the truth of this room lacks."""
    names = {solid.name for solid in room.solids}
    faults = [
        f"{blend}: no object {label!r} that renders; it has {_list_some(names)}"
        for label in labels
        if label not in names
    ]
    if not any(solid.role == "piece" for solid in room.solids):
        faults.append(
            f"{blend}: no object carries the property `piece`, so it was not made by scene-solver; name the "
            f"furniture with --objects NAME,NAME (the file has {_list_some(names)})"
        )
    if all(camera is None for camera in room.cameras.values()):
        faults.append(f"{blend}: no camera; add a perspective camera, or an orthographic one from above")
    if faults:
        raise OutputError(faults)


def _list_some(names: set[str]) -> str:
    ordered = sorted(names)
    return ", ".join(ordered[:12]) + (f" and {len(ordered) - 12} more" if len(ordered) > 12 else "")


def _write_views(room: Room, out: Path, staging: Path, tell: Callable[[Event], None]) -> dict[str, int]:
    views, objects = {}, {}
    for name, camera in room.cameras.items():
        if camera is None:
            tell({"event": "note", "text": f"the room has no camera for {name}: that view is left out"})
            continue
        views[name] = room.draw(name)
        objects[name] = write_view(views[name], staging / name)
    pictures = {name: PICTURES[name] for name in views}
    write_coco(views, pictures, staging / "coco.json")
    there = {name: out / picture for name, picture in pictures.items() if (out / picture).is_file()}
    if there:
        write_hub({name: objects[name] for name in there}, there, staging / "hub")
    return {name: sum(entry["visible_px"] > 0 for entry in entries) for name, entries in objects.items()}
