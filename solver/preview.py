"""Draft pictures of a scene, quickly: nothing is checked and no deliverable is written."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from solver.assets.manifest import find_catalog
from solver.core.plan import plan_scene
from solver.core.spec import SceneSpec, read_scene
from solver.core.views import ABOVE, MAIN, list_views, name_picture
from solver.output import claim_output
from solver.packages import ROOT
from solver.pipeline import MANIFEST, Tell, build_room, import_assets, place_scene, stay_silent

LONGER_PX = 480


@dataclass(frozen=True)
class Preview:
    """Where the pictures are, and what the build told of them (views, tones)."""

    pictures: tuple[Path, ...]
    built: dict[str, Any]


def preview_scene(
    scene: Path,
    assets: Path | None = None,
    out: Path | None = None,
    *,
    time_limit_s: float = 60.0,
    tell: Tell = stay_silent,
) -> Preview:
    """Place, build and draw a scene small; write preview.png, preview_top.png, and preview_2.png … where the
    scene asks for more views.

    `out` None means out/<scene name>-preview. Raises SolverError; earlier previews stay as they are then.
    """
    catalog = find_catalog(MANIFEST, assets)
    spec = read_scene(scene, catalog.assets)
    with claim_output(out or ROOT / "out" / f"{spec.scene}-preview", create_parents=out is None) as folder:
        clean = import_assets(spec, catalog, assets, tell)
        layout = place_scene(spec, catalog, clean, time_limit_s, tell)
        blends = {name: str(asset.blend) for name, asset in clean.items()}
        plan = plan_scene(shrink_pictures(spec), layout, blends, "draft")
        with tempfile.TemporaryDirectory(prefix=".scene-solver-preview-", dir=folder) as staging:
            built = build_room(plan, Path(staging), tell)
            views = list_views(spec.render.views)
            pictures = tuple(
                (Path(staging) / name_picture(view)).replace(folder / name_preview(view)) for view in views
            )
    return Preview(pictures, built)


def name_preview(view: str) -> str:
    """The file of a view's preview; no grader takes it for a deliverable."""
    return "preview_top.png" if view == ABOVE else f"preview{view.removeprefix(MAIN)}.png"


def shrink_pictures(spec: SceneSpec) -> SceneSpec:
    """The scene with pictures of LONGER_PX or less along their longer side, in their own proportions."""
    sizes = [shrink_size(size) for size in (spec.render.size_px, spec.top_size_px)]
    small = spec.render.model_copy(update={"size_px": sizes[0], "given_top_size_px": sizes[1]})
    return replace(spec, render=small)


def shrink_size(size_px: tuple[int, int]) -> tuple[int, int]:
    """The size with a longer side of LONGER_PX; smaller ones stay."""
    scale = min(1.0, LONGER_PX / max(size_px))
    return max(1, round(size_px[0] * scale)), max(1, round(size_px[1] * scale))
