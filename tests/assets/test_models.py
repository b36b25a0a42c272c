"""glTF, OBJ, FBX and Sweet Home 3D models become assets of the right size, turn and texture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solver.assets.manifest import NAME
from solver.assets.models import import_models
from solver.core.catalog import AssetOptions, read_catalog
from solver.errors import AssetError
from solver.library import CleanAsset, clean_assets, find_assets
from tests.assets.libraries import make_obj, write_library
from tests.blender.awkward_run import HERE, run_script

pytestmark = pytest.mark.blender
KINDS = ("glb", "gltf", "obj", "fbx")


def clean_folder(folder: Path) -> dict[str, CleanAsset]:
    catalog = read_catalog(folder / NAME)
    files = find_assets(catalog, catalog.assets, folder)
    return clean_assets(
        {key: (file, catalog.assets[key].options()) for key, file in files.items()}, folder / "c"
    )


def test_every_format_gives_the_same_box(tmp_path: Path) -> None:
    printed = run_script(HERE / "make_models.py", tmp_path)
    files = [tmp_path / f"{kind}_box.{kind}" for kind in KINDS]
    assert all(file.is_file() for file in files), printed[-2000:]
    events: list[Any] = []
    made = import_models(files, tmp_path / "out", licence="CC0", category="box", on_event=events.append)
    assert made.keys == tuple(f"{kind}_box" for kind in KINDS)
    assert made.faults == made.warnings == ()
    assert [event["stage"] for event in events] == ["importing"] * 4
    for key, asset in clean_folder(tmp_path / "out").items():
        assert asset.size_m == pytest.approx((0.6, 0.4, 0.8), abs=1e-5), key
    entry = read_catalog(tmp_path / "out" / NAME).assets["glb_box"]
    assert (entry.category, entry.label, entry.licence, entry.source) == (
        "box",
        "GlbBox",
        "CC0",
        "glb_box.glb",
    )


def test_a_library_s_models_have_its_sizes_and_licences(tmp_path: Path) -> None:
    made = import_models([write_library(tmp_path / "two.sh3f")], tmp_path / "out")
    assert made.keys == ("box_l_gant", "tall_box")
    clean = clean_folder(tmp_path / "out")
    assert clean["box_l_gant"].size_m == pytest.approx((0.6, 0.405, 0.8), abs=1e-6)
    assert clean["box_l_gant"].textures == {"packed": 1, "found": 0, "missing": 0}
    assert clean["tall_box"].size_m == pytest.approx((0.3, 0.2, 1.5), abs=1e-6)
    entries = read_catalog(tmp_path / "out" / NAME).assets
    assert entries["box_l_gant"].source == "Box élégant by Some Body, two.sh3f"
    assert entries["tall_box"].licence == "CC-BY 3.0"
    # Without its catalogue size the model's rotation alone must stand it upright.
    raw = clean_assets(
        {"it": (tmp_path / "out" / "tall_box.blend", AssetOptions(front="-y"))}, tmp_path / "c"
    )
    assert raw["it"].size_m == pytest.approx((0.3, 0.2, 1.5), abs=1e-6)
    assert sorted(path.name for path in (tmp_path / "out").iterdir() if path.is_file()) == [
        NAME, "box_l_gant.blend", "tall_box.blend",
    ]  # fmt: skip


def test_only_the_wanted_models(tmp_path: Path) -> None:
    library = write_library(tmp_path / "two.sh3f")
    assert import_models([library], tmp_path / "out", only=["TALL*"]).keys == ("tall_box",)
    again = import_models([library], tmp_path / "out", only=["tall box", "sofa"])
    assert again.keys == ("tall_box_2",)
    assert "no model in the libraries is called 'sofa'" in again.faults[0]
    assert len(read_catalog(tmp_path / "out" / NAME).assets) == 2


def test_faulty_files_are_told_and_the_others_kept(tmp_path: Path) -> None:
    (tmp_path / "good.obj").write_text(make_obj((0.6, 0.8, 0.4)))
    (tmp_path / "empty.obj").write_text("# nothing\n")
    (tmp_path / "broken.glb").write_bytes(b"glTF but not really")
    (tmp_path / "text.txt").write_text("x")
    names = ("good.obj", "empty.obj", "broken.glb", "text.txt", "none.fbx")
    made = import_models([tmp_path / name for name in names], tmp_path / "out")
    assert made.keys == ("good",)
    told = "\n".join(made.faults)
    for name in names[1:]:
        assert f"{name}: " in told
    assert "none.fbx: no such file" in told and "text.txt: cannot be imported" in told
    assert clean_folder(tmp_path / "out")["good"].size_m == pytest.approx((0.6, 0.4, 0.8), abs=1e-6)


def test_nothing_to_import_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"none\.obj: no such file"):
        import_models([tmp_path / "none.obj"], tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []
