"""Pins written into scene files: read again they say the same, and nothing else has changed."""

import difflib
import json

import pytest

from solver.core.layout import Placement
from solver.core.rules.walls import Pin
from solver.core.spec import parse_scene, read_scene
from solver.errors import SpecError
from solver.repair.pins import write_pins
from tests.place.rooms import SCENES

SCENE = """\
# My room.
scene: room
room: {width: 5 m, depth: 6 m, height: 2.8 m}  # as built
pieces:
  sofa: {asset: sofa, at: [1 m, 2 m]}   # the big one
  chair:
    asset: chair
    at:
      - 1 m
      - 4 m
    turned: 90 deg
  stool: {asset: chair, count: 2}
rules:
  - against: {piece: sofa, wall: north}
  - pin:
      piece: stool_2
      yaw: 0 deg  # as it was
  # The last words.

style: dark
"""


def pin(text, *places):
    return write_pins(text, "room.yaml", [Placement(name, x, y, 0, yaw) for name, x, y, yaw in places])


def list_pins(text):
    found = {}
    for line in parse_scene(text, "room.yaml").rules:
        if isinstance(line.rule, Pin):
            at, yaw = found.get(line.rule.piece, (None, None))
            found[line.rule.piece] = (
                line.rule.at_mm or at,
                yaw if line.rule.yaw_deg is None else line.rule.yaw_deg,
            )
    return found


def list_changes(old, new):
    return [line for line in difflib.ndiff(old.splitlines(), new.splitlines()) if line[0] in "+-"]


def test_a_piece_without_a_pin_gets_a_rule_after_the_last_one():
    new = pin(SCENE, ("stool_1", 500, 600, 270))
    assert list_changes(SCENE, new) == [
        "+   - pin: {piece: stool_1, at: [500 mm, 600 mm], yaw: 270 deg}  # pinned by repair"
    ]
    assert new.splitlines()[17].startswith("  - pin: {piece: stool_1")
    assert list_pins(new)["stool_1"] == ((500, 600), 270)


def test_a_wish_stays_a_wish_and_a_pin_of_its_own_is_added():
    text = SCENE.replace("      yaw: 0 deg  # as it was", "      at: [1 m, 1 m]\n      weight: 3")
    new = pin(text, ("stool_2", 7, 8, 90))
    assert len(list_changes(text, new)) == 1 and list_changes(text, new)[0].startswith(
        "+   - pin: {piece: stool_2"
    )


def test_pins_that_are_there_get_new_numbers_and_what_is_missing_a_rule():
    new = pin(SCENE, ("sofa", 1100, 2200, 180), ("chair", 300, 400, 0), ("stool_2", 7, 8, 90))
    assert list_pins(new) == {
        "sofa": ((1100, 2200), 180),
        "chair": ((300, 400), 0),
        "stool_2": ((7, 8), 90),
    }
    for kept in ("# My room.", "# as built", "# the big one", "# as it was", "# The last words."):
        assert kept in new
    again = pin(new, ("sofa", 1, 2, 0))
    assert list_pins(again)["sofa"] == ((1, 2), 0) and len(again.splitlines()) == len(new.splitlines())


@pytest.mark.parametrize(
    "rules",
    [
        "",
        "rules:\n",
        "rules: []\n",
        "rules: [{against: {piece: sofa, wall: north}}]\n",
        "rules: [\n  {against: {piece: sofa, wall: north}}\n  ]  # no more\n",
        "rules:\n- against: {piece: sofa, wall: north}",
        "rules:\n- against:\n    piece: sofa\n    wall: north\n# end\n",
        "rules:\r\n  - against: {piece: sofa, wall: north}\r\nstyle: dark\r\n",
    ],
)
def test_rules_are_added_to_every_form_of_list(rules):
    text = "scene: s\nroom: {width: 5 m, depth: 6 m, height: 2.8 m}\npieces: {sofa: {asset: sofa}}\n" + rules
    new = pin(text, ("sofa", 2500, 5000, 0))
    assert list_pins(new) == {"sofa": ((2500, 5000), 0)}
    assert len(parse_scene(new, "s").rules) == len(parse_scene(text, "s").rules) + 1


def test_a_scene_file_in_json_is_changed_too():
    room = {"width": "5 m", "depth": "6 m", "height": "3 m"}
    text = json.dumps({"scene": "s", "room": room, "pieces": {"a": {"asset": "a"}}})
    assert list_pins(pin(text, ("a", 1, 2, 0))) == {"a": ((1, 2), 0)}


def test_a_shared_value_is_not_changed_behind_the_users_back():
    text = SCENE.replace("at: [1 m, 2 m]", "at: &here [1 m, 2 m]").replace(
        "      - 1 m\n      - 4 m\n", "      *here\n"
    )
    assert "*here" in text
    with pytest.raises(SpecError, match=r"pin by hand: sofa at \[1 mm, 2 mm\], 90 deg"):
        pin(text, ("sofa", 1, 2, 90))


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_piece_of_every_scene_can_be_pinned(path):
    spec = read_scene(path)
    places = [(name, 100 + number, 200, 90) for number, name in enumerate(spec.pieces)]
    new = pin(spec.text, *places)
    assert list_pins(new) == {name: ((x, y), yaw) for name, x, y, yaw in places}
    gone = [line for line in list_changes(spec.text, new) if line.startswith("-")]
    assert all("at:" in line or "turned:" in line or "pin:" in line for line in gone)
