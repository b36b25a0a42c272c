"""The storyline: from a scene file and a folder of furniture to four proven deliverables.

Data flows once; nothing before or after the Blender tasks holds a Blender handle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver.annotations import annotate_top_view
from solver.assets.manifest import find_catalog
from solver.bridge import Event, run_task
from solver.builtin import make_furniture
from solver.cache import cache_folder
from solver.check import Report, judge_output, request_measuring, request_opening
from solver.core.catalog import Catalog
from solver.core.geometry import write_csv
from solver.core.layout import Layout, Piece
from solver.core.measured import Measured
from solver.core.plan import ScenePlan, make_pieces, name_objects, plan_scene
from solver.core.spec import SceneSpec, parse_scene, read_scene, resolve_world
from solver.core.views import list_views, name_picture
from solver.errors import NoLayout, OutputError, SolverError
from solver.library import CleanAsset, clean_assets, find_assets
from solver.output import (
    ANNOTATED,
    BLEND,
    LAYOUT,
    SCENE_FILE,
    claim_output,
    prepare_repair,
    publish_output,
    replace_text,
    stage_output,
)
from solver.packages import ROOT
from solver.pictures import rewrite_png
from solver.place import place_pieces
from solver.place.variants import repair_layout
from solver.repair import Edits, KeptRoom, find_edits, name_sources, pin_scene, read_room, read_table

DEFAULT_SCENE = ROOT / "scenes" / "weavebench_living_room.yaml"
MANIFEST = ROOT / "assets_manifest.yaml"

Tell = Callable[[Event], None]


def stay_silent(event: Event) -> None:
    """The listener that ignores every event."""


@dataclass(frozen=True)
class Solution:
    """What `solve` made: the layout, the report of what was written, and how the pictures were taken."""

    out: Path
    layout: Layout
    report: Report
    built: dict[str, Any]


def solve_scene(
    scene: Path = DEFAULT_SCENE,
    assets: Path | None = None,
    out: Path | None = None,
    *,
    quality: str = "standard",
    budget_s: float | None = None,
    time_limit_s: float = 60.0,
    strict: bool = False,
    annotate: bool = False,
    tell: Tell = stay_silent,
) -> Solution:
    """Make a room from a scene file and write, check and publish its deliverables.

    `assets` None means the built-in furniture; `out` None means out/<scene name>; with `budget_s` both
    pictures take no longer, at no more samples than the quality's; `strict` makes the warnings of furniture
    files errors; `annotate` draws a plan over a copy of the top view. Raises SolverError; the output folder
    is unchanged then, and not there where it was not. A failed check does not raise: see `Solution.report`.
    """
    catalog = find_catalog(MANIFEST, assets)
    spec = read_scene(scene, catalog.assets)
    with claim_output(out or ROOT / "out" / spec.scene, create_parents=out is None) as folder:
        clean = import_assets(spec, catalog, assets, tell, strict=strict)
        layout = place_scene(spec, catalog, clean, time_limit_s, tell)
        return write_room(
            folder, spec, catalog, layout, clean, quality, tell, budget_s=budget_s, annotate=annotate
        )


@dataclass(frozen=True)
class Repair:
    """What `repair` found changed by hand, and the room that it made of it: None where nothing was."""

    edits: Edits
    solution: Solution | None


def repair_scene(
    out: Path,
    scene: Path | None = None,
    assets: Path | None = None,
    *,
    pins: Sequence[str] = (),
    pin_all: bool = False,
    quality: str = "standard",
    time_limit_s: float = 60.0,
    strict: bool = False,
    tell: Tell = stay_silent,
) -> Repair:
    """Place a solved room again after pieces were moved in its room.blend or layout.csv, or pinned.

    Pieces moved by hand and those of `pins` stay exactly there; of the others as few as possible move. The
    room is built again, and the pins are written into the scene file: the one kept in room.blend, a copy
    beside it, and `scene` where it is given, which is then the one that is read. `pin_all` pins every piece
    where it ends up. Raises SolverError; nothing is changed then.
    """
    folder = prepare_repair(out, scene)
    room = read_room(run_task("read_places", request_opening(folder), tell))
    catalog = find_catalog(MANIFEST, assets)
    spec = choose_scene(folder, room, scene, catalog)
    clean = import_assets(spec, catalog, assets, tell, strict=strict)
    pieces = make_pieces(spec, catalog, {name: asset.size_m for name, asset in clean.items()})
    edits = find_edits(resolve_world(spec, pieces), room, read_table(folder / LAYOUT), pins)
    for note in edits.notes:
        tell({"event": "note", "text": note})
    pinned = pin_scene(spec, [edit.place for edit in edits.edits])
    if pinned.text == room.scene_text and not pin_all and not any(edit.moved for edit in edits.edits):
        return Repair(edits, None)
    layout = replace_pieces(name_sources(pinned, edits), pieces, edits, time_limit_s, tell)
    if pin_all:
        pinned = pin_scene(spec, layout.placements)
    solution = write_room(folder, pinned, catalog, layout, clean, quality, tell, keep_scene=True)
    if scene is not None:
        replace_text(scene, pinned.text)
    return Repair(edits, solution)


def choose_scene(folder: Path, room: KeptRoom, scene: Path | None, catalog: Catalog) -> SceneSpec:
    """The scene file that a room is repaired by: `scene`, or else the one kept in room.blend.

    Raises OutputError where the folder holds another one, so that nobody's changes to it are lost.
    """
    if scene is not None:
        return read_scene(scene, catalog.assets)
    beside = folder / SCENE_FILE
    if beside.is_file() and beside.read_bytes() != room.scene_text.encode():
        raise OutputError(
            f"{beside}: is not the scene file that room.blend was made of; give --scene {beside} to go by "
            "it, or move it away"
        )
    return parse_scene(room.scene_text, BLEND, catalog.assets)


def write_room(
    folder: Path,
    spec: SceneSpec,
    catalog: Catalog,
    layout: Layout,
    clean: dict[str, CleanAsset],
    quality: str,
    tell: Tell,
    *,
    budget_s: float | None = None,
    keep_scene: bool = False,
    annotate: bool = False,
) -> Solution:
    """Build, check and publish a room; with `keep_scene` its scene file too, with `annotate` an annotated
    plan, which is made anew where the folder has one."""
    blends = {name: str(asset.blend) for name, asset in clean.items()}
    plan = plan_scene(spec, layout, blends, quality, budget_s)
    with stage_output(folder) as staging:
        built = build_room(plan, staging, tell)
        (staging / LAYOUT).write_text(write_csv(layout, spec.room.corners_mm), encoding="utf-8")
        if keep_scene:
            (staging / SCENE_FILE).write_bytes(spec.text.encode())
        report = check_folder(staging, spec, catalog, tell)
        if annotate or (folder / ANNOTATED).is_file():
            annotate_top_view(staging, spec, layout)
        publish_output(staging, folder)
    return Solution(folder, layout, report, built)


def import_assets(
    spec: SceneSpec, catalog: Catalog, assets: Path | None, tell: Tell, *, strict: bool = False
) -> dict[str, CleanAsset]:
    """Each piece's furniture as a clean, measured, one-object file, by piece name."""
    tell({"event": "progress", "stage": "furniture", "done": 0.0, "left_s": None})
    folder = assets if assets is not None else make_furniture()
    files = find_assets(catalog, {use.asset for use in spec.pieces.values()}, folder)
    requests = {
        name: (files[use.asset], catalog.assets[use.asset].options(use.options))
        for name, use in spec.pieces.items()
    }
    clean = clean_assets(requests, cache_folder(), tell, strict=strict)
    tell({"event": "progress", "stage": "furniture", "done": 1.0, "left_s": None})
    return clean


def place_scene(
    spec: SceneSpec, catalog: Catalog, clean: dict[str, CleanAsset], time_limit_s: float, tell: Tell
) -> Layout:
    """The one layout that keeps every rule. Raises NoLayout with the rules in conflict."""
    tell({"event": "progress", "stage": "placing", "done": 0.0, "left_s": None})
    pieces = make_pieces(spec, catalog, {name: asset.size_m for name, asset in clean.items()})
    layout = place_pieces(spec, pieces, time_limit_s=time_limit_s)
    tell({"event": "progress", "stage": "placing", "done": 1.0, "left_s": None})
    return layout


def replace_pieces(
    spec: SceneSpec, pieces: tuple[Piece, ...], edits: Edits, time_limit_s: float, tell: Tell
) -> Layout:
    """The layout with the fewest pieces moved. Raises NoLayout with the rules in conflict."""
    tell({"event": "progress", "stage": "placing", "done": 0.0, "left_s": None})
    try:
        layout = repair_layout(spec, pieces, edits.wanted, time_limit_s=time_limit_s)
    except NoLayout as error:
        cure = "put a piece back, or change a rule in your scene file and give that by --scene"
        raise NoLayout([*error.faults, f"nothing was changed; {cure}"]) from None
    tell({"event": "progress", "stage": "placing", "done": 1.0, "left_s": None})
    return layout


def build_room(plan: ScenePlan, staging: Path, tell: Tell) -> dict[str, Any]:
    """room.blend and both pictures, written into `staging` by a Blender process."""
    built = run_task("build_room", {"plan": asdict(plan), "out_dir": str(staging)}, tell)
    tell({"event": "progress", "stage": "writing", "done": 0.0, "left_s": None})
    for view in list_views(plan.render.views):
        rewrite_png(staging / name_picture(view))
    return built


def check_output(
    out: Path, scene: Path | None = None, assets: Path | None = None, *, tell: Tell = stay_silent
) -> Report:
    """Measure an output folder again, from disk, in a process of its own, against its scene file.

    `scene` None means the scene file kept in room.blend, else the default scene; `assets`: the folder of
    furniture, whose own catalogue entries count.
    """
    if not out.is_dir():
        raise OutputError(f"{out}: no such folder")
    catalog = find_catalog(MANIFEST, assets)
    spec = read_scene(scene, catalog.assets) if scene is not None else None
    return check_folder(out, spec, catalog, tell)


def check_folder(out: Path, spec: SceneSpec | None, catalog: Catalog, tell: Tell) -> Report:
    """The report on the files in `out`; `spec` None reads the scene kept in room.blend."""
    tell({"event": "progress", "stage": "checking", "done": 0.0, "left_s": None})
    spec, measured, fault = measure_output(out, spec, catalog, tell)
    report = judge_output(out, spec, measured, name_objects(spec, catalog), fault)
    tell({"event": "progress", "stage": "checking", "done": 1.0, "left_s": None})
    return report


def measure_output(
    out: Path, spec: SceneSpec | None, catalog: Catalog, tell: Tell
) -> tuple[SceneSpec, Measured | None, str]:
    """The scene that `out` is judged by, and what `measure_folder` says of it; `spec` None means the scene
    kept in room.blend, else the default scene."""
    wanted = spec if spec is not None else read_scene(DEFAULT_SCENE)
    measured, fault = measure_folder(out, wanted, catalog, tell)
    if spec is not None:
        return spec, measured, fault
    kept = recall_scene(measured)
    if len(kept.room.corners_mm) > 4:
        # A room that is no rectangle is measured wall by wall, and only now its walls are known.
        measured, fault = measure_folder(out, kept, catalog, tell)
    return kept, measured, fault


def measure_folder(out: Path, spec: SceneSpec, catalog: Catalog, tell: Tell) -> tuple[Measured | None, str]:
    """What Blender measures in a folder's room.blend, or None with the reason it cannot be measured.

    A file that crashes Blender ends its process, and is a fault of the file.
    """
    try:
        request = request_measuring(out, name_objects(spec, catalog), spec.room)
        return Measured.from_dict(run_task("measure_room", request, tell)), ""
    except SolverError as error:
        return None, str(error)


def recall_scene(measured: Measured | None) -> SceneSpec:
    """The scene file kept in room.blend; the default scene where there is none."""
    if measured is not None and measured.scene_text:
        return parse_scene(measured.scene_text, "room.blend")
    return read_scene(DEFAULT_SCENE)
