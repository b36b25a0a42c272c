"""Pieces keep off curtains to the millimetre, where they are high enough; the certificate's judge agrees."""

import json
from dataclasses import replace

import pytest

from solver.certify import certify_text
from solver.certify.document import find_digest
from solver.errors import NoLayout
from solver.layouts import compare_certificate
from solver.place.certificate import build_certificate, format_certificate
from solver.place.placing import solve_layout
from tests.place.rooms import make_scene

# Panels from 590 to 920 and from 2420 to 2750 mm along the west wall, 100 mm deep; the rod from 545 to 2795.
WINDOW = "openings: [{window: {wall: west, centre: 1.67 m, width: 1.5 m, height: 1.3 m, curtain: sill}}]"


def solve(at, height_mm=1800, window=WINDOW, turned="0 deg", half=(300, 200)):
    """The certificate's data of a wardrobe pinned to `at`. Raises NoLayout where it may not stand there."""
    spec, pieces = make_scene(
        [],
        {"wardrobe": half},
        extra=window,
        options={"wardrobe": f"at: {at}, turned: {turned}, turns: 15 deg"},
    )
    pieces = tuple(replace(piece, height_mm=height_mm) for piece in pieces)
    placed = solve_layout(spec, pieces)
    return spec, build_certificate(spec, pieces, placed.layout, placed.cost)


def is_free(at, **more):
    try:
        _, data = solve(at, **more)
    except NoLayout:
        return False
    assert certify_text(format_certificate(data)) == []
    return True


@pytest.mark.parametrize(
    ("just_free", "just_not"),
    [
        ("[400 mm, 755 mm]", "[399 mm, 755 mm]"),
        ("[300 mm, 390 mm]", "[300 mm, 391 mm]"),
        ("[300 mm, 1120 mm]", "[300 mm, 1119 mm]"),
        ("[300 mm, 2220 mm]", "[300 mm, 2221 mm]"),
        ("[300 mm, 2950 mm]", "[300 mm, 2949 mm]"),
    ],
)
def test_a_wardrobe_keeps_off_both_panels_and_may_stand_between(just_free, just_not):
    assert is_free(just_free)
    assert not is_free(just_not)


@pytest.mark.parametrize(
    ("height_mm", "window", "free"),
    [
        (900, WINDOW, True),
        (901, WINDOW, False),
        (20, WINDOW.replace("sill}", "floor}"), True),
        (21, WINDOW.replace("sill}", "floor}"), False),
        (2700, WINDOW.replace(", curtain: sill", ""), True),
    ],
)
def test_what_ends_below_the_hem_may_stand_there(height_mm, window, free):
    assert is_free("[300 mm, 755 mm]", height_mm=height_mm, window=window) is free


@pytest.mark.parametrize(("height_mm", "free"), [(2295, True), (2296, False)])
def test_what_is_as_high_as_the_rod_keeps_off_it_before_the_window(height_mm, free):
    assert is_free("[300 mm, 1670 mm]", height_mm=height_mm) is free


def test_a_turned_wardrobe_keeps_off_as_its_outline_does():
    # At 45 degrees its corner is 284 mm from its middle, its side 201 mm.
    turned = {"turned": "45 deg", "half": (200, 200)}
    assert is_free("[384 mm, 755 mm]", **turned)
    assert not is_free("[383 mm, 755 mm]", **turned)
    assert is_free("[290 mm, 1016 mm]", **turned)  # 190 mm and 96 mm off the panel's corner
    assert not is_free("[290 mm, 1012 mm]", **turned)


LAMP_RULES = ["on_top: {piece: lamp, of: table}", "against: {piece: lamp, wall: west, weight: 1}"]


def solve_lamp(table_mm, rules=LAMP_RULES):
    spec, pieces = make_scene(
        rules,
        {"table": (300, 300), "lamp": (100, 100)},
        extra=WINDOW,
        options={"table": "at: [300 mm, 755 mm], turned: 90 deg"},
    )
    pieces = (replace(pieces[0], height_mm=table_mm), replace(pieces[1], height_mm=400))
    placed = solve_layout(spec, pieces)
    return spec, build_certificate(spec, pieces, placed.layout, placed.cost)


def test_a_lamp_on_a_table_under_the_hem_keeps_off_the_cloth():
    for table_mm, x_mm in ((500, 100), (501, 200)):
        _, data = solve_lamp(table_mm)
        assert data["placements"][1]["x_mm"] == x_mm
        assert certify_text(format_certificate(data)) == []


def test_a_conflict_about_such_a_lamp_is_told():
    with pytest.raises(NoLayout) as caught:
        solve_lamp(700, ["against: {piece: lamp, wall: west}", LAMP_RULES[0]])
    assert "against: piece lamp, wall west" in str(caught.value)


def test_the_judge_refuses_what_reaches_into_a_curtain():
    for at, by_mm in (("[400 mm, 755 mm]", (-1, 0)), ("[300 mm, 1120 mm]", (0, -1))):
        _, data = solve(at)
        (place,), (rule,) = data["placements"], data["rules"]
        place["x_mm"], place["y_mm"] = place["x_mm"] + by_mm[0], place["y_mm"] + by_mm[1]
        for corner in place["footprint_mm"]:
            corner[0], corner[1] = corner[0] + by_mm[0], corner[1] + by_mm[1]
        data["digest"] = find_digest(data)
        faults = certify_text(json.dumps(data))
        assert "wardrobe reaches into curtain of window, south" in faults
        assert rule["rule"] == "pin" and len(faults) == 2  # and it is not where it is pinned


def test_the_judge_knows_where_a_curtain_ends_below():
    _, data = solve("[300 mm, 755 mm]", height_mm=900)
    assert [hung["low_mm"] for hung in data["hung"]] == [900, 900, 2295]
    data["hung"][0]["low_mm"] -= 1
    data["digest"] = find_digest(data)
    assert certify_text(json.dumps(data)) == ["wardrobe reaches into curtain of window, south"]


def test_a_curtain_without_extent_is_refused_and_one_left_out_is_told_by_the_scene():
    spec, data = solve("[400 mm, 755 mm]")
    assert not [line for line in compare_certificate(data, spec) if line.startswith("hung")]
    data["hung"].pop(0)
    assert f"hung: not as {spec.path} has it" in compare_certificate(data, spec)
    data["hung"][0]["box_mm"][2] = 0
    data["digest"] = find_digest(data)
    assert certify_text(json.dumps(data)) == ["curtain of window, north has no extent"]
