"""What can be regressed: a task file, a Python function, a command; each graded in a cage."""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.errors import SpecError
from solver.grade.cage import PROCESSES, Run, copy_workspace, run_caged
from solver.grade.outcome import CRASHED, FLOODED, HUNG, SCORED, SENSELESS, SILENT, SWARMED, Outcome
from solver.grade.shim import write_shim
from solver.grade.taskfile import read_grader

RUNNER = Path(__file__).with_name("runner.py")
FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
# What a single word ends in that names a task file or a script of its own, not a command.
FILES = (".md", ".json", ".py")
SCORE_KEYS = ("overall_score", "score", "overall", "reward")

# Grades one output folder.
Target = Callable[[Path], Outcome]


@dataclass(frozen=True)
class Setting:
    """What every run of a foreign grader is given: the content of expected.json, the judge stub's answer
    ("0", "1", "fail" or "none"), and a time limit."""

    expected: str
    judge: str = "1"
    limit_s: float = 180.0


def parse_target(text: str, setting: Setting) -> Target:
    """A target from the command line: a task file, `module:function`, or a command with `{}` for the folder.

    Raises SpecError when it is none of them.
    """
    path = Path(text)
    if path.is_file() and not os.access(path, os.X_OK):
        source = read_grader(path)
        return lambda folder: _grade_python(folder, setting, source, None)
    if FUNCTION.fullmatch(text):
        return lambda folder: _grade_python(folder, setting, None, text)
    if path.suffix in FILES and " " not in text and not path.exists():
        raise SpecError(f"--grader {text}: no such task file")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SpecError(f"--grader {text!r}: {error}") from None
    if not words or (len(words) == 1 and not path.exists() and "/" in text):
        raise SpecError(f"--grader {text!r}: no such file, and no module:function or command either")
    return lambda folder: _grade_command(folder, setting, words)


def _grade_python(folder: Path, setting: Setting, source: str | None, function: str | None) -> Outcome:
    with copy_workspace(folder, setting.expected) as root:
        order: dict[str, Any] = {
            "code": None, "function": function, "workspace": str(root / "workspace"), "judge": setting.judge,
            "allowed": [str(root)], "result": str(root / "home" / "result.json"),
        }  # fmt: skip
        if source is not None:
            (root / "home" / "grader.py").write_text(source, encoding="utf-8")
            order["code"] = str(root / "home" / "grader.py")
        (root / "home" / "order.json").write_text(json.dumps(order), encoding="utf-8")
        command = [sys.executable, str(RUNNER), str(root / "home" / "order.json")]
        run = run_caged(command, Path.cwd() if function else root, make_environment(root), setting.limit_s)
        return _read_result(run, root)


def _grade_command(folder: Path, setting: Setting, words: list[str]) -> Outcome:
    with copy_workspace(folder, setting.expected) as root:
        workspace = str(root / "workspace")
        command = [word.replace("{}", workspace) for word in words]
        if "{}" not in " ".join(words):
            command.append(workspace)
        run = run_caged(command, Path.cwd(), make_environment(root), setting.limit_s)
        return _read_output(run, _list_notes(run, root, ()))


def make_environment(root: Path) -> dict[str, str]:
    """Environment of a caged grader: a `blender` on the PATH, a home of its own."""
    shim = write_shim(root / "bin")
    kept = {key: os.environ[key] for key in ("LANG", "LC_ALL", "PYTHONPATH") if key in os.environ}
    return {
        **kept,
        "PATH": os.pathsep.join([str(shim.parent), os.environ.get("PATH", os.defpath)]),
        "HOME": str(root / "home"),
        "TMPDIR": str(root / "home"),
    }


def _list_notes(run: Run, root: Path, outside: tuple[str, ...]) -> tuple[str, ...]:
    notes = [f"reads outside its folder: {path}" for path in outside]
    if not (root / "workspace").is_dir():
        notes.append("deleted its folder")
    if run.left:
        notes.append("left processes running when it ended")
    if not run.isolated:
        notes.append("the network could not be cut off on this system")
    return tuple(notes)


def _read_result(run: Run, root: Path) -> Outcome:
    path = root / "home" / "result.json"
    if not path.is_file() or run.ending != "ended":
        return _explain_ending(run, _list_notes(run, root, ()))
    result = json.loads(path.read_text(encoding="utf-8"))
    notes = _list_notes(run, root, tuple(result.get("outside", ())))
    if "error" in result:
        return Outcome(CRASHED, detail=result["error"], seconds=run.seconds, notes=notes)
    return judge_value(result["scores"], run.seconds, notes)


def _read_output(run: Run, notes: tuple[str, ...]) -> Outcome:
    """A command speaks with its last line of JSON, or with its exit code alone."""
    if run.ending != "ended":
        return _explain_ending(run, notes)
    for line in reversed(run.output.splitlines()):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, (dict, int, float)):
            return judge_value(value, run.seconds, notes)
    if run.code in (0, 1) and not run.output.strip():
        return Outcome(SCORED, passed=run.code == 0, seconds=run.seconds, notes=notes)
    return _explain_ending(run, notes)


def _explain_ending(run: Run, notes: tuple[str, ...]) -> Outcome:
    last = next((line for line in reversed(run.output.splitlines()) if line.strip()), "")[:300]
    if run.ending == "hung":
        return Outcome(HUNG, detail=f"stopped after {run.seconds:.0f} s", seconds=run.seconds, notes=notes)
    if run.ending == "flooded":
        return Outcome(FLOODED, detail="printed more than 10 MB", seconds=run.seconds, notes=notes)
    if run.ending == "swarmed":
        words = f"ran more than {PROCESSES} processes at a time"
        return Outcome(SWARMED, detail=words, seconds=run.seconds, notes=notes)
    if run.code == 0:
        return Outcome(
            SILENT, detail=last or "ended with code 0 and no result", seconds=run.seconds, notes=notes
        )
    return Outcome(CRASHED, detail=f"ended with code {run.code}: {last}", seconds=run.seconds, notes=notes)


def judge_value(value: Any, seconds: float, notes: tuple[str, ...]) -> Outcome:
    """An outcome from what a grader returned: a number, true or false, or a mapping with a score in it."""
    scores = value if isinstance(value, dict) else {}
    if scores:
        value = next((scores[key] for key in SCORE_KEYS if key in scores), scores.get("passed"))
    if isinstance(value, bool):
        return Outcome(SCORED, passed=value, seconds=seconds, notes=notes, scores=scores)
    if value is None:
        return Outcome(
            SILENT, detail="no score in what it returned", seconds=seconds, notes=notes, scores=scores
        )
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return Outcome(
            SENSELESS, detail=f"returned {value!r}"[:200], seconds=seconds, notes=notes, scores=scores
        )
    return Outcome(SCORED, score=float(value), seconds=seconds, notes=notes, scores=scores)
