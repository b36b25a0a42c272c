"""Where curtains hang: beside their windows, inside the room, off whatever else is there; or why not."""

import pytest

from solver.core.curtain import DEPTH_MM, HEM_MM, KEEP_OFF_MM, MOST_PANEL_MM, ROD_END_MM
from solver.core.floorplan import draw_floor_plan
from solver.core.layout import Layout
from solver.core.spec import parse_scene
from solver.errors import SpecError

SCENE = """\
scene: room
room: {width: 4 m, depth: 5 m, height: 2.6 m}
openings:
  - window: {wall: east, centre: 2 m, width: 1.5 m, height: 1.3 m, curtain: sill}
pieces: {seat: {asset: chair}}
"""
ROD_MM = 900 + 1300 + 120


def hang(old="", new="", text=SCENE):
    assert old in text
    return parse_scene(text.replace(old, new), "room.yaml").curtains


def find_faults(old, new, text=SCENE):
    with pytest.raises(SpecError) as caught:
        hang(old, new, text)
    return list(caught.value.faults)


def test_no_window_has_a_curtain_unasked():
    assert hang(", curtain: sill") == hang("curtain: sill", "curtain: none") == ()


def test_two_panels_hang_beside_the_window_and_none_before_it():
    (curtain,) = hang()
    assert curtain.panels_mm == ((1250 - 330, 1250), (2750, 2750 + 330))
    assert curtain.rod_mm == (1250 - 330 - ROD_END_MM, 2750 + 330 + ROD_END_MM)
    assert (curtain.hem_mm, curtain.rod_at_mm) == (900, ROD_MM)
    low, high, rod = curtain.list_volumes()
    assert low.box == (4000 - DEPTH_MM, 920, 4000, 1250) and high.box == (4000 - DEPTH_MM, 2750, 4000, 3080)
    assert (low.low_mm, low.high_mm) == (high.low_mm, high.high_mm) == (900, ROD_MM - 25)
    assert (rod.low_mm, rod.high_mm) == (ROD_MM - 25, ROD_MM + 25)
    names = [volume.name for volume in (low, high, rod)]
    assert names == ["curtain of window, south", "curtain of window, north", "curtain rod of window"]


@pytest.mark.parametrize(
    ("wall", "box"),
    [
        ("north", (920, 4900, 1250, 5000)),
        ("south", (920, 0, 1250, 100)),
        ("west", (0, 920, 100, 1250)),
        ("east", (3900, 920, 4000, 1250)),
    ],
)
def test_it_hangs_inside_the_room_at_every_wall(wall, box):
    (curtain,) = hang("wall: east", f"wall: {wall}")
    assert curtain.list_volumes()[0].box == box == curtain.list_floors()[0]


def test_it_reaches_down_to_the_sill_or_the_floor():
    assert hang("height: 1.3 m", "sill: 600 mm, height: 1.3 m")[0].hem_mm == 600
    assert hang("height: 1.3 m", "sill: 0, height: 1.3 m")[0].hem_mm == HEM_MM
    assert hang("curtain: sill", "curtain: floor")[0].hem_mm == HEM_MM == 20


def test_a_panel_takes_its_share_of_a_wide_window_up_to_its_most():
    (curtain,) = hang("centre: 2 m, width: 1.5 m", "centre: 2.5 m, width: 3 m")
    assert curtain.panels_mm == ((1000 - MOST_PANEL_MM, 1000), (4000, 4000 + MOST_PANEL_MM))


def test_a_panel_is_trimmed_by_the_corner_and_refused_where_none_is_left():
    (curtain,) = hang("centre: 2 m", "centre: 965 mm")  # the window begins at 215 mm
    assert curtain.panels_mm == ((65, 215), (1715, 2045)) and curtain.rod_mm[0] == KEEP_OFF_MM
    (fault,) = find_faults("centre: 2 m", "centre: 964 mm")
    assert fault.startswith("room.yaml:4: openings[0].window.curtain: a curtain cannot hang here: 194 mm of ")
    assert "are free on its south side up to the corner, and a panel with the rod's end needs 195" in fault
    assert "move the window, or leave its `curtain` out" in fault
    assert "0 mm of wall are free on its south side" in find_faults("centre: 2 m", "centre: 750 mm")[0]


def test_the_rod_needs_room_below_the_ceiling():
    (curtain,) = hang("height: 2.6 m", "height: 2.285 m")
    assert curtain.rod_at_mm == 2200 + 45
    (fault,) = find_faults("height: 2.6 m", "height: 2.284 m")
    assert "room.yaml:4: " in fault and "ends 84 mm below the ceiling, and the rod needs 85 mm" in fault


def beside(*openings):
    """The scene with more openings before its window."""
    return SCENE.replace("openings:\n", "openings:\n" + "".join(f"  - {line}\n" for line in openings))


def test_it_keeps_off_doors_beside_it():
    door = "door: {wall: east, centre: 3.5 m, width: 0.9 m}"
    assert hang(text=beside(door))[0].rod_mm[1] == 3050 - KEEP_OFF_MM
    (fault,) = find_faults("3.5 m", "3.4 m", beside(door))
    assert fault.startswith("room.yaml:5: ")
    assert "180 mm of wall are free on its north side up to door, and" in fault


def test_it_keeps_off_windows_as_far_as_it_hangs_down():
    low = "window: {name: low, wall: east, centre: 3.2 m, width: 0.9 m, sill: 100 mm, height: 0.8 m}"
    assert hang(text=beside(low))[0].panels_mm[1] == (2750, 3080)
    (fault,) = find_faults("curtain: sill", "curtain: floor", beside(low))
    assert "0 mm of wall are free on its north side up to low" in fault
    under = low.replace("3.2 m, width: 0.9 m", "2 m, width: 0.9 m")
    assert hang("curtain: sill", "curtain: floor", beside(under))[0].panels_mm[1] == (2750, 3080)
    over = "window: {name: high, wall: east, centre: 2 m, width: 0.9 m, sill: 2.25 m, height: 200 mm}"
    assert "high is in the way of its rod" in find_faults("", "", beside(over))[0]


def test_curtains_of_neighbours_share_the_wall_between_them():
    other = "window: {wall: east, centre: 3.7 m, width: 1 m, height: 1.3 m, curtain: floor}"
    far, near = hang(text=beside(other))
    assert (near.window, far.window) == ("window_2", "window")
    assert near.rod_mm[1] == 2975 - KEEP_OFF_MM and far.rod_mm[0] == 2975 + KEEP_OFF_MM
    assert len(find_faults("3.7 m", "3.67 m", beside(other))) == 2


def test_about_a_corner_the_later_curtain_gives_way():
    other = "window: {wall: east, centre: 4.2 m, width: 1 m, height: 1.3 m, curtain: floor}"
    text = beside(other).replace("wall: east, centre: 2 m", "wall: north, centre: 2.9 m")
    first, later = hang(text=text)
    assert first.rod_mm[1] == 4700 + 220 + ROD_END_MM
    assert later.rod_mm[1] == 4000 - DEPTH_MM - KEEP_OFF_MM
    assert hang(text=text.replace("4.2 m", "3.9 m"))[1].rod_mm[1] == 4000 - KEEP_OFF_MM


@pytest.mark.parametrize(
    ("obstacle", "north", "fault"),
    [
        ("column: {at: [3.85 m, 3.1 m], size: [200 mm, 200 mm]}", 3000 - KEEP_OFF_MM - ROD_END_MM, ""),
        ("column: {at: [3.8 m, 3.1 m], size: [200 mm, 200 mm]}", 3080, ""),
        ("column: {at: [3.95 m, 2 m], size: [100 mm, 100 mm]}", 0, "column is in the way of its rod"),
        ("radiator: {wall: east, centre: 2 m, width: 1.8 m}", 3080, ""),
        ("radiator: {wall: east, centre: 3.2 m, width: 400 mm}", 3080, ""),
    ],
)
def test_it_keeps_off_what_is_built_in(obstacle, north, fault):
    text = SCENE + f"obstacles: [{{{obstacle}}}]\n"
    if fault:
        assert fault in find_faults("", "", text)[0]
    else:
        assert hang("", "", text)[0].panels_mm[1] == (2750, north)


def test_a_wide_radiator_is_in_the_way_of_cloth_down_to_the_floor():
    text = SCENE + "obstacles: [{radiator: {wall: east, centre: 2 m, width: 1.8 m}}]\n"
    (fault,) = find_faults("curtain: sill", "curtain: floor", text)
    assert "0 mm of wall are free on its south side up to radiator" in fault


def test_it_keeps_out_of_the_swing_of_a_door():
    text = beside("door: {wall: north, centre: 3.5 m, swing: in}").replace("centre: 2 m", "centre: 3.1 m")
    assert hang(text=text)[0].rod_mm[1] == 4100 - KEEP_OFF_MM
    assert hang("swing: in", "swing: out", text)[0].rod_mm[1] == 3850 + 330 + ROD_END_MM


@pytest.mark.parametrize(
    ("wall", "east", "corner"),
    [
        ("east_1", "[4 m, 3 m], [3.8 m, 3 m], [3.8 m, 5 m]", "the wall ends"),
        ("east", "[4 m, 5 m], [3.92 m, 5 m], [3.92 m, 3 m]", "the wall goes on beside a slot of 80 mm"),
    ],
)
def test_it_stays_inside_a_room_that_goes_round_a_corner(wall, east, corner):
    outline = f"outline: [[0, 0], [4 m, 0], {east}, [0, {5 if wall == 'east_1' else 3} m]], walls: 20 mm"
    text = SCENE.replace("width: 4 m, depth: 5 m", outline)
    assert hang("wall: east", f"wall: {wall}", text)[0].rod_mm[1] == 3000 - KEEP_OFF_MM, corner


def test_faults_of_openings_and_curtains_are_told_together():
    text = SCENE.replace("openings:\n", "openings:\n  - door: {wall: up, centre: 1 m, swing: in}\n")
    text += "obstacles: [{radiator: {wall: down, centre: 1 m, width: 1 m}}]\n"
    faults = find_faults("centre: 2 m", "centre: 0.8 m", text)
    assert len(faults) == 3 and "a curtain cannot hang" in faults[1]
    (fault,) = find_faults("wall: east", "wall: up")
    assert "unknown wall 'up'" in fault
    assert "none" in find_faults("curtain: sill", "curtain: flor")[0]


def test_the_plan_shows_both_panels():
    spec = parse_scene(SCENE, "room.yaml")
    drawn = draw_floor_plan(spec, Layout((4000, 5000, 2600), (), ()))
    assert drawn.count("#cbb59a") == 2
    assert 'x="3900" y="1920" width="100" height="330"' in drawn
