"""Every export is loaded by the library that it is for."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from solver.core.catalog import Catalog
from solver.truth.exports import count_runs
from solver.truth.files import round_numbers, write_exr
from solver.truth.room import write_truth
from tests.blender.rooms import build_room, list_shell, piece_box


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exports")
    boxes = [
        piece_box("Sofa", (1.0, 5.0, 0.0), (3.0, 5.9, 0.8)),
        piece_box("Table", (2.0, 2.5, 0.0), (3.0, 3.5, 0.7)),
    ]
    build_room(out / "room.blend", [*list_shell(), *boxes], camera=[2.5, 0.3, 1.6, 2.5, 6.0, 0.5], top=6.5)
    Image.new("RGB", (96, 64), (9, 90, 200)).save(out / "render.png")
    Image.new("RGB", (50, 60), (200, 90, 9)).save(out / "top_view.png")
    write_truth(out, Catalog(assets={}))
    return out / "truth"


@pytest.mark.blender
def test_pycocotools_reads_the_masks(truth: Path) -> None:
    coco = pytest.importorskip("pycocotools.coco").COCO(str(truth / "coco.json"))
    assert {image["file_name"] for image in coco.loadImgs(coco.getImgIds())} == {"render.png", "top_view.png"}
    names = {item["id"]: item["name"] for item in coco.loadCats(coco.getCatIds())}
    for image in coco.loadImgs(coco.getImgIds()):
        folder = truth / Path(image["file_name"]).stem
        ids = np.array(Image.open(folder / "ids.png"))
        assert ids.dtype == np.uint16 and ids.shape == (image["height"], image["width"])
        objects = {entry["name"]: entry for entry in json.loads((folder / "objects.json").read_text())}
        annotations = coco.loadAnns(coco.getAnnIds(imgIds=image["id"]))
        assert len(annotations) == 2
        for item in annotations:
            entry = objects[item["object"]]
            assert np.array_equal(coco.annToMask(item).astype(bool), ids == entry["id"])
            x, y, width, height = item["bbox"]
            assert [x, y, x + width, y + height] == entry["bbox_visible"]
            assert names[item["category_id"]] == entry["category"]
            assert item["area"] == entry["visible_px"]


@pytest.mark.blender
def test_datasets_reads_the_folder(truth: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset(
        "imagefolder", data_dir=str(truth / "hub"), cache_dir=str(tmp_path), split="train"
    )
    assert sorted(row["view"] for row in loaded) == ["render", "top_view"]
    row = next(row for row in loaded if row["view"] == "render")
    assert row["image"].size == (96, 64)
    assert row["image"].getpixel((3, 3)) == (9, 90, 200)
    objects = json.loads((truth / "render" / "objects.json").read_text())
    assert row["objects"]["bbox_visible"] == [entry["bbox_visible"] for entry in objects]
    assert row["objects"]["name"] == ["Sofa", "Table"]


@pytest.mark.blender
def test_openexr_reads_the_depth(truth: Path) -> None:
    exr = pytest.importorskip("OpenEXR")
    with exr.File(str(truth / "render" / "depth.exr")) as file:
        read = file.channels()["Z"].pixels
    kept = np.load(truth / "render" / "depth.npy")
    assert kept.dtype == np.float32 and kept.shape == (64, 96)
    assert np.array_equal(read, kept)


def test_openexr_reads_infinity_and_odd_sizes(tmp_path: Path) -> None:
    exr = pytest.importorskip("OpenEXR")
    depth = np.array([[1.5, np.inf, 0.25]], dtype=np.float32)
    write_exr(depth, tmp_path / "d.exr")
    with exr.File(str(tmp_path / "d.exr")) as file:
        assert np.array_equal(file.channels()["Z"].pixels, depth)


@pytest.mark.blender
def test_trimesh_reads_the_scene(truth: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.load(truth / "scene.glb")
    assert {"Sofa", "Table", "Floor"} <= {str(name) for name in scene.graph.nodes_geometry}
    matrix, geometry = scene.graph["Sofa"]
    points = trimesh.transform_points(scene.geometry[geometry].vertices, matrix)
    # glTF has y up and -z north.
    assert points.min(axis=0) == pytest.approx((1.0, 0.0, -5.9), abs=1e-5)
    assert points.max(axis=0) == pytest.approx((3.0, 0.8, -5.0), abs=1e-5)


@pytest.mark.blender
def test_camera_file_projects_the_corners(truth: Path) -> None:
    for view in ("render", "top_view"):
        camera = json.loads((truth / view / "camera.json").read_text())
        k, r, t = (np.array(camera[key]) for key in ("K", "R", "t"))
        for entry in json.loads((truth / view / "objects.json").read_text()):
            local = np.array(entry["corners_world"]) @ r.T + t
            spots = local @ k.T
            spots = (
                spots[:, :2] / spots[:, 2:]
                if camera["type"] == "perspective"
                else local[:, :2] * k[[0, 1], [0, 1]] + k[:2, 2]
            )
            assert np.abs(spots - np.array(entry["corners_px"])).max() < 0.1


def test_runs_start_with_zeros_and_cover_all() -> None:
    mask = np.array([[1, 0], [1, 1]], dtype=bool)
    assert count_runs(mask) == [0, 2, 1, 1]
    assert count_runs(np.zeros((2, 3), dtype=bool)) == [6]
    assert count_runs(np.ones((2, 3), dtype=bool)) == [0, 6]


def test_numbers_are_rounded_without_minus_zero() -> None:
    assert json.dumps(round_numbers({"a": [-1e-15, 0.1 + 0.2]})) == '{"a": [0.0, 0.3]}'
