from dataclasses import replace

import pytest

from solver.core.layout import Placement
from solver.errors import NoLayout, OutOfTime
from solver.place.variants import list_layouts, repair_layout
from tests.place.rooms import make_pieces, make_scene, read_default
from tests.place.test_placing import assert_kept


def test_layouts_differ_by_the_stated_distance_and_are_all_kept():
    spec, pieces = make_scene(["against: {piece: a, wall: west}"], {"a": (500, 300)}, (3000, 3000))
    variants = list_layouts(spec, pieces, 3, 800)
    assert not variants.complete
    assert [placed.layout.placement("a").y_mm for placed in variants.placed] == [500, 1300, 2100]
    for placed in variants.placed:
        assert_kept(spec, placed.layout)


def test_fewer_layouts_than_asked_for_are_proven_to_be_all():
    spec, pieces = make_scene(["against: {piece: a, wall: west}"], {"a": (500, 300)}, (3000, 3000))
    variants = list_layouts(spec, pieces, 9, 800)
    assert variants.complete and len(variants.placed) == 3
    variants = list_layouts(read_default(), make_pieces("built_in"), 2, 10_000)
    assert len(variants.placed) >= 1


def test_neither_a_turn_nor_like_pieces_that_change_places_make_another_layout():
    """Two like tables that fill a room: there is one layout; were they unlike, there would be two."""
    rules = [f"gap: {{piece: {name}, to: south, exactly: 0 mm}}" for name in "ab"]
    spec, pieces = make_scene(rules, {"a": (300, 300), "b": (300, 300)}, (1200, 600))
    assert len(list_layouts(spec, pieces, 3, 600).placed) == 2
    alike = tuple(replace(piece, kind="table") for piece in pieces)
    variants = list_layouts(spec, alike, 3, 600)
    assert variants.complete and len(variants.placed) == 1


def test_no_layout_at_all_names_the_rules():
    spec, pieces = make_scene(
        [f"against: {{piece: a, wall: {w}}}" for w in ("west", "east")], {"a": (500, 300)}
    )
    with pytest.raises(NoLayout, match="these 2 rules"):
        list_layouts(spec, pieces, 2, 100)


RULES = [
    "against: {piece: a, wall: west}",
    "against: {piece: b, wall: west}",
    "gap: {piece: c, to: a, exactly: 0 mm}",
]
SIZES = {"a": (500, 300), "b": (500, 300), "c": (200, 200)}


# a was pushed onto b: one of them has to make room by what they share; c touches a.
WANTED = [Placement("a", 300, 1000, 0, 90), Placement("b", 300, 1700, 0, 90), Placement("c", 800, 600, 0, 0)]


def repair(pinned, wanted=WANTED):
    """Places after a repair with the pieces of `pinned` pinned where they are wanted, by name."""
    options = {
        place.piece: f"at: [{place.x_mm} mm, {place.y_mm} mm], turned: {place.yaw_deg} deg"
        for place in wanted
        if place.piece in pinned
    }
    spec, pieces = make_scene(RULES, SIZES, options=options)
    layout = repair_layout(spec, pieces, wanted)
    assert_kept(spec, layout)
    return {place.piece: place for place in layout.placements}


def test_repair_moves_the_fewest_pieces_and_those_the_least():
    places = repair({"a"})
    assert [place.piece for place in WANTED if places[place.piece] != place] == ["b"]
    assert places["b"].y_mm == 2000
    # With b pinned it is a that moves, and c, which touches it still, does not have to.
    places = repair({"b"})
    assert places["b"] == WANTED[1] and places["a"].y_mm == 700 and places["c"] == WANTED[2]
    # Without a pin either would do; the tie is broken as always, by the smallest place of the first piece.
    places = repair(())
    assert places["a"].y_mm == 700 and places["b"] == WANTED[1]


def test_repair_adds_no_piece_that_was_left_out():
    """However much it is worth."""
    spec, pieces = make_scene([], {"a": (300, 300), "b": (300, 300)}, options={"b": "optional: 900"})
    assert len(list_layouts(spec, pieces, 1, 1).placed[0].layout.placements) == 2
    repaired = repair_layout(spec, pieces, [Placement("a", 900, 900, 0, 0)])
    assert list(repaired.placements) == [Placement("a", 900, 900, 0, 0)]


def test_a_layout_that_keeps_the_rules_stays_as_it_is():
    spec, pieces = make_scene([*RULES, "near: {piece: c, to: east, within: 100 mm, weight: 5}"], SIZES)
    wanted = [
        Placement("a", 300, 3000, 0, 90),
        Placement("b", 300, 1700, 0, 90),
        Placement("c", 800, 2600, 0, 270),
    ]
    assert list(repair_layout(spec, pieces, wanted).placements) == wanted


def test_a_pin_that_the_rules_forbid_is_told_with_the_rules_in_conflict():
    with pytest.raises(NoLayout) as caught:
        repair({"a"}, [Placement("a", 900, 1000, 0, 90)])
    assert "no layout keeps these 2 rules together" in caught.value.faults[0]
    assert (
        "against: piece a, wall west (it would have to give way by 600 mm)"
        in caught.value.faults[1] + caught.value.faults[2]
    )
    assert "pin: piece a, at 900 mm, 1000 mm, yaw 90 deg" in "".join(caught.value.faults)


def test_out_of_time_is_told_as_such():
    spec, pieces = make_scene(RULES, SIZES)
    with pytest.raises(OutOfTime, match="neither the layout of fewest moves nor its impossibility"):
        repair_layout(spec, pieces, WANTED, time_limit_s=1e-6)
