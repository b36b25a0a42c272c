"""Verdicts on graders, and their forms: text, JSON, JUnit, HTML."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from solver.grade.faults import Fault
from solver.grade.forms import format_html, format_junit
from solver.grade.outcome import (
    BROKEN,
    CRASHED,
    FALSE_FAIL,
    FALSE_PASS,
    RIGHT,
    ROUNDING,
    SCORED,
    Finding,
    Outcome,
)
from solver.grade.regress import GOLD, Regression, regress
from tests.check.sample import write_folder

CAPPED = Fault("capped", "a <b>", "rule & more", "fail", 0.1, 0.5)


@pytest.mark.parametrize(
    ("fault", "outcome", "kind"),
    [
        (GOLD, Outcome(SCORED, 1.0), RIGHT),
        (GOLD, Outcome(SCORED, 0.9996), RIGHT),
        (GOLD, Outcome(SCORED, 0.999), FALSE_FAIL),
        (CAPPED, Outcome(SCORED, 0.5), RIGHT),
        (CAPPED, Outcome(SCORED, 0.5004), RIGHT),
        (CAPPED, Outcome(SCORED, 0.5 + ROUNDING), RIGHT),
        (CAPPED, Outcome(SCORED, 0.501), FALSE_PASS),
        (CAPPED, Outcome(SCORED, 0.1 - ROUNDING), RIGHT),
        (CAPPED, Outcome(SCORED, 0.1), RIGHT),
        (CAPPED, Outcome(SCORED, 0.099), FALSE_FAIL),
        (CAPPED, Outcome(SCORED, passed=True), FALSE_PASS),
        (CAPPED, Outcome(SCORED, passed=False), RIGHT),
        (GOLD, Outcome(SCORED, passed=True), RIGHT),
        (GOLD, Outcome(SCORED, passed=False), FALSE_FAIL),
        (CAPPED, Outcome(CRASHED), BROKEN),
    ],
)
def test_kinds(fault: Fault, outcome: Outcome, kind: str) -> None:
    assert Finding(fault, outcome).kind == kind


def make_regression(tmp_path: Path) -> Regression:
    outcomes = {
        "gold": Outcome(SCORED, 1.0, seconds=1.0),
        "capped": Outcome(SCORED, 0.9, seconds=2.0, notes=("deleted its folder",)),
        "broken": Outcome(CRASHED, detail="KeyError: '<x>'"),
        "strict": Outcome(SCORED, passed=True),
    }
    cases = [(GOLD, tmp_path / "gold"), (CAPPED, tmp_path / "capped")]
    cases += [(Fault(name, "c", "d", "fail", 0.0, 0.3), tmp_path / name) for name in ("broken", "strict")]
    return regress("some <grader>", lambda folder: outcomes[folder.name], cases, 2)


def test_order_counts_and_words(tmp_path: Path) -> None:
    result = make_regression(tmp_path)
    assert [finding.fault.name for finding in result.findings] == ["gold", "capped", "broken", "strict"]
    assert not result.clean
    text = result.format_text().splitlines()
    assert text[0] == "false pass  capped  score 0.9, due 0.1 to 0.5"
    assert text[1].strip() == "a <b>; breaks: rule & more"
    assert text[2].startswith("broken      broken  crashed (KeyError: '<x>'), due 0 to 0.3")
    assert text[4] == "false pass  strict  pass, due fail"
    assert text[-2] == "note: deleted its folder"
    assert (
        text[-1] == "some <grader>: 4 outputs, 2 false passes, 0 false fails, 1 broken runs; 3 s of grading"
    )
    data = json.loads(json.dumps(result.to_dict()))
    assert data["counts"] == {"right": 1, "false pass": 2, "false fail": 0, "broken": 1}
    assert data["findings"][1]["notes"] == ["deleted its folder"]
    assert Regression("x", result.findings[:1]).clean
    assert data["findings"][0]["seconds"] == 1.0
    assert Regression("x", result.findings[:1]).format_text() == (
        "x: 1 outputs, 0 false passes, 0 false fails, 0 broken runs; 1 s of grading"
    )


def test_seconds_are_told_to_a_thousandth() -> None:
    assert Finding(GOLD, Outcome(SCORED, 1.0, seconds=1.23456)).describe()["seconds"] == 1.235


def test_a_false_fail_is_listed(tmp_path: Path) -> None:
    result = regress("x", lambda folder: Outcome(SCORED, 0.2), [(GOLD, tmp_path)], 1)
    assert result.format_text().startswith("false fail  gold  score 0.2, due 1 to 1")
    assert not result.clean


def test_every_finding_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    regress(
        "x", lambda folder: Outcome(SCORED, 1.0), [(GOLD, tmp_path)] * 3, 1, lambda f: told.append(f.kind)
    )
    assert told == [RIGHT] * 3


def test_junit(tmp_path: Path) -> None:
    suite = ElementTree.fromstring(format_junit(make_regression(tmp_path)))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")
    cases = {case.get("name"): case for case in suite}
    assert len(cases["gold"]) == 0
    assert cases["capped"][0].tag == "failure" and cases["broken"][0].tag == "error"
    assert cases["capped"][0].text == "a <b>"


def test_html_escapes_and_embeds(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "gold")
    (tmp_path / "capped").mkdir()
    (tmp_path / "capped" / "render.png").write_text("no picture")
    page = format_html(make_regression(tmp_path), {"gold": folder, "capped": tmp_path / "capped"})
    assert "some &lt;grader&gt;" in page and "<b>" not in page
    assert page.count("data:image/jpeg;base64,") == 2


def read_embedded(page: str) -> list[tuple[int, int]]:
    """Sizes of the pictures inside a page."""
    found = re.findall(r"data:image/jpeg;base64,([^\"]+)", page)
    return [Image.open(io.BytesIO(base64.b64decode(text))).size for text in found]


def test_pictures_are_small_and_no_link_is_followed(tmp_path: Path) -> None:
    Image.new("RGB", (960, 120)).save(tmp_path / "render.png")
    Image.new("L", (100, 640)).save(tmp_path / "top_view.png")
    result = regress("x", lambda folder: Outcome(SCORED, 1.0), [(GOLD, tmp_path)], 1)
    assert read_embedded(format_html(result, {"gold": tmp_path})) == [(240, 30), (25, 160)]
    (tmp_path / "top_view.png").rename(tmp_path / "elsewhere.png")
    (tmp_path / "top_view.png").symlink_to(tmp_path / "elsewhere.png")
    assert read_embedded(format_html(result, {"gold": tmp_path})) == [(240, 30)]
    (tmp_path / "render.png").unlink()
    assert read_embedded(format_html(result, {"gold": tmp_path})) == []
