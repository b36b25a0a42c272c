from pathlib import Path

import pytest

from solver.core.room import Room
from solver.core.spec import parse_scene, read_scene
from solver.core.spec.scene import derive_top_size_px
from solver.errors import SpecError

SCENES = Path(__file__).parents[2] / "scenes"
GOOD = """\
scene: small_room
room: {width: 4 m, depth: 3 m, height: 2.5 m}
openings:
  - door: {wall: south, centre: 1 m}
  - window: {wall: north, centre: 2 m, width: 1 m, height: 1 m}
pieces:
  sofa: {asset: sofa, scale: 0.5}
  chair: {asset: chair}
rules:
  - against: {piece: sofa, wall: north, gap: 10 cm}
  - facing: {piece: chair, to: sofa, weight: 3}
"""


def find_faults(text):
    with pytest.raises(SpecError) as caught:
        parse_scene(text, "room.yaml")
    return list(caught.value.faults)


def test_a_scene_is_read_in_whole_millimetres_and_in_its_own_order():
    spec = parse_scene(GOOD, "room.yaml")
    assert (spec.scene, spec.path, spec.text, spec.style) == ("small_room", "room.yaml", GOOD, "plain")
    room = spec.room
    assert (room.width_mm, room.depth_mm, room.height_mm, room.wall_mm) == (4000, 3000, 2500, 120)
    door, window = spec.openings
    assert (door.kind, door.wall, door.centre_mm, door.width_mm) == ("door", "south", 1000, 900)
    assert (door.sill_mm, door.height_mm) == (0, 2000)
    assert (window.kind, window.sill_mm, window.height_mm, window.span_mm) == (
        "window",
        900,
        1000,
        (1500, 2500),
    )
    assert list(spec.pieces) == ["sofa", "chair"]
    assert spec.pieces["sofa"].options.scale == 0.5
    assert spec.pieces["sofa"].options.model_fields_set == {"scale"}
    assert [line.line for line in spec.rules] == [10, 11]
    assert spec.rules[0].where == "room.yaml:10"
    assert (spec.rules[0].rule.gap_mm, spec.rules[1].rule.weight) == (100, 3)
    assert spec.render.size_px == (1920, 1080)


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_scene_of_the_project_is_read(path):
    spec = read_scene(path)
    assert spec.scene == path.stem
    assert spec.pieces and spec.rules


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("against:", "agianst:", "room.yaml:10: rules[0]: unknown rule 'agianst'; did you mean 'against'?"),
        ("to: sofa", "to: soffa", "unknown piece or wall 'soffa'; did you mean 'sofa'?"),
        ("wall: north, gap", "wall: nroth, gap", "unknown wall 'nroth'; did you mean 'north'?"),
        ("gap: 10 cm", "gap: 10 cn", "unknown unit 'cn' in '10 cn'; "),
        ("gap: 10 cm", "gap: 100", "'100' has no unit|100 has no unit"),
        ("gap: 10 cm", "gab: 10 cm", "unknown key 'gab'; did you mean 'gap'?"),
        ("gap: 10 cm", "gap: -1 cm", "greater than or equal to 0"),
        ("gap: 10 cm", "gap: 10 cm, side: bakc", "unknown side 'bakc'; did you mean 'back'?"),
        ("weight: 3", "weight: 0", "greater than or equal to 1"),
        ("scale: 0.5", "skale: 0.5", "room.yaml:7: pieces.sofa: unknown key 'skale'; did you mean 'scale'?"),
        ("asset: chair", "aset: chair", "8: pieces.chair: unknown key 'aset'; did you mean 'asset'?"),
        ("rules:", "ruls:", "room.yaml:9: unknown key 'ruls'; did you mean 'rules'?"),
        ("centre: 1 m", "centre: 0.2 m", "reaches from -250 to 650 mm along the south wall"),
        ("centre: 1 m", "centre: 1 m, sill: 1 m", "unknown key 'sill'"),
        ("width: 1 m, height: 1 m", "width: 1 m, height: 2 m", "reaches up to 2900 mm"),
        ("window: {wall: north, centre: 2 m", "window: {wall: south, centre: 1 m", "overlaps the door"),
        ("width: 4 m", "width: 4", "4 has no unit; write e.g. 4 m or 4000 mm"),
        ("scene:", "style: clasic\nscene:", "1: style: unknown style 'clasic'; did you mean 'classic'?"),
        ("scene:", "assets: {}\nscene:", "1: unknown key 'assets'; furniture is described in an assets_"),
        ("scale: 0.5", "yaw: 15 deg", "7: pieces.sofa.yaw: yaw turns the model further in its file"),
        ("scale: 0.5", "yaw: 15 deg", "is placed turned by turned: 15 deg, or in steps by turns: 15 deg"),
        ("scale: 0.5", "optional: true", "7: pieces.sofa.optional: a whole number from 1 to 1000000 is"),
        ("width: 4 m, ", "", "room.yaml:2: room: key 'width' is missing"),
        ("scene: small_room", "scene: ../up", "a name of letters, digits, _ and -, beginning with"),
        ("chair: {asset", "my-chair: {asset", "8: pieces.my-chair: a name of letters, digits and _, "),
        ("door: {", "door: {name: 1st, ", "4: openings[0].door.name: a name of letters, digits and _, "),
        ("scene: small_room\n", "", "key 'scene' is missing"),
        ("  chair: {", "  north: {", "'north' is a word of the rules"),
        ("  chair: {", "  sofa: {", "key 'sofa' stands twice"),
        ("  - facing: {", "  - facing: x\n    clear: {", "each entry is one rule"),
        ("openings:\n", "openings: 3\nxx:\n", "a list is needed"),
    ],
)  # fmt: skip
def test_each_fault_names_its_line_and_the_nearest_name(old, new, fault):
    assert old in GOOD
    faults = find_faults(GOOD.replace(old, new, 1))
    assert any(choice in line for line in faults for choice in fault.split("|")), faults
    assert all(line.startswith("room.yaml:") for line in faults)


def test_all_faults_come_together_in_the_order_of_lines():
    text = (
        GOOD.replace("width: 4 m", "width: 4 n")
        .replace("agianst", "against")
        .replace("wall: north, gap", "wall: up, gap")
    )
    text = text.replace("to: sofa", "to: soffa")
    faults = find_faults(text)
    assert [line.split(":")[1] for line in faults] == ["2", "10", "11"]


def test_unknown_assets_come_with_all_other_faults():
    text = GOOD.replace("asset: sofa", "asset: sfoa").replace("asset: chair}", "asset: chiar, count: 1}")
    with pytest.raises(SpecError) as caught:
        parse_scene(f"{text}style: drak\n", "room.yaml", ["chair", "sofa"])
    assert list(caught.value.faults)[:2] == [
        "room.yaml:7: pieces.sofa.asset: asset 'sfoa' is not in assets_manifest.yaml; did you mean 'sofa'?",
        "room.yaml:8: pieces.chair_1.asset: asset 'chiar' is not in assets_manifest.yaml; "
        "did you mean 'chair'?",
    ]
    assert "room.yaml:12: style: unknown style 'drak'; did you mean 'dark'?" in caught.value.faults
    assert parse_scene(GOOD, "room.yaml", ["chair", "sofa"]) == parse_scene(GOOD, "room.yaml")


# Two windows, a door and a radiator, each of which a rule names.
NAMING = """\
scene: naming
room: {outline: [[0, 0], [5 m, 0], [5 m, 3 m], [3 m, 3 m], [3 m, 5 m], [0, 5 m]], height: 2.5 m}
openings:
  - window: {wall: west, centre: 2 m, width: 1 m, height: 1 m}
  - window: {wall: west, centre: 4 m, width: 1 m, height: 1 m}
  - door: {wall: south, centre: 1 m}
obstacles:
  - radiator: {wall: west, centre: 2 m, width: 1 m}
groups: {nook: {pieces: {seat: {asset: chair}, lamp: {asset: lamp}}}}
pieces:
  sofa: {asset: sofa}
  stool: {asset: stool, count: 2}
  corner: {group: nook}
rules:
  - against: {piece: sofa, wall: north_1}
  - centred: {piece: sofa, on: window}
  - centred: {piece: sofa, on: window_2, weight: 1}
  - aisle: {width: 600 mm, from: door}
  - walkable: {to: [sofa], width: 600 mm}
  - gap: {piece: sofa, to: radiator, at_least: 10 mm}
  - facing: {piece: corner_seat, to: stool_2}
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("height: 2.5 m}", "height: '2,5 m'}", "2: room.height: '2,5 m' is not a length"),
        ("[5 m, 3 m], [3 m, 3 m]", "[5 m, 3 m], [3 m, 4 m]", "2: room: the wall from"),
        ("centre: 2 m, width: 1 m, height", "centre: 2 m, width: 1, height", "4: openings[0].window.width"),
        ("centre: 4 m, width: 1 m", "centre: 4 m, width: 1", "5: openings[1].window.width: 1 has no unit"),
        ("door: {wall: south, centre: 1 m}", "door: {wall: south, centre: 1}", "6: openings[2].door.centre"),
        ("door: {wall: south", "dor: {wall: south", "6: openings[2]: unknown opening 'dor'; did you mean"),
        ("- door: {wall: south, centre: 1 m}", "- door", "6: openings[2]: each entry is one opening"),
        ("openings:", "opennings:", "3: unknown key 'opennings'; did you mean 'openings'?"),
        ("obstacles:", "obstacle:", "7: unknown key 'obstacle'; did you mean 'obstacles'?"),
        ("radiator: {wall: west, centre: 2 m", "radiator: {wall: west, centre: 2", "8: obstacles[0].radiato"),
        ("count: 2", "count: two", "12: pieces.stool.count: a number from 1 to 200 is needed"),
        ("group: nook", "group: noook", "13: pieces.corner.group: unknown group 'noook'; did you mean"),
    ],
)  # fmt: skip
def test_what_depends_on_a_faulty_element_adds_no_fault(old, new, fault):
    assert parse_scene(NAMING, "room.yaml").rules
    assert NAMING.count(old) == 1
    (found,) = find_faults(NAMING.replace(old, new))
    assert fault in found


def test_pieces_that_are_no_mapping_add_no_fault_to_each_rule():
    start, end = NAMING.index("pieces:\n"), NAMING.index("rules:")
    (found,) = find_faults(NAMING[:start] + "pieces: [sofa]\n" + NAMING[end:])
    assert "pieces: a mapping of names to pieces is needed" in found
    (found,) = find_faults(NAMING[:start] + "pieces: {corner: {group: noook}}\n" + NAMING[end:])
    assert "unknown group 'noook'" in found


def test_a_window_that_overlaps_another_is_not_told_of_its_curtain_too():
    text = NAMING.replace("centre: 4 m, width: 1 m", "curtain: floor, centre: 2.5 m, width: 1 m")
    (found,) = find_faults(text)
    assert "5: openings[1].window: overlaps the window of line 4" in found


def test_what_is_wrong_in_any_room_is_told_beside_a_faulty_room():
    text = NAMING.replace("height: 2.5 m}", "hieght: 2.5 m}").replace("wall: north_1", "wall: nroth_1")
    text = text.replace("window: {wall: west, centre: 4 m", "window: {wall: wset, centre: 4 m")
    assert [fault.split(": ", 1)[1] for fault in find_faults(text)[2:]] == [
        "openings[1].window: unknown wall 'wset'; did you mean 'west'?",
        "rules[0].against.wall: unknown wall 'nroth_1'; did you mean 'north'?",
    ]


def test_each_piece_has_its_line():
    spec = parse_scene(NAMING, "room.yaml")
    assert [spec.where(name) for name in ("sofa", "stool_2")] == ["room.yaml:11", "room.yaml:12"]


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words", "3"])
def test_a_root_that_is_no_mapping_is_refused(text):
    assert "a scene file is a mapping" in find_faults(text)[0]


def test_the_swing_of_a_second_door_without_a_name_stands_on_its_own_line():
    second = "  - door: {wall: south, centre: 3 m, swing: in}\n"
    spec = parse_scene(GOOD.replace("  - window", f"{second}  - window"), "room.yaml")
    (swing,) = [line for line in spec.rules if line.rule.word == "clear"]
    assert (swing.rule.of, swing.line) == ("door_2", 5)


def test_an_aisle_wider_than_its_door_is_refused():
    text = GOOD + "  - aisle: {width: 1 m}\n"
    assert any("1000 mm do not pass through door, 900 mm wide" in fault for fault in find_faults(text))


def test_hostile_yaml_is_refused_and_not_expanded():
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for name, last in zip("bcdefgh", "abcdefg", strict=True):
        bomb += f"{name}: &{name} [{', '.join(['*' + last] * 9)}]\n"
    assert "too many" in find_faults(bomb)[0]
    for text in ("[" * 5000, "scene: !!python/object/apply:os.system [ls]", "a: \x00", "{a: b", "? [x]\n: 1"):
        assert find_faults(text)


def test_a_missing_or_binary_file_is_refused(tmp_path):
    for content in (None, b"\xff\xfe\x00scene", b"x" * 3_000_000):
        path = tmp_path / "scene.yaml"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SpecError, match=r"scene\.yaml"):
            read_scene(path)


@pytest.mark.parametrize("size", [(5000, 6000), (6000, 5000), (2000, 40000), (40000, 2000), (3000, 3000)])
def test_the_top_view_is_large_enough_and_frames_the_room(size):
    room = Room.model_validate({"width": f"{size[0]} mm", "depth": f"{size[1]} mm", "height": "2.8 m"})
    width, height = derive_top_size_px(room)
    assert width >= 1280 and height >= 720 and max(width, height) <= 6000
    if max(size) <= 3 * min(size):
        assert abs(width / height - (size[0] + 240) / (size[1] + 240)) < 0.01
