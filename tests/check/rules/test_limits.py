"""Every rule word has a measure, which takes what lies just inside and refuses what lies just outside."""

from __future__ import annotations

import pytest

from solver.check.rules import MEASURES
from solver.core.rules import RULES
from tests.check.rules.stands import L_ROOM, Stand, measure


def test_facing_one_wall_of_several_is_measured_along_the_line_ahead() -> None:
    # Of 10 mm beyond the wall's end 2 are the rounding of sizes.
    for wall, x, miss in (
        ("north_1", 3999, 0),
        ("north_1", 4010, 8),
        ("north_2", 4001, 0),
        ("north_2", 3990, 8),
    ):
        stands = {"a": Stand(x, 1000, 800, 400, 180.0)}
        assert measure(f"facing: {{piece: a, to: {wall}}}", stands, L_ROOM) == miss
    assert measure("facing: {piece: a, to: north_2}", {"a": Stand(5000, 1000, 800, 400, 0.0)}, L_ROOM) > 0


def test_near_one_wall_of_several_is_before_it() -> None:
    """Misses are less the 2 mm by which footprints are rounded."""
    for x, y, miss in ((3000.0, 4000.0, 0), (3000.0, 2500.0, 299), (5500.0, 1000.0, 1898)):
        stands = {"a": Stand(x, y, 800, 400, 180.0)}
        for rule in (
            "near: {piece: a, to: east_2, within: 700 mm}",
            "gap: {piece: a, to: east_2, at_most: 700 mm}",
        ):
            assert measure(rule, stands, L_ROOM) == miss
    assert measure("near: {piece: a, to: any, within: 100 mm}", {"a": Stand(500, 1000, 800, 400)}) == 0
    assert measure("near: {piece: a, to: any, within: 90 mm}", {"a": Stand(500, 1000, 800, 400)}) == 8


def test_a_gap_that_must_only_be_large_is_measured_to_the_wall_s_line() -> None:
    """East_2 begins 1.3 m north of the piece: so far from its line, but not at it."""
    stands = {"a": Stand(2000, 1500, 800, 400), "b": Stand(3000, 1500, 400, 400)}
    for rule, miss in (("at_least: 1600 mm", 0), ("exactly: 1600 mm", 1299), ("at_most: 1600 mm", 1299)):
        assert measure(f"gap: {{piece: a, to: east_2, {rule}}}", stands, L_ROOM) == miss
        assert measure(f"gap: {{piece: a, to: b, {rule.replace('1600', '400')}}}", stands, L_ROOM) == 0


def test_every_word_of_the_vocabulary_is_measured() -> None:
    assert set(MEASURES) == set(RULES)


A, B = Stand(2000, 3000, 800, 400), Stand(2000, 1000, 600, 400, 180.0)
# rule, the pieces, and what is moved by how much (x, y in mm, yaw in degrees) to be 3 mm or more outside.
CASES: list[tuple[str, dict[str, Stand], str, tuple[float, float, float]]] = [
    ("against: {piece: a, wall: any, gap: 50 mm}", {"a": Stand(2000, 5750, 800, 400)}, "a", (0, -3, 0)),
    ("against: {piece: a, wall: north}", {"a": Stand(2000, 5800, 800, 400)}, "a", (0, 0, 90)),
    ("corner: {piece: a, gap: 50 mm}", {"a": Stand(450, 250, 800, 400)}, "a", (3, 0, 0)),
    ("corner: {piece: a, corner: north-east}", {"a": Stand(4600, 5800, 800, 400)}, "a", (0, -3, 0)),
    ("centred: {piece: a, on: door}", {"a": Stand(1000, 3000, 800, 400)}, "a", (3, 0, 0)),
    ("centred: {piece: a, on: column}", {"a": Stand(3000, 2500, 800, 400)}, "a", (0, 3, 0)),
    ("pin: {piece: a, at: [2 m, 3 m], yaw: 0 deg}", {"a": A}, "a", (3, 0, 0)),
    ("pin: {piece: a, yaw: 0 deg}", {"a": A}, "a", (0, 0, 1)),
    ("gap: {piece: a, to: column, exactly: 450 mm}",
     {"a": Stand(2000, 2500, 800, 400)}, "a", (3, 0, 0)),
    ("near: {piece: a, to: b, within: 1600 mm}", {"a": A, "b": B}, "a", (0, 3, 0)),
    ("near: {piece: a, to: north, within: 2.8 m}", {"a": A}, "a", (0, -3, 0)),
    ("far: {piece: a, from: b, by: 1600 mm}", {"a": A, "b": B}, "a", (0, -3, 0)),
    ("far: {piece: a, from: any, by: 1600 mm}", {"a": A}, "a", (-3, 0, 0)),
    ("in_front_of: {piece: b, of: a, at_least: 1600 mm, at_most: 1600 mm}",
     {"a": A, "b": B}, "b", (0, 3, 0)),
    ("in_front_of: {piece: b, of: a}", {"a": A, "b": B}, "a", (0, 0, 180)),
    ("behind: {piece: a, of: a2, at_most: 100 mm}",
     {"a": A, "a2": Stand(2000, 2500, 600, 400)}, "a", (0, 3, 0)),
    ("facing: {piece: a, to: [2.4 m, 1 m]}", {"a": A}, "a", (-3, 0, 0)),
    ("facing: {piece: a, to: room}", {"a": Stand(2000, 3000, 800, 400)}, "a", (0, -3, 0)),
    ("aligned: {pieces: [a, b], edge: x}", {"a": A, "b": B}, "b", (3, 0, 0)),
    ("aligned: {pieces: [a, b], edge: west}",
     {"a": A, "b": Stand(1900, 1000, 600, 400)}, "b", (-3, 0, 0)),
    ("row: {pieces: [a, b], to: east, gap: 50 mm}",
     {"a": A, "b": Stand(2750, 3000, 600, 400)}, "b", (3, 0, 0)),
    ("same_yaw: {pieces: [a, b]}", {"a": A, "b": Stand(3000, 5000, 600, 400)}, "b", (0, 0, 15)),
    ("mirrored: {pieces: [a, b], axis: x}",
     {"a": Stand(1000, 3000, 400, 400, 90.0), "b": Stand(4000, 3000, 400, 400, 270.0)},
     "b", (5, 0, 0)),
    ("mirrored: {pieces: [a, b], axis: x}",
     {"a": Stand(1000, 3000, 400, 400, 90.0), "b": Stand(4000, 3000, 400, 400, 270.0)},
     "b", (0, 0, 180)),
    ("around: {pieces: [a, b], of: t, gap: 50 mm, sides: {front: 2}}",
     {"t": Stand(2000, 3000, 1600, 800), "a": Stand(1600, 2350, 400, 400, 180.0),
      "b": Stand(2400, 2350, 400, 400, 180.0)}, "b", (3, 0, 0)),
    ("around: {pieces: [a, b], of: t}",
     {"t": Stand(2000, 3000, 1600, 800), "a": Stand(2000, 2400, 400, 400, 180.0),
      "b": Stand(2000, 3600, 400, 400, 0.0)}, "b", (0, 3, 0)),
    ("under: {piece: a, of: b, overlap: 300 mm}", {"a": A, "b": Stand(2500, 2900, 800, 400)}, "b", (3, 0, 0)),
    ("clear: {of: a, depth: 1600 mm}", {"a": A, "b": B}, "b", (0, 3, 0)),
    ("clear: {of: a, side: left, depth: 450 mm}", {"a": Stand(2000, 2500, 800, 400)}, "a", (3, 0, 0)),
    ("clear: {of: door, depth: 800 mm}", {"a": Stand(1000, 1000, 800, 400)}, "a", (0, -3, 0)),
    ("walkable: {to: [a], width: 800 mm, reach: 100 mm}",
     {"a": Stand(1000, 5000, 800, 400), "b": Stand(500, 3000, 1000, 100), "c": Stand(3400, 3000, 3200, 100)},
     "c", (-3, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "stands", "moved", "by"), CASES, ids=[case[0] for case in CASES])
def test_just_inside_passes_and_just_outside_fails(
    rule: str, stands: dict[str, Stand], moved: str, by: tuple[float, float, float]
) -> None:
    assert measure(rule, stands) == 0.0
    one = stands[moved]
    outside = Stand(one.x + by[0], one.y + by[1], one.wide, one.deep, (one.yaw_deg or 0.0) + by[2])
    assert measure(rule, {**stands, moved: outside}) > 0.0


def test_on_top_reads_edges_and_height() -> None:
    stands = {"a": Stand(2000, 3000, 300, 300, base=700.0), "b": Stand(2000, 3000, 500, 400)}
    rule = "on_top: {piece: a, of: b, inset: 50 mm}"
    assert measure(rule, stands, supports={"a": {"b": 1.0}}) == 0.0
    assert measure(rule, stands, supports={"a": {"b": 3.0}}) > 0.0
    aside = {**stands, "a": Stand(2000, 3003, 300, 300, base=700.0)}
    assert measure(rule, aside, supports={"a": {"b": 1.0}}) > 0.0


def test_walls_and_corners_of_an_l_shaped_room() -> None:
    inner = Stand(5000, 2800, 800, 400)
    assert measure("against: {piece: a, wall: north_2}", {"a": inner}, L_ROOM) == 0.0
    assert measure("against: {piece: a, wall: north}", {"a": inner}, L_ROOM) == 0.0
    assert measure("against: {piece: a, wall: north_1}", {"a": inner}, L_ROOM) > 0.0
    # On the line of the short wall, but past its end.
    assert measure("against: {piece: a, wall: north_2}", {"a": Stand(3000, 2800, 800, 400)}, L_ROOM) > 0.0
    assert measure("corner: {piece: a}", {"a": Stand(5600, 2800, 800, 400)}, L_ROOM) == 0.0
    # The corner where the room goes round the notch is none to stand in.
    assert measure("corner: {piece: a}", {"a": Stand(4400, 2800, 800, 400)}, L_ROOM) > 0.0
    assert measure("clear: {of: a, side: back, depth: 200 mm}", {"a": inner}, L_ROOM) > 0.0
