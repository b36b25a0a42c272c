"""The truth of a saved room against Blender's own word: rays, projections, surfaces, a flat render."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.bridge import run_task
from solver.core.catalog import Catalog
from solver.errors import OutputError
from solver.truth.objects import describe_objects
from solver.truth.room import Room, read_room, write_truth
from solver.truth.view import View
from tests.blender.rooms import build_room, list_shell, piece_box

pytestmark = pytest.mark.blender

SIZES = {"render": (320, 200), "top_view": (160, 200)}
BOXES = [
    piece_box("Sofa", (1.0, 5.0, 0.0), (3.0, 5.9, 0.8)),
    piece_box("Turned", (0.5, 2.0, 0.1), (1.5, 3.0, 0.6), turn_deg=30.0),
    piece_box("Table", (2.6, 2.5, 0.0), (3.8, 3.5, 0.7)),
    piece_box("Round", (2.9, 2.8, 0.7), (3.3, 3.2, 1.1), subdivide=3),
    piece_box("Hidden", (2.9, 3.6, 0.0), (3.2, 3.8, 0.3)),
    piece_box("BehindCamera", (2.2, 0.0, 0.0), (2.8, 0.8, 1.0)),
    {"name": "Lamp", "low": (4.1, 1.1, 0.0), "high": (4.3, 1.3, 1.2)},
]
SHIFT = ["scene.camera.data.shift_y = -0.06", "scene.camera.data.shift_x = 0.11"]


@pytest.fixture(scope="module")
def blend(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("truth") / "room.blend"
    return build_room(
        path, [*list_shell(), *BOXES], camera=[2.5, 0.6, 1.6, 2.7, 6.0, 0.5], top=6.5, code=SHIFT
    )


@pytest.fixture(scope="module")
def room(blend: Path) -> Room:
    return read_room(blend, {}, (), SIZES)


@pytest.fixture(scope="module", params=["render", "top_view"])
def view_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def view(room: Room, view_name: str) -> View:
    return room.draw(view_name)


def ask_blender(blend: Path, view_name: str, **request: Any) -> dict[str, Any]:
    return run_task(
        "witness_truth", {"blend": str(blend), "view": view_name, "size": list(SIZES[view_name]), **request}
    )


def pick_pixels(view: View, count: int) -> np.ndarray:
    """Columns and rows away from edges: all eight neighbours are of the same id and near in depth."""
    steady = np.ones(view.ids.shape, dtype=bool)
    depth = np.where(np.isfinite(view.depth), view.depth, 0.0)
    for rows, columns in [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)]:
        steady &= np.roll(view.ids, (rows, columns), (0, 1)) == view.ids
        steady &= np.abs(np.roll(depth, (rows, columns), (0, 1)) - depth) < 0.2
    found = np.argwhere(steady)[:, ::-1]
    return np.random.default_rng(7).choice(found, count)


def test_depth_and_ids_are_those_of_rays(blend: Path, view_name: str, view: View) -> None:
    pixels = pick_pixels(view, 10_000)
    rays = ask_blender(blend, view_name, pixels=pixels.tolist())["rays"]
    depth = view.depth[pixels[:, 1], pixels[:, 0]].astype(float)
    cast = np.array([np.inf if ray[1] is None else ray[1] for ray in rays])
    assert np.array_equal(np.isfinite(depth), np.isfinite(cast))
    met = np.isfinite(cast)
    assert np.abs(depth[met] - cast[met]).max() < 1e-3
    names = {0: None} | {number: piece.name for number, piece in enumerate(view.pieces, 1)}
    known = set(names.values())
    assert [names[number] for number in view.ids[pixels[:, 1], pixels[:, 0]].tolist()] == [
        ray[0] if ray[0] in known else None for ray in rays
    ]


def test_every_pixel_lies_on_its_piece(blend: Path, view_name: str, view: View) -> None:
    near = []
    for number, piece in enumerate(view.pieces, 1):
        rows, columns = np.nonzero(view.ids == number)
        spots = np.column_stack([columns, rows]) + 0.5
        points = view.camera.back_project(spots, view.depth[rows, columns].astype(float))
        near += [[piece.name, point] for point in points.tolist()]
    assert len(near) > 3_000
    assert max(ask_blender(blend, view_name, near=near)["gaps_m"]) < 2e-3


def test_corners_project_as_in_blender(blend: Path, view_name: str, view: View) -> None:
    points = np.concatenate([piece.corners for piece in view.pieces])
    spots = np.array(ask_blender(blend, view_name, points=points.tolist())["spots"])
    before = spots[:, 2] > 0.0
    assert before.sum() >= 32
    assert np.abs(view.camera.project(points)[before] - spots[before, :2]).max() < 0.1


def test_ids_are_those_of_a_flat_render(blend: Path, view_name: str, view: View, tmp_path: Path) -> None:
    answer = ask_blender(blend, view_name, colours=str(tmp_path / "colours.npy"))
    drawn = np.load(tmp_path / "colours.npy").astype(int)
    known = {piece.name: number for number, piece in enumerate(view.pieces, 1)}
    numbers = np.array([0, *(known.get(name, 0) for name in answer["names"])])
    # Cycles jitters by 0.005 pixel: only a centre that lies on an edge may differ.
    assert np.count_nonzero(numbers[drawn] != view.ids) <= 4


def test_visible_share_is_that_of_the_piece_rendered_alone(blend: Path, room: Room, tmp_path: Path) -> None:
    entry = next(e for e in describe_objects(room.draw("render")) if e["name"] == "Table")
    assert 0.3 < entry["visible_share"] < 0.999
    ask_blender(blend, "render", colours=str(tmp_path / "alone.npy"), only="Table")
    alone = np.count_nonzero(np.load(tmp_path / "alone.npy"))
    assert abs(entry["amodal_px"] - alone) <= 4
    assert entry["visible_share"] == pytest.approx(entry["visible_px"] / alone, abs=1e-3)


def test_the_unseen_and_the_hidden_have_no_box(room: Room) -> None:
    entries = {entry["name"]: entry for entry in describe_objects(room.draw("render"))}
    assert entries["BehindCamera"]["bbox_amodal"] is None
    assert entries["BehindCamera"]["visible_share"] is None
    assert entries["BehindCamera"]["corners_px"][0] is None
    assert entries["Hidden"]["visible_share"] < 0.5
    assert set(entries["Hidden"]["occluded_by"]) == {"Table"}


def test_the_top_view_looks_under_the_ceiling(room: Room) -> None:
    view = room.draw("top_view")
    assert "Ceiling" in room.skipped["top_view"]
    sofa = view.ids == view.find_id("Sofa")
    assert view.depth[sofa] == pytest.approx(6.0 - 0.8, abs=1e-5)
    assert view.normals[sofa] == pytest.approx(np.tile([0.0, 0.0, 1.0], (sofa.sum(), 1)), abs=1e-5)


def test_a_foreign_file_needs_names(tmp_path: Path) -> None:
    boxes = [{**box, "props": {}} for box in [*list_shell(), *BOXES[:3]]]
    build_room(tmp_path / "room.blend", boxes, camera=[2.5, 0.3, 1.6, 2.5, 6.0, 0.5])
    catalog = Catalog(assets={})
    with pytest.raises(OutputError, match=r"--objects.*Sofa"):
        write_truth(tmp_path, catalog)
    with pytest.raises(OutputError, match="no object 'Piano'"):
        write_truth(tmp_path, catalog, labels=["Sofa", "Piano"])
    assert not (tmp_path / "truth").exists()
    notes: list[str] = []
    counts = write_truth(
        tmp_path, catalog, labels=["Sofa", "Table"], tell=lambda e: notes.append(str(e.get("text")))
    )
    assert counts == {"render": 2}
    assert any("no camera for top_view" in note for note in notes)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_no_camera_and_no_file(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"room\.blend: no such file"):
        write_truth(tmp_path, Catalog(assets={}))
    build_room(tmp_path / "room.blend", [*list_shell(), BOXES[0]])
    with pytest.raises(OutputError, match="no camera"):
        write_truth(tmp_path, Catalog(assets={}))
