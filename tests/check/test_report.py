"""The report's forms: text, JSON values, HTML with the plan."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

from solver.check.drawing import draw_plan
from solver.check.finding import Check, cannot_measure, judge
from solver.check.report import Report
from tests.check.sample import LABELS, make_measured, make_spec

GOOD = judge("size", True, "5 m", "5 m", "not shown")
BAD = judge("gap", False, "212 mm", "100 mm", "the <sofa> is too far")
BLIND = cannot_measure("aisle", "750 mm", "no door")
WISH = Check("wish", "missed", "3 mm", "0 mm", "off by 3 mm")


def test_verdicts() -> None:
    assert Report("room", (GOOD,)).passed
    assert Report("room", (GOOD, WISH)).passed
    assert not Report("room", (GOOD, BAD)).passed
    assert not Report("room", (GOOD, BLIND)).passed
    assert Report("room", (GOOD, BAD, BLIND, WISH)).faults == (BAD, BLIND)


def test_a_kept_check_gives_no_reason() -> None:
    assert GOOD.why == "" and GOOD.passed
    assert BAD.why and not BAD.passed and not BLIND.passed and not WISH.passed


def test_text() -> None:
    text = Report("room", (GOOD, BAD, BLIND, WISH)).format_text()
    assert text.splitlines() == [
        "ok    size   5 m  (limit: 5 m)",
        "FAIL  gap    212 mm  (limit: 100 mm)",
        "      the <sofa> is too far",
        "????  aisle  not measurable  (limit: 750 mm)",
        "      no door",
        "miss  wish   3 mm  (limit: 0 mm)",
        "      off by 3 mm",
        "room: FAILED (1 of 4 kept, 1 failed, 1 not measurable, 1 wishes missed)",
    ]
    assert Report("room", (GOOD,)).format_text().endswith("room: all checks passed (1 of 1 kept)")


def test_long_names_push_their_own_line_only() -> None:
    named = tuple(Check(name, "pass", "1", "2") for name in ("a", "b" * 60))
    assert Report("room", named).format_text().splitlines()[:2] == [
        f"ok    {'a':<44}  1  (limit: 2)",
        f"ok    {'b' * 60}  1  (limit: 2)",
    ]
    assert Report("room", ()).format_text() == "room: all checks passed (0 of 0 kept)"


def test_json_values() -> None:
    data = json.loads(json.dumps(Report("room", (GOOD, BAD)).to_dict()))
    assert data["passed"] is False
    assert data["counts"] == {"pass": 1, "fail": 1, "unmeasurable": 0, "missed": 0}
    assert data["checks"][1] == {
        "name": "gap",
        "status": "fail",
        "measured": "212 mm",
        "limit": "100 mm",
        "why": "the <sofa> is too far",
    }


def test_html_escapes_and_draws() -> None:
    measured = make_measured()
    solids = tuple(replace(s, object="<b>" if s.object == "Sofa" else s.object) for s in measured.solids)
    plan = draw_plan(make_spec(), replace(measured, solids=solids))
    page = Report("<room>", (BAD,), plan).format_html()
    assert "<sofa>" not in page and "&lt;sofa&gt;" in page
    assert "<room>" not in page and "&lt;room&gt;" in page
    assert "<b>" not in page
    drawing = ElementTree.fromstring(plan)
    kinds = [element.tag.rpartition("}")[2] for element in drawing]
    assert kinds.count("polygon") == len(LABELS)
    assert kinds.count("path") == len(LABELS) + 1  # a front each, and the room
    assert kinds.count("rect") == len(make_spec().openings)


def test_the_plan_has_north_up_and_fronts_turned() -> None:
    drawing = ElementTree.fromstring(draw_plan(make_spec(), make_measured()))
    polygons = [e for e in drawing if e.tag.endswith("polygon")]
    # The sofa's box is x 1450 to 3550, y 4980 to 5900: from the top 100 to 1020.
    assert polygons[0].get("points") == "1450.0,1020.0 3550.0,1020.0 3550.0,100.0 1450.0,100.0"
    paths = [e.get("transform") for e in drawing if e.tag.endswith("path") and e.get("transform")]
    assert "rotate(-0.0)" in paths[0] and "rotate(-180.0)" in paths[2]
    rects = {e.get("fill"): e for e in reversed([*drawing]) if e.tag.endswith("rect")}
    window, door = rects["#9fd0f0"], rects["#d9b38c"]
    assert (window.get("x"), window.get("y"), window.get("height")) == ("5000", "2100", "1800")
    assert (door.get("x"), door.get("y"), door.get("width")) == ("350", "6000", "900")
