"""Starts a foreign grader in a cage and collects what it did, however it behaves."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

JAIL = Path(__file__).with_name("jail.py")
OUTPUT_LIMIT = 10_000_000  # bytes of stdout and stderr together; a grader says far less
MEMORY_MB = 12_000  # address space: Blender maps several gigabytes
PROCESSES = 256  # at a time; half of what the jail asks the system to allow, which does not bind root
LOOK_S = 0.2  # how often the processes are counted: a bomb of forks doubles within milliseconds


@dataclass(frozen=True)
class Run:
    """How a caged command ended: "ended", "hung", "flooded" or "swarmed" (too many processes at a time), its
    code, the end of what it printed, whether network and processes were its own, and whether it left
    processes behind."""

    ending: str
    code: int
    output: str
    isolated: bool
    left: bool
    seconds: float


def run_caged(command: list[str], folder: Path, environment: dict[str, str], limit_s: float) -> Run:
    """Run a command with `folder` as its working directory, at most `limit_s` seconds.

    Its process group, and where namespaces are to be had every process it started, is killed at the end.
    """
    reader, writer = os.pipe()
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, str(JAIL), str(writer), str(MEMORY_MB), "--", *command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=(writer,),
    )
    os.close(writer)
    collected = _Collector(child)
    try:
        ending, code = _await_end(child, started + limit_s)
    finally:
        _kill_group(child)
    collected.thread.join(timeout=5.0)
    words = _read_words(reader)
    if collected.flooded:
        ending = "flooded"
    seconds = time.perf_counter() - started
    return Run(ending, code, collected.tail(), "isolated" in words, "left" in words, seconds)


def _await_end(child: subprocess.Popen[bytes], deadline: float) -> tuple[str, int]:
    """The ending and the code of a command that may take until the next look after `deadline`."""
    while time.perf_counter() < deadline:
        try:
            return "ended", child.wait(timeout=LOOK_S)
        except subprocess.TimeoutExpired:
            if len(_list_offspring(child.pid)) > PROCESSES:
                return "swarmed", -1
    return "hung", -1


def _list_offspring(pid: int) -> list[int]:
    """Living processes that descend from one, a little more than allowed at most; none where the system keeps
    no list of children."""
    found = [pid]
    for each in found:
        for path in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(OSError):  # it has ended meanwhile
                found += map(int, path.read_text().split())
        if len(found) > PROCESSES + 1:
            break
    return found[1:]


def _read_words(reader: int) -> list[str]:
    with os.fdopen(reader, "rb") as file:
        os.set_blocking(reader, False)
        return (file.read() or b"").decode(errors="replace").split()


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    child.wait()


class _Collector:
    """Reads the child's output in the background, keeps its end, and kills the child in a flood."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        self.child, self.kept, self.count, self.flooded = child, b"", 0, False
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        while True:
            chunk = self.child.stdout.read1()  # type: ignore[attr-defined]
            if not chunk:
                return
            self.count += len(chunk)
            self.kept = (self.kept + chunk)[-200_000:]
            if self.count > OUTPUT_LIMIT and not self.flooded:
                self.flooded = True
                _kill_group(self.child)

    def tail(self) -> str:
        return self.kept.decode("utf-8", errors="replace")


def _list_special(folder: str, names: list[str]) -> list[str]:
    """Pipes, sockets and devices: to read one may never end."""
    paths = [os.path.join(folder, name) for name in names]
    usual = (os.path.islink, os.path.isfile, os.path.isdir)
    return [os.path.basename(path) for path in paths if not any(is_so(path) for is_so in usual)]


@contextmanager
def copy_workspace(folder: Path, expected: str) -> Iterator[Path]:
    """A throw-away copy of an output folder as the benchmark lays it out: `workspace/` beside
    `gt/expected.json`. Pipes, sockets and devices are left out."""
    with tempfile.TemporaryDirectory(prefix="scene-solver-grade-", ignore_cleanup_errors=True) as name:
        root = Path(name)
        # Symbolic links are copied as links: a grader must meet what is really there.
        shutil.copytree(folder, root / "workspace", symlinks=True, ignore=_list_special)
        (root / "gt").mkdir()
        (root / "gt" / "expected.json").write_text(expected, encoding="utf-8")
        (root / "home").mkdir()
        yield root
