"""The jail: limits, what is left running, network and processes; with and without namespaces."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from solver.grade import jail
from solver.grade.cage import _list_offspring
from tests.grade.test_cage import cage, is_there

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
    assert cage("sh", "-c", "sleep 0.9 & exit 0").left
    assert cage("sh", "-c", "setsid sleep 30 & exit 0").left
    assert not cage("sh", "-c", "sleep 0.05 & exit 0").left
    assert not cage("sh", "-c", "sleep 0.1 & wait").left


def has_namespaces() -> bool:
    """True where a process may have network and processes of its own, asked without the jail."""
    ask = "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x60000000) != 0)"
    return subprocess.run([sys.executable, "-c", ask]).returncode == 0


def test_a_cage_is_alone() -> None:
    done = cage("sh", "-c", "echo $$; readlink /proc/self/ns/net /proc/self/ns/user")
    if not done.isolated and not has_namespaces():
        pytest.skip("this system allows no namespaces")
    assert done.isolated
    pid, network, users = done.output.split()
    assert pid == "2" and network != os.readlink("/proc/self/ns/net")
    # Who may do more keeps the rights to its own files.
    assert (users == os.readlink("/proc/self/ns/user")) == has_namespaces()
    reach = "import socket; socket.create_connection(('127.0.0.1', 9), timeout=1)"
    assert "unreachable" in cage(sys.executable, "-c", reach).output


# The jail as it is where the system allows no namespaces.
OPEN = """
import sys
from solver.grade import jail
from solver.grade.cage import _list_offspring
jail._enter_namespaces = lambda: False
jail.main(sys.argv[1:])
"""


def run_open(*command: str) -> tuple[int, str, str]:
    """(code, output, words told to the cage) of a command in a jail without namespaces."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as told:
        words = [sys.executable, "-c", OPEN, str(writer), "500", "--", *command]
        done = subprocess.run(words, capture_output=True, text=True, pass_fds=(writer,))
        os.close(writer)
        return done.returncode, done.stdout, told.read()


def test_without_namespaces() -> None:
    assert run_open("sh", "-c", "echo $PPID; exit 7")[2] == "open\n"
    code, output, _words = run_open("sh", "-c", "echo here; kill -9 $$")
    assert (code, output) == (128 + 9, "here\n")
    # What the command's own children started comes to the one that watches, and is seen.
    _code, output, words = run_open("sh", "-c", "(sleep 9 >/dev/null 2>&1 & echo $!) & wait")
    assert words == "open\nleft\n"
    os.kill(int(output), signal.SIGKILL)


@pytest.mark.parametrize("start", [(jail.__file__,), ("-c", OPEN)])
def test_a_command_dies_with_its_jail(start: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    words = [sys.executable, *start, str(writer), "500", "--", "sleep", "30"]
    deadline = time.perf_counter() + 10.0
    with subprocess.Popen(words, pass_fds=(writer,)) as running:
        os.close(writer)
        offspring: list[int] = []
        while len(offspring) < 2 and time.perf_counter() < deadline:
            offspring = _list_offspring(running.pid)
        assert len(offspring) == 2
        running.kill()
    while any(map(is_there, offspring)) and time.perf_counter() < deadline:
        time.sleep(0.01)
    os.close(reader)
    assert not any(map(is_there, offspring))


SOMEBODY: dict[str, Any] = {"user": 4321, "group": 8765, "extra_groups": []}
MAY_UNSHARE = "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x70000000) != 0)"


def test_a_jail_without_privileges() -> None:
    if os.getuid() != 0:
        pytest.skip("all tests of the jail ran without privileges already")
    pythons = [path for path in (sys.executable, "/usr/bin/python3") if may_anybody_run(path)]
    if not pythons:
        pytest.skip("others may run no Python here")
    possible = subprocess.run([pythons[0], "-c", MAY_UNSHARE], **SOMEBODY).returncode == 0
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory() as name, os.fdopen(reader) as told:
        Path(name).chmod(0o755)
        command = ["sh", "-c", "id -u; id -g; readlink /proc/self/ns/net; echo $$; exit 6"]
        words = [pythons[0], shutil.copy(jail.__file__, name), str(writer), "500", "--", *command]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, pass_fds=(writer,), **SOMEBODY)
        os.close(writer)
        assert (done.returncode, told.read()) == (6, "isolated\n" if possible else "open\n")
    user, group, network, pid = done.stdout.split()
    assert (user, group) == ("4321", "8765")  # who it was
    assert not possible or (network != os.readlink("/proc/self/ns/net") and pid == "2")


def may_anybody_run(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", ""], **SOMEBODY).returncode == 0
    except OSError:
        return False


def test_namespaces_are_asked_for_with_and_without_privileges(monkeypatch: pytest.MonkeyPatch) -> None:
    class System:
        def __init__(self, *answers: int) -> None:
            self.answers, self.asked = list(answers), []

        def unshare(self, flags: int) -> int:
            self.asked.append(flags)
            return self.answers.pop(0)

    def refuse(*_given: object) -> None:
        raise PermissionError

    monkeypatch.setattr(jail, "open", refuse, raising=False)
    network_and_processes, users = 0x60000000, 0x10000000
    for answers, isolated in (((0,), True), ((-1, 0), True), ((-1, -1), False)):
        system = System(*answers)
        monkeypatch.setattr(jail.ctypes, "CDLL", lambda _name, system=system: system)
        assert jail._enter_namespaces() is isolated
        asked = [network_and_processes, network_and_processes | users]
        assert system.asked == asked[: len(answers)]
    monkeypatch.setattr(jail.ctypes, "CDLL", lambda _name: object())
    assert jail._enter_namespaces() is False
