"""The cage: how commands end in it, what they may use, and what of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from solver.grade import cage as caging
from solver.grade.cage import Run, copy_workspace, run_caged


def cage(*command: str, limit_s: float = 20.0) -> Run:
    with tempfile.TemporaryDirectory() as name:
        return run_caged(list(command), Path(name), dict(os.environ), limit_s)


def test_codes_and_output_of_a_command() -> None:
    done = cage("sh", "-c", "echo out; echo err >&2; exit 3")
    assert (done.ending, done.code, sorted(done.output.split())) == ("ended", 3, ["err", "out"])
    assert not done.left and 0.0 < done.seconds < 20.0
    assert cage("sh", "-c", "kill -TERM $$").code == 128 + signal.SIGTERM
    assert cage("sh", "-c", "kill -USR1 $$").code == 128 + signal.SIGUSR1
    missing = cage("/no/such/command", "now")
    assert (missing.code, missing.output) == (127, "/no/such/command: No such file or directory\n")
    assert cage("pwd").output != f"{Path.cwd()}\n"
    assert cage("cat").output == ""  # nothing to read


def is_there(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_links_stay_links() -> None:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "file").write_text("x")
        (Path(name) / "link").symlink_to("file")
        with copy_workspace(Path(name), "{}") as root:
            assert (root / "workspace" / "link").is_symlink()


def test_what_hangs_is_killed() -> None:
    # The number under which the system knows it, whatever its own namespace says.
    hung = cage(
        sys.executable, "-c", "import os, time; print(os.readlink('/proc/self'), flush=True); time.sleep(60)",
        limit_s=2.0,
    )  # fmt: skip
    assert hung.ending == "hung"
    deadline = time.perf_counter() + 5.0
    while is_there(int(hung.output)) and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert not is_there(int(hung.output))


def test_time_and_floods_are_limited() -> None:
    started = time.perf_counter()
    hung = cage("sleep", "60", limit_s=0.5)
    assert (hung.ending, hung.code) == ("hung", -1)
    assert 0.5 <= time.perf_counter() - started < 10.0
    prints = "print('x' * 10_000_000, flush=True)\nimport time; time.sleep(9)"  # and the line's end
    flooded = cage(sys.executable, "-c", prints)
    assert flooded.ending == "flooded" and flooded.seconds < 8.0
    assert len(flooded.output) == 200_000
    full = cage(sys.executable, "-c", "print('x' * 9_999_999)")
    assert (full.ending, len(full.output)) == ("ended", 200_000)


BOMB = """
import os, time
for _ in range({0}):
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)
time.sleep({1})
os._exit(3)
"""


def test_processes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caging.PROCESSES == 256
    monkeypatch.setattr(caging, "PROCESSES", 20)
    started = time.perf_counter()
    # Beside what it starts, two more processes hold the command.
    swarmed = cage(sys.executable, "-c", BOMB.format(19, 60))
    assert (swarmed.ending, swarmed.code) == ("swarmed", -1)
    assert time.perf_counter() - started < 10.0
    some = cage(sys.executable, "-c", BOMB.format(18, 1.0))
    assert (some.ending, some.code, some.left) == ("ended", 3, True)


def test_offspring_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["sh", "-c", "(sleep 9 & sleep 9 & wait) & wait"]
    with subprocess.Popen(command, start_new_session=True) as shell:
        deadline = time.perf_counter() + 8.0
        while len(caging._list_offspring(shell.pid)) < 3 and time.perf_counter() < deadline:
            time.sleep(0.01)
        inner, *sleepers = caging._list_offspring(shell.pid)
        assert len(sleepers) == 2 and caging._list_offspring(inner) == sleepers
        monkeypatch.setattr(caging, "PROCESSES", 1)
        assert caging._list_offspring(shell.pid) == [inner, *sleepers]
        monkeypatch.setattr(caging, "PROCESSES", 0)
        assert caging._list_offspring(shell.pid) == [inner]
        os.killpg(shell.pid, signal.SIGKILL)
    assert caging._list_offspring(shell.pid) == []


def test_a_workspace_as_the_benchmark_has_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    with copy_workspace(tmp_path, '{"x": 1}') as root:
        assert sorted(os.listdir(root)) == ["gt", "home", "workspace"]
        assert (root / "gt" / "expected.json").read_text() == '{"x": 1}'
        assert os.listdir(root / "workspace") == ["a.txt"]
    assert not root.exists()


def test_a_workspace_that_cannot_be_removed_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object, **_more: object) -> None:
        raise OSError(39, "Directory not empty")  # as where something still writes

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "out").mkdir()
    with copy_workspace(tmp_path / "out", "{}") as root:
        monkeypatch.setattr(os, "rmdir", refuse)
    assert root.is_dir()
    monkeypatch.undo()
