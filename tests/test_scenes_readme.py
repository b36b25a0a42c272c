"""The list of scenes is complete, and what it says of size and number is so."""

from __future__ import annotations

import re

import pytest

from solver.core.spec import read_scene
from tests.conftest import ROOT

SCENES = ROOT / "scenes"
LINES = re.findall(
    r"^\| \[(\S+)\]\((\S+)\) \| (.+) \|$", (SCENES / "README.md").read_text("utf-8"), re.MULTILINE
)


def test_every_scene_has_one_line_and_no_other_has() -> None:
    assert sorted(name for name, _, _ in LINES) == sorted(path.name for path in SCENES.glob("*.yaml"))
    assert all(name == target for name, target, _ in LINES)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, _, text in LINES])
def test_each_line_gives_the_size_and_the_number_of_pieces(name: str, text: str) -> None:
    spec = read_scene(SCENES / name)
    width, depth = (f"{length / 1000:g}" for length in (spec.room.width_mm, spec.room.depth_mm))
    size = f"{width} × {depth} m" if len(spec.room.corners_mm) == 4 else "L-shaped"
    assert text.startswith(f"{size}, {len(spec.pieces)} pieces: ")


def test_the_readme_leads_there() -> None:
    assert "(scenes/README.md)" in (ROOT / "README.md").read_text("utf-8")
