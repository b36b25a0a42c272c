"""The storyline: from a scene file and a folder of furniture to four proven deliverables.

Data flows once; nothing before or after the Blender tasks holds a Blender handle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver.assets.manifest import find_catalog
from solver.bridge import Event, run_task
from solver.builtin import make_furniture
from solver.cache import cache_folder
from solver.check import Report, judge_output, request_measuring
from solver.core.catalog import Catalog
from solver.core.geometry import write_csv
from solver.core.layout import Layout
from solver.core.measured import Measured
from solver.core.plan import ScenePlan, make_pieces, name_objects, plan_scene
from solver.core.spec import SceneSpec, parse_scene, read_scene
from solver.errors import OutputError, SolverError
from solver.library import CleanAsset, clean_assets, find_assets
from solver.output import prepare_output, publish_output, stage_output
from solver.packages import ROOT
from solver.pictures import rewrite_png
from solver.place import place_pieces

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
    time_limit_s: float = 60.0,
    strict: bool = False,
    tell: Tell = stay_silent,
) -> Solution:
    """Make a room from a scene file and write, check and publish its deliverables.

    `assets` None means the built-in furniture; `out` None means out/<scene name>; `strict` makes the
    warnings of furniture files errors. Raises SolverError; the output folder is unchanged then. A failed
    check does not raise: see `Solution.report`.
    """
    spec, catalog = read_scene(scene), find_catalog(MANIFEST, assets)
    folder = prepare_output(out or ROOT / "out" / spec.scene, create_parents=out is None)
    clean = import_assets(spec, catalog, assets, tell, strict=strict)
    layout = place_scene(spec, catalog, clean, time_limit_s, tell)
    plan = plan_scene(spec, layout, {name: str(asset.blend) for name, asset in clean.items()}, quality)
    with stage_output(folder) as staging:
        built = build_room(plan, staging, tell)
        (staging / "layout.csv").write_text(write_csv(layout, spec.room.corners_mm), encoding="utf-8")
        report = check_folder(staging, spec, catalog, tell)
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


def build_room(plan: ScenePlan, staging: Path, tell: Tell) -> dict[str, Any]:
    """room.blend and both pictures, written into `staging` by a Blender process."""
    built = run_task("build_room", {"plan": asdict(plan), "out_dir": str(staging)}, tell)
    tell({"event": "progress", "stage": "writing", "done": 0.0, "left_s": None})
    for picture in ("render.png", "top_view.png"):
        rewrite_png(staging / picture)
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
    spec = read_scene(scene) if scene is not None else None
    return check_folder(out, spec, find_catalog(MANIFEST, assets), tell)


def check_folder(out: Path, spec: SceneSpec | None, catalog: Catalog, tell: Tell) -> Report:
    """The report on the files in `out`; `spec` None reads the scene kept in room.blend."""
    tell({"event": "progress", "stage": "checking", "done": 0.0, "left_s": None})
    wanted = spec if spec is not None else read_scene(DEFAULT_SCENE)
    measured, fault = measure_folder(out, wanted, catalog, tell)
    if spec is None:
        spec = recall_scene(measured)
        if len(spec.room.corners_mm) > 4:
            # A room that is no rectangle is measured wall by wall, and only now its walls are known.
            measured, fault = measure_folder(out, spec, catalog, tell)
    report = judge_output(out, spec, measured, name_objects(spec, catalog), fault)
    tell({"event": "progress", "stage": "checking", "done": 1.0, "left_s": None})
    return report


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
