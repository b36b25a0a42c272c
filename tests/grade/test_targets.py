"""How a grader's end, words and values are heard; the runner in this process; the cage."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from solver.errors import SpecError
from solver.grade import jail, runner, targets
from solver.grade.cage import OUTPUT_LIMIT, Run, copy_workspace, run_caged
from solver.grade.outcome import CRASHED, FLOODED, HUNG, SCORED, SENSELESS, SILENT, Outcome
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
    for text in ("", "no/such", "/no/such.md"):
        with pytest.raises(SpecError, match="no such file, and no module:function or command either"):
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


def test_a_workspace_as_the_benchmark_has_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    with copy_workspace(tmp_path, '{"x": 1}') as root:
        assert sorted(os.listdir(root)) == ["gt", "home", "workspace"]
        assert (root / "gt" / "expected.json").read_text() == '{"x": 1}'
        assert os.listdir(root / "workspace") == ["a.txt"]
    assert not root.exists()


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


def cage(*command: str, limit_s: float = 20.0) -> Run:
    with tempfile.TemporaryDirectory() as name:
        return run_caged(list(command), Path(name), dict(os.environ), limit_s)


def test_codes_and_output_of_a_command() -> None:
    done = cage("sh", "-c", "echo out; echo err >&2; exit 3")
    assert (done.ending, done.code, sorted(done.output.split())) == ("ended", 3, ["err", "out"])
    assert not done.left and 0.0 < done.seconds < 20.0
    assert cage("sh", "-c", "kill -TERM $$").code == 128 + signal.SIGTERM
    missing = cage("/no/such/command")
    assert (missing.code, missing.output) == (127, "/no/such/command: No such file or directory\n")
    assert cage("pwd").output != f"{Path.cwd()}\n"
    assert cage("cat").output == ""  # nothing to read


def test_time_and_floods_are_limited() -> None:
    started = time.perf_counter()
    hung = cage("sleep", "60", limit_s=0.5)
    assert (hung.ending, hung.code) == ("hung", -1)
    assert 0.5 <= time.perf_counter() - started < 10.0
    prints = f"print('x' * {OUTPUT_LIMIT + 100_000}, flush=True)\nimport time; time.sleep(9)"
    flooded = cage(sys.executable, "-c", prints)
    assert flooded.ending == "flooded" and flooded.seconds < 8.0
    assert len(flooded.output) == 200_000
    full = cage(sys.executable, "-c", f"print('x' * ({OUTPUT_LIMIT} - 1))")
    assert (full.ending, len(full.output)) == ("ended", 200_000)


LIMITS = """
import resource as r
for kind in (r.RLIMIT_AS, r.RLIMIT_FSIZE, r.RLIMIT_CORE, r.RLIMIT_NPROC):
    print(r.getrlimit(kind)[0])
"""


def test_limits_of_a_command() -> None:
    low = [int(line) for line in cage(sys.executable, "-c", LIMITS).output.split()]
    assert low == [12_000 * 1024**2, 1024 * 1024**2, 0, 512]
    # A lower limit that is there already stays.
    caged = f"{sys.executable} {jail.__file__} 9 500 -- {sys.executable} -c '{LIMITS}'"
    shell = f"exec {caged} 9>/dev/null"
    lower = "import os, resource as r; r.setrlimit(r.RLIMIT_FSIZE, (50000, 50000)); "
    lower += f"os.execvp('sh', ['sh', '-c', {shell!r}])"
    done = subprocess.run([sys.executable, "-c", lower], capture_output=True, text=True)
    assert done.stdout.split() == [str(500 * 1024**2), "50000", "0", "512"]


def test_what_is_left_running() -> None:
    assert cage("sh", "-c", "sleep 30 & exit 0").left
    assert cage("sh", "-c", "(sleep 30 & exit 0) & wait").left
    assert not cage("sh", "-c", "sleep 0.05 & exit 0").left
    assert not cage("sh", "-c", "sleep 0.1 & wait").left


def test_a_cage_is_alone() -> None:
    done = cage(
        sys.executable, "-c", "import os; print(os.getpid(), open('/proc/net/dev').read().count(':'))"
    )
    if not done.isolated:
        pytest.skip("this system allows no namespaces")
    pid, devices = done.output.split()
    assert int(pid) == 2 and int(devices) >= 1
    reach = "import socket; socket.create_connection(('127.0.0.1', 9), timeout=1)"
    assert "unreachable" in cage(sys.executable, "-c", reach).output
