"""Pictures at the very limits: what is asked for passes, and the next that can be told does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.check import pictures
from solver.check.case import Case
from solver.check.finding import Check
from solver.check.pictures import check_pictures, measure_detail
from solver.check.submission import Picture, Submission
from solver.core.spec import SceneSpec
from tests.check.sample import LABELS, make_measured, make_spec

SIZES = {"render.png": (1920, 1080), "top_view.png": (1290, 1536)}


def make_picture(name: str, grey: NDArray[np.uint8], size_px: tuple[int, int] | None = None) -> Picture:
    """A picture of these grey values that says it has a delivered one's size."""
    small = np.repeat(grey[:, :, None], 3, axis=2)
    return Picture(name, size_px or SIZES[name], 1, name, grey, small)


def judge(*given: Picture, spec: SceneSpec | None = None) -> dict[str, Check]:
    found: dict[str, Picture | None] = {"render.png": None, "top_view.png": None}
    found.update({picture.name: picture for picture in given})
    submission = Submission(Path("out"), None, found, None)
    case = Case(spec or make_spec(), LABELS, submission, make_measured())
    return {check.name: check for check in check_pictures(case)}


def lay(*shares: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture of 20 x 20 with so many pixels of each value."""
    values = np.concatenate([np.full(count, value) for value, count in shares])
    assert len(values) == 400
    return values.reshape(20, 20).astype(np.uint8)


@pytest.mark.parametrize(
    ("grey", "good"),
    [
        (lay((38, 300), (39, 100)), True),  # a mean of 0.15
        (lay((38, 301), (39, 99)), False),
        (lay((216, 100), (217, 300)), True),  # of 0.85
        (lay((216, 99), (217, 301)), False),
        (lay((3, 40), (100, 360)), True),  # a tenth black
        (lay((3, 41), (100, 359)), False),
        (lay((252, 40), (100, 360)), True),  # a tenth white
        (lay((252, 41), (100, 359)), False),
    ],
)
def test_light_at_its_limits(grey: NDArray[np.uint8], good: bool) -> None:
    assert judge(make_picture("render.png", grey))["render.png exposure"].passed is good


def test_a_picture_with_a_tenth_black_and_the_rest_white_is_blown_out() -> None:
    why = judge(make_picture("render.png", lay((0, 40), (255, 360))))["render.png exposure"].why
    assert why.startswith("render.png is blown out: mean 0.90, 10.0% black, 90.0% white")
    for grey, word in (
        (lay((0, 41), (255, 359)), "too dark"),
        (lay((30, 400)), "too dark"),  # by its mean alone
        (lay((230, 400)), "blown out"),
        (lay((252, 41), (14, 301), (13, 58)), "blown out"),  # of a mean of 0.15, which is not too dark
    ):
        why = judge(make_picture("render.png", grey))["render.png exposure"].why
        assert why.startswith(f"render.png is {word}")


@pytest.mark.parametrize(
    ("name", "by", "good"),
    [
        ("render.png", 35, False),
        ("render.png", 36, True),
        ("top_view.png", 17, False),
        ("top_view.png", 18, True),
    ],
)
def test_contrast_is_more_than_its_limit(name: str, by: int, good: bool) -> None:
    spread = judge(make_picture(name, lay((100 - by, 200), (100 + by, 200))))[f"{name} contrast"]
    assert (spread.passed, spread.measured) == (good, f"{by:.1f}")


@pytest.mark.parametrize(("by", "good"), [(3, False), (4, True)])
def test_pictures_that_differ_by_four_everywhere_differ(by: int, good: bool) -> None:
    one, other = lay((100, 400)), lay((100 + by, 400))
    told = judge(make_picture("render.png", one), make_picture("top_view.png", other))["pictures differ"]
    assert (told.passed, told.measured) == (good, f"{by:.1f} of 255")


def test_each_picture_differs_from_each_other() -> None:
    one, same, other = (
        make_picture(name, lay((value, 400)), (1920, 1080))
        for name, value in (("render.png", 100), ("render_2.png", 102), ("top_view.png", 104))
    )
    told = judge(one, same, other)
    differ = {name: (c.passed, c.why) for name, c in told.items() if name.endswith("differ")}
    words = "show the same picture"
    assert differ == {
        "render.png and render_2.png differ": (False, f"render.png and render_2.png {words}"),
        "pictures differ": (True, ""),
        "render_2.png and top_view.png differ": (False, f"render_2.png and top_view.png {words}"),
    }
    assert {"render_2.png size", "render_2.png exposure", "render_2.png detail"} <= set(told)


@pytest.mark.parametrize(
    ("detail", "evenness", "good"),
    [(1e-3, 0.2, True), (0.99e-3, 0.9, False), (0.5, 0.199, False), (0.5, 0.2, True), (1e-3, 0.9, True)],
)
def test_detail_and_evenness_at_their_limits(
    monkeypatch: pytest.MonkeyPatch, detail: float, evenness: float, good: bool
) -> None:
    monkeypatch.setattr(pictures, "measure_detail", lambda grey: detail)
    monkeypatch.setattr(pictures, "measure_evenness", lambda grey: evenness)
    assert judge(make_picture("render.png", lay((100, 400))))["render.png detail"].passed is good


@pytest.mark.parametrize(
    ("wide", "correlation", "tile", "good"),
    [
        (640, 0.9, 15.0, True), (640, 0.899, 1.0, False), (640, 1.0, 15.1, False),
        (639, 0.9, 36.0, True), (639, 0.899, 1.0, False), (639, 1.0, 36.1, False),
    ],
)  # fmt: skip
def test_likeness_at_its_limits(
    monkeypatch: pytest.MonkeyPatch, wide: int, correlation: float, tile: float, good: bool
) -> None:
    monkeypatch.setattr(pictures, "compare_pictures", lambda picture, preview: (correlation, tile))
    told = judge(make_picture("render.png", lay((100, 400)), (wide, 360)))["render.png shows the room"]
    assert told.passed is good
    assert told.limit == f"correlation from 0.9, tiles within {15 if wide == 640 else 36}"


@pytest.mark.parametrize(
    ("asked", "size_px", "good"),
    [
        ((400, 300), (400, 300), True), ((400, 300), (399, 300), False), ((400, 300), (400, 299), False),
        ((2000, 1000), (1280, 720), True), ((2000, 1000), (1279, 720), False),
        ((2000, 1000), (1280, 719), False), ((2000, 500), (1280, 500), True), ((800, 2000), (800, 720), True),
    ],
)  # fmt: skip
def test_the_least_top_view_is_that_of_the_benchmark_or_what_is_asked_for(
    asked: tuple[int, int], size_px: tuple[int, int], good: bool
) -> None:
    spec = make_spec()
    spec = replace(spec, render=spec.render.model_copy(update={"given_top_size_px": asked}))
    assert spec.top_size_px == asked
    told = judge(make_picture("top_view.png", lay((100, 400)), size_px), spec=spec)
    assert told["top_view.png least size"].passed is good


@pytest.mark.parametrize(("side", "detail"), [(10, 0.0), (20, 2.50026), (25, 0.758595)])
def test_waves_at_the_very_ends_of_a_band_are_none_of_it(side: int, detail: float) -> None:
    """20 pixels hold waves at pitches of 0.1 and 0.45, 25 pixels at 0.04 and 0.28; 10 hold no coarse one."""
    noise = np.random.default_rng(1).integers(0, 255, (side, side))
    assert measure_detail(noise) == pytest.approx(detail, rel=1e-4)
