"""The contact sheet: every scene in every style, seen through the room and from above.

    python bench/gallery.py [SCENE …] [--styles plain classic] [--width 480] [--out out/gallery.png]

A scene is placed once and built once a style, at draft quality. Writes the sheet as PNG and, at half the
size, as JPEG beside it (the one that README shows).
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from solver.core.catalog import read_catalog
from solver.core.plan import ScenePlan, plan_scene
from solver.core.spec import SceneSpec, read_scene
from solver.errors import SolverError
from solver.packages import ROOT
from solver.pipeline import MANIFEST, build_room, import_assets, place_scene, stay_silent

STYLES = ("plain", "scandinavian", "classic", "dark")
VIEWS = ("render.png", "top_view.png")
CAPTION_PX = 22
INK, PAPER = (40, 40, 44), (250, 250, 248)


def read_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", nargs="*", type=Path, help="scene files (default: all in scenes/)")
    parser.add_argument("--styles", nargs="+", choices=STYLES, default=list(STYLES[:3]))
    parser.add_argument("--width", type=int, default=480, help="pixels of a picture (default: 480)")
    parser.add_argument("--quality", default="draft", choices=("draft", "standard", "final"))
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "gallery.png")
    return parser.parse_args()


def plan_styles(scene: Path, styles: list[str], width_px: int, quality: str) -> list[ScenePlan]:
    """One plan a style; the layout is the same in all, since a style never changes geometry."""
    spec, catalog = read_scene(scene), read_catalog(MANIFEST)
    clean = import_assets(spec, catalog, None, stay_silent)
    layout = place_scene(spec, catalog, clean, 60.0, stay_silent)
    blends = {name: str(asset.blend) for name, asset in clean.items()}
    small = shrink_pictures(spec, width_px)
    return [plan_scene(replace(small, style=style), layout, blends, quality) for style in styles]


def shrink_pictures(spec: SceneSpec, width_px: int) -> SceneSpec:
    """The scene with a view in 16:9, `width_px` wide, and a top view of the same height in its own
    proportion, so that they make even rows."""
    size = (width_px, round(width_px * 9 / 16))
    wide, tall = spec.top_size_px
    top = (min(width_px, round(size[1] * wide / tall)), size[1])
    return replace(spec, render=spec.render.model_copy(update={"size_px": size, "given_top_size_px": top}))


def render_tiles(plan: ScenePlan, keep: Path) -> list[Image.Image]:
    """The pictures of one plan, captioned; `keep` receives them as files too."""
    with tempfile.TemporaryDirectory(prefix="gallery-") as folder:
        build_room(plan, Path(folder), stay_silent)
        keep.mkdir(parents=True, exist_ok=True)
        for view in VIEWS:
            shutil.copyfile(Path(folder) / view, keep / f"{plan.scene}-{plan.style}-{view}")
        pictures = [Image.open(Path(folder) / view).convert("RGB") for view in VIEWS]
        captions = (f"{plan.scene}, {plan.style}", "from above")
        return [caption_tile(*pair) for pair in zip(pictures, captions, strict=True)]


def caption_tile(picture: Image.Image, text: str) -> Image.Image:
    """The picture with a line of text below it."""
    tile = Image.new("RGB", (picture.width, picture.height + CAPTION_PX), PAPER)
    tile.paste(picture, (0, 0))
    font = ImageFont.load_default(size=13)
    ImageDraw.Draw(tile).text((6, picture.height + 3), text.replace("_", " "), INK, font)
    return tile


def join_tiles(rows: list[list[Image.Image]]) -> Image.Image:
    """One sheet, a row a scene, a column as wide as its widest picture."""
    widths = [max(tile.width for tile in column) for column in zip(*rows, strict=True)]
    height = rows[0][0].height
    sheet = Image.new("RGB", (sum(widths), height * len(rows)), PAPER)
    for number, row in enumerate(rows):
        for column, tile in enumerate(row):
            sheet.paste(tile, (sum(widths[:column]), height * number))
    return sheet


def main() -> int:
    """Render and write the sheet; 0, or the exit code of the error that stopped it."""
    options = read_arguments()
    scenes = options.scenes or sorted((ROOT / "scenes").glob("*.yaml"))
    rows = []
    try:
        for scene in scenes:
            row = []
            for plan in plan_styles(scene, options.styles, options.width, options.quality):
                sys.stderr.write(f"{plan.scene}, {plan.style}\n")
                row += render_tiles(plan, options.out.parent / "gallery")
            rows.append(row)
    except SolverError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    sheet = join_tiles(rows)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(options.out)
    sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS).save(
        options.out.with_suffix(".jpg"), quality=82
    )
    sys.stdout.write(f"{options.out}: {len(rows)} scenes, {len(options.styles)} styles, {len(VIEWS)} views\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
