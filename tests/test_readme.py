"""What the README shows works as shown."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from solver.assets.manifest import find_catalog
from solver.core.catalog import read_catalog
from solver.core.layout import Piece
from solver.core.spec import parse_scene
from solver.errors import SpecError
from solver.grade.taskfile import read_grader
from solver.pipeline import MANIFEST
from solver.place import place_pieces
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_scene_file_in_the_readme_is_read_and_kept() -> None:
    block = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert block
    spec = parse_scene(block[1], "README.md")
    assert {use.asset for use in spec.pieces.values()} <= read_catalog(MANIFEST).assets.keys()
    sizes = {"sofa": ((1050, 460), 820), "table": ((600, 325), 420)}
    pieces = tuple(Piece(name, name, name, *sizes[name]) for name in spec.pieces)
    layout = place_pieces(spec, pieces)
    assert layout.placement("sofa").x_mm == spec.room.width_mm // 2


def test_own_furniture_is_described_beside_its_files_and_used_by_scenes(tmp_path: Path) -> None:
    manifest, pieces = re.findall(r"```yaml\n((?:assets|pieces):.*?)```", README, re.DOTALL)
    (tmp_path / "assets_manifest.yaml").write_text(manifest, encoding="utf-8")
    assets = find_catalog(MANIFEST, tmp_path).assets
    assert assets["armchair"].front == "+x"
    room = "scene: own\nroom: {width: 4 m, depth: 4 m, height: 2.5 m}\n"
    low = parse_scene(room + pieces, "README.md", assets).pieces["low_chair"]
    assert assets[low.asset].options(low.options).front == "none"
    with pytest.raises(SpecError, match="described in an assets_manifest"):
        parse_scene(room + manifest + pieces, "README.md", assets)


def test_every_picture_and_page_that_it_links_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_make_targets_that_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for targets in re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", README, re.MULTILINE):
        target = "".join(targets)
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_example_of_testing_a_grader_is_what_ci_runs() -> None:
    shown = subprocess.run(
        ["sh", "scripts/readme_example.sh", "--show"], cwd=ROOT, capture_output=True, text=True
    )
    block = next(block for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) if "--grader" in block)
    lines = block.splitlines()
    assert len([line for line in lines if not line.startswith("#")]) <= 10
    replaced = [line for line in lines if line not in shown.stdout.splitlines()]
    assert [line.split()[0] for line in replaced] == ["cd", "--grader"]
    assert "sh scripts/readme_example.sh" in (ROOT / ".ci" / "run").read_text()
    assert "def grade(" in read_grader(ROOT / "tests" / "cases" / "room_task.md")
