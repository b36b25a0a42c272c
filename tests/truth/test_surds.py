"""The six tasks' rules, worked out by hand, and what is left out as doubtful."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from solver.truth.objects import describe_objects
from solver.truth.questions.draws import Deck, Draws
from solver.truth.questions.naming import name_by_colour, name_pieces
from solver.truth.questions.surds import draw_ranges, flips, list_units, solve_unit
from solver.truth.questions.surds_rules import RULES, SAME, SAME_FRONT, format_range, name_direction
from solver.truth.questions.wording import list_questions, shuffle_options
from solver.truth.view import draw_view
from tests.truth.scenes import box, look

CAMERA = look((0.0, 0.0, 1.5), (0.0, 10.0, 1.5), width=1600, height=900, focal=800.0)  # looks north


def unit(task: str, *objects: dict[str, Any], mode: str = "faithful", **more: Any) -> dict[str, Any]:
    return {
        "task": task,
        "mode": mode,
        "size_px": [1600, 900],
        "camera": CAMERA.to_json(),
        "unit": "u",
        "objects": list(objects),
        **more,
    }


def thing(x: float, y: float, name: str = "sofa", yaw_deg: float = 0.0) -> dict[str, Any]:
    u, v = CAMERA.project(np.array([x, y, 1.5]))
    return {"name": name, "desc": name, "center_world": [x, y, 1.5], "yaw_deg": yaw_deg,
            "bbox_visible": [round(u) - 40, round(v) - 30, round(u) + 40, round(v) + 30]}  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "first", "second", "answers"),
    [
        ("faithful", (0.0, 4.0), (0.0, 5.5), ["The a", "The b"]),
        ("faithful", (0.0, 5.5), (0.0, 4.0), ["The b", "The a"]),
        ("faithful", (0.0, 4.0), (0.0, 5.0), [SAME, SAME]),  # exactly 1 m is the same
        ("indoor", (0.0, 4.0), (0.0, 5.0), ["The a", "The b"]),
        ("indoor", (0.0, 4.0), (0.0, 4.39), [SAME, SAME]),
        ("faithful", (3.0, 4.0), (0.0, 5.0), [SAME, SAME]),  # 3-4-5: distance, not depth
    ],
)
def test_distance(
    mode: str, first: tuple[float, float], second: tuple[float, float], answers: list[str]
) -> None:
    assert solve_unit(unit("distance", thing(*first, "a"), thing(*second, "b"), mode=mode)) == answers


def test_left_right_counts_pixels_of_the_boxes() -> None:
    # 800 px focal length at 8 m: 100 px a metre.
    assert solve_unit(unit("left_right", thing(0.0, 8.0, "a"), thing(1.0, 8.0, "b"))) == ["The a", "The b"]
    assert solve_unit(unit("left_right", thing(0.0, 8.0, "a"), thing(0.99, 8.0, "b"))) == [SAME, SAME]
    assert solve_unit(unit("left_right", thing(0.5, 8.0, "a"), thing(-1.0, 8.0, "b"))) == ["The b", "The a"]


def test_front_is_the_greater_depth() -> None:
    assert solve_unit(unit("front_behind", thing(0.0, 6.0, "a"), thing(0.0, 5.0, "b"))) == ["Yes", "No"]
    assert solve_unit(unit("front_behind", thing(0.0, 5.0, "a"), thing(0.0, 6.0, "b"))) == ["No", "Yes"]
    assert solve_unit(unit("front_behind", thing(0.0, 5.0, "a"), thing(0.0, 5.49, "b"))) == [SAME_FRONT] * 2


@pytest.mark.parametrize(
    ("yaw_deg", "north", "south"),
    [(180.0, "North", "South"), (0.0, "South", "North"), (90.0, "East", "West"), (270.0, "West", "East"),
     (135.0, "Northeast", "Southwest")],
)  # fmt: skip
def test_yaw_is_read_from_the_camera(yaw_deg: float, north: str, south: str) -> None:
    assert solve_unit(unit("yaw", thing(0.0, 5.0, yaw_deg=yaw_deg))) == [north, south]


def test_directions_are_bins_of_45_degrees() -> None:
    assert name_direction(22.0) == ("North", pytest.approx(0.5))
    assert name_direction(23.0) == ("Northeast", pytest.approx(0.5))
    assert name_direction(350.0) == ("North", pytest.approx(12.5))


def test_a_middle_and_a_range() -> None:
    assert solve_unit(unit("xy2d", thing(0.0, 8.0))) == ["[800, 450]"]
    ranges = [[1, 4], [5, 8], [9, 12]]
    assert solve_unit(unit("depth", thing(0.0, 6.0), ranges=ranges)) == ["Between 5 meters and 8 meters"]
    assert format_range(1, 4, RULES["faithful"]) == "Between 1 meter and 4 meters"
    assert format_range(1.25, 3, RULES["indoor"]) == "Between 1.25 meters and 3.00 meters"


@pytest.mark.parametrize("mode", ["faithful", "indoor"])
def test_ranges_keep_their_rule(mode: str) -> None:
    rule, places = RULES[mode], Counter[int]()
    for number in range(2000):
        draws = Draws("ranges", number)
        depth = draws.number(4.3, 6.0) if mode == "indoor" else draws.number(1.0, 30.0)
        place, ranges = draw_ranges(depth, rule, draws)
        places[place] += 1
        assert ranges[place][0] - 1e-9 <= depth <= ranges[place][1] + 1e-9
        for (_a, high), (low, _b) in itertools.pairwise(ranges):
            assert rule.gap_m[0] - 1e-9 <= low - high <= rule.gap_m[1] + 1e-9
        for k, (low, high) in enumerate(ranges):
            least, most = (
                (rule.range_m[0] - rule.step_m, rule.range_m[1] + rule.step_m) if k == place else rule.other_m
            )
            clipped = low <= rule.step_m
            assert high - low <= most + 1e-9 and (clipped or high - low >= least - 1e-9)
        if mode == "faithful":
            assert place == (0 if depth < 7 else 2 if depth > 15 else 1)
    if mode == "indoor":  # every place as often, whatever the depth
        assert max(places.values()) < 1.15 * min(places.values())


def test_doubtful_pairs_are_told() -> None:
    assert flips(unit("distance", thing(0.0, 4.0, "a"), thing(0.0, 5.03, "b")))
    assert not flips(unit("distance", thing(0.0, 4.0, "a"), thing(0.0, 5.5, "b")))
    assert flips(unit("left_right", thing(0.0, 8.0, "a"), thing(1.02, 8.0, "b")))
    assert flips(unit("front_behind", thing(0.0, 5.0, "a"), thing(0.0, 5.52, "b")))
    assert flips(unit("depth", thing(0.0, 5.02), ranges=[[1, 4], [5, 8], [9, 12]]))


def test_units_of_a_picture() -> None:
    pieces = [
        box("sofa", (-0.5, 5.0, 0.0), (0.5, 5.8, 0.8)),
        box("chair", (1.0, 3.0, 0.0), (1.5, 3.5, 0.9), yaw_deg=None),
    ]
    view = draw_view(CAMERA, pieces)
    entries = [{**entry, "desc": entry["name"]} for entry in describe_objects(view)]
    units = list_units(entries, CAMERA, "p.png", "indoor", "room", Draws("x"))
    assert Counter(u["task"] for u in units) == {
        "yaw": 1,
        "xy2d": 2,
        "depth": 2,
        "distance": 1,
        "left_right": 1,
        "front_behind": 1,
    }
    assert next(u for u in units if u["task"] == "yaw")["objects"][0]["name"] == "sofa"
    for made in units:
        again = solve_unit(made)
        assert len(list_questions(made)) == len(again) == (2 if made["task"] not in ("xy2d", "depth") else 1)


def test_options_show_the_right_one_at_the_dealt_place() -> None:
    made = unit("yaw", thing(0.0, 5.0, yaw_deg=90.0), directions=["North", "East", "South", "West"])
    places = Counter[tuple[int, int]]()
    deck = Deck("test")
    for number in range(480):
        order = shuffle_options({**made, "unit": f"u{number}"}, deck)
        assert order is not None and sorted(order) == ["East", "North", "South", "West"]
        places[order.index("East"), order.index("West")] += 1
    # both answers of the pair: each place as often as any other
    assert len(places) == 12 and set(places.values()) == {40}


def entry(
    name: str, category: str, x: float, colour: str | None = None, material: str | None = None
) -> dict[str, Any]:
    return {
        "name": name,
        "category": category,
        "center_world": [x, 0.0, 0.0],
        "colour": colour,
        "material": material,
    }


def test_names_are_unique() -> None:
    entries = [
        entry("S", "sofa", 0.0),
        entry("A", "chair", 0.5, material="oak"),
        entry("B", "chair", 3.0, material="oak"),
        entry("C", "dining_table", 4.0, colour="red"),
    ]
    assert name_pieces(entries) == {
        "S": "sofa",
        "C": "dining table",
        "A": "chair nearest to the sofa",
        "B": "chair nearest to the dining table",
    }
    chairs = [entry("A", "chair", 0.0, material="oak"), entry("B", "chair", 1.0, material="steel")]
    assert name_pieces(chairs) == {
        "A": "oak chair", "B": "steel chair",
    }  # fmt: skip
    assert name_pieces([entry("A", "chair", 0.0), entry("B", "chair", 1.0)]) == {}
    twins = [
        entry("A", "chair", 0.0, "red"),
        entry("B", "chair", 1.0, "red"),
        entry("C", "chair", 2.0, "blue"),
    ]
    assert name_by_colour(twins) == {"C": "blue chair"}


def test_draws_are_the_same_everywhere() -> None:
    draws = Draws("key", 7)
    assert [draws.whole(1, 6) for _ in range(8)] == [6, 3, 4, 2, 6, 4, 4, 3]
    assert Draws("key", 7).fraction() == Draws("key", 7).fraction() != Draws("key", 8).fraction()
    assert sorted(Draws("s").shuffle(range(50))) == list(range(50))
    counts = Counter(Draws("u", k).whole(0, 4) for k in range(5000))
    assert max(counts.values()) - min(counts.values()) < 200
