"""grade and regress: what --quiet leaves of their reports, and what is told before any work."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.check.finding import FAIL, PASS, Check
from solver.check.report import Report
from solver.cli import grade as commands
from solver.errors import SpecError
from solver.grade.outcome import SCORED, Finding, Outcome
from solver.grade.regress import GOLD, Regression
from solver.grade.weavebench import Grade
from tests.grade.test_catalogue import describe_gold


@pytest.mark.parametrize(("status", "code"), [(PASS, 0), (FAIL, 1)])
def test_grade_is_quiet_where_nothing_fails(
    status: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report("den", (Check("floor", status, "there", "there", "why"),))
    monkeypatch.setattr(commands, "judge_twice", lambda *given: (Grade({"overall_score": 0.5}), report))
    assert commands.grade(Path("out"), quiet=True) == code
    quiet = capsys.readouterr().out
    assert commands.grade(Path("out")) == code
    told = capsys.readouterr().out
    assert told.startswith("overall_score            0.500\nden: ")
    assert quiet == ("" if status == PASS else told)
    commands.grade(Path("out"), quiet=True, as_json=True)
    assert capsys.readouterr().out.startswith("{")


@pytest.mark.parametrize(("score", "code"), [(1.0, 0), (0.5, 1)])
def test_regress_is_quiet_where_the_grader_is_right(
    score: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = Regression("grade", (Finding(GOLD, Outcome(SCORED, score)),))
    monkeypatch.setattr(commands, "find_gold", lambda *given: describe_gold(Path("nowhere")))
    monkeypatch.setattr(commands, "make_faults", lambda *given: [])
    monkeypatch.setattr(commands, "_run_regression", lambda *given: result)
    assert commands.regress_grader("grade", limit=1.0, workers=1, quiet=True) == code
    quiet = capsys.readouterr().out
    assert commands.regress_grader("grade", limit=1.0, workers=1) == code
    assert quiet == ("" if code == 0 else capsys.readouterr().out)
    monkeypatch.setattr(commands, "find_gold", None)
    with pytest.raises(SpecError, match="no such task file"):
        commands.regress_grader("nosuch.md", limit=1.0, workers=1)
    with pytest.raises(SpecError, match="--judge 7"):
        commands.regress_grader("grade", judge="7", limit=1.0, workers=1)
