"""The contact sheet: even rows, every picture in its place, an error instead of a gap."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image

from solver.core.spec import read_scene
from solver.pipeline import DEFAULT_SCENE
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))
import gallery


def test_both_pictures_get_the_same_height() -> None:
    spec = gallery.shrink_pictures(read_scene(DEFAULT_SCENE), 480)
    assert spec.render.size_px == (480, 270)
    wide, tall = spec.top_size_px
    room = spec.room
    whole = (room.width_mm + 2 * room.wall_mm) / (room.depth_mm + 2 * room.wall_mm)
    assert tall == 270
    assert abs(wide / tall - whole) < 0.01


def test_tiles_stand_in_their_columns() -> None:
    red, green = Image.new("RGB", (40, 30), (255, 0, 0)), Image.new("RGB", (20, 30), (0, 255, 0))
    blue, white = Image.new("RGB", (40, 30), (0, 0, 255)), Image.new("RGB", (25, 30), (255, 255, 255))
    sheet = gallery.join_tiles([[red, green], [blue, white]])
    assert sheet.size == (65, 60)
    seen = [sheet.getpixel(at) for at in ((0, 0), (40, 29), (60, 5), (39, 30), (64, 59))]
    assert seen == [(255, 0, 0), (0, 255, 0), gallery.PAPER, (0, 0, 255), (255, 255, 255)]


def test_a_caption_leaves_the_picture_alone() -> None:
    tile = gallery.caption_tile(Image.new("RGB", (120, 60), (10, 20, 30)), "study, dark")
    assert tile.size == (120, 60 + gallery.CAPTION_PX)
    assert tile.crop((0, 0, 120, 60)).getcolors() == [(7200, (10, 20, 30))]
    assert tile.crop((0, 60, 120, tile.height)).getcolors() != [(120 * gallery.CAPTION_PX, gallery.PAPER)]


def test_a_bad_scene_is_a_message(tmp_path: Path) -> None:
    scene = tmp_path / "broken.yaml"
    scene.write_text("scene: broken\nroom: {width: 5 metre}\n")
    command = [sys.executable, str(ROOT / "bench" / "gallery.py"), str(scene)]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "g.png")], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert "broken.yaml:2" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "g.png").exists()
