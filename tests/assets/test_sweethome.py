"""Sweet Home 3D libraries read safely."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.assets import sweethome
from solver.assets.sweethome import LibraryModel, extract_model, read_library
from solver.errors import AssetError
from tests.assets.libraries import CATALOGUE, write_library


def test_catalogue(tmp_path: Path) -> None:
    box, tall = read_library(write_library(tmp_path / "two.sh3f"))
    assert box == LibraryModel(
        name="Box élégant", model="/boxes/box/box.obj", category="Living room", width_m=0.6, depth_m=0.405,
        height_m=0.8, creator="Some Body", licence="CC0", turn=None,
    )  # fmt: skip
    assert tall.turn == (1, 0, 0, 0, 0, -1, 0, 1, 0)
    assert (tall.licence, tall.creator) == ("CC-BY 3.0", "")


def test_a_model_comes_with_the_files_beside_it(tmp_path: Path) -> None:
    path = write_library(tmp_path / "two.sh3f")
    model = extract_model(path, read_library(path)[0], tmp_path / "out")
    found = sorted(p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.*"))
    assert model == tmp_path / "out" / "box.obj"
    assert found == ["box.mtl", "box.obj", "skin/red.png"]


@pytest.mark.parametrize(
    "name", ["boxes/box/../../../evil.txt", "boxes/box/..\\evil.txt", "boxes/box/C:evil"]
)
def test_entries_stay_inside_the_folder(tmp_path: Path, name: str) -> None:
    path = write_library(tmp_path / "evil.sh3f", {name: b"x"})
    with pytest.raises(AssetError, match=r"evil\.sh3f: holds .* outside its folder; refused"):
        extract_model(path, read_library(path)[0], tmp_path / "deep" / "er" / "out")
    assert not [p for p in tmp_path.rglob("*evil*") if p != path]


def test_a_model_cannot_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_library(tmp_path / "bomb.sh3f", {"boxes/box/big.bin": bytes(3 * 1024**2)})
    monkeypatch.setattr(sweethome, "MAX_MODEL_BYTES", 2 * 1024**2)
    with pytest.raises(AssetError, match=r"big\.bin unpacks to more than"):
        extract_model(path, read_library(path)[0], tmp_path / "out")


def test_what_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "text.sh3f").write_text("no zip")
    with pytest.raises(AssetError, match="not a Sweet Home 3D library"):
        read_library(tmp_path / "text.sh3f")
    with pytest.raises(AssetError, match="no such file"):
        read_library(tmp_path / "none.sh3f")
    with pytest.raises(AssetError, match="names no models"):
        read_library(write_library(tmp_path / "empty.sh3f", catalogue="id=x\n"))
    faulty = CATALOGUE.replace("width#1=60", "width#1=wide")
    with pytest.raises(AssetError, match=r"entry 1 \(Box élégant\) has no proper size"):
        read_library(write_library(tmp_path / "faulty.sh3f", catalogue=faulty))
    lost = write_library(tmp_path / "lost.sh3f", catalogue=CATALOGUE.replace("box.obj", "gone.obj"))
    with pytest.raises(AssetError, match=r"names the model boxes/box/gone\.obj but does not hold it"):
        extract_model(lost, read_library(lost)[0], tmp_path / "out")
