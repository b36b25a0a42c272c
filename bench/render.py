"""The price of a picture: seconds against error for many settings of Cycles, on one scene, in one run.

    python bench/render.py [--size 160x90] [--fresh]        (or `make bench-render`)

Compares the project's qualities with Blender's factory settings and BlenderProc's defaults, and each
setting with one of them changed. Every finished render is kept in out/bench-render: a stopped run goes on
where it was. Writes the tables and the plot of docs/render-study.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from render_report import write_study

from solver.assets.manifest import find_catalog
from solver.bridge import find_blender
from solver.core.plan import QUALITIES, plan_scene
from solver.core.spec import read_scene
from solver.packages import ROOT
from solver.pipeline import DEFAULT_SCENE, MANIFEST, build_room, import_assets, place_scene, stay_silent

CHILD = Path(__file__).with_name("render_in_blender.py")
OUT = ROOT / "out" / "bench-render"
REAL = ROOT.parent / "shared" / "workspace" / "assets"
SEEDS = (1, 2)  # of renders with few samples: the mean of their errors counts
CURVE = (4, 8, 16, 32, 64)
FACTORY = {"samples": 4096, "adaptive_threshold": 0.01}
# docs of BlenderProc 2.x: light bounces, samples and threshold of its renderer's defaults. Its denoiser
# runs in the compositor; here the same denoiser runs in the render, which costs no more.
BLENDERPROC = {
    "samples": 1024, "adaptive_threshold": 0.01, "use_light_tree": False, "max_bounces": 3,
    "diffuse_bounces": 3, "glossy_bounces": 0, "transmission_bounces": 0, "volume_bounces": 0,
}  # fmt: skip
# Noise alone is left in a reference: all light, no denoiser, no early end. The light tree changes only noise.
REFERENCE = {
    "use_adaptive_sampling": False, "use_denoising": False, "use_light_tree": False,
    "samples": 128,
}  # fmt: skip
PARTS, FLAT_PARTS = 16, 4  # of a reference: 2,048 samples, and 512 where the flat room is compared
ONE_CHANGE: dict[str, dict[str, Any]] = {
    "light tree": {"use_light_tree": True},
    "no caustics": {"caustics_reflective": False, "caustics_refractive": False},
    "4 bounces": {"max_bounces": 4, "diffuse_bounces": 3, "glossy_bounces": 2},
    "12 bounces": {"max_bounces": 12, "glossy_bounces": 4, "transmission_bounces": 12},
    "indirect clamped at 3": {"sample_clamp_indirect": 3.0},
    "nothing clamped": {"sample_clamp_indirect": 0.0},
    "prefilter accurate": {"denoising_prefilter": "ACCURATE"},
    "prefilter fast": {"denoising_prefilter": "FAST"},
    "denoiser balanced": {"denoising_quality": "BALANCED"},
    "denoiser fast": {"denoising_quality": "FAST"},
    "adaptive from 4 samples, 0.1": {"adaptive_min_samples": 4, "adaptive_threshold": 0.1},
    "not adaptive": {"use_adaptive_sampling": False},
    "path guiding": {"use_guiding": True},
    "blue noise": {"sampling_pattern": "BLUE_NOISE"},
    "tiles of 64 px": {"use_auto_tile": True, "tile_size": 64},
}


@dataclass(frozen=True)
class Item:
    """One render: `base` is "factory" (Cycles as shipped) or "ours"; `of` names its line of the study."""

    name: str
    of: str
    base: str
    changes: dict[str, Any] = field(default_factory=dict)
    flat: bool = False


def repeat_item(item: Item) -> list[Item]:
    """The item once for each seed."""
    return [
        replace(item, name=f"{item.name}-{seed}", changes={**item.changes, "seed": seed}) for seed in SEEDS
    ]


def name_file(text: str) -> str:
    """A line's name as a file name."""
    return "".join(letter if letter.isalnum() else "_" for letter in text)


def list_items() -> list[Item]:
    """All renders; the quick ones first, so that a first look needs no patience."""
    items = []
    for count in CURVE:
        items += repeat_item(Item(f"plain_{count}", f"plain {count}", "factory", {"samples": count}))
        items += repeat_item(Item(f"ours_{count}", f"ours {count}", "ours", {"samples": count}))
    for quality in ("draft", "standard"):
        samples = QUALITIES[quality][0]
        items += repeat_item(Item(f"{quality}_{samples}", quality, "ours", {"samples": samples}))
    for text, changes in ONE_CHANGE.items():
        items += repeat_item(Item(f"one_{name_file(text)}", text, "ours", changes))
    for base in ("ours", "factory"):
        items += repeat_item(Item(f"flat_{base}", f"flat {base}", base, {"samples": 16}, flat=True))
    return [
        *items,
        *list_parts("reference", PARTS, flat=False),
        *list_parts("flat_reference", FLAT_PARTS, flat=True),
        Item("factory", "factory", "factory", FACTORY),
        Item("blenderproc", "blenderproc", "factory", BLENDERPROC),
    ]


def list_parts(name: str, count: int, *, flat: bool) -> list[Item]:
    """The parts of a reference, each with a seed of its own, so that it too can be made piece by piece."""
    return [
        Item(f"{name}_part{number}", "", "factory", {**REFERENCE, "seed": 100 + number}, flat=flat)
        for number in range(count)
    ]


def list_means() -> dict[str, list[str]]:
    """References as means of parts: the whole, its halves, and the ones for the flat and textured room."""
    parts = [f"reference_part{number}" for number in range(PARTS)]
    flat = [f"flat_reference_part{number}" for number in range(FLAT_PARTS)]
    half = PARTS // 2
    return {
        "reference": parts,
        "half1": parts[:half],
        "half2": parts[half:],
        "textured_reference": parts[:FLAT_PARTS],
        "flat_reference": flat,
    }


def build_scene(size_px: tuple[int, int], folder: Path) -> Path:
    """room.blend of the default room, with textured real furniture where there is some, else the built-in."""
    blend = folder / "room.blend"
    if blend.is_file():
        return blend
    assets = REAL if REAL.is_dir() else None
    spec, catalog = read_scene(DEFAULT_SCENE), find_catalog(MANIFEST, assets)
    clean = import_assets(spec, catalog, assets, stay_silent)
    layout = place_scene(spec, catalog, clean, 60.0, stay_silent)
    sizes = {"size_px": size_px, "given_top_size_px": (size_px[1], size_px[1])}
    spec = replace(spec, render=spec.render.model_copy(update=sizes))
    plan = plan_scene(spec, layout, {name: str(asset.blend) for name, asset in clean.items()}, "draft")
    folder.mkdir(parents=True, exist_ok=True)
    build_room(plan, folder, stay_silent)
    return blend


def render_items(items: list[Item], size_px: tuple[int, int], folder: Path, limit_s: float) -> None:
    """Render what is missing, in one Blender process. Raises SystemExit where something is missing then."""
    job = folder / "job.json"
    order = {
        "blend": str(build_scene(size_px, folder)),
        "folder": str(folder),
        "size_px": size_px,
        "limit_s": limit_s,
        "items": [asdict(item) for item in items],
        "means": list_means(),
    }
    job.write_text(json.dumps(order))
    command = [str(CHILD) if part.endswith("worker.py") else part for part in find_blender()]
    child = subprocess.Popen([*command, str(job)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("DONE"):
            sys.stderr.write(line)
    if any(not (folder / f"{item.name}.json").is_file() for item in items):
        raise SystemExit(f"bench-render: renders are left (code {child.wait()}); run it again to go on")


def read_size(text: str) -> tuple[int, int]:
    """`"160x90"` -> (160, 90)."""
    wide, _, high = text.partition("x")
    return int(wide), int(high)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--size", type=read_size, default=(160, 90), help="pixels (default: 160x90)")
    parser.add_argument("--fresh", action="store_true", help="forget earlier renders")
    parser.add_argument(
        "--limit", type=float, default=1e9, help="stop after so many processor seconds; run again to go on"
    )
    options = parser.parse_args()
    folder = OUT / "{}x{}".format(*options.size)
    if options.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    items = list_items()
    render_items(items, options.size, folder, options.limit)
    lines: dict[str, list[str]] = {}
    for item in items:
        if item.of:
            lines.setdefault(item.of, []).append(item.name)
    print(write_study(lines, list(ONE_CHANGE), CURVE, folder))


if __name__ == "__main__":
    main()
