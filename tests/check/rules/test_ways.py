"""Ways through the room: who stands at a piece, what fits through a door, and where an aisle ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.check.case import Case
from solver.check.rules.floor import Body, Floor, find_floor
from solver.check.rules.ways import find_ends, measure_aisle
from solver.check.submission import Submission
from solver.core.rules.ways import Aisle
from solver.core.spec import parse_scene
from tests.check.rules.stands import Stand, measure
from tests.check.sample import make_measured

WALK = "walkable: {to: [a], width: 600 mm, reach: 100 mm}"


@pytest.mark.parametrize(
    ("wide", "deep", "share_mm"),
    [
        (1000.0, 1000.0, 200.0),  # of a wide piece a person's shoulder
        (300.0, 1000.0, 150.0),  # of a narrow one half
        (1000.0, 300.0, 150.0),
    ],
)
def test_who_shares_enough_of_a_side_stands_at_it(wide: float, deep: float, share_mm: float) -> None:
    """A screen right before the front leaves only its east end free."""
    piece = Stand(2500, 4500, wide, deep)
    front, end = 4500 - deep / 2, 2500 + wide / 2
    for left_mm, good in ((share_mm - 1.5, True), (share_mm - 2.5, False)):  # 2 mm are rounding
        start = end - left_mm - 2000
        screen = Stand((start + end - left_mm) / 2, front - 251, 2000, 500)
        assert (measure(WALK, {"a": piece, "b": screen}) == 0.0) is good, left_mm


@pytest.mark.parametrize("side", ["front", "left", "back", "right"])
def test_who_stands_too_far_before_a_side_is_not_at_it(side: str) -> None:
    """A rail along all of the side: one stands at the other side of it, at most as far off as is allowed."""
    piece = Stand(2500, 3000, 1000, 600)
    for deep, good in ((99.0, True), (101.5, True), (102.5, False)):
        rail = {
            "front": Stand(2500, 2700 - deep / 2, 3000, deep),
            "back": Stand(2500, 3300 + deep / 2, 3000, deep),
            "left": Stand(3000 + deep / 2, 3000, deep, 3000),
            "right": Stand(2000 - deep / 2, 3000, deep, 3000),
        }[side]
        missed = measure(WALK.replace("width", f"side: {side}, width"), {"a": piece, "b": rail})
        assert (missed == 0.0) is good, deep


DOOR = "openings:\n  - door: {wall: south, centre: 1 m}\n"
DOORS = (
    "openings:\n  - window: {wall: north, centre: 1 m, width: 1 m, height: 1 m}\n"
    "  - door: {wall: west, centre: 1 m}\n"
)


def make_floor(openings: str = "", **bodies: Body) -> Floor:
    text = (
        f"scene: r\nroom: {{width: 5 m, depth: 6 m, height: 2.8 m}}\n{openings}pieces: {{a: {{asset: a}}}}\n"
    )
    case = Case(parse_scene(text, "r.yaml"), {}, Submission(Path("out"), None, {}, None), make_measured())
    floor = find_floor(case)
    assert floor is not None
    return replace(floor, bodies=bodies)


def make_aisle(width_mm: int, **ends: str) -> Aisle:
    return Aisle.model_validate({"width": f"{width_mm} mm", **ends})


@pytest.mark.parametrize(("width_mm", "good"), [(902, True), (903, False)])
def test_a_door_lets_through_what_is_as_wide(width_mm: int, good: bool) -> None:
    """The door is 900 mm wide, and 2 mm are rounding."""
    ((reading,),) = measure_aisle(make_aisle(width_mm), make_floor(DOOR))
    assert (reading.miss == 0.0) is good
    assert 899.7 < reading.value <= 900.0


def test_what_stands_as_a_triangle_or_a_line_is_gone_round_as_such() -> None:
    """A screen of 4 m leaves 1 m to the east wall, more where its corner there is cut off."""
    body = Stand(2000, 3000, 4000, 1000).body("a")
    for outline, wide in (
        (body.outline, 1000.0),
        ((body.low, (4000.0, 2500.0), (0.0, 3500.0)), 1000.0),
        ((body.low, (3800.0, 2500.0), (0.0, 3500.0)), 1200.0),
        ((body.low, body.high), 1000.0),
    ):
        floor = make_floor(a=replace(body, outline=outline))
        ((reading,),) = measure_aisle(make_aisle(750, **{"from": "south", "to": "north"}), floor)
        assert wide - 0.7 < reading.value <= wide


def test_where_an_aisle_begins_and_ends() -> None:
    def find(openings: str, **ends: str) -> tuple[str, str]:
        return find_ends(make_aisle(750, **ends), make_floor(openings))

    assert find("") == ("south", "north")
    assert find("", to="west") == ("east", "west")
    assert find("", **{"from": "east"}) == ("east", "west")
    assert find(DOORS) == ("door", "east")
    assert find(DOORS, to="window") == ("door", "window")
    assert find(DOORS, **{"from": "window"}) == ("window", "south")
