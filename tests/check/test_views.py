"""Scenes with several views: each has its camera and picture, and a piece must be seen in one of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.check import judge_output
from solver.check.finding import FAIL
from solver.core.measured import Measured, SeenPiece
from solver.core.spec import SceneSpec
from tests.check.changes import see
from tests.check.sample import LABELS, encode_drawing, make_measured, make_preview, make_spec, write_folder

HIDDEN, SEEN = see("render", "TVStand", 119), SeenPiece("TVStand", 400, 600, 1.0)


def ask_for(views: int) -> SceneSpec:
    spec = make_spec()
    return replace(spec, render=spec.render.model_copy(update={"views": views}))


def add_view(measured: Measured, seen: SeenPiece) -> Measured:
    """With a second view that sees nothing but one piece, and a picture of its own."""
    first = measured.views["render"]
    assert first is not None
    blind = tuple(replace(piece, seen=0, in_frame=0.0) for piece in first.pieces)
    pieces = tuple(seen if piece.object == seen.object else piece for piece in blind)
    return replace(
        measured,
        views={**measured.views, "render_2": replace(first, camera="Camera_2", pieces=pieces)},
        previews={**measured.previews, "render_2": make_preview("render_2", (192, 108))},
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_folder(tmp_path_factory.mktemp("views") / "out")
    (folder / "render_2.png").write_bytes(encode_drawing("render_2", (1920, 1080)))
    return folder


def failing(folder: Path, spec: SceneSpec, measured: Measured) -> dict[str, str]:
    report = judge_output(folder, spec, measured, LABELS)
    return {check.name: check.why for check in report.checks if check.status == FAIL}


def test_a_piece_that_the_first_view_misses_may_be_seen_in_another(folder: Path) -> None:
    hidden = HIDDEN(make_measured())
    assert set(failing(folder, make_spec(), hidden)) == {"TVStand in the picture"}
    assert not failing(folder, ask_for(2), add_view(hidden, SEEN))
    faults = failing(folder, ask_for(2), add_view(hidden, replace(SEEN, seen=118)))
    assert set(faults) == {"TVStand in the picture"}
    assert "from the cameras Camera, Camera_2, best: 20% of it" in faults["TVStand in the picture"]


def test_a_view_that_the_scene_does_not_ask_for_shows_nothing(folder: Path) -> None:
    assert set(failing(folder, make_spec(), add_view(HIDDEN(make_measured()), SEEN))) == {
        "TVStand in the picture"
    }


def test_every_view_needs_its_camera_and_its_picture(folder: Path) -> None:
    measured = add_view(make_measured(), SEEN)
    assert set(failing(folder, ask_for(3), measured)) == {"render_3.png", "camera of render_3.png"}


def test_a_further_picture_is_judged_like_the_first(folder: Path, tmp_path: Path) -> None:
    measured = add_view(make_measured(), SEEN)
    out = write_folder(tmp_path / "out")
    for drawing, size_px, wrong in (
        ("render", (1920, 1080), {"render_2.png shows the room", "render.png and render_2.png differ"}),
        ("render_2", (960, 540), {"render_2.png size"}),
    ):
        (out / "render_2.png").write_bytes(encode_drawing(drawing, size_px))
        assert set(failing(out, ask_for(2), measured)) == wrong
