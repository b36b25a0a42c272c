import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.random_scenes import make_scene as draw_scene
from solver.core.conditions import read_condition
from solver.core.geometry import boxes_overlap, find_footprint, find_wall_gap_mm, write_csv
from solver.core.spec import resolve_world
from solver.core.walk import read_walk
from solver.core.world import find_values
from solver.errors import NoLayout, OutOfTime
from solver.place import model, place_pieces, search
from solver.place.placing import solve_layout
from tests.place.rooms import SIZES, make_pieces, make_scene, read_default

ROOT = Path(__file__).parents[2]


def assert_kept(spec, layout):
    """Every rule by its slack, and room and no-overlap by the footprints alone."""
    world = resolve_world(spec, layout.pieces)
    values = find_values(layout)
    for line in spec.rules:
        reading = read_condition(line.rule.condition(world), values, read_walk)
        assert line.rule.weight is not None or reading.slack_mm >= 0, (line.describe(), reading)
    boxes = [find_footprint(*pair) for pair in zip(layout.pieces, layout.placements, strict=True)]
    assert all(find_wall_gap_mm(box, layout.room_mm) >= 0 for box in boxes)
    assert not any(boxes_overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize("kind", SIZES)
def test_the_default_scene_is_kept_with_each_set_of_furniture(kind):
    spec = read_default()
    layout = place_pieces(spec, make_pieces(kind))
    assert_kept(spec, layout)
    sofa, table = layout.placement("sofa"), layout.placement("coffee_table")
    assert (sofa.x_mm, sofa.yaw_deg) == (2500, 0)
    assert table.x_mm == 2500
    assert (
        layout.placement("chair_1").y_mm
        > layout.placement("dining_table").y_mm
        > layout.placement("chair_2").y_mm
    )


def test_layout_csv_of_the_default_scene_is_as_written_down():
    assert write_csv(place_pieces(read_default(), make_pieces("built_in"))) == (
        "object,x,y,z,rotation_z,distance_to_nearest_wall_mm\n"
        "Sofa,2.500,5.440,0.000,0,100\n"
        "CoffeeTable,2.500,2.700,0.000,0,1900\n"
        "TVStand,2.500,0.210,0.000,180,0\n"
        "DiningTable,3.750,3.000,0.000,270,800\n"
        "Chair_1,3.750,4.100,0.000,0,1020\n"
        "Chair_2,3.750,1.900,0.000,180,1020\n"
        "Bedside,3.790,5.790,0.000,0,0\n"
    )


def test_another_hash_seed_gives_the_same_bytes():
    code = (
        "from tests.place.rooms import *; from solver.place import place_pieces\n"
        "from solver.core.geometry import write_csv\n"
        "print(write_csv(place_pieces(read_default(), make_pieces('modern'))), end='')"
    )
    outputs = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, check=True)
        outputs.add(run.stdout)
    assert len(outputs) == 1 and b"Sofa" in outputs.pop()


def test_the_answer_is_the_first_in_yaw_then_x_then_y_of_the_pieces_in_order():
    spec, pieces = make_scene([], {"a": (500, 300), "b": (400, 200)}, (2000, 900))
    layout = place_pieces(spec, pieces)
    # b cannot stand at yaw 0 above a (900 - 600 < 400), so it stands to the right of it, as low as can be.
    places = [(p.yaw_deg, p.x_mm, p.y_mm) for p in layout.placements]
    assert places == [(0, 500, 300), (0, 1400, 200)]
    layout = place_pieces(*make_scene([], {"b": (400, 200), "a": (500, 300)}, (2000, 900)))
    assert [(p.yaw_deg, p.x_mm, p.y_mm) for p in layout.placements] == [(0, 400, 200), (0, 1300, 300)]


def test_a_piece_turns_where_it_fits_only_turned():
    spec, pieces = make_scene([], {"bench": (900, 200)}, (500, 2000))
    assert place_pieces(spec, pieces).placement("bench").yaw_deg == 90


def test_wishes_are_kept_as_well_as_the_rules_let_them():
    rules = [
        "against: {piece: a, wall: west, side: any}",
        "gap: {piece: a, to: east, at_most: 500 mm, weight: 1}",
    ]
    layout = place_pieces(*make_scene(rules, {"a": (500, 300)}, (3000, 3000)))
    assert layout.placement("a").x_mm == 500
    rules[0] = "gap: {piece: a, to: west, at_most: 1700 mm}"
    assert place_pieces(*make_scene(rules, {"a": (500, 300)}, (3000, 3000))).placement("a").x_mm == 2000
    # The heavier of two opposite wishes wins, the lighter decides nothing.
    rules = [
        f"gap: {{piece: a, to: {wall}, exactly: 0 mm, weight: {w}}}" for wall, w in (("west", 1), ("east", 2))
    ]
    assert place_pieces(*make_scene(rules, {"a": (500, 300)}, (3000, 3000))).placement("a").x_mm == 2500


def test_a_way_is_kept_free_where_the_first_layout_would_close_it():
    sizes = {"a": (1000, 300), "b": (900, 300)}
    room, door = (3000, 4000), "openings: [{door: {wall: south, centre: 1.5 m}}]"
    rules = [f"gap: {{piece: {name}, to: south, exactly: 2 m}}" for name in sizes]
    aisle = "aisle: {width: 750 mm}"
    free = place_pieces(*make_scene(rules[:1], sizes, room, door))
    assert free.placement("a").x_mm == 1000
    spec, pieces = make_scene([*rules[:1], aisle], sizes, room, door)
    assert_kept(spec, place_pieces(spec, pieces))
    # Both in one row at yaw 0 would leave 3000 - 3800 < 0: one has to turn, and 750 mm must stay.
    spec, pieces = make_scene([*rules, aisle], {"a": (800, 300), "b": (500, 300)}, room, door)
    layout = place_pieces(spec, pieces)
    assert_kept(spec, layout)
    assert [(p.yaw_deg, p.x_mm) for p in layout.placements] == [(0, 800), (90, 1900)]


@pytest.mark.parametrize("rounds", [0, 1])
def test_all_asked_at_once_gives_the_same_layout(rounds, monkeypatch):
    """Also what is put off within something else: the way to a piece that may be left out."""
    sizes = {"shelf": (1000, 300), "stool": (250, 200), "lamp": (200, 200)}
    rules = [
        "gap: {piece: shelf, to: south, exactly: 1200 mm}",
        "walkable: {to: [stool], width: 800 mm}",
        "gap: {piece: stool, to: north, exactly: 0 mm}",
    ]
    door = "openings: [{door: {wall: south, centre: 1.5 m}}]"
    closed = make_scene(rules, sizes, (3000, 4000), door, options={"stool": "optional: 7"})
    scenes = [closed, *(draw_scene(seed, 8) for seed in (3, 4, 5))]
    expected = [solve_layout(*scene) for scene in scenes]
    monkeypatch.setattr(search, "MOST_ROUNDS", rounds)
    assert [solve_layout(*scene) for scene in scenes] == expected


def test_pieces_ranked_together_are_placed_as_one_by_one(monkeypatch):
    """The keys of two pieces in a large room are one number that a double cannot hold."""
    scene = draw_scene(5, 60)
    together = solve_layout(*scene, time_limit_s=300)
    monkeypatch.setattr(model, "MOST_KEYS", 1)
    assert solve_layout(*scene, time_limit_s=300) == together


def find_faults(rules, sizes, **more):
    with pytest.raises(NoLayout) as caught:
        place_pieces(*make_scene(rules, sizes, **more))
    return list(caught.value.faults)


def test_contradictory_rules_are_named_with_their_lines_and_no_others():
    faults = find_faults(
        [
            "against: {piece: sofa, wall: north}",
            "centred: {piece: table, on: room}",
            "against: {piece: sofa, wall: south}",
        ],
        {"sofa": (1000, 450), "table": (500, 300)},
    )
    assert len(faults) == 3
    assert "no layout keeps these 2 rules together" in faults[0]
    assert "room.yaml:8: against: piece sofa, wall north" in faults[1]
    assert "room.yaml:10: against: piece sofa, wall south" in faults[2]


def test_a_rule_that_no_room_of_this_size_keeps_is_named_alone():
    faults = find_faults(["gap: {piece: a, to: east, exactly: 4500 mm}"], {"a": (500, 300)})
    assert faults == [
        "room.yaml:7: gap: piece a, to east, exactly 4500 mm: this rule alone cannot be kept in this room "
        "(it would have to give way by 100 mm)"
    ]


def test_pieces_that_do_not_fit_are_named():
    faults = find_faults([], {"big": (2600, 3100), "a": (100, 100)})
    assert faults == [
        "room.yaml:5: big is 5200 x 6200 x 800 mm and does not fit into the room of 5000 x 6000 mm"
    ]
    faults = find_faults([], {"a": (1300, 3000), "b": (1300, 3000)})
    assert faults == ["room.yaml: the pieces do not fit into the room together, even without any rule"]


def test_out_of_time_is_told_from_no_layout():
    with pytest.raises(
        OutOfTime, match=r"out of time: .* \(proven is only that the wishes cost 0 at least\)"
    ):
        place_pieces(read_default(), make_pieces("modern"), time_limit_s=0.0)
