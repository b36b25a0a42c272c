import pytest

from solver.core.layout import Placement
from solver.errors import NoLayout
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


def test_repair_moves_the_fewest_pieces_and_those_the_least():
    spec, pieces = make_scene(RULES, SIZES)
    # a was pushed onto b: b has to make room by what they share, and c stays where it touches a.
    wanted = [
        Placement("a", 300, 1000, 0, 90),
        Placement("b", 300, 1700, 0, 90),
        Placement("c", 800, 600, 0, 0),
    ]
    places = {p.piece: p for p in repair_layout(spec, pieces, wanted, frozenset({"a"})).layout.placements}
    moved = [place.piece for place in wanted if places[place.piece] != place]
    assert moved == ["b"] and places["b"].y_mm == 2000
    # With b pinned it is a that moves, and c, which touches it still, does not have to.
    places = {p.piece: p for p in repair_layout(spec, pieces, wanted, frozenset({"b"})).layout.placements}
    assert places["b"] == wanted[1] and places["a"].y_mm == 700 and places["c"] == wanted[2]
    # Without a pin either would do; the tie is broken as always, by the smallest place of the first piece.
    places = {p.piece: p for p in repair_layout(spec, pieces, wanted, frozenset()).layout.placements}
    assert places["a"].y_mm == 700 and places["b"] == wanted[1]


def test_a_pin_that_the_rules_forbid_is_told():
    spec, pieces = make_scene(RULES, SIZES)
    wanted = [Placement("a", 900, 1000, 0, 90)]
    with pytest.raises(NoLayout, match="cannot be kept with a pinned"):
        repair_layout(spec, pieces, wanted, frozenset({"a"}))
