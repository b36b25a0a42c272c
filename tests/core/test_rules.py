"""Each rule just inside (slack 0) and 1 mm outside (slack -1), and what its slack is farther off."""

# One case a line reads best, so lines are long here.
# ruff: noqa: E501

import pytest

from solver.core.conditions import UNMET_MM, read_condition
from solver.core.layout import Layout, Piece, Placement
from solver.core.rules import RULES
from solver.core.spec import parse_scene
from solver.core.walk import read_walk
from solver.core.world import World, find_values

ROOM = (5000, 6000, 2800)
SCENE = """\
scene: room
room: {{width: 5 m, depth: 6 m, height: 2.8 m}}
openings:
  - door: {{wall: south, centre: 0.8 m}}
  - window: {{wall: east, centre: 3 m, width: 1 m, height: 1 m}}
pieces:
  sofa: {{asset: sofa}}
  table: {{asset: table}}
  chair: {{asset: chair}}
  stool: {{asset: chair}}
rules:
  - {rule}
"""
HALF = {"sofa": (1000, 450), "table": (600, 300), "chair": (250, 200), "stool": (250, 200)}
# x, y, yaw: the sofa at the north wall looking south, the table before it, a chair at each end of it.
PLACES = {
    "sofa": (2500, 5550, 0),
    "table": (2500, 4000, 0),
    "chair": (3300, 4000, 270),
    "stool": (1700, 4000, 90),
}


def read_rule(text):
    return parse_scene(SCENE.format(rule=text), "room.yaml").rules[0].rule


def read_slack(text, **moved):
    """Slack of a rule with the pieces at PLACES, but for those `moved` to (x, y, yaw)."""
    spec = parse_scene(SCENE.format(rule=text), "room.yaml")
    pieces = tuple(Piece(name, name.title(), name, HALF[name], 800) for name in spec.pieces)
    world = World(spec.room, spec.openings, {piece.name: piece for piece in pieces})
    places = tuple(Placement(name, *PLACES[name][:2], 0, PLACES[name][2]) for name in spec.pieces)
    places = tuple(
        Placement(p.piece, moved[p.piece][0], moved[p.piece][1], 0, moved[p.piece][2])
        if p.piece in moved
        else p
        for p in places
    )
    values = find_values(Layout(ROOM, pieces, places))
    return read_condition(spec.rules[0].rule.condition(world), values, read_walk)


# Closes the room across at y = 4000 from the sofa's east edge on.
ROW = {"table": (3500, 4000, 0), "chair": (4350, 4000, 0), "stool": (4750, 4400, 0)}

EDGES = [
    # rule, moves that keep it by 0 mm, moves that miss it by 1 mm
    ("against: {piece: sofa, wall: north}", {}, {"sofa": (2500, 5549, 0)}),
    ("against: {piece: sofa, wall: north, gap: 100 mm}", {"sofa": (2500, 5450, 0)}, {"sofa": (2500, 5451, 0)}),
    ("against: {piece: sofa, wall: any}", {"sofa": (4550, 3000, 270)}, {"sofa": (4549, 3000, 270)}),
    ("against: {piece: sofa, wall: east, side: front}", {"sofa": (4550, 3000, 90)}, {"sofa": (4551, 3000, 90)}),
    ("against: {piece: sofa, wall: west, side: any}", {"sofa": (1000, 3000, 0)}, {"sofa": (1001, 3000, 0)}),
    ("corner: {piece: chair, corner: north-east}", {"chair": (4750, 5800, 0)}, {"chair": (4750, 5799, 0)}),
    ("corner: {piece: chair, gap: 50 mm}", {"chair": (250, 300, 90)}, {"chair": (251, 300, 90)}),
    ("gap: {piece: table, to: east, exactly: 800 mm}", {"table": (3600, 4000, 0)}, {"table": (3599, 4000, 0)}),
    ("gap: {piece: table, to: east, at_least: 800 mm}", {"table": (3600, 4000, 0)}, {"table": (3601, 4000, 0)}),
    ("gap: {piece: table, to: west, at_most: 800 mm}", {"table": (1400, 4000, 0)}, {"table": (1401, 4000, 0)}),
    ("gap: {piece: table, to: sofa, exactly: 400 mm}", {"table": (2500, 4400, 0)}, {"table": (2500, 4399, 0)}),
    ("gap: {piece: table, to: sofa, at_least: 400 mm}", {"table": (2500, 4400, 0)}, {"table": (2500, 4401, 0)}),
    ("gap: {piece: table, to: sofa, at_least: 40 mm}", {"table": (4140, 5500, 0)}, {"table": (4139, 5500, 0)}),
    ("gap: {piece: table, to: sofa, at_most: 40 mm}", {"table": (4140, 5500, 0)}, {"table": (4141, 5500, 0)}),
    ("centred: {piece: sofa, on: north}", {}, {"sofa": (2501, 5550, 0)}),
    ("centred: {piece: sofa, on: east}", {"sofa": (4550, 3000, 90)}, {"sofa": (4550, 2999, 90)}),
    ("centred: {piece: table, on: room, axis: x}", {"table": (2500, 800, 0)}, {"table": (2499, 800, 0)}),
    ("centred: {piece: table, on: room}", {"table": (2500, 3000, 0)}, {"table": (2500, 2999, 0)}),
    ("centred: {piece: table, on: sofa, axis: x}", {}, {"table": (2501, 4000, 0)}),
    ("between: {piece: table, of: [chair, stool]}", {}, {"table": (2501, 4000, 0)}),
    ("between: {piece: table, of: [stool, chair]}", {}, {"table": (2500, 4001, 0)}),
    ("between: {piece: table, of: [chair, stool]}", {"stool": (1699, 4000, 90)}, {"stool": (1698, 4000, 90)}),
    ("beside: {piece: chair, of: sofa, side: left}", {"chair": (3750, 5800, 0)}, {"chair": (3751, 5800, 0)}),
    ("beside: {piece: chair, of: sofa, side: right}", {"chair": (1250, 5800, 0)}, {"chair": (1251, 5800, 0)}),
    ("beside: {piece: chair, of: sofa, side: east}", {"chair": (3750, 4901, 0)}, {"chair": (3750, 4900, 0)}),
    ("beside: {piece: chair, of: sofa, side: front, gap: 5 mm}", {"chair": (2500, 4895, 0)},
     {"chair": (2500, 4894, 0)}),
    ("beside: {piece: chair, of: sofa, side: left, align: back}", {"chair": (3750, 5800, 0)},
     {"chair": (3750, 5799, 0)}),
    ("beside: {piece: chair, of: sofa, side: east, align: south}", {"chair": (3750, 5300, 0)},
     {"chair": (3750, 5301, 0)}),
    ("beside: {piece: chair, of: sofa, side: left, align: centre}", {"chair": (3750, 5550, 0)},
     {"chair": (3750, 5551, 0)}),
    ("facing: {piece: chair, to: table}", {"chair": (3300, 4300, 270)}, {"chair": (3300, 4301, 270)}),
    ("facing: {piece: chair, to: table}", {"chair": (2500, 3500, 180)}, {"chair": (2500, 3501, 180)}),
    ("facing: {piece: chair, to: room}", {"chair": (2500, 3000, 0)}, {"chair": (2500, 2999, 0)}),
    ("flanking: {pieces: [chair, stool], of: table}", {"chair": (3300, 4000, 270), "stool": (1700, 4000, 90)},
     {"chair": (3301, 4000, 270)}),
    ("flanking: {pieces: [chair, stool], of: table, sides: left_right, gap: 10 mm}",
     {"chair": (3310, 4000, 270), "stool": (1690, 4000, 90)}, {"chair": (3310, 4001, 270), "stool": (1690, 4000, 90)}),
    ("clear: {of: sofa, depth: 800 mm}", {}, {"table": (2500, 4001, 0)}),
    ("clear: {of: sofa, depth: 900 mm, except: [table, chair, stool]}", {"sofa": (2500, 1350, 0)},
     {"sofa": (2500, 1349, 0)}),
    ("clear: {of: sofa, depth: 900 mm}", {"table": (4100, 4400, 0), "chair": (100, 100, 0), "stool": (100, 100, 0)},
     {"table": (4099, 4400, 0), "chair": (100, 100, 0), "stool": (100, 100, 0)}),
    ("clear: {of: door, depth: 900 mm}", {"chair": (800, 1100, 0)}, {"chair": (800, 1099, 0)}),
    ("clear: {of: door, depth: 900 mm}", {"chair": (1500, 200, 0)}, {"chair": (1499, 200, 0)}),
    ("clear: {of: window, depth: 900 mm}", {"table": (4700, 3800, 0)}, {"table": (4700, 3799, 0)}),
    ("aisle: {width: 0.9 m}", {"sofa": (1900, 4000, 0), **ROW}, {"sofa": (1899, 4000, 0), **ROW}),
    ("aisle: {width: 0.9 m, from: south, to: north, stretches: 1}", {"sofa": (1900, 4000, 0), **ROW},
     {"sofa": (1899, 4000, 0), **ROW}),
    ("pin: {piece: chair, at: [3.3 m, 4 m], yaw: 270 deg}", {}, {"chair": (3301, 4000, 270)}),
    ("near: {piece: table, to: sofa, within: 40 mm}", {"table": (4140, 5500, 0)}, {"table": (4141, 5500, 0)}),
    ("near: {piece: table, to: west, within: 800 mm}", {"table": (1400, 4000, 0)}, {"table": (1401, 4000, 0)}),
    ("near: {piece: table, to: any, within: 300 mm}", {"table": (2500, 600, 0)}, {"table": (2500, 601, 0)}),
    ("gap: {piece: table, to: any, exactly: 50 mm}", {"table": (4350, 3000, 0)}, {"table": (4349, 3000, 0)}),
    ("far: {piece: table, from: sofa, by: 800 mm}", {}, {"table": (2500, 4001, 0)}),
    ("far: {piece: table, from: any, by: 600 mm}", {"table": (1200, 900, 0)}, {"table": (1199, 900, 0)}),
    ("in_front_of: {piece: table, of: sofa, at_most: 800 mm}", {}, {"table": (2500, 3999, 0)}),
    ("in_front_of: {piece: table, of: sofa, at_least: 800 mm}", {}, {"table": (2500, 4001, 0)}),
    ("in_front_of: {piece: chair, of: sofa}", {"chair": (1251, 4800, 0)}, {"chair": (1250, 4800, 0)}),
    ("behind: {piece: chair, of: table, at_most: 500 mm}", {"chair": (2500, 5050, 270)}, {"chair": (2500, 5051, 270)}),
    ("aligned: {pieces: [chair, stool], edge: y}", {}, {"chair": (3300, 4001, 270)}),
    ("aligned: {pieces: [table, chair], edge: north}", {"chair": (3300, 4050, 270)}, {"chair": (3300, 4051, 270)}),
    ("row: {pieces: [stool, table, chair], to: east}", {}, {"chair": (3301, 4000, 270)}),
    ("around: {pieces: [chair, stool], of: table, sides: {left: 1, right: 1}}", {}, {"chair": (3301, 4000, 270)}),
    ("around: {pieces: [chair, stool], of: table}", {"chair": (2500, 3500, 180), "stool": (2500, 4500, 0)},
     {"chair": (2501, 3500, 180), "stool": (2500, 4500, 0)}),
    ("around: {pieces: [chair, stool], of: table, sides: {front: 2}}", {"chair": (2200, 3500, 180), "stool": (2800, 3500, 180)},
     {"chair": (2200, 3500, 180), "stool": (2801, 3500, 180)}),
    ("mirrored: {pieces: [chair, stool], axis: x}", {}, {"chair": (3301, 4000, 270)}),
    ("mirrored: {pieces: [chair, stool], axis: x, about: table}", {}, {"chair": (3300, 4001, 270)}),
    ("on_top: {piece: stool, of: table}", {"stool": (2900, 4000, 90)}, {"stool": (2901, 4000, 90)}),
    ("on_top: {piece: stool, of: table, inset: 50 mm}", {"stool": (2500, 4000, 90)}, {"stool": (2500, 4001, 90)}),
    ("under: {piece: table, of: sofa}", {"table": (2500, 4801, 0)}, {"table": (2500, 4800, 0)}),
    ("walkable: {to: [sofa], width: 0.9 m}", {"sofa": (1900, 4000, 180), **ROW}, {"sofa": (1899, 4000, 180), **ROW}),
    ("walkable: {to: [chair], width: 0.5 m, side: back, reach: 0 mm}", {"chair": (4300, 4000, 270)},
     {"chair": (4301, 4000, 270)}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "inside", "outside"), EDGES, ids=[edge[0] for edge in EDGES])
def test_each_rule_is_kept_to_the_millimetre(rule, inside, outside):
    assert read_slack(rule, **inside).slack_mm == 0
    assert read_slack(rule, **outside).slack_mm == -1


def test_a_way_of_too_many_stretches_is_no_way():
    row = {"sofa": (1900, 4000, 0), **ROW}
    assert read_slack("aisle: {width: 0.9 m, stretches: 2}", **row).slack_mm == 0
    # Straight on from the door only the part of it that lies left of the sofa is free: 900 - 350 mm.
    assert read_slack("aisle: {width: 0.9 m, stretches: 1}", **row).slack_mm == 550 - 900


def test_same_yaw_is_kept_or_not():
    assert read_slack("same_yaw: {pieces: [sofa, table]}").slack_mm == 0
    assert read_slack("same_yaw: {pieces: [sofa, chair]}").slack_mm == UNMET_MM


def test_a_missed_yaw_counts_more_than_any_length():
    assert read_slack("facing: {piece: chair, to: north}").slack_mm == UNMET_MM
    assert read_slack("facing: {piece: chair, to: west}").slack_mm == 0


@pytest.mark.parametrize("miss", [2, 3, 17])
def test_slack_grows_by_the_millimetre(miss):
    assert read_slack("against: {piece: sofa, wall: north}", sofa=(2500, 5550 - miss, 0)).slack_mm == -miss
    assert (
        read_slack("gap: {piece: table, to: sofa, at_least: 0 mm}", table=(2500, 4800 + miss, 0)).slack_mm
        == -miss
    )
    reading = read_slack("gap: {piece: table, to: east, at_most: 1 m}", table=(3400 - miss, 4000, 0))
    assert (reading.slack_mm, reading.measured_mm, reading.relation, reading.limit_mm) == (
        -miss,
        1000 + miss,
        "<=",
        1000,
    )
    assert reading.what == "gap of table to east"


def test_every_rule_of_the_vocabulary_has_an_edge_case_and_an_example_that_reads():
    words = {edge[0].split(":")[0] for edge in EDGES}
    assert words == set(RULES) - {"same_yaw"}
    for word, rule in RULES.items():
        assert rule.example.startswith(f"{word}: ")
        assert rule.__doc__ and rule.express.__qualname__ != "Rule.express"
