"""Rooms built and drawn small: light, framing, viewpoints, cut-away views, all from what was written."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from solver.assets.manifest import find_catalog
from solver.core.plan import name_objects, plan_scene
from solver.core.spec import SceneSpec, parse_scene, read_scene
from solver.core.topview import MARGIN
from solver.output import ANNOTATED
from solver.pipeline import (
    DEFAULT_SCENE,
    MANIFEST,
    build_room,
    check_output,
    import_assets,
    measure_folder,
    place_scene,
    solve_scene,
    stay_silent,
)
from solver.truth.room import write_truth
from tests.conftest import REAL_SETS, ROOT

pytestmark = pytest.mark.blender

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
STOOL = "pieces: {seat: {asset: chair}}\nrules: [{centred: {piece: seat, on: room}}]\n"
WINDOW = "openings: [{window: {wall: east, centre: 1.5 m, width: 1 m, sill: 900 mm, height: 1.2 m}}]\n"
# (room, outline in its box or "", top view in pixels)
ROOMS = {
    "wide": ("{width: 7 m, depth: 3 m, height: 2.6 m}", (320, 160)),
    "deep": ("{width: 3 m, depth: 7 m, height: 2.6 m}", (160, 320)),
    "deep in a wide picture": ("{width: 3 m, depth: 7 m, height: 2.6 m}", (320, 200)),
    "L-shaped": ("{outline: [[0 m, 0 m], [6 m, 0 m], [6 m, 3 m], [3 m, 3 m], [3 m, 5 m], [0 m, 5 m]], "
                 "height: 2.6 m}", (300, 250)),
}  # fmt: skip


def build(spec: SceneSpec, out: Path, assets: Path | None = None) -> dict[str, Any]:
    """Place, build and draw a scene into `out`; what the build told."""
    catalog = find_catalog(MANIFEST, assets)
    clean = import_assets(spec, catalog, assets, stay_silent)
    layout = place_scene(spec, catalog, clean, 60.0, stay_silent)
    plan = plan_scene(spec, layout, {name: str(asset.blend) for name, asset in clean.items()}, "draft")
    told = build_room(plan, out, stay_silent)
    assert told["views"][0].keys() >= {"location", "terms", "shares"}
    assert asdict(plan)["render"]["view"] in ("auto", "inside")
    return told


def shrink(spec: SceneSpec, size_px: tuple[int, int], top_px: tuple[int, int]) -> SceneSpec:
    """The scene with pictures of these sizes."""
    sizes = {"size_px": size_px, "given_top_size_px": top_px}
    return replace(spec, render=spec.render.model_copy(update=sizes))


def read_picture(path: Path) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(luminance 0 ... 1, grey values 0 ... 255) of a picture."""
    with Image.open(path) as image:
        rgb = np.asarray(image.convert("RGB"), dtype=np.float64) / 255.0
        return rgb @ LUMINANCE, np.asarray(image.convert("L"), dtype=np.float64)


@pytest.mark.parametrize(
    ("furniture", "style"),
    [
        ("built-in", "plain"),
        ("workspace_modern", "scandinavian"),
        ("workspace", "dark"),
        ("workspace_modern", "plain"),
    ],
)
def test_light_and_dark_furniture_are_well_exposed_in_all_styles(
    furniture: str, style: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assets = None
    if furniture in REAL_SETS:
        assets = request.getfixturevalue("shared") / furniture / "assets"
    spec = shrink(replace(read_scene(DEFAULT_SCENE), style=style), (320, 180), (160, 192))
    told = build(spec, tmp_path, assets)
    light, grey = read_picture(tmp_path / "render.png")
    low, high = np.percentile(light, (1.0, 99.0))
    assert 0.35 <= light.mean() <= 0.65
    assert low >= 0.02 and high <= 0.98
    assert (light >= 0.98).mean() <= 0.01
    assert grey.std() > 45.0
    # White balance: no channel's mean runs away from the grey of the whole.
    with Image.open(tmp_path / "render.png") as image:
        means = np.asarray(image.convert("RGB"), dtype=np.float64).reshape(-1, 3).mean(axis=0) / 255.0
    assert np.ptp(means) < 0.15
    # Below 4 MB at full size: a small picture has more detail a pixel, so it is the harder case.
    for name in ("render.png", "top_view.png"):
        with Image.open(tmp_path / name) as image:
            pixels = image.width * image.height
        assert (tmp_path / name).stat().st_size < 4e6 * pixels / (1920 * 1080)
    assert told["views"][0]["kind"] == "inside"
    measured, fault = measure_folder(tmp_path, spec, find_catalog(MANIFEST, assets), stay_silent)
    assert measured is not None, fault
    view = measured.views["render"]
    assert view is not None and {piece.object for piece in view.pieces} == set(told["views"][0]["shares"])
    assert all(piece.seen >= 16 for piece in view.pieces)


@pytest.mark.parametrize("name", ROOMS)
def test_the_top_view_frames_the_room_to_a_pixel(name: str, tmp_path: Path) -> None:
    room, top_px = ROOMS[name]
    spec = shrink(parse_scene(f"scene: framed\nroom: {room}\n{STOOL}", "framed.yaml"), (32, 18), top_px)
    build(spec, tmp_path)
    light, _ = read_picture(tmp_path / "top_view.png")
    with Image.open(tmp_path / "top_view.png") as image:
        rgb = np.asarray(image.convert("RGB"), dtype=np.int64)
    assert image.size == top_px
    # The wooden floor is the only thing that is warm in colour; walls and sky are grey and blue.
    floor = rgb[:, :, 0] - rgb[:, :, 2] > 6
    columns, rows = (np.flatnonzero(floor.sum(axis=axis) >= 8) for axis in (0, 1))
    found = (columns[0], top_px[0] - 1 - columns[-1], rows[0], top_px[1] - 1 - rows[-1])
    room_mm = (spec.room.width_mm, spec.room.depth_mm)
    whole = [side + 2 * spec.room.wall_mm for side in room_mm]
    scale = min(px * (1.0 - 2 * MARGIN) / side for px, side in zip(top_px, whole, strict=True))
    expected = [(px - side * scale) / 2 for px, side in zip(top_px, room_mm, strict=True) for _ in "lr"]
    assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= 1.5  # a pixel, and the skirting
    margin = min((px - side * scale) / 2 / px for px, side in zip(top_px, whole, strict=True))
    assert 0.03 <= margin <= 0.08
    # Nothing of the light inside shines past the walls onto what is around the room.
    edge = max(1, round(margin * min(top_px)) - 3)
    assert np.concatenate([light[:edge].ravel(), light[-edge:].ravel()]).std() < 0.03


def test_a_room_that_no_place_inside_shows_is_cut_away_and_judged_right(tmp_path: Path) -> None:
    """Two wardrobes leave no place from which the chairs behind both are seen."""
    text = (ROOT / "tests" / "cases" / "hidden_corners.yaml").read_text(encoding="utf-8")
    spec = shrink(parse_scene(text, "hidden_corners.yaml"), (320, 180), (160, 192))
    view = build(spec, tmp_path)["views"][0]
    x, y, _ = view["location"]
    assert view["kind"] == "cut_away" and view["hidden"]
    assert not (0 <= x <= 3.0 and 0 <= y <= 3.0)
    assert min(view["shares"].values()) >= 0.4
    # Few black backs of what stands at the wall that was taken away, little of what is around the room.
    assert view["dark"] <= 0.08 and view["parts"].get("", 0.0) <= 0.35
    measured, fault = measure_folder(tmp_path, spec, find_catalog(MANIFEST, None), stay_silent)
    assert measured is not None, fault
    seen = measured.views["render"]
    assert seen is not None and len(seen.pieces) == len(name_objects(spec, find_catalog(MANIFEST, None)))
    assert all(piece.seen >= 0.2 * piece.alone for piece in seen.pieces)
    inside = build(replace(spec, view="inside"), tmp_path)["views"][0]
    assert inside["kind"] == "inside" and min(inside["shares"].values()) < 0.4


def test_further_views_show_what_the_first_misses(tmp_path: Path) -> None:
    """The same room from inside: no place shows both chairs, and two pictures do. `check` and the truth find
    the second camera by its name."""
    text = (ROOT / "tests" / "cases" / "hidden_corners.yaml").read_text(encoding="utf-8")
    text += "view: inside\nrender: {size: 320x180, top_size: 160x192, views: 2}\n"
    scene, out = tmp_path / "two_views.yaml", tmp_path / "out"
    scene.write_text(text)
    out.mkdir()
    (out / ANNOTATED).write_bytes(b"the plan of an earlier room")
    solution = solve_scene(scene, out=out, quality="draft")
    with Image.open(out / ANNOTATED) as image:
        assert image.size == (160, 192)
    first, second = solution.built["views"]
    assert first["location"][:2] != second["location"][:2] and first["kind"] == second["kind"] == "inside"
    assert (
        min(first["areas"].values())
        < 0.0008
        <= min(map(max, first["areas"].values(), second["areas"].values()))
    )
    assert solution.report.passed, solution.report.format_text()
    with Image.open(out / "render_2.png") as image:
        assert image.size == (320, 180)
    assert set(write_truth(out, find_catalog(MANIFEST, None))) == {"render", "render_2", "top_view"}
    (out / "render.png").replace(out / "kept.png")
    (out / "render_2.png").replace(out / "render.png")
    (out / "kept.png").replace(out / "render_2.png")
    faults = {check.name for check in check_output(out).faults}
    assert {"render.png shows the room", "render_2.png shows the room"} <= faults


@pytest.mark.parametrize("name", ["bedroom", "study"])
def test_the_camera_is_level_at_eye_height_and_in_no_mesh(name: str, tmp_path: Path) -> None:
    spec = shrink(read_scene(ROOT / "scenes" / f"{name}.yaml"), (32, 18), (24, 24))
    spec = replace(spec, view="inside")
    first, again = build(spec, tmp_path)["views"][0], build(spec, tmp_path)["views"][0]
    assert first == again
    assert 1.4 <= first["location"][2] <= 1.8
    assert first["nearest_piece_m"] >= 0.5
    assert first["pitch_deg"] == first["roll_deg"] == 0.0
    assert 14 <= first["lens_mm"] <= 28
    measured, fault = measure_folder(tmp_path, spec, find_catalog(MANIFEST, None), stay_silent)
    assert measured is not None, fault
    camera = next(camera for camera in measured.cameras if camera.active)
    assert camera.location == pytest.approx(first["location"])
    for solid in measured.pieces:
        low, high = solid.box_min, solid.box_max
        assert not all(a < b < c for a, b, c in zip(low, camera.location, high, strict=True)), solid.object
