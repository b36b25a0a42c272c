"""TRACE's relations, rejects and trace, on objects placed by hand."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from solver.errors import OutputError
from solver.truth.files import round_numbers
from solver.truth.objects import describe_objects
from solver.truth.questions import trace
from solver.truth.questions.casting import Cast
from solver.truth.questions.making import Order, find_stage_fault, make_trace_questions
from solver.truth.questions.relation import Placed, find_holders, measure_margin
from solver.truth.view import View, draw_view
from tests.truth.scenes import box, look

TABLE = Placed("table", (2.0, 2.0), 0.0, (1.0, 0.6, 0.5), 0.0)


def thing(x: float, y: float, base: float, name: str = "mug") -> Placed:
    return Placed(name, (x, y), base, (0.1, 0.1, 0.1), 0.0)


@pytest.mark.parametrize(
    ("query", "placed", "margin"),
    [
        ("on_top_of_prop", thing(2.0, 2.0, 0.5), 0.5 - 0.92 * 0.5),
        ("on_top_of_prop", thing(2.32, 2.0, 0.5), 0.33 - 0.32),
        ("on_top_of_prop", thing(2.34, 2.0, 0.5), 0.33 - 0.34),
        ("on_top_of_prop", thing(2.0, 2.2, 0.5), 0.33 * 0.6 - 0.2),
        ("on_top_of_prop", thing(2.0, 2.0, 0.45), 0.45 - 0.92 * 0.5),
        ("under_prop", thing(2.0, 2.0, 0.0), 0.18 * 0.5),
        ("under_prop", thing(2.0, 2.0, 0.1), 0.18 * 0.5 - 0.1),
        ("inside_prop", thing(2.2, 2.0, 0.0), 0.24 - 0.2),
        ("inside_prop", thing(2.0, 2.0, 0.2), 0.35 * 0.5 - 0.2),
    ],
)
def test_published_limits(query: str, placed: Placed, margin: float) -> None:
    assert measure_margin(query, TABLE, placed) == pytest.approx(margin)


def test_the_footprint_turns_with_the_prop() -> None:
    turned = Placed("table", (2.0, 2.0), 0.0, (1.0, 0.6, 0.5), 90.0)
    assert measure_margin("under_prop", turned, thing(2.0, 2.32, 0.0)) == pytest.approx(0.33 - 0.32)
    assert find_holders("under_prop", turned, [thing(2.32, 2.0, 0.0)]) == []


def draw_table(size: tuple[int, int] = (800, 600), *more: Any) -> View:
    """A table with a mug on it and three things on the floor."""
    solids = [
        box("table", (1.5, 1.7, 0.0), (2.5, 2.3, 0.5)),
        box("mug", (1.9, 1.9, 0.5), (2.1, 2.1, 0.75)),
        box("ball", (0.8, 1.2, 0.0), (1.0, 1.4, 0.2)),
        box("bell", (1.4, 0.9, 0.0), (1.6, 1.1, 0.2)),
        box("boat", (2.8, 1.2, 0.0), (3.0, 1.4, 0.2)),
        *more,
    ]
    camera = look((2.0, -1.0, 1.6), (2.0, 2.0, 0.3), width=size[0], height=size[1], focal=size[0] * 0.7)
    return draw_view(camera, solids)


def draw_entries(size: tuple[int, int] = (800, 600)) -> tuple[dict[str, Any], list[dict[str, Any]], Any]:
    """The same as objects.json entries: the table, the others, the camera."""
    view = draw_table(size)
    entries = [{**entry, "colour": None} for entry in describe_objects(view)]
    prop = next(entry for entry in entries if entry["name"] == "table")
    return prop, [entry for entry in entries if entry is not prop], view.camera


def make(place: int = 2) -> tuple[dict[str, Any], dict[str, Any]]:
    prop, candidates, camera = draw_entries()
    facts = {"id": "q1", "image": "pictures/q1.png", "size_px": [800, 600], "camera": camera.to_json()}
    return trace.make_question(
        "on_top_of_prop", prop, candidates, [], place, ["boat", "mug", "ball", "bell"], facts
    )


def find_fault(
    query: str = "on_top_of_prop", change: Any = None, size: tuple[int, int] = (800, 600)
) -> str | None:
    prop, candidates, camera = draw_entries(size)
    if change:
        change(prop, candidates)
    return trace.find_fault(query, prop, candidates, tuple(camera.position), [])


def test_the_answer_stands_where_it_was_dealt() -> None:
    question, made = make(place=2)
    assert question["answer"] == "C"
    assert question["options"] == {"A": "boat", "B": "ball", "C": "mug", "D": "bell"}
    assert made["witness_symbolic"] == {"answer": "C", "object": "mug", "holders": 1}
    assert question["annotation"] == list(made["render_map"]["mug"]["bbox_visible"])
    wanted = [
        "scene_ir",
        "query_spec",
        "render_spec",
        "render_map",
        "execution_trace",
        "witness_symbolic",
        "projected_annotation",
    ]
    assert sorted(made) == sorted(wanted)
    assert make(place=0)[0]["answer"] == "A"


def test_a_trace_is_solved_again_from_its_file() -> None:
    question, made = make()
    read = json.loads(json.dumps(round_numbers(made)))
    assert trace.solve_question(read) == {"answer": "C", "annotation": list(question["annotation"])}
    assert not trace.flips_in_trace(read)
    moved = copy.deepcopy(read)
    next(item for item in moved["scene_ir"]["objects"] if item["name"] == "mug")["base_m"] = 0.0
    assert trace.solve_question(moved)["answer"] is None


def test_a_picture_too_small_for_its_candidates_is_known_at_once(tmp_path: Path) -> None:
    """Four middles at the corners of a square of 48 pixels fit exactly; a tighter packing does not exist."""
    assert trace.count_most((72, 72)) >= 4 and trace.count_most((24, 24)) == 1
    assert trace.count_most((24 + 48 * 7, 24)) >= 8 > trace.count_most((24 + 48 * 3, 24))
    with pytest.raises(OutputError, match="6 things do not fit into a picture of 64 x 64") as error:
        make_trace_questions(Order(1, 0, (64, 64)), tmp_path / "out", lambda event: None)
    assert "take a larger --size" in str(error.value) and not (tmp_path / "out").exists()


def test_what_is_refused() -> None:
    assert find_fault() is None
    assert "0 candidates keep" in (find_fault("under_prop") or "")
    assert "3 visible candidates" in (find_fault(change=lambda p, c: c.pop()) or "")
    assert "too small" in (find_fault(size=(160, 120)) or "")

    def hide(_prop: Any, candidates: Any) -> None:
        candidates[0]["visible_share"] = 0.1

    assert "is hidden" in (find_fault(change=hide) or "")

    def crowd(_prop: Any, candidates: Any) -> None:
        candidates[1]["bbox_visible"] = candidates[2]["bbox_visible"]

    assert "too near" in (find_fault(change=crowd) or "")

    def doubt(prop: Any, candidates: Any) -> None:  # 92.5 % of the height: a percent of 3 m decides
        mug = next(entry for entry in candidates if entry["name"] == "mug")
        mug["corners_world"] = [[x, y, z - 0.0375] for x, y, z in mug["corners_world"]]

    assert "percent" in (find_fault(change=doubt) or "")


def test_a_stage_shows_all_of_its_cast_and_asks_all_its_questions() -> None:
    kinds = ("mug", "ball", "bell", "boat")
    cast = Cast("on_top_of_prop", "table", (), kinds, {"mug": ("table", "on_top_of_prop")})
    assert find_stage_fault(draw_table(), cast) is None
    behind = box("pin", (1.98, 2.7, 0.0), (2.0, 2.72, 0.02))
    assert find_stage_fault(draw_table((800, 600), behind), cast) == "pin is hidden"
    doubled = Cast("on_top_of_prop", "table", (), kinds, {**cast.hosted, "ball": ("table", "under_prop")})
    assert find_stage_fault(draw_table(), doubled) == "0 candidates keep the relation"
