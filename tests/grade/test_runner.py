"""The runner in this process: what it reads, runs, notes and writes."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from solver.grade import runner
from solver.grade.judges import make_judge

ALLOWED = ["/var/tmp/allowed"]


def watch(*paths: Any) -> list[str]:
    watching = runner.Watch(ALLOWED)
    for path in paths:
        watching("open", (path, "r", 0))
    return watching.outside


def test_files_elsewhere_are_noted_once() -> None:
    assert watch("/var/tmp/allowed/x", "/var/tmp/allowed", "/usr/lib/x", "/proc/1", 3, None) == []
    assert watch("/var/tmp/allowedx", "/var/tmp/a", "/var/tmp/a", b"/var/tmp/b") == [
        "/var/tmp/allowedx", "/var/tmp/a", "/var/tmp/b",
    ]  # fmt: skip
    assert watch("/var/tmp/allowed/../c") == ["/var/tmp/c"]
    assert len(watch(*(f"/var/tmp/{k}" for k in range(30)))) == 20
    watching = runner.Watch([])
    watching("import", ("/var/tmp/a",))
    watching("open", ())
    assert watching.outside == []


def test_plain_values() -> None:
    import numpy as np

    assert runner.to_plain({1: (np.float32(0.5), [None, True, "a", 2])}) == {"1": [0.5, [None, True, "a", 2]]}
    assert runner.to_plain(Path("a")) == "a"
    assert type(runner.to_plain(np.int64(3))) is float


def order(folder: Path, source: str | None, function: str | None = None, judge: str = "1") -> dict[str, Any]:
    (folder / "g.py").write_text(source or "")
    return {
        "code": str(folder / "g.py") if source is not None else None, "function": function,
        "workspace": "W", "judge": judge, "allowed": [], "result": str(folder / "result.json"),
    }  # fmt: skip


def run_runner(folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    """The result of `runner.main` in this process; what it leaves in sys is put back."""
    (folder / "order.json").write_text(json.dumps(given))
    path, modules = list(sys.path), dict(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner.sys, "addaudithook", lambda hook: None)  # a hook cannot be taken back
        patch.setattr(runner.traceback, "print_exc", lambda: None)
        runner.main(str(folder / "order.json"))
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    found: dict[str, Any] = json.loads((folder / "result.json").read_text())
    return found


def test_the_runner() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        by_name = "def grade(workspace_path=None):\n    return {'score': len(workspace_path)}\n"
        assert run_runner(folder, order(folder, by_name)) == {"scores": {"score": 1}, "outside": []}
        assert run_runner(folder, order(folder, None, "posixpath:basename")) == {"scores": "W", "outside": []}
        asks = (
            "def grade(workspace_path):\n    from _judge_helper import vlm_score_rubric as ask\n"
            "    return ask([], {'a': 'x'}, more=1)\n"
        )
        assert run_runner(folder, order(folder, asks))["scores"] == {"a": 1.0, "judge_method": "stub"}
        assert run_runner(folder, order(folder, asks, judge="0"))["scores"]["a"] == 0.0
        assert run_runner(folder, order(folder, asks, judge="fail"))["scores"] == {"judge_method": "failed"}
        assert run_runner(folder, order(folder, asks, judge="none"))["error"].startswith(
            "ModuleNotFoundError: "
        )
        named = "assert __name__ == 'grader' and __file__.endswith('g.py')\n" + by_name
        assert "scores" in run_runner(folder, order(folder, named))
        assert run_runner(folder, order(folder, "x = 1\n")) == {"error": "KeyError: 'grade'"}


def test_the_stub_for_foreign_graders_answers_like_ours() -> None:
    rubric = {"a": "x"}
    for name in ("0", "1", "fail"):
        judge = make_judge(name, {})
        assert judge is not None
        helper = runner.make_judge(name)
        assert vars(helper)["vlm_score_rubric"]([], rubric, instruction="") == judge([], rubric, "")
