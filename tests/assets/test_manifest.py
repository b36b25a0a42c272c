"""A folder's own catalogue entries: written, read beside the project's, never spoiling what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solver.assets.manifest import NAME, add_entries, find_catalog, make_key, make_label
from solver.core.catalog import read_catalog
from solver.errors import SpecError
from tests.conftest import ROOT

MANIFEST = ROOT / NAME


def make_entry(key: str, label: str) -> dict[str, Any]:
    return {"file": f"{key}.blend", "category": "sofa", "label": label, "licence": "CC0", "source": "here"}


def test_keys_and_labels_are_free_and_valid() -> None:
    assert make_key("Corner sofa", ()) == "corner_sofa"
    assert make_key("Corner sofa", ("corner_sofa", "corner_sofa_2")) == "corner_sofa_3"
    assert make_key("3 椅子", ()) == "asset_3"
    assert make_key("椅子", ()) == "asset"
    assert make_label("corner_sofa", ("CORNERSOFA",)) == "CornerSofaV2"


def test_entries_are_added_and_comments_kept(tmp_path: Path) -> None:
    path = add_entries(tmp_path, {"one": make_entry("one", "One")})
    path.write_text(path.read_text() + "  # mine\n")
    add_entries(tmp_path, {"two": {**make_entry("two", "Two"), "size": {"width": "800 mm"}}})
    assert list(read_catalog(path).assets) == ["one", "two"]
    assert "# mine" in path.read_text()
    assert read_catalog(path).assets["two"].options().to_request()["size_m"] == [0.8, None, None]


def test_a_faulty_addition_changes_nothing(tmp_path: Path) -> None:
    path = add_entries(tmp_path, {"one": make_entry("one", "One")})
    before = path.read_text()
    with pytest.raises(SpecError, match="has one already"):
        add_entries(tmp_path, {"one": make_entry("one", "Other")})
    with pytest.raises(SpecError, match="same label"):
        add_entries(tmp_path, {"two": make_entry("two", "One")})
    assert path.read_text() == before
    assert [p.name for p in tmp_path.iterdir()] == [NAME]


def test_the_folder_s_entries_win(tmp_path: Path) -> None:
    assert find_catalog(MANIFEST, tmp_path) == find_catalog(MANIFEST, None) == read_catalog(MANIFEST)
    mine = {"sofa": make_entry("couch", "Sofa"), "stool": make_entry("stool", "Stool")}
    add_entries(tmp_path, {**mine, "seat": make_entry("seat", "Chair")})
    assets = find_catalog(MANIFEST, tmp_path).assets
    assert assets["sofa"].file == "couch.blend" and assets["stool"].file == "stool.blend"
    assert assets["seat"].label == "Chair" and "chair" not in assets  # its label is taken
    assert assets["nightstand"].file == "floor_lamp.blend"
