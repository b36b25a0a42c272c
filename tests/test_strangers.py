"""Strangers' files that hold more than the piece wanted: refused with the candidates, then solved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import CASES, run_cli

ENTRY = """
  {key}:
    file: {file}.blend
    category: {category}
    label: {label}
    front: -y
    licence: MIT
    source: a stranger
"""
FILES = ("table_and_chair", "sofa_on_floor_plane")


@pytest.fixture
def assets(shared: Path, tmp_path: Path) -> Path:
    """A folder with the two files and a manifest that chooses no part of them."""
    folder = tmp_path / "assets"
    folder.mkdir()
    for name in FILES:
        shutil.copyfile(shared / "hostile" / f"{name}.blend", folder / f"{name}.blend")
    entries = [
        ("floor_sofa", "sofa_on_floor_plane", "sofa", "FloorSofa"),
        ("old_table", "table_and_chair", "table", "OldTable"),
        ("old_chair", "table_and_chair", "chair", "OldChair"),
    ]
    text = "assets:" + "".join(
        ENTRY.format(key=key, file=file, category=category, label=label)
        for key, file, category, label in entries
    )
    (folder / "assets_manifest.yaml").write_text(text, encoding="utf-8")
    return folder


def test_without_a_choice_the_candidates_are_listed_with_their_sizes(assets: Path, tmp_path: Path) -> None:
    scene = tmp_path / "room.yaml"
    text = (CASES / "strangers_room.yaml").read_text(encoding="utf-8")
    scene.write_text(text.replace(', objects: ["c*", structure]', ""), encoding="utf-8")
    out = tmp_path / "out"
    code, _, err = run_cli("solve", scene, "--assets", assets, "--out", out)
    assert code == 2
    for words in ("'table' 1.737 × 1.297 × 0.700 m", "'floor' 15.002 × 15.002 × 0.000 m", "objects:"):
        assert words in err
    assert list(out.glob("*")) == []


@pytest.mark.blender
def test_with_a_choice_they_make_a_room_that_keeps_every_rule(assets: Path, tmp_path: Path) -> None:
    manifest = assets / "assets_manifest.yaml"
    text = manifest.read_text(encoding="utf-8")
    for label, name in (("OldTable", "table"), ("OldChair", "chair")):
        text = text.replace(f"label: {label}\n", f"label: {label}\n    objects: [{name}]\n")
    manifest.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    scene = CASES / "strangers_room.yaml"
    code, printed, err = run_cli("solve", scene, "--assets", assets, "--out", out, "--quality", "draft")
    assert code == 0, printed + err
    rows = (out / "layout.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert sorted(row.split(",")[0] for row in rows) == ["FloorSofa", "OldChair", "OldTable"]
