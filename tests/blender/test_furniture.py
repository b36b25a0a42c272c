"""The built-in furniture: exact sizes, closed shells, the same in every Blender."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.blender.furniture.catalogue import PIECES
from solver.blender.furniture.shapes import Part
from solver.bridge import WORKER, run_task
from solver.core.catalog import read_catalog
from solver.errors import OutputError
from tests.conftest import ROOT

SIZES_M = {
    "sofa": (2.10, 0.92, 0.82),
    "coffee_table": (1.20, 0.65, 0.42),
    "tv_stand": (1.60, 0.42, 0.50),
    "dining_table": (1.60, 0.90, 0.75),
    "chair": (0.46, 0.50, 0.88),
    "floor_lamp": (0.48, 0.42, 0.55),
    "armchair": (0.80, 0.82, 0.78),
    "bar_stool": (0.42, 0.44, 0.95),
    "bed_double": (1.70, 2.10, 0.95),
    "bed_single": (1.00, 2.08, 0.85),
    "bench": (1.20, 0.38, 0.45),
    "bookshelf": (0.90, 0.32, 1.90),
    "desk": (1.40, 0.70, 0.74),
    "dresser": (1.20, 0.45, 0.80),
    "kitchen_counter": (2.40, 0.62, 1.20),
    "kitchen_island": (1.80, 0.90, 0.90),
    "office_chair": (0.62, 0.62, 0.98),
    "plant": (0.55, 0.55, 1.20),
    "refrigerator": (0.60, 0.66, 1.85),
    "round_table": (1.10, 1.10, 0.75),
    "rug": (2.40, 1.70, 0.012),
    "school_chair": (0.42, 0.46, 0.80),
    "school_desk": (0.70, 0.50, 0.74),
    "side_table": (0.45, 0.45, 0.50),
    "standing_lamp": (0.42, 0.42, 1.55),
    "table_lamp": (0.28, 0.28, 0.46),
    "television": (1.22, 0.22, 0.74),
    "wardrobe": (1.50, 0.60, 2.10),
}
MOST_TRIANGLES = 30_000


@pytest.fixture(scope="module", params=sorted(PIECES))
def piece(request: pytest.FixtureRequest) -> tuple[str, list[Part]]:
    return request.param, PIECES[request.param]()


def test_every_piece_has_a_stated_size() -> None:
    assert set(PIECES) == set(SIZES_M)


def test_the_box_is_exact_centred_and_on_the_floor(piece: tuple[str, list[Part]]) -> None:
    key, parts = piece
    vertices = np.concatenate([part.vertices for part in parts])
    width, depth, height = SIZES_M[key]
    assert vertices.min(axis=0) == pytest.approx((-width / 2, -depth / 2, 0.0), abs=1e-9)
    assert vertices.max(axis=0) == pytest.approx((width / 2, depth / 2, height), abs=1e-9)


def test_every_part_is_a_closed_shell_facing_outwards(piece: tuple[str, list[Part]]) -> None:
    for number, part in enumerate(piece[1]):
        edges = Counter((a, b) for face in part.faces for a, b in zip(face, face[1:] + face[:1], strict=True))
        assert all(count == 1 for count in edges.values()), number
        assert all((b, a) in edges for a, b in edges), number
        assert measure_volume(part) > 0, number


def measure_volume(part: Part) -> float:
    """Volume inside a closed shell, negative when its faces look inwards (divergence theorem)."""
    total = 0.0
    for face in part.faces:
        a = part.vertices[face[0]]
        for b, c in pairwise(face[1:]):
            total += float(np.dot(a, np.cross(part.vertices[b], part.vertices[c]))) / 6
    return total


def test_parts_are_complete(piece: tuple[str, list[Part]]) -> None:
    for part in piece[1]:
        assert len(part.uvs) == sum(len(face) for face in part.faces)
        assert len(part.smooth) == len(part.faces)
        assert part.material
    assert sum(len(face) - 2 for part in piece[1] for face in part.faces) < MOST_TRIANGLES


@pytest.mark.parametrize(
    "key",
    ["sofa", "chair", "armchair", "bar_stool", "bed_double", "bed_single", "office_chair", "school_chair"],
)
def test_the_back_rest_is_opposite_the_front(key: str) -> None:
    vertices = np.concatenate([part.vertices for part in PIECES[key]()])
    high = vertices[vertices[:, 2] > 0.85 * vertices[:, 2].max()]
    assert high[:, 1].mean() > 0.1


@pytest.mark.parametrize("key", ["tv_stand", "floor_lamp"])
def test_knobs_are_on_the_front(key: str) -> None:
    knobs = [part.vertices for part in PIECES[key]() if part.material == "Metal_brass"]
    assert len(knobs) == 2
    assert np.concatenate(knobs)[:, 1].max() < -0.15


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("furniture")
    result = run_task("build_furniture", {"out_dir": str(folder)})
    assert {Path(path).name for path in result["files"].values()} == {f"{key}.blend" for key in PIECES}
    return folder, read([sys.executable], folder)


def read(python: list[str], folder: Path) -> dict[str, Any]:
    answer = folder / "answer.json"
    script = Path(__file__).with_name("read_furniture.py")
    command = [*python, str(script), str(folder), str(answer)]
    if python[-1] == "-P":
        command.insert(len(python) + 1, "--")
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    found: dict[str, Any] = json.loads(answer.read_text())
    return found


@pytest.mark.blender
def test_a_file_holds_one_clean_object(built: tuple[Path, dict[str, Any]]) -> None:
    folder, found = built
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["answer.json", *(f"{key}.blend" for key in PIECES)]
    )
    for key, item in found.items():
        assert item["objects"] == [key] and item["collections"] == [key]
        assert not item["loose"] and not item["images"]
        assert item["coordinates"] == [["UVMap"]]


@pytest.mark.blender
def test_the_saved_box_is_exact(built: tuple[Path, dict[str, Any]]) -> None:
    for key, item in built[1].items():
        width, depth, height = SIZES_M[key]
        assert item["low"] == pytest.approx((-width / 2, -depth / 2, 0.0), abs=1e-6)
        assert item["high"] == pytest.approx((width / 2, depth / 2, height), abs=1e-6)


@pytest.mark.blender
@pytest.mark.skipif(shutil.which("blender") is None, reason="no `blender` command on this machine")
def test_a_real_blender_makes_the_same(built: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    job, folder = tmp_path / "job.json", tmp_path / "out"
    request = {"out_dir": str(folder)}
    job.write_text(
        json.dumps({"task": "build_furniture", "request": request, "answer": str(tmp_path / "a.json")})
    )
    blender = ["blender", "-b", "--factory-startup", "-P"]
    subprocess.run([*blender, str(WORKER), "--", str(job)], cwd=ROOT, capture_output=True, timeout=180)
    assert read(blender, folder) == built[1]


@pytest.mark.blender
def test_an_unwritable_folder_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(OutputError, match=r"taken.*cannot be written"):
        run_task("build_furniture", {"out_dir": str(tmp_path / "taken"), "keys": ["dining_table"]})
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_the_catalogue_lists_every_piece() -> None:
    assets = read_catalog(ROOT / "assets_manifest.yaml").assets
    assert {asset.file for asset in assets.values()} == {f"{key}.blend" for key in PIECES}


def test_the_documented_sizes_are_the_real_ones() -> None:
    rows = [line.split("|")[2:6] for line in (ROOT / "docs" / "furniture.md").read_text().splitlines()]
    table = {row[0].strip(): tuple(map(float, row[1:])) for row in rows if row and ".blend" in row[0]}
    assert table == {f"{key}.blend": size for key, size in SIZES_M.items()}
