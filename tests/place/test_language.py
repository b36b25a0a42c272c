"""What a scene file can say beyond single rules: outlines, obstacles, levels, groups, options, profiles."""

from dataclasses import replace

import pytest

from solver.core.spec import parse_scene, resolve_world
from solver.errors import NoLayout, SpecError
from solver.place.placing import solve_layout
from tests.place.rooms import make_scene

L_SHAPE = "outline: [[0, 0], [4 m, 0], [4 m, 2 m], [2 m, 2 m], [2 m, 4 m], [0, 4 m]]"
BOX = {"a": (500, 300)}


def place(*args, **more):
    spec, pieces = make_scene(*args, **more)
    return solve_layout(spec, pieces).layout


def find_faults(text, old="", new=""):
    assert old in text
    with pytest.raises(SpecError) as caught:
        parse_scene(text.replace(old, new, 1), "room.yaml")
    return "\n".join(caught.value.faults)


def test_the_inner_corner_of_an_l_shaped_room_is_kept_free():
    rules = ["gap: {piece: a, to: east_1, exactly: 0 mm}", "gap: {piece: a, to: south, at_least: 1400 mm}"]
    assert place(rules, {"a": (500, 300)}, outline=L_SHAPE).placement("a").y_mm == 1700
    rules[1] = "gap: {piece: a, to: south, at_least: 1401 mm}"
    with pytest.raises(NoLayout):
        place(rules, {"a": (500, 300)}, outline=L_SHAPE)


def test_walls_of_an_outline_are_told_apart_by_number():
    for wall, y in (("north_1", 3700), ("north_2", 1700)):
        layout = place([f"against: {{piece: a, wall: {wall}}}"], BOX, outline=L_SHAPE)
        assert layout.placement("a").y_mm == y
    assert place(["centred: {piece: a, on: north_2}"], BOX, outline=L_SHAPE).placement("a").x_mm == 3000


@pytest.mark.parametrize(
    ("wall", "pin", "is_kept"),
    [
        ("north_1", "[2000 mm, 500 mm]", True),
        ("north_1", "[2001 mm, 500 mm]", False),
        ("north_2", "[2000 mm, 500 mm]", True),
        ("north_2", "[1999 mm, 500 mm]", False),
        ("north_2", "[3000 mm, 1700 mm]", True),
        ("east_2", "[1000 mm, 2000 mm]", True),
        ("east_2", "[1000 mm, 1999 mm]", False),
        ("east_1", "[1000 mm, 2000 mm]", True),
    ],
)
def test_a_piece_faces_one_wall_of_several_where_the_line_ahead_meets_it(wall, pin, is_kept):
    rules = [f"facing: {{piece: a, to: {wall}}}", f"pin: {{piece: a, at: {pin}}}"]
    if not is_kept:
        with pytest.raises(NoLayout, match="facing: piece a, to"):
            place(rules, BOX, outline=L_SHAPE)
        return
    assert place(rules, BOX, outline=L_SHAPE).placement("a").yaw_deg == (180 if "north" in wall else 90)


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        ("[[0, 0], [4 m, 0], [4 m, 2 m]]", "even number of corners"),
        ("[[0, 0], [4 m, 1 m], [4 m, 2 m], [0, 2 m]]", "does not run along x or y"),
        ("[[0, 0], [0, 2 m], [4 m, 2 m], [4 m, 0]]", "counter-clockwise"),
        ("[[1 m, 0], [4 m, 0], [4 m, 2 m], [1 m, 2 m]]", "must touch x = 0"),
        ("[[0, 0], [4 m, 0], [4 m, 2 m], [1 m, 2 m], [1 m, -1 m], [0, -1 m]]", "must touch"),
        ("[[0, 0], [2 m, 0], [4 m, 0], [4 m, 2 m], [2 m, 2 m], [0, 2 m]]", "is no corner"),
        ("3", "a list of corners"),
    ],
)  # fmt: skip
def test_what_is_no_outline_is_refused(outline, fault):
    text = f"scene: s\nroom: {{outline: {outline}, height: 2 m}}\npieces: {{a: {{asset: a}}}}\n"
    assert fault in find_faults(text)


def test_a_piece_near_one_wall_of_several_stands_before_it():
    """Past the corner the line of the short wall runs through open floor: that is not near the wall."""
    for pin, is_kept in (
        ("[900 mm, 3 m]", True),
        ("[1500 mm, 1701 mm]", True),
        ("[1500 mm, 1700 mm]", False),
        ("[3 m, 1 m]", False),
    ):
        rules = ["near: {piece: a, to: east_2, within: 700 mm}", f"pin: {{piece: a, at: {pin}, yaw: 0 deg}}"]
        if is_kept:
            place(rules, {"a": (500, 300)}, outline=L_SHAPE)
            continue
        with pytest.raises(NoLayout, match="near: piece a, to east_2"):
            place(rules, {"a": (500, 300)}, outline=L_SHAPE)


def test_away_from_any_wall_is_another_rule():
    with pytest.raises(SpecError, match="away from every wall is `far:"):
        make_scene(["gap: {piece: a, to: any, at_least: 1 m}"], BOX)


U_SHAPE = "[[0, 0], [5 m, 0], [5 m, 4 m], [2.3 m, 4 m], [2.3 m, 2 m], [2 m, 2 m], [2 m, 4 m], [0, 4 m]]"


@pytest.mark.parametrize(
    ("outline", "walls", "fault"),
    [
        (U_SHAPE, 150, None),
        (U_SHAPE, 151, "east_2 and the west_2 wall leave 300 mm outside between them; two walls of 151 mm"),
        ("[[0, 0], [4 m, 0], [4 m, 2 m], [2 m, 2 m], [2 m, 2121 mm], [0, 2121 mm]]", 120, None),
        ("[[0, 0], [4 m, 0], [4 m, 2 m], [2 m, 2 m], [2 m, 2120 mm], [0, 2120 mm]]", 120,
         "the east_2 wall is 120 mm long, and walls 120 mm thick"),
    ],
)  # fmt: skip
def test_walls_must_have_room_outside(outline, walls, fault):
    room = f"{{outline: {outline}, height: 2 m, walls: {walls} mm}}"
    text = f"scene: s\nroom: {room}\npieces: {{a: {{asset: a}}}}\n"
    if fault is None:
        parse_scene(text, "room.yaml")
    else:
        assert fault in find_faults(text)


def test_obstacles_take_up_floor():
    column = "obstacles: [{column: {at: [500 mm, 300 mm], size: [400 mm, 400 mm]}}]"
    layout = place([], BOX, extra=column)
    assert (layout.placement("a").x_mm, layout.placement("a").y_mm) == (500, 800)
    radiator = "obstacles: [{radiator: {wall: west, centre: 1 m, width: 2 m, depth: 150 mm}}]"
    low = "gap: {piece: a, to: south, at_most: 1 m}"
    assert place([low], BOX, extra=radiator).placement("a").x_mm == 650
    assert (
        place([low, "gap: {piece: a, to: radiator, exactly: 30 mm}"], BOX, extra=radiator).placement("a").x_mm
        == 680
    )


def test_a_door_that_swings_in_keeps_its_square_free():
    door = "openings: [{door: {wall: south, centre: 500 mm, width: 900 mm, swing: in}}]"
    layout = place(["gap: {piece: a, to: south, at_most: 500 mm}"], BOX, extra=door)
    assert layout.placement("a").x_mm == 1450
    assert place([], BOX, extra=door.replace("in}", "out}")).placement("a").y_mm == 300


def test_pieces_stand_on_pieces_and_over_rugs():
    sizes = {"table": (600, 400), "lamp": (100, 100), "book": (50, 40), "rug": (700, 500)}
    rules = [
        "on_top: {piece: lamp, of: table}",
        "on_top: {piece: book, of: lamp}",
        "under: {piece: rug, of: table}",
    ]
    layout = place(rules, sizes)
    assert [p.z_mm for p in layout.placements] == [0, 800, 1600, 0]
    assert layout.placement("lamp").x_mm == 100  # as far in the corner as the table under it
    spec, _ = make_scene(rules, sizes)
    assert resolve_world(spec, make_scene(rules, sizes)[1]).standing() == ["table"]


def test_only_what_is_flat_lies_under_others():
    """Table and rug taken for each other in the rule: said at once, and how to turn it round."""
    spec, pieces = make_scene(["under: {piece: table, of: rug}"], {"table": (500, 500), "rug": (900, 700)})
    said = r":8: under: .*table is 41 mm high, .* 40 mm at most; did you mean piece: rug, of: table\?"
    with pytest.raises(NoLayout, match=said):
        solve_layout(spec, (replace(pieces[0], height_mm=41), pieces[1]))
    solve_layout(spec, (replace(pieces[0], height_mm=40), pieces[1]))


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("on_top: {piece: table, of: lamp}", "stands on itself"),
        ("on_top: {piece: lamp, of: lamp}", "cannot be on_top itself"),
        ("under: {piece: lamp, of: table}", "has a level of its own by line"),
        ("on_top: {piece: table, of: lamp, weight: 2}", "cannot be a wish"),
    ],
)
def test_levels_that_make_no_sense_are_refused(rule, fault):
    with pytest.raises(SpecError, match=fault):
        make_scene(["on_top: {piece: lamp, of: table}", rule], {"table": (600, 400), "lamp": (100, 100)})


def test_an_optional_piece_is_left_out_where_it_does_not_fit_and_its_rules_with_it():
    sizes = {"a": (500, 300), "b": (500, 300)}
    rules = ["against: {piece: b, wall: west, side: any}", "aligned: {pieces: [a, b], edge: x}"]
    layout = place(rules, sizes, room=(1100, 900), options={"b": "optional: 10"})
    assert [piece.name for piece in layout.pieces] == ["a"]
    layout = place(rules, sizes, room=(1100, 1200), options={"b": "optional: 10"})
    assert [piece.name for piece in layout.pieces] == ["a", "b"]
    # Of two that do not fit together the one of more worth stays.
    layout = place([], sizes, room=(1100, 900), options={"a": "optional: 5", "b": "optional: 10"})
    assert [piece.name for piece in layout.pieces] == ["b"]


def test_pins_in_pieces_and_rules():
    layout = place([], {"a": (500, 300), "b": (200, 200)}, options={"a": "at: [2 m, 3 m], turned: 90 deg"})
    assert layout.placement("a").yaw_deg == 90
    assert (layout.placement("a").x_mm, layout.placement("a").y_mm) == (2000, 3000)


def test_turned_pieces_keep_apart_by_their_exact_outlines():
    """Two long pieces at 45 deg stand nearer than their boxes would allow."""
    sizes = {"a": (600, 100), "b": (600, 100)}
    options = {name: "turns: 15 deg, turned: 45 deg" for name in sizes}
    layout = place([], sizes, room=(1400, 1400), options=options)
    a, b = layout.placements
    assert (a.yaw_deg, b.yaw_deg) == (45, 45)
    assert abs(a.x_mm - b.x_mm) < 2 * 495 and abs(a.y_mm - b.y_mm) < 2 * 495
    # A column in the way of the diagonal is not stood in.
    column = "obstacles: [{column: {at: [700 mm, 700 mm], size: [20 mm, 20 mm]}}]"
    with pytest.raises(NoLayout):
        place([], {"a": (600, 100)}, room=(1000, 1000), extra=column.replace("700", "500"),
              options={"a": "turns: 15 deg, turned: 45 deg"})  # fmt: skip


GROUPS = """\
scene: s
room: {width: 6 m, depth: 6 m, height: 3 m}
groups:
  place:
    parameters: {off: 10 mm}
    pieces:
      desk: {asset: desk}
      chair: {asset: chair, count: 2}
    rules:
      - around: {pieces: [chair], of: desk, gap: $off}
pieces:
  left: {group: place}
  right: {group: place, off: 30 mm}
  plant: {asset: plant, count: 3}
rules:
  - against: {piece: plant, wall: north, side: any}
  - far: {piece: left_desk, from: right, by: 1 m}
"""


def test_groups_and_counts_are_written_out():
    text = GROUPS.replace("from: right", "from: right_desk")
    spec = parse_scene(text, "room.yaml")
    assert list(spec.pieces) == [
        "left_desk", "left_chair_1", "left_chair_2", "right_desk", "right_chair_1", "right_chair_2",
        "plant_1", "plant_2", "plant_3",
    ]  # fmt: skip
    described = [(line.line, line.rule.describe()) for line in spec.rules]
    assert described[:3] == [
        (16, f"against: piece plant_{number}, wall north, side any") for number in (1, 2, 3)
    ]
    assert described[4] == (10, "around: pieces left_chair_1, left_chair_2, of left_desk, gap 10 mm")
    assert described[5] == (10, "around: pieces right_chair_1, right_chair_2, of right_desk, gap 30 mm")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{group: place}", "{group: plase}", "room.yaml:12: pieces.left.group: unknown group 'plase'"),
        ("off: 30 mm", "of: 30 mm", "unknown parameter 'of'; did you mean 'off'?"),
        ("count: 3", "count: 0", "a number from 1 to 200"),
        ("of: desk, gap", "of: dsk, gap", "room.yaml:10:"),
        ("    rules:", "    rule:", "unknown key 'rule'; did you mean 'rules'?"),
    ],
)  # fmt: skip
def test_faults_in_groups_name_the_line_of_the_group(old, new, fault):
    assert fault in find_faults(GROUPS.replace("from: right", "from: right_desk"), old, new)


def test_profiles_give_clearances_their_millimetres():
    text = GROUPS.replace("by: 1 m", "by: dining_pass").replace("from: right", "from: right_desk")
    for profile, mm in (("minimum", 910), ("comfort", 1120), ("accessible", 1525)):
        spec = parse_scene(f"profile: {profile}\n{text}", "room.yaml")
        assert spec.rules[3].rule.by_mm == mm
    assert "did you mean 'dining_pass'" in find_faults(text, "dining_pass", "dining_pas")
    assert "unknown profile 'comfy'; did you mean 'comfort'" in find_faults(f"profile: comfy\n{text}")


def test_a_clear_zone_gives_way_by_the_depth_that_is_said():
    """A piece at 45 degrees juts into it by less sideways than in depth; typed in, the depth left is kept."""

    def make(depth):
        rules = [f"clear: {{of: a, side: left, depth: {depth} mm}}"]
        options = {
            "a": "at: [1950 mm, 2250 mm], turned: 270 deg",
            "b": "at: [574 mm, 574 mm], turns: 15 deg, turned: 45 deg",
        }
        return make_scene(rules, {"a": (850, 1050), "b": (400, 410)}, (3000, 3200), options=options)

    with pytest.raises(NoLayout, match=r"clear: of a, depth 600 mm.*give way by 348 mm"):
        solve_layout(*make(600))
    with pytest.raises(NoLayout, match=r"give way by 1 mm"):
        solve_layout(*make(600 - 347))
    assert solve_layout(*make(600 - 348)).layout.placement("b").yaw_deg == 45
