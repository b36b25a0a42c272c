"""Pictures: size, light, detail, and whether they show the saved room."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from solver.check.case import Case
from solver.check.pictures import check_pictures, compare_pictures, measure_detail, measure_evenness
from solver.check.submission import read_submission
from tests.check.sample import LABELS, make_drawing, make_measured, make_preview, make_spec, write_folder

RESAMPLINGS = [
    Image.Resampling.NEAREST,
    Image.Resampling.BILINEAR,
    Image.Resampling.BICUBIC,
    Image.Resampling.LANCZOS,
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("pictures") / "out")


def faults_of(folder: Path) -> set[str]:
    case = Case(make_spec(), LABELS, read_submission(folder), make_measured())
    return {check.name for check in check_pictures(case) if not check.passed}


def change(folder: Path, tmp_path: Path, name: str, picture: Image.Image) -> Path:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    picture.save(tmp_path / name, compress_level=1)
    return tmp_path


def grey(value: float, size: tuple[int, int] = (1920, 1080)) -> Image.Image:
    return Image.new("RGB", size, (int(value),) * 3)


def test_sound_pictures(folder: Path) -> None:
    assert faults_of(folder) == set()


def test_another_size(folder: Path, tmp_path: Path) -> None:
    assert faults_of(change(folder, tmp_path, "render.png", make_drawing("render", (1920, 1081)))) == {
        "render.png size"
    }


def test_a_small_top_view(folder: Path, tmp_path: Path) -> None:
    small = change(folder, tmp_path, "top_view.png", make_drawing("top_view", (1279, 1523)))
    assert faults_of(small) == {"top_view.png size", "top_view.png least size"}


@pytest.mark.parametrize(("value", "word"), [(0, "too dark"), (255, "blown out")])
def test_an_empty_picture(folder: Path, tmp_path: Path, value: int, word: str) -> None:
    changed = change(folder, tmp_path, "render.png", grey(value))
    case = Case(make_spec(), LABELS, read_submission(changed), make_measured())
    found = {check.name: check for check in check_pictures(case) if not check.passed}
    assert set(found) == {
        f"render.png {what}" for what in ("exposure", "contrast", "detail", "shows the room")
    }
    assert word in found["render.png exposure"].why


CLIPPED = [(3, 0.11, True), (3, 0.09, False), (4, 0.11, False)]
CLIPPED += [(252, 0.11, True), (252, 0.09, False), (251, 0.11, False)]


@pytest.mark.parametrize(("value", "share", "fails"), CLIPPED)
def test_clipped_shares(folder: Path, tmp_path: Path, value: int, share: float, fails: bool) -> None:
    picture = np.asarray(make_drawing("render", (1920, 1080))).clip(10, 240)
    picture[: round(1080 * share)] = value
    changed = change(folder, tmp_path, "render.png", Image.fromarray(picture))
    assert ("render.png exposure" in faults_of(changed)) is fails


def test_noise_is_no_picture_of_the_room(folder: Path, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (1080, 1920, 3), dtype=np.uint8)
    assert "render.png shows the room" in faults_of(
        change(folder, tmp_path, "render.png", Image.fromarray(noise))
    )


def test_the_other_view_is_no_picture_of_this_one(folder: Path, tmp_path: Path) -> None:
    swapped = change(folder, tmp_path, "render.png", make_drawing("top_view", (1920, 1080)))
    assert faults_of(swapped) == {"render.png contrast", "render.png shows the room", "pictures differ"}


def test_the_same_picture_twice(folder: Path, tmp_path: Path) -> None:
    top = make_drawing("render", (1920, 1080))
    assert "pictures differ" in faults_of(change(folder, tmp_path, "top_view.png", top))


def test_a_mirrored_picture(folder: Path, tmp_path: Path) -> None:
    mirrored = make_drawing("render", (1920, 1080)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert faults_of(change(folder, tmp_path, "render.png", mirrored)) == {"render.png shows the room"}


@pytest.mark.parametrize("times", [2, 4])
@pytest.mark.parametrize("resampling", RESAMPLINGS)
def test_an_enlarged_picture(folder: Path, tmp_path: Path, times: int, resampling: Image.Resampling) -> None:
    small = make_drawing("render", (1920, 1080)).resize((1920 // times, 1080 // times), Image.Resampling.BOX)
    enlarged = change(folder, tmp_path, "render.png", small.resize((1920, 1080), resampling))
    assert faults_of(enlarged) == {"render.png detail"}


def test_detail_and_evenness_of_a_flat_picture_are_zero() -> None:
    flat = np.full((64, 64), 7, np.uint8)
    assert measure_detail(flat) == 0.0
    assert measure_evenness(flat) == 0.0


def test_another_exposure_still_shows_the_room(folder: Path, tmp_path: Path) -> None:
    darker = make_drawing("render", (1920, 1080)).point(lambda value: round(255 * (value / 255) ** 1.5))
    assert faults_of(change(folder, tmp_path, "render.png", darker)) == set()


def test_a_moved_thing_shows_in_one_tile(folder: Path) -> None:
    picture = read_submission(folder).pictures["render.png"]
    assert picture is not None
    same = make_preview("render", (192, 108))
    correlation, tile = compare_pictures(picture, same)
    assert correlation > 0.99 and tile < 10.0
    moved = np.asarray(make_drawing("render", (192, 108))).copy()
    moved[65:85, 20:60] = moved[40:60, 60:100]  # the dark box at the left goes partly away
    _correlation, tile = compare_pictures(picture, type(same)(same.size_px, moved.tobytes()))
    assert tile > 15.0
