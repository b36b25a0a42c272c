"""What the measuring of a saved room finds, on rooms whose truth is known by construction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solver.core.measured import Measured
from solver.errors import OutputError
from tests.blender.rooms import build_room, list_shell, measure_blend, piece_box

pytestmark = pytest.mark.blender

SOFA = piece_box("Sofa", (1.0, 5.0, 0.0), (3.0, 5.9, 0.8), colour=(0.6, 0.2, 0.2))
BOXES = [
    SOFA,
    piece_box("Touching", (3.0, 5.2, 0.0), (3.5, 5.8, 0.5)),
    piece_box("Table", (3.0, 1.0, 0.0), (4.5, 2.0, 0.7)),
    piece_box("Deep", (4.45, 1.2, 0.0), (4.9, 1.8, 0.5)),
    piece_box("Inside", (1.5, 5.2, 0.2), (1.7, 5.4, 0.4)),
    piece_box("Turned", (0.5, 2.0, 0.1), (1.5, 3.0, 0.6), turn_deg=45.0),
    piece_box("Unseen", (2.0, 2.0, 0.0), (2.5, 2.5, 0.5), hidden=True),
    {"name": "Lamp", "low": (0.1, 0.1, 0.0), "high": (0.3, 0.3, 1.2)},
]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    blend = tmp_path_factory.mktemp("measure") / "room.blend"
    # "Behind" is boxed in by a taller piece between it and the camera.
    boxes = [*list_shell(), *BOXES, piece_box("Screen", (4.0, 4.4, 0.0), (4.9, 4.5, 2.7)),
             piece_box("Behind", (4.3, 5.0, 0.0), (4.7, 5.4, 0.5))]  # fmt: skip
    build_room(blend, boxes, camera=[2.5, 0.3, 1.6, 2.5, 6.0, 0.5], top=6.5)
    return measure_blend(blend, pictures=True)


@pytest.fixture(scope="module")
def measured(answer: dict[str, Any]) -> Measured:
    return Measured.from_dict(answer)


def test_boxes_are_of_world_vertices(measured: Measured) -> None:
    solids = {solid.object: solid for solid in measured.solids}
    assert solids["Sofa"].box_min == pytest.approx((1.0, 5.0, 0.0), abs=1e-5)
    assert solids["Sofa"].box_max == pytest.approx((3.0, 5.9, 0.8), abs=1e-5)
    half = 0.5 * 2**0.5
    assert solids["Turned"].box_min == pytest.approx((1.0 - half, 2.5 - half, 0.1), abs=1e-5)
    assert solids["Turned"].turn_deg[2] == pytest.approx(45.0, abs=1e-3)
    assert solids["Turned"].facing_deg == pytest.approx(45.0, abs=1e-3)
    assert len(solids["Turned"].outline) == 4


def test_roles_and_hidden_objects(measured: Measured) -> None:
    roles = {solid.object: solid.role for solid in measured.solids}
    assert roles["Sofa"] == "piece"
    assert roles["Wall_North"] == "shell"
    assert roles["Lamp"] == "other"
    assert "Unseen" not in roles


def test_contacts_name_pairs_and_depths(measured: Measured) -> None:
    contacts = {(contact.a, contact.b): contact for contact in measured.contacts}
    assert set(contacts) == {("Deep", "Table"), ("Inside", "Sofa")}
    assert contacts["Deep", "Table"].depth_mm == pytest.approx(50.0, abs=7.0)
    assert not contacts["Deep", "Table"].contained
    assert contacts["Inside", "Sofa"].contained


def test_interior_is_measured_from_the_faces(measured: Measured) -> None:
    assert measured.interior is not None
    found = {name: side.at_m for name, side in measured.interior.items()}
    wanted = {"west": 0.0, "east": 5.0, "south": 0.0, "north": 6.0, "floor": 0.0, "ceiling": 2.8}
    assert found == pytest.approx(wanted, abs=1e-5)
    assert all(side.flat_share == 1.0 for side in measured.interior.values())


def test_views_count_what_is_seen(measured: Measured) -> None:
    view, above = measured.views["render"], measured.views["top_view"]
    assert view is not None and above is not None
    seen = {piece.object: piece for piece in view.pieces}
    assert seen["Sofa"].seen > 0.5 * seen["Sofa"].alone > 0
    assert seen["Inside"].seen == 0 < seen["Inside"].alone
    assert seen["Behind"].seen < 0.1 * seen["Behind"].alone
    assert seen["Screen"].in_frame > 0.5
    from_above = {piece.object: piece for piece in above.pieces}
    assert from_above["Behind"].seen == from_above["Behind"].alone > 0
    assert above.room_frame is not None
    assert min(above.room_frame[:2]) > 0.0 and max(above.room_frame[2:]) < 1.0
    # ortho_scale 6.5 spans the longer side of 1280 x 1536: the room's 6 m are 6 / 6.5 of it.
    assert above.room_frame[3] - above.room_frame[1] == pytest.approx(6.0 / 6.5, abs=1e-3)


def test_lights_and_cameras(measured: Measured) -> None:
    assert sorted(light.type for light in measured.lights) == ["AREA", "SUN"]
    assert [(camera.name, camera.active) for camera in measured.cameras] == [("Above", False), ("View", True)]


def test_previews_show_both_views(measured: Measured) -> None:
    for name, size in (("render", (96, 54)), ("top_view", (96, 115))):
        preview = measured.previews[name]
        assert preview is not None and preview.size_px == size
        assert len(preview.rgb) == size[0] * size[1] * 3
        assert max(preview.rgb) - min(preview.rgb) > 60


def test_an_open_room_and_no_cameras(tmp_path: Path) -> None:
    shell = [box for box in list_shell() if box["name"] not in ("Wall_East", "Ceiling")]
    measured = Measured.from_dict(measure_blend(build_room(tmp_path / "open.blend", [*shell, SOFA])))
    assert measured.interior is not None
    assert measured.interior["east"].at_m is None
    assert measured.interior["ceiling"].at_m is None
    assert measured.interior["west"].at_m == pytest.approx(0.0, abs=1e-5)
    assert measured.views == {"render": None, "top_view": None}
    assert measured.previews == {}


def test_a_foreign_file_without_properties(tmp_path: Path) -> None:
    boxes = [{**box, "props": {}} for box in [*list_shell(), SOFA]]
    blend = build_room(tmp_path / "foreign.blend", boxes)
    unlabelled = Measured.from_dict(measure_blend(blend))
    assert unlabelled.pieces == ()
    labelled = Measured.from_dict(measure_blend(blend, labels=["Sofa"]))
    assert [piece.object for piece in labelled.pieces] == ["Sofa"]
    assert labelled.pieces[0].facing_deg is None
    assert labelled.interior is not None and labelled.interior["north"].at_m == pytest.approx(6.0, abs=1e-5)


def test_render_levels_count_and_not_viewport_levels(tmp_path: Path) -> None:
    boxes = [piece_box("Round", (1.0, 1.0, 0.0), (2.0, 2.0, 1.0), subdivide=3)]
    code = ["scene.objects['Round'].modifiers[0].levels = 0", "scene.objects['Round'].hide_viewport = True"]
    measured = Measured.from_dict(measure_blend(build_room(tmp_path / "round.blend", boxes, code=code)))
    (piece,) = measured.pieces
    assert piece.triangles == 12 * 4**3  # 6 quads, four times as many a level, two triangles each
    assert piece.box_max[0] < 1.95


def test_no_script_of_the_file_runs(tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    leave_trace = f"open({str(trace)!r}, 'w').close()"
    code = [
        f"text = bpy.data.texts.new('run.py'); text.write({leave_trace!r}); text.use_module = True",
        f"scene.objects['Sofa'].driver_add('location', 0).driver.expression = {leave_trace + ' or 0.0'!r}",
    ]
    build_room(tmp_path / "bad.blend", [SOFA], code=code)
    trace.unlink(missing_ok=True)  # building it may run the driver; measuring must not
    measured = Measured.from_dict(measure_blend(tmp_path / "bad.blend"))
    assert not trace.exists()
    assert measured.texts == ("run.py",)
    assert measured.drivers == 1


def test_a_file_that_is_no_blend(tmp_path: Path) -> None:
    path = tmp_path / "room.blend"
    path.write_bytes(b"no blend at all")
    with pytest.raises(OutputError, match=r"room\.blend.*cannot open"):
        measure_blend(path)
