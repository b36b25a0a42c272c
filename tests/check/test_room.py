"""The room around the furniture at its very limits: walls and openings, the camera's place, what is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.check.case import Case
from solver.check.finding import Check
from solver.check.room import _find_hole_share, check_room
from solver.check.submission import Submission
from solver.core.measured import Measured, SeenPiece
from solver.core.spec import parse_scene
from tests.check.changes import Change, frame, put, see, set_side
from tests.check.furnished import make_case, measured_of
from tests.check.sample import LABELS, make_measured, make_spec


def judge(change: Change) -> dict[str, Check]:
    measured: Measured = change(make_measured())
    case = Case(make_spec(), LABELS, Submission(Path("out"), None, {}, None), measured)
    return {check.name: check for check in check_room(case)}


@pytest.mark.parametrize(
    ("side", "at_m", "good"),
    [
        ("west", 0.00101, True), ("west", -0.00101, True),
        ("west", 0.00102, False), ("west", -0.00102, False),
        ("floor", 0.00101, True), ("floor", 0.00102, False),
        ("ceiling", 2.801, True), ("ceiling", 2.8011, False),
    ],
)  # fmt: skip
def test_where_a_wall_may_be(side: str, at_m: float, good: bool) -> None:
    name = side if side in ("floor", "ceiling") else f"{side} wall"
    assert judge(set_side(side, at_m))[name].passed is good


ROOMS = {
    "plain": "width: 5 m, depth: 4 m",
    "corner": "outline: [[0, 0], [6 m, 0], [6 m, 3 m], [4 m, 3 m], [4 m, 6 m], [0, 6 m]]",
}


@pytest.mark.parametrize(
    ("room", "window", "wall", "share"),
    [
        ("plain", None, "north", 0.0),
        # Half of the middle of the wall's length, and all of its height.
        ("plain", ("north", 2500, 1750, 0, 2500), "north", 0.5),
        ("plain", ("north", 2500, 1750, 0, 2500), "south", 0.0),
        # From the wall's very end: a fifth of its length, of which 0.05 lie in the middle 0.7.
        ("plain", ("west", 400, 800, 0, 2500), "west", 0.05 / 0.7),
        ("plain", ("west", 3600, 800, 0, 2500), "west", 0.05 / 0.7),
        # At the end alone it takes nothing of the middle.
        ("plain", ("west", 250, 500, 0, 2500), "west", 0.0),
        # From a quarter to three quarters of the height.
        ("plain", ("east", 2000, 3000, 625, 1250), "east", 0.5 / 0.7),
        ("corner", ("north_2", 5000, 700, 0, 2500), "north_2", 0.5),
        ("corner", ("north_2", 5000, 700, 0, 2500), "north_1", 0.0),
    ],
)  # fmt: skip
def test_how_much_of_a_wall_its_openings_take(
    room: str, window: tuple[str, int, int, int, int] | None, wall: str, share: float
) -> None:
    given = ""
    if window is not None:
        names = ("wall", "centre", "width", "sill", "height")
        fields = [
            f"{name}: {value}" + ("" if name == "wall" else " mm")
            for name, value in zip(names, window, strict=True)
        ]
        given = f"openings:\n  - window: {{{', '.join(fields)}}}\n"
    text = f"scene: r\nroom: {{{ROOMS[room]}, height: 2.5 m}}\n{given}pieces: {{a: {{asset: a}}}}\n"
    spec = parse_scene(text, "r.yaml")
    assert _find_hole_share(spec.room, spec.openings, wall) == pytest.approx(share)
    both = _find_hole_share(spec.room, (*spec.openings, *spec.openings), wall)
    assert both == pytest.approx(min(1.0, 2.0 * share))


@pytest.mark.parametrize(
    ("location", "inside"),
    [
        ((2.5, 3.0, 0.0005), True), ((2.5, 3.0, 2.7995), True), ((0.001, 5.999, 1.6), True),
        ((2.5, 3.0, 0.0), False), ((2.5, 3.0, 2.8), False), ((2.5, 3.0, 3.0), False),
        ((2.5, 3.0, -0.5), False),
        ((-0.001, 3.0, 1.6), False), ((2.5, 6.001, 1.6), False),
    ],
)  # fmt: skip
def test_a_camera_inside_is_between_floor_ceiling_and_walls(
    location: tuple[float, float, float], inside: bool
) -> None:
    one, *more = make_measured().cameras
    place = judge(put(cameras=(replace(one, location=location), *more)))["camera place"]
    assert (place.passed, place.measured.startswith("inside")) == (inside, inside)


@pytest.mark.parametrize(
    ("seen", "alone", "in_frame", "good"),
    [
        (16, 16, 1.0, True), (15, 15, 1.0, False),  # 16 rays are enough to tell what it is
        (120, 600, 1.0, True), (119, 600, 1.0, False),  # a fifth of what shows of it alone
        (600, 600, 0.5, True), (600, 600, 0.499, False),
        (0, 0, 1.0, False),
    ],
)  # fmt: skip
def test_how_much_of_a_piece_must_be_seen(seen: int, alone: int, in_frame: float, good: bool) -> None:
    told = judge(see("render", "TVStand", seen, alone, in_frame))["TVStand in the picture"]
    assert told.passed is good
    assert told.limit == "at least 20%, 0.08%, 50%"


def look_twice(*seen: SeenPiece) -> dict[str, Check]:
    """Of a room with a TV stand alone, as each of its views sees it."""
    measured = make_measured()
    first = measured.views["render"]
    assert first is not None
    views = {f"render_{k}": replace(first, camera=f"Camera_{k}", pieces=(s,)) for k, s in enumerate(seen, 1)}
    views["render"] = views.pop("render_1")
    spec = make_spec()
    spec = replace(spec, render=spec.render.model_copy(update={"views": 3}))
    measured = replace(measured, views={**views, "top_view": None})
    case = Case(spec, {"tv_stand": "TVStand"}, Submission(Path("out"), None, {}, None), measured)
    return {check.name: check for check in check_room(case)}


def test_of_several_views_the_one_that_sees_a_piece_best_counts() -> None:
    good, small = SeenPiece("TVStand", 60, 100, 0.5), SeenPiece("TVStand", 15, 15, 1.0)
    covered, cut = SeenPiece("TVStand", 90, 500, 1.0), SeenPiece("TVStand", 400, 500, 0.49)
    told = look_twice(small, good)["TVStand in the picture"]
    assert (told.passed, told.measured) == (True, "60% of it, 0.29% of the picture, 50% in frame of Camera_2")
    told = look_twice(good, good)["TVStand in the picture"]
    assert told.measured.endswith("of Camera_1")
    told = look_twice(covered, small, cut)["TVStand in the picture"]
    # Small has 15 of 16 rays, covered 18 of 20 %, and cut 49 of 50 % in the frame: that is nearest to enough.
    assert (told.passed, told.measured.split(" of ")[-1]) == (False, "Camera_3")
    assert told.why.startswith(
        "TVStand can hardly be seen from the cameras Camera_1, Camera_2, Camera_3, best: "
    )


def test_each_further_view_has_its_camera() -> None:
    seen = SeenPiece("TVStand", 60, 100, 1.0)
    told = look_twice(seen, seen)
    assert told["camera of render_2.png"].passed and told["camera of render_2.png"].measured == "there"
    assert told["camera of render_3.png"].measured == "none"
    assert told["camera of render_3.png"].why == (
        "there is no perspective camera called Camera_3, which render_3.png needs"
    )


def test_a_piece_that_no_camera_may_see_is_not_seen() -> None:
    told = look_twice(SeenPiece("Sofa", 60, 100, 1.0))["TVStand in the picture"]
    assert (told.passed, told.measured) == (False, "0% of it, 0.00% of the picture, 0% in frame")


@pytest.mark.parametrize(("seen", "good"), [(300, True), (299, False)])
def test_how_much_of_a_piece_must_be_seen_from_above(seen: int, good: bool) -> None:
    told = judge(see("top_view", "Sofa", seen, 600))["Sofa in the top view"]
    assert (told.passed, told.limit) == (good, "at least 50%")


def test_a_rug_may_be_hidden_from_above_for_the_most_part() -> None:
    case = make_case()
    measured = measured_of(case)
    view = measured.views["top_view"]
    assert view is not None
    for seen, good in ((20, ("pass", "fail")), (19, ("fail", "fail")), (50, ("pass", "pass"))):
        pieces = (SeenPiece("Rug", seen, 100, 1.0), SeenPiece("Table", seen, 100, 1.0))
        views = {**measured.views, "top_view": replace(view, pieces=pieces)}
        told = {c.name: c for c in check_room(replace(case, measured=replace(measured, views=views)))}
        assert tuple(told[f"{name} in the top view"].status for name in ("Rug", "Table")) == good


def test_the_frame_may_touch_the_room() -> None:
    assert judge(frame(0.0, 0.0, 1.0, 1.0))["room in the top view"].measured == "margin 0.0%"
    told = judge(frame(0.1, 0.2, 0.7, 0.95))["room in the top view"]
    assert (told.passed, told.measured) == (True, "margin 5.0%")
    told = judge(frame(0.1, 0.2, 1.02, 0.95))["room in the top view"]
    assert told.why == "the camera TopCamera crops the room by 2.0% of the picture"
