"""How a grader's end, words and values are heard; what it is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solver.errors import SpecError
from solver.grade import targets
from solver.grade.cage import Run
from solver.grade.outcome import CRASHED, FLOODED, HUNG, SCORED, SENSELESS, SILENT, SWARMED, Outcome
from solver.grade.targets import Setting, judge_value, make_environment, parse_target

NOTES = ("seen",)


def end(output: str = "", code: int = 0, ending: str = "ended") -> Run:
    return Run(ending, code, output, True, False, 1.5)


def hear(output: str = "", code: int = 0, ending: str = "ended") -> tuple[Any, ...]:
    found = targets._read_output(end(output, code, ending), NOTES)
    assert (found.seconds, found.notes) == (1.5, NOTES)
    return found.status, found.passed if found.score is None else found.score, found.detail


def test_what_a_command_says_is_its_last_json() -> None:
    assert hear('0.25\n{"score": 0.5}\n') == (SCORED, 0.5, "")
    assert hear('{"score": 0.5}\n\nbye\n') == (SCORED, 0.5, "")
    assert hear('"words"\n[1]\n0.75\n"more"\n') == (SCORED, 0.75, "")
    assert hear("true\n") == (SCORED, True, "")
    assert hear("1\n") == (SCORED, 1.0, "")
    assert hear('{"score": 0.5}', code=3) == (SCORED, 0.5, "")


def test_a_silent_command_says_pass_or_fail_by_its_code() -> None:
    assert hear() == (SCORED, True, "")
    assert hear(" \n", 1) == (SCORED, False, "")
    assert hear("", 2) == (CRASHED, None, "ended with code 2: ")
    assert hear("words\n\n") == (SILENT, None, "words")
    assert hear("first\nlast\n", 1) == (CRASHED, None, "ended with code 1: last")
    assert hear("x" * 400) == (SILENT, None, "x" * 300)


def test_other_endings() -> None:
    assert hear('{"score": 1}', -1, "hung") == (HUNG, None, "stopped after 2 s")
    assert hear('{"score": 1}', -9, "flooded") == (FLOODED, None, "printed more than 10 MB")
    assert hear('{"score": 1}', -1, "swarmed") == (
        SWARMED, None, "ran more than 256 processes at a time",
    )  # fmt: skip
    silent = targets._explain_ending(end(), NOTES)
    assert silent == Outcome(SILENT, detail="ended with code 0 and no result", seconds=1.5, notes=NOTES)


def test_values_with_their_scores() -> None:
    assert judge_value({"score": 0.5, "a": 1}, 2.0, NOTES) == Outcome(
        SCORED, 0.5, seconds=2.0, notes=NOTES, scores={"score": 0.5, "a": 1}
    )
    assert judge_value({"passed": True}, 2.0, NOTES) == Outcome(
        SCORED, passed=True, seconds=2.0, notes=NOTES, scores={"passed": True}
    )
    assert judge_value(None, 2.0, NOTES) == Outcome(
        SILENT, detail="no score in what it returned", seconds=2.0, notes=NOTES
    )
    words = judge_value("x" * 300, 2.0, NOTES)
    assert words == Outcome(SENSELESS, detail=f"returned {'x' * 300!r}"[:200], seconds=2.0, notes=NOTES)
    assert judge_value(-0.5, 0.0, ()).score == -0.5
    for keys in (
        ("overall_score", "score"),
        ("score", "overall"),
        ("overall", "reward"),
        ("reward", "passed"),
    ):
        assert judge_value({keys[1]: 0.0, keys[0]: 1.0}, 0.0, ()).score == 1.0


def test_results_of_a_python_grader(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "workspace").mkdir()
    result = tmp_path / "home" / "result.json"
    assert targets._read_result(end("", 3), tmp_path).status == CRASHED
    result.write_text('{"scores": 0.5, "outside": ["/a", "/b"]}')
    heard = targets._read_result(end(), tmp_path)
    assert (heard.status, heard.score, heard.seconds) == (SCORED, 0.5, 1.5)
    assert heard.notes == ("reads outside its folder: /a", "reads outside its folder: /b")
    assert targets._read_result(end(ending="hung"), tmp_path).status == HUNG
    result.write_text('{"error": "KeyError: 1"}')
    (tmp_path / "workspace").rmdir()
    assert targets._read_result(end(), tmp_path) == Outcome(
        CRASHED, detail="KeyError: 1", seconds=1.5, notes=("deleted its folder",)
    )
    left = Run("ended", 0, "", False, True, 1.0)
    assert targets._list_notes(left, tmp_path, ()) == (
        "deleted its folder", "left processes running when it ended",
        "the network could not be cut off on this system",
    )  # fmt: skip


def test_what_a_target_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "no/such"):
        with pytest.raises(SpecError, match="no such file, and no module:function or command either"):
            parse_target(text, Setting("{}"))
    for text in ("/no/such.md", "nosuch.py", "tasks/nosuch.json"):
        with pytest.raises(SpecError, match=f"--grader {text}: no such task file"):
            parse_target(text, Setting("{}"))
    (tmp_path / "task.md").write_text("words")
    with pytest.raises(SpecError, match="no section called Automated Checks"):
        parse_target(str(tmp_path / "task.md"), Setting("{}"))
    heard: list[Any] = []
    monkeypatch.setattr(targets, "_grade_command", lambda *given: heard.append(given))
    monkeypatch.setattr(targets, "_grade_python", lambda *given: heard.append(given))
    (tmp_path / "run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "run.sh").chmod(0o755)
    setting = Setting("{}")
    for text in (str(tmp_path / "run.sh"), f"{tmp_path}/run.sh --fast", "a.b:c", "python3 x/y.py", "tool"):
        parse_target(text, setting)(tmp_path)
    assert [given[2:] for given in heard] == [
        ([f"{tmp_path}/run.sh"],), ([f"{tmp_path}/run.sh", "--fast"],), (None, "a.b:c"),
        (["python3", "x/y.py"],), (["tool"],),
    ]  # fmt: skip
    assert all(given[:2] == (tmp_path, setting) for given in heard)
    assert (setting.judge, setting.limit_s) == ("1", 180.0)


@pytest.mark.parametrize(
    ("words", "given"),
    [(["tool"], ["tool", "W"]), (["tool", "--in={}"], ["tool", "--in=W"]), (["{}/x", "{}"], ["W/x", "W"])],
)
def test_a_command_is_given_the_folder_once(
    words: list[str], given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the command says, or else at its end."""
    heard: list[list[str]] = []

    def run(command: list[str], *_rest: object) -> Run:
        heard.append(command)
        return end('{"score": 1}')

    monkeypatch.setattr(targets, "run_caged", run)
    (tmp_path / "out").mkdir()
    targets._grade_command(tmp_path / "out", Setting("{}"), words)
    ((*said,),) = heard
    (workspace,) = {word.split("=")[-1].removesuffix("/x") for word in said[1:]}
    assert [word.replace(workspace, "W") for word in said] == given


def test_the_environment_of_a_grader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin")
    assert make_environment(tmp_path) == {
        "LANG": "C.UTF-8", "PATH": f"{tmp_path}/bin:/usr/bin", "HOME": f"{tmp_path}/home",
        "TMPDIR": f"{tmp_path}/home",
    }  # fmt: skip
