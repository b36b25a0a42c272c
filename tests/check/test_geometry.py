"""Footprints of turned pieces, reach beyond walls, fronts, and the measuring that is asked for."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from shapely.geometry import box

from solver.check.case import Case
from solver.check.footprint import find_footprint
from solver.check.fronts import check_fronts, find_depth, find_lead
from solver.check.interior import (
    find_reach_beyond,
    measure_depth_mm,
    measure_excess_mm,
    measure_wall_mm,
)
from solver.check.judge import request_measuring
from solver.check.pieces import check_layout
from solver.check.submission import Submission
from solver.core.layout import LayoutRow
from solver.core.measured import Measured, Solid
from solver.core.spec import parse_scene
from solver.errors import OutputError
from tests.check.sample import LABELS, make_blend_bytes, make_measured, make_solid, make_spec, write_folder

L_ROOM = parse_scene(
    "scene: a\n"
    "room: {outline: [[0, 0], [6 m, 0], [6 m, 3 m], [4 m, 3 m], [4 m, 6 m], [0, 6 m]], height: 2.7 m}\n"
    "pieces: {a: {asset: a}}\n",
    "a.yaml",
)


def make_turned(
    yaw_deg: float, x: float = 2.0, y: float = 3.0, wide: float = 1.2, deep: float = 0.4
) -> Solid:
    """A box of 1.2 m x 0.4 m turned about its middle."""
    angle = math.radians(yaw_deg)
    corners = [(sx * wide / 2, sy * deep / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    outline = tuple(
        (x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle))
        for u, v in corners
    )
    low = (min(u for u, _ in outline), min(v for _, v in outline), 0.0)
    high = (max(u for u, _ in outline), max(v for _, v in outline), 0.7)
    return replace(make_solid("sofa"), yaw_deg=yaw_deg, outline=outline, box_min=low, box_max=high)


def test_at_quarter_turns_the_box_is_the_footprint() -> None:
    for yaw_deg in (0.0, 90.0, 180.0, 270.0, 0.01, 90.0099, 269.9901):
        foot = find_footprint(make_turned(yaw_deg))
        assert not foot.turned
        assert foot.centre == pytest.approx((2000.0, 3000.0))
        wide, deep = (600.0, 200.0) if yaw_deg % 180 < 1 else (200.0, 600.0)
        if yaw_deg == round(yaw_deg):
            assert foot.low == pytest.approx((2000.0 - wide, 3000.0 - deep))
            assert foot.high == pytest.approx((2000.0 + wide, 3000.0 + deep))
            corners = (
                (foot.low[0], foot.low[1]),
                (foot.high[0], foot.low[1]),
                foot.high,
                (foot.low[0], foot.high[1]),
            )
            assert foot.corners == corners
    assert find_footprint(make_turned(0.011)).turned


def test_a_turned_footprint_is_grown_by_a_millimetre() -> None:
    foot = find_footprint(make_turned(30.0))
    assert foot.turned and foot.centre == pytest.approx((2000.0, 3000.0))
    cos, sin = math.cos(math.radians(30)), 0.5
    half = (601.0 * cos + 201.0 * sin, 601.0 * sin + 201.0 * cos)
    assert foot.high == pytest.approx((2000.0 + half[0], 3000.0 + half[1]))
    assert foot.low == pytest.approx((2000.0 - half[0], 3000.0 - half[1]))
    south_west = (2000.0 - 601.0 * cos + 201.0 * sin, 3000.0 - 601.0 * sin - 201.0 * cos)
    assert foot.corners[0] == pytest.approx(south_west)
    assert foot.corners[1] == pytest.approx(
        (2000.0 + 601.0 * cos + 201.0 * sin, 3000.0 + 601.0 * sin - 201.0 * cos)
    )
    assert foot.corners[2] == pytest.approx((4000.0 - south_west[0], 6000.0 - south_west[1]))
    assert foot.corners[3] == pytest.approx(
        (2000.0 - 601.0 * cos - 201.0 * sin, 3000.0 - 601.0 * sin + 201.0 * cos)
    )


def test_without_a_yaw_or_an_outline_the_box_counts() -> None:
    turned = make_turned(30.0)
    assert not find_footprint(replace(turned, yaw_deg=None)).turned
    assert not find_footprint(replace(turned, outline=turned.outline[:2])).turned
    assert find_footprint(replace(turned, outline=turned.outline[:3])).turned


def test_the_middle_of_an_uneven_piece_is_that_of_its_rectangle() -> None:
    # A right triangle turned by 30 degrees: the box of its vertices has another middle.
    turned = make_turned(30.0)
    foot = find_footprint(replace(turned, outline=turned.outline[:3]))
    assert foot.centre == pytest.approx((2000.0, 3000.0))


@pytest.mark.parametrize(
    ("by", "room_mm", "side"),
    [
        ((2.0, 1.0), -800.0, "south"),
        ((0.7, 3.0), -100.0, "west"),
        ((0.5, 3.0), 100.0, "west"),
        ((3.5, 4.0), 100.0, "east_2"),
        ((3.3, 4.0), -100.0, "east_2"),
        ((5.0, 2.9), 100.0, "north_2"),
        ((5.5, 1.0), 100.0, "east_1"),
        ((2.0, 5.9), 100.0, "north_1"),
    ],
)
def test_how_far_a_piece_is_from_the_walls(by: tuple[float, float], room_mm: float, side: str) -> None:
    solid = make_turned(0.0, *by)
    beyond_mm, name = find_reach_beyond(L_ROOM.room, solid)
    assert (round(beyond_mm, 1), name) == (room_mm, side)
    assert measure_wall_mm(L_ROOM.room, solid) == pytest.approx(-room_mm, abs=0.02)


@pytest.mark.parametrize(
    ("by", "wall_mm"),
    [
        ((2.0, 7.0), -1200.0),
        ((2.0, -1.0), -1200.0),
        ((-1.0, 3.0), -1600.0),
        ((7.0, 1.0), -1600.0),
        ((5.0, 5.0), -200.0),  # beyond the inner corner, inside the box: half of its depth
    ],
)
def test_how_far_outside_a_piece_is(by: tuple[float, float], wall_mm: float) -> None:
    solid = make_turned(0.0, *by)
    assert measure_wall_mm(L_ROOM.room, solid) == pytest.approx(wall_mm, abs=0.02)
    beyond_mm, _ = find_reach_beyond(L_ROOM.room, solid)
    assert beyond_mm == pytest.approx(-wall_mm, abs=0.02)


def test_widths_by_which_shapes_are_trimmed() -> None:
    floor, shape = box(0, 0, 1000, 1000), box(900, 100, 1130, 300)
    assert measure_excess_mm(shape, floor) == pytest.approx(100.0, abs=0.02)  # all of it is trimmed away
    assert measure_excess_mm(box(500, 100, 1050, 700), floor) == pytest.approx(50.0, abs=0.02)
    assert measure_excess_mm(box(100, 100, 200, 200), floor) <= 0.01
    assert measure_excess_mm(box(2000, 0, 2100, 5000), floor) == pytest.approx(50.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 500, 500), box(460, 100, 900, 400)) == pytest.approx(40.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 500, 500), box(500, 0, 900, 400)) == 0.0
    assert measure_depth_mm(box(0, 0, 500, 500), box(0, 460, 400, 1500)) == pytest.approx(40.0, abs=0.02)
    assert measure_depth_mm(box(0, 0, 300, 2000), box(-500, -500, 5000, 5000)) == pytest.approx(
        150.0, abs=0.02
    )


def make_seat(yaw_deg: float, behind: float, **more: object) -> Solid:
    """A seat 0.8 m wide and 0.5 m deep as it faces, the middle of its upper part `behind` its middle."""
    angle = math.radians(yaw_deg)
    solid = make_turned(yaw_deg, wide=0.8, deep=0.5)
    top = (2.0 - math.sin(angle) * behind, 3.0 + math.cos(angle) * behind, 0.6)
    return replace(solid, category="chair", asset=None, upper_centroid=top, **more)  # type: ignore[arg-type]


def check(*solids: Solid) -> list[tuple[str, str, str]]:
    labels = {f"p{k}": f"P{k}" for k in range(len(solids))}
    named = tuple(replace(solid, object=f"P{k}", piece=f"p{k}") for k, solid in enumerate(solids))
    measured: Measured = replace(make_measured(), solids=named)
    case = Case(make_spec(), labels, Submission(Path("out"), None, {}, None), measured)
    return [(found.name, found.status, found.measured) for found in check_fronts(case)]


@pytest.mark.parametrize("yaw_deg", [0.0, 90.0, 180.0, 270.0])
def test_a_back_is_behind(yaw_deg: float) -> None:
    name = "P0 back behind its front"
    assert check(make_seat(yaw_deg, 0.0151)) == [(name, "pass", "3% of its depth behind")]
    assert check(make_seat(yaw_deg, 0.0149)) == [(name, "fail", "3% of its depth behind")]
    assert check(make_seat(yaw_deg, -0.2)) == [(name, "fail", "-40% of its depth behind")]
    assert check(replace(make_seat(yaw_deg, -0.2), category="table")) == []
    assert check(replace(make_seat(yaw_deg, -0.2), yaw_deg=None)) == []


def test_left_and_ahead() -> None:
    for yaw_deg, at in ((0.0, (2.3, 2.9)), (90.0, (2.1, 3.3)), (180.0, (1.7, 3.1)), (270.0, (1.9, 2.7))):
        solid = make_turned(yaw_deg)
        assert find_lead(solid, (*at, 0.0)) == pytest.approx((0.3, 0.1))
        assert find_depth(solid) == pytest.approx(0.4)


def test_the_depth_is_along_the_nearest_axis() -> None:
    for yaw_deg, axis in ((44.8, 1), (45.2, 0), (134.8, 0), (135.2, 1)):
        solid = make_turned(yaw_deg)
        assert find_depth(solid) == solid.box_max[axis] - solid.box_min[axis]


def test_twins_are_turned_alike() -> None:
    here = make_seat(0.0, 0.1, centroid=(2.05, 3.02, 0.3))
    there = make_seat(90.0, 0.1, centroid=(1.98, 3.05, 0.3))
    assert check(replace(here, asset="x"), replace(there, asset="y")) == check(here, there)
    name, status, measured = check(replace(here, asset="x"), replace(there, asset="x"))[2]
    assert (name, status, measured) == ("P1 turned like P0", "pass", "0 mm")
    off = replace(there, centroid=(1.98, 3.0529985, 0.3), asset="x")
    assert check(replace(here, asset="x"), off)[2][1:] == ("pass", "3 mm")
    off = replace(there, centroid=(1.98, 3.0531, 0.3), asset="x")
    assert check(replace(here, asset="x"), off)[2][1:] == ("fail", "3.1 mm")
    assert len(check(replace(here, asset="x"), replace(here, asset="x"), replace(here, asset="x"))) == 5
    plain = replace(here, category="table", asset="x")
    assert [found[0] for found in check(plain, replace(plain, yaw_deg=None), plain)] == ["P2 turned like P0"]


def test_a_seat_without_depth_fails_and_divides_by_nothing() -> None:
    flat = make_seat(0.0, 0.1)
    flat = replace(flat, box_min=(1.6, 3.0, 0.0), box_max=(2.4, 3.0, 0.7))
    assert check(flat)[0][1] == "pass"
    assert check(replace(flat, upper_centroid=(2.0, 2.9, 0.6)))[0][1] == "fail"


def test_a_turned_row_has_a_larger_limit() -> None:
    solid = replace(make_turned(30.0), object="Sofa", piece="sofa")
    wall_mm = 2000.0 - 601.0 * math.cos(math.radians(30)) - 201.0 * 0.5

    def told(off_mm: float, off_deg: float = 0.0) -> str:
        row = LayoutRow("Sofa", 2.0, 3.0, 0.0, 30.0 + off_deg, wall_mm + off_mm)
        measured: Measured = replace(make_measured(), solids=(solid,))
        case = Case(make_spec(), {"sofa": "Sofa"}, Submission(Path("out"), None, {}, (row,)), measured)
        return list(check_layout(case))[1].measured

    assert told(2.5) == told(-2.5) == told(0.0, 0.1) == told(0.0, -0.1) == told(0.0, 360.0) == "agrees"
    assert told(2.52).startswith("the nearest wall is")
    assert told(0.0, 0.11) == "rotation_z is 30.11, the piece is turned to 30"


def test_the_measuring_that_is_asked_for(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "out")
    (folder / "room.blend").write_bytes(make_blend_bytes(b"406"))
    request = request_measuring(folder, LABELS, make_spec().room)
    assert request == {
        "blend": str(folder / "room.blend"), "saved_by": [4, 6], "readable_from": [4, 6],
        "labels": sorted(LABELS.values()), "render_px": [1920, 1080], "top_px": [1290, 1536],
        "pictures": True,
    }  # fmt: skip
    (folder / "render.png").unlink()
    (folder / "top_view.png").unlink()
    (folder / "top_view.png").symlink_to(folder / "layout.csv")
    request = request_measuring(folder, LABELS)
    assert (request["render_px"], request["top_px"]) == ([1920, 1080], [1280, 1536])
    (folder / "top_view.png").unlink()
    (folder / "top_view.png").write_text("no picture")
    assert request_measuring(folder, LABELS)["top_px"] == [1280, 1536]
    outline = request_measuring(folder, {"a": "A"}, L_ROOM.room)["room"]
    assert outline["corners_m"] == [[0, 0], [6, 0], [6, 3], [4, 3], [4, 6], [0, 6]]
    assert outline["height_m"] == 2.7 and len(outline["walls"]) == 6
    wall = next(wall for wall in outline["walls"] if wall["name"] == "north_2")
    assert wall == {"name": "north_2", "direction": "north", "at_m": 3.0, "start_m": 4.0, "end_m": 6.0}
    (folder / "room.blend").unlink()
    with pytest.raises(OutputError, match="missing"):
        request_measuring(folder, LABELS)
