"""Furniture files found, cleaned, cached; every fault told at once."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from solver import bridge, library
from solver.core.catalog import AssetOptions, Catalog, read_catalog
from solver.errors import AssetError
from solver.library import CleanAsset, clean_assets, find_assets
from tests.blender.awkward_run import build_awkward
from tests.conftest import ROOT
from tests.core.test_blendfile import make_modern

# Sizes in metres as published with the files and measured from their vertices by hand.
KEYS = ("sofa", "coffee_table", "tv_stand", "dining_table", "chair", "nightstand")
REAL = {
    "workspace": (
        (1.571, 0.658, 0.797), (1.540, 0.973, 0.523), (1.543, 0.589, 0.949),
        (1.800, 0.657, 0.549), (0.688, 0.658, 2.274), (0.568, 0.424, 0.700),
    ),
    "workspace_modern": (
        (2.074, 0.876, 0.856), (1.200, 0.701, 0.450), (1.351, 0.465, 0.526),
        (2.350, 1.000, 0.739), (0.441, 0.441, 0.948), (0.486, 0.481, 0.454),
    ),
}  # fmt: skip
FRONT = AssetOptions(front="-y")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(ROOT / "assets_manifest.yaml")


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_awkward(tmp_path_factory.mktemp("library") / "files")


def awkward_file(folder: Path, name: str) -> Path:
    return folder / name / f"{name}.blend"


def clean_one(file: Path, cache: Path, **options: Any) -> tuple[CleanAsset, int]:
    """The clean piece and how many files Blender had to open for it."""
    events: list[Any] = []
    chosen = AssetOptions.model_validate({"front": "-y", **options})
    asset = clean_assets({"it": (file, chosen)}, cache, events.append)["it"]
    return asset, sum(event["event"] == "asset" for event in events)


@pytest.mark.blender
@pytest.mark.parametrize("name", list(REAL))
def test_real_furniture_has_its_published_size(
    shared: Path, catalog: Catalog, tmp_path: Path, name: str
) -> None:
    files = find_assets(catalog, KEYS, shared / name / "assets")
    requests = {key: (file, catalog.assets[key].options()) for key, file in files.items()}
    clean = clean_assets(requests, tmp_path)
    assert {key: asset.size_m for key, asset in clean.items()} == {
        key: pytest.approx(size, abs=0.0006) for key, size in zip(KEYS, REAL[name], strict=True)
    }
    assert all(asset.warnings == () and asset.textures["missing"] == 0 for asset in clean.values())
    assert all(asset.blend.is_file() for asset in clean.values())
    if name == "workspace_modern":
        assert clean["chair"].meshes == clean["dining_table"].meshes == 17


@pytest.mark.blender
def test_cache_is_used_until_something_changes(awkward: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(awkward / "texture_beside", tmp_path / "asset")
    file, cache = folder / "texture_beside.blend", tmp_path / "cache"
    first, opened = clean_one(file, cache)
    assert opened == 1
    again, opened = clean_one(file, cache)
    assert (opened, again) == (0, first)
    assert clean_one(file, cache, yaw=90)[1] == 1
    (folder / "textures" / "wood.png").unlink()
    changed, opened = clean_one(file, cache)
    assert opened == 1 and changed.textures["missing"] == 1 and "wood.png" in changed.warnings[0]


@pytest.mark.blender
@pytest.mark.parametrize("harm", ["cut", "gone", "record"])
def test_damaged_cache_entries_are_made_again(awkward: Path, tmp_path: Path, harm: str) -> None:
    file = awkward_file(awkward, "shear")
    first, _ = clean_one(file, tmp_path)
    if harm == "cut":
        first.blend.write_bytes(first.blend.read_bytes()[:-100])
    elif harm == "gone":
        first.blend.unlink()
    else:
        first.blend.with_suffix(".json").write_text("{")
    again, opened = clean_one(file, tmp_path)
    assert (opened, again) == (1, first)
    assert clean_one(file, tmp_path)[1] == 0
    assert sorted(path.suffix for path in (tmp_path / "pieces").iterdir()) == [".blend", ".json"]


@pytest.mark.blender
def test_one_file_twice_is_opened_once(awkward: Path, tmp_path: Path) -> None:
    file, events = awkward_file(awkward, "shear"), []
    clean = clean_assets({"a": (file, FRONT), "b": (file, FRONT)}, tmp_path, events.append)
    assert len(events) == 1 and clean["a"].blend == clean["b"].blend
    assert [asset.key for asset in clean.values()] == ["a", "b"]


@pytest.mark.blender
def test_all_faults_together(awkward: Path, tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.blend" for name in ("text", "cut", "newer", "missing")}
    files["text"].write_text("no .blend")
    files["cut"].write_bytes(awkward_file(awkward, "shear").read_bytes()[:9000])
    files["newer"].write_bytes(make_modern(b"0902").replace(b"\x95\x01", b"\x86\x03"))  # readable from 9.2
    files["nothing"] = awkward_file(awkward, "nothing")
    files["good"] = awkward_file(awkward, "shear")
    with pytest.raises(AssetError) as caught:
        clean_assets({name: (file, FRONT) for name, file in files.items()}, tmp_path / "cache")
    text, cut, newer, missing, nothing = caught.value.faults
    assert "text.blend: not a .blend file" in text
    assert "cut.blend: " in cut and "cut off" in cut
    assert "saved by Blender 9.2, which the running Blender" in newer
    assert bridge.blender_version().rsplit(".", 1)[0] in newer
    assert "missing.blend: no such file" in missing
    assert "nothing.blend: holds no geometry" in nothing
    # The good one was made all the same.
    assert clean_one(files["good"], tmp_path / "cache")[1] == 0


@pytest.mark.blender
def test_a_crash_is_laid_at_its_file(awkward: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blender is made to crash on one file; the others are cleaned by a new process."""
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import os, runpy, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from solver.blender.assets import clean\n"
        "whole = clean.open_file\n"
        "def open_file(path):\n"
        "    os.kill(os.getpid(), 11) if path.endswith('shear.blend') else whole(path)\n"
        "clean.open_file = open_file\n"
        f"sys.argv[0] = {str(bridge.WORKER)!r}\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    monkeypatch.setattr(bridge, "WORKER", worker)
    names = ("unapplied_scale", "shear", "far_away")
    requests = {name: (awkward_file(awkward, name), FRONT) for name in names}
    events: list[Any] = []
    with pytest.raises(AssetError) as caught:
        clean_assets(requests, tmp_path / "cache", events.append)
    (fault,) = caught.value.faults
    assert "shear.blend: Blender crashed on it" in fault
    assert [event["key"] for event in events] == ["unapplied_scale", "shear", "far_away"]
    del requests["shear"]
    assert len(clean_assets(requests, tmp_path / "cache", events.append)) == 2
    assert len(events) == 3


@pytest.mark.blender
def test_warnings_are_notes_or_errors_where_strict(awkward: Path, tmp_path: Path) -> None:
    file, events = awkward_file(awkward, "texture_missing"), []
    requests = {"a": (file, FRONT), "b": (file, FRONT)}
    clean_assets(requests, tmp_path, events.append)
    notes = [event["text"] for event in events if event["event"] == "note"]
    assert len(notes) == 1 and notes[0].startswith(f"{file}: ") and "gone.png" in notes[0]
    with pytest.raises(AssetError, match=r"texture_missing\.blend: .*gone\.png is missing"):
        clean_assets(requests, tmp_path, strict=True)


def test_missing_files_are_all_named(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "Sofa.blend").write_bytes(b"")
    (tmp_path / "chair.blend").write_bytes(b"")
    with pytest.raises(AssetError) as caught:
        find_assets(catalog, ["sofa", "chair", "tv_stand", "sofas"], tmp_path)
    sofa, stand, unknown = caught.value.faults
    assert sofa.startswith(f"{tmp_path}/sofa.blend: missing (asset 'sofa'); the folder has 'Sofa.blend'")
    assert "tv_stand.blend: missing" in stand and "assets_manifest.yaml" in stand
    assert "asset 'sofas' is not in assets_manifest.yaml; did you mean 'sofa'?" in unknown
    with pytest.raises(AssetError, match="no such folder of assets"):
        find_assets(catalog, ["sofa"], tmp_path / "none")


def test_the_importer_s_code_is_part_of_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "solver", tmp_path / "solver")
    monkeypatch.setattr(library, "_IMPORTER", tmp_path / "solver" / "blender")
    seen = {library._hash_importer()}
    for name in ("blender/assets/merge.py", "core/front.py"):
        (tmp_path / "solver" / name).write_text("# other")
        seen.add(library._hash_importer())
    assert len(seen) == 3
