"""Every word on pictures made here, small, and the numbers behind them.

Kept as text in pictures.txt; `python -m tests.check.test_kept_pictures` writes it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from solver.check import pictures
from solver.check.case import Case
from solver.check.pictures import check_pictures, compare_pictures, measure_detail, measure_evenness
from solver.check.submission import Picture, Submission
from solver.core.measured import Measured, Preview, View
from tests.check.kept import compare
from tests.check.sample import LABELS, make_drawing, make_measured, make_spec
from tests.check.test_kept_reports import write

HERE = Path(__file__).parent
SIZES = {"render": (1920, 1080), "top_view": (1290, 1536)}
Paint = Callable[[np.ndarray], np.ndarray]  # type: ignore[type-arg]


def make_picture(name: str, paint: Paint | None = None, size_px: tuple[int, int] | None = None) -> Picture:
    """A drawing of 384 pixels across that says it is as large as a delivered one."""
    wide, high = size_px or SIZES[name]
    pixels = np.asarray(make_drawing(name, (384, round(384 * high / wide)))).astype(int)
    if paint is not None:
        pixels = paint(pixels.copy())
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    small = image.resize((192, round(192 * high / wide)), Image.Resampling.BOX)
    sha = str(hash(image.tobytes()))
    return Picture(f"{name}.png", (wide, high), 1, sha, np.asarray(image.convert("L")), np.asarray(small))


def band(share: float, value: int) -> Paint:
    """The upper part in one grey."""

    def paint(pixels: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        pixels[: round(len(pixels) * share)] = value
        return pixels

    return paint


def square(x: int, y: int, side: int, value: int) -> Paint:
    """A square in one grey."""

    def paint(pixels: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        pixels[y : y + side, x : x + side] = value
        return pixels

    return paint


def scale(factor: float, plus: float = 0.0) -> Paint:
    return lambda pixels: pixels * factor + plus


def repeat(times: int) -> Paint:
    return lambda pixels: pixels[::times, ::times].repeat(times, 0).repeat(times, 1)[: len(pixels), :384]


def blur(pixels: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    image = Image.fromarray(pixels.astype(np.uint8))
    small = image.resize((image.width // 4, image.height // 4), Image.Resampling.BOX)
    return np.asarray(small.resize(image.size, Image.Resampling.BICUBIC)).astype(int)


PAINTS: dict[str, Paint] = {
    "as it is": lambda pixels: pixels,
    "black": scale(0.0),
    "white": scale(0.0, 255.0),
    "a ninth black": band(0.111, 3),
    "an eleventh black": band(0.09, 3),
    "a ninth nearly black": band(0.111, 4),
    "a ninth white": band(0.111, 252),
    "a ninth nearly white": band(0.111, 251),
    "dark": scale(0.38),
    "dim": scale(0.36),
    "bright": scale(0.35, 180.0),
    "pale": scale(0.35, 184.0),
    "flat": scale(0.7, 30.0),
    "flatter": scale(0.6, 40.0),
    "half as much": scale(0.34, 60.0),
    "less than half as much": scale(0.27, 70.0),
    "something dark at the right": square(330, 60, 40, 0),
    "something small": square(100, 40, 12, 255),
    "blurred": blur,
    "repeated twice": repeat(2),
    "repeated three times": repeat(3),
    "repeated eight times": repeat(8),
    "mirrored": lambda pixels: pixels[:, ::-1],
    "upside down": lambda pixels: pixels[::-1],
}


def make_case(render: Picture | None, top: Picture | None, measured: Measured | None) -> Case:
    found = {"render.png": render, "top_view.png": top}
    return Case(make_spec(), LABELS, Submission(Path("out"), None, found, None), measured, "it is broken")


def list_cases() -> Iterator[tuple[str, Case]]:
    measured, top = make_measured(), make_picture("top_view")
    for name, paint in PAINTS.items():
        yield f"render {name}", make_case(make_picture("render", paint), top, measured)
        yield f"top view {name}", make_case(make_picture("render"), make_picture("top_view", paint), measured)
    yield "no render", make_case(None, top, measured)
    yield "no top view", make_case(make_picture("render"), None, measured)
    yield "not measured", make_case(make_picture("render"), top, None)
    yield "not drawn", make_case(make_picture("render"), top, replace(measured, previews={}))
    for size in ((640, 360), (639, 360), (1921, 1080), (1920, 1079)):
        one = make_picture("render", PAINTS["something dark at the right"], size)
        yield f"render of {size}", make_case(one, top, measured)
    for size in ((1279, 720), (1280, 719), (1280, 720), (1290, 1536)):
        yield (
            f"top view of {size}",
            make_case(make_picture("render"), make_picture("top_view", None, size), measured),
        )
    render = make_picture("render")
    yield "twice", make_case(render, replace(render, name="top_view.png"), measured)
    near = make_picture("render", scale(1.0, 5.0))
    yield "nearly twice", make_case(render, replace(near, name="top_view.png", sha256="1"), measured)
    near = make_picture("render", scale(1.0, 3.0))
    yield "more than nearly", make_case(render, replace(near, name="top_view.png", sha256="1"), measured)
    # Around the room the top view may be black; what counts is inside the frame.
    around = make_picture(
        "top_view", lambda pixels: np.pad(pixels[60:-60, 60:-60], ((60, 60), (60, 60), (0, 0)))
    )
    view = measured.views["top_view"]
    assert view is not None
    for frame in (
        (0.16, 0.14, 0.84, 0.86),
        (0.05, 0.05, 0.95, 0.95),
        (-0.5, 0.2, 1.5, 0.8),
        (0.5, 0.5, 0.5, 0.5),
    ):
        changed: dict[str, View | None] = {**measured.views, "top_view": replace(view, room_frame=frame)}
        yield f"frame {frame}", make_case(render, around, replace(measured, views=changed))
    yield (
        "no frame",
        make_case(render, around, replace(measured, views={"top_view": replace(view, room_frame=None)})),
    )
    yield "no view", make_case(render, around, replace(measured, views={}))


def write_pictures() -> Iterator[str]:
    sound = set[str]()
    for name, case in list_cases():
        told = [write(check) for check in check_pictures(case)]
        yield "\n".join([name, *(line for line in told if line not in sound), ""])
        sound = sound or set(told)


def test_words_on_pictures_are_as_kept() -> None:
    compare(HERE / "pictures.txt", write_pictures(), "tests.check.test_kept_pictures")


def test_detail_is_the_power_of_fine_waves_against_coarse_ones() -> None:
    x = np.arange(256)
    coarse, fine = np.cos(2 * np.pi * 18 / 256 * x), np.cos(2 * np.pi * 90 / 256 * x)
    for amount in (0.5, 0.1):
        waves = 128 + 40 * (coarse + amount * fine)[None, :] + 0 * x[:, None]
        detail = measure_detail(waves)
        assert 0.05 * amount**2 < detail < amount**2
    # Each band takes what lies inside it, and nothing beyond.
    for pitch, inside in ((0.27, False), (0.29, True), (0.44, True), (0.46, False)):
        waves = 128 + 40 * (coarse + np.cos(2 * np.pi * pitch * x))[None, :] + 0 * x[:, None]
        assert (measure_detail(waves) > 0.01) is inside, pitch
    for pitch, inside in ((0.025, False), (0.055, True), (0.085, True), (0.115, False)):
        waves = 128 + 40 * (np.cos(2 * np.pi * pitch * x) + fine)[None, :] + 0 * x[:, None]
        assert (measure_detail(waves) < 1.0) is inside, pitch
    tall = measure_detail(
        np.ascontiguousarray((128 + 40 * (coarse + 0.5 * fine)[None, :] + 0 * x[:, None]).T)
    )
    assert abs(tall / measure_detail(128 + 40 * (coarse + 0.5 * fine)[None, :] + 0 * x[:, None]) - 1) < 0.2


def test_steps_of_repeated_columns_are_uneven() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (40, 240)).astype(np.uint8)
    assert measure_evenness(noise) > 0.9
    for times in (2, 3, 4, 5, 6, 8):
        assert measure_evenness(noise[:, : 240 // times].repeat(times, axis=1)) == 0.0, times
    # Repeated unevenly, as an enlargement by two and a half does.
    assert measure_evenness(noise[:, (np.arange(240) / 2.5).astype(int)]) == 0.0
    edge = np.zeros((4, 20), np.uint8)
    edge[:, 10:] = 100
    assert measure_evenness(edge) == 0.0
    ramp = np.tile(np.arange(240, dtype=np.uint8), (3, 1))
    assert measure_evenness(ramp) == 1.0
    mixed = np.cumsum(np.tile([3, 1], 60)).astype(np.uint8)[None, :].repeat(2, axis=0)
    assert abs(measure_evenness(mixed) - 0.5) < 0.01


def test_tones_keep_their_order_and_take_the_other_s_spread() -> None:
    values, target = np.array([[3.0, 1.0], [2.0, 2.0]]), np.array([[10.0, 40.0], [30.0, 20.0]])
    assert pictures._match_tones(values, target).tolist() == [[40.0, 10.0], [20.0, 30.0]]


def test_likeness() -> None:
    a = np.array([[1.0, 2.0], [3.0, 5.0]])
    assert abs(pictures._correlate(a, 7 - 3 * a) + 1) < 1e-9
    assert abs(pictures._correlate(a, np.array([[1.0, 0.0], [0.0, 1.0]])) - 0.5 / (8.75**0.5)) < 1e-9
    assert pictures._correlate(a, np.ones((2, 2))) == 0.0
    tiles = np.zeros((20, 28))
    tiles[8:16, 16:24] = 5.0
    assert pictures._worst_tile(tiles) == 5.0
    tiles[16:20, 24:28] = 6.0  # half a tile at the edge is none
    assert pictures._worst_tile(tiles) == 5.0
    right, below = np.zeros((16, 28)), np.zeros((20, 24))
    right[:, 24:] = below[16:] = 6.0
    assert pictures._worst_tile(right) == pictures._worst_tile(below) == 0.0
    tiles = np.zeros((21, 29))
    tiles[16:, 24:] = 6.0  # more than half counts
    assert pictures._worst_tile(tiles) == 6.0
    tiles = np.zeros((3, 3))
    tiles[0, 0] = 9.0
    assert pictures._worst_tile(tiles) == 1.0


def test_a_preview_is_compared_on_96_columns() -> None:
    picture = make_picture("render")
    drawn = make_drawing("render", (192, 108))
    correlation, tile = compare_pictures(picture, Preview((192, 108), drawn.tobytes()))
    assert correlation > 0.99 and tile < 6.0
    brighter = drawn.point(lambda value: min(255, round(value * 0.7 + 60)))
    other = compare_pictures(picture, Preview((192, 108), brighter.tobytes()))
    assert abs(other[1] - tile) < 1.0  # tones are matched
    thin = compare_pictures(picture, Preview((192, 1), make_drawing("render", (192, 1)).tobytes()))
    assert 0.0 <= thin[1] < 100.0


if __name__ == "__main__":
    (HERE / "pictures.txt").write_text("".join(write_pictures()), encoding="utf-8")
