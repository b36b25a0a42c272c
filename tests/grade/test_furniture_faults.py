"""Where pieces can be moved to, and which stand side by side; without Blender and without files."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from solver.grade.faults import Gold, list_faults
from solver.grade.faults.furniture_faults import DIRECTIONS, find_free_side, find_neighbours
from tests.check.changes import alter, move
from tests.grade.test_catalogue import describe_gold


@pytest.fixture
def gold() -> Gold:
    return describe_gold(Path("nowhere"))


def change_gold(gold: Gold, *changes) -> Gold:  # type: ignore[no-untyped-def]
    measured = gold.measured
    for change in changes:
        measured = change(measured)
    return dataclasses.replace(gold, measured=measured)


def test_a_piece_is_moved_where_nothing_is(gold: Gold) -> None:
    # The nightstand stands at the north wall, east of the sofa: south is free, until the table is there.
    assert find_free_side(gold, "nightstand", 0.3) == "south"
    below = move("DiningTable", y_mm=1700.0)
    assert find_free_side(change_gold(gold, below), "nightstand", 0.3) == "east"
    # To the east the wall is 970 mm away.
    assert find_free_side(change_gold(gold, below), "nightstand", 0.98) == "south"
    # The TV stand has the south wall behind it and the room before it.
    assert find_free_side(gold, "tv_stand", 0.3) == "north"
    # Of the dining table: chairs 50 mm to the south and north, the coffee table 200 mm to the west, the wall
    # 800 mm to the east.
    found = [find_free_side(gold, "dining_table", by_m) for by_m in (0.049, 0.051, 0.199, 0.201, 0.799)]
    assert found == ["south", "west", "west", "east", "east"]
    # Where no side is free, the first stands for all.
    assert find_free_side(gold, "dining_table", 0.801) == "south"


def surround(gold: Gold, gaps_m: dict[str, float], walled: bool) -> Gold:
    """A sofa of 1 m x 1 m with something that far away at each side: the wall at the first side if `walled`,
    else and elsewhere a piece. All lengths are exact in binary."""
    first = next(iter(gaps_m))
    room = gold.spec.room
    width_m, depth_m = room.width_mm / 1000.0, room.depth_mm / 1000.0
    x, y = {
        "west": (gaps_m[first], 2.0), "east": (width_m - 1.0 - gaps_m[first], 2.0),
        "south": (2.0, gaps_m[first]), "north": (2.0, depth_m - 1.0 - gaps_m[first]),
    }[first] if walled else (2.0, 2.0)  # fmt: skip
    boxes = {"Sofa": (x, y)}
    for name, (side, gap_m) in zip(("Bedside", "TVStand", "Chair_1", "Chair_2"), gaps_m.items(), strict=True):
        dx, dy = DIRECTIONS[side]
        if not walled or side != first:
            boxes[name] = (x + dx * (1.0 + gap_m), y + dy * (1.0 + gap_m))
    solids = tuple(
        dataclasses.replace(solid, box_min=(*low, 0.0), box_max=(low[0] + 1.0, low[1] + 1.0, 1.0))
        for solid in gold.measured.pieces
        if (low := boxes.get(solid.object)) is not None
    )
    return dataclasses.replace(gold, measured=dataclasses.replace(gold.measured, solids=solids))


@pytest.mark.parametrize("walled", [False, True])
@pytest.mark.parametrize(
    ("side", "later"), [("south", "north"), ("north", "west"), ("west", "east"), ("east", None)]
)
def test_to_touch_is_not_to_meet(gold: Gold, side: str, later: str | None, walled: bool) -> None:
    gaps_m = {side: 0.5, **{other: 0.25 for other in DIRECTIONS if other != side}}
    if later is not None:
        gaps_m[later] = 1.0
    around = surround(gold, gaps_m, walled)
    assert find_free_side(around, "sofa", 0.5) == side
    assert find_free_side(around, "sofa", 0.5 + 2.0**-20) == (later or "south")


def test_the_nearest_two_are_neighbours(gold: Gold) -> None:
    assert find_neighbours(gold) == ("nightstand", "sofa", "west", pytest.approx(0.0))
    apart = change_gold(gold, move("Bedside", x_mm=500.0))
    assert find_neighbours(apart) == ("chair_2", "dining_table", "south", pytest.approx(0.05))
    alone = dataclasses.replace(gold, labels={"sofa": "Sofa"})
    assert find_neighbours(alone) is None
    names = [fault.name for fault in list_faults(alone)]
    assert not any(name.startswith("intersecting") for name in names)


def test_neighbours_lie_across_by_more_than_100_mm(gold: Gold) -> None:
    two = dataclasses.replace(gold, labels={"sofa": "Sofa", "nightstand": "Bedside"})
    below = alter("Bedside", box_min=(0.0, 1.0, 0.0), box_max=(1.0, 2.0, 1.0))
    for wide, found in ((0.1, None), (0.101, ("nightstand", "sofa", "north", pytest.approx(0.5)))):
        above = alter("Sofa", box_min=(0.0, 2.5, 0.0), box_max=(wide, 3.0, 1.0))
        assert find_neighbours(change_gold(two, below, above)) == found


def test_neighbours_may_touch_at_every_side(gold: Gold) -> None:
    two = dataclasses.replace(gold, labels={"sofa": "Sofa", "nightstand": "Bedside"})
    for side, (dx, dy) in DIRECTIONS.items():
        for gap_m, found in ((0.0, True), (-0.00005, True), (-0.00015, False)):
            x, y = 2.0 + dx * (1.0 + gap_m), 2.0 + dy * (1.0 + gap_m)
            there = alter("Sofa", box_min=(x, y, 0.0), box_max=(x + 1.0, y + 1.0, 1.0))
            here = alter("Bedside", box_min=(2.0, 2.0, 0.0), box_max=(3.0, 3.0, 1.0))
            pair = find_neighbours(change_gold(two, here, there))
            assert pair == (("nightstand", "sofa", side, pytest.approx(gap_m)) if found else None)
