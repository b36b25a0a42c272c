"""Tests run in forks of one process that has read the libraries already."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

LIBRARIES = (
    "numpy",
    "PIL.Image",
    "PIL.PngImagePlugin",
    "pydantic",
    "pytest",
    "shapely",
    "yaml",
    "xml.etree.ElementTree",
)
MEMORY = 6 << 30
QUIET = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--no-header")
PASSED = (0, 5 << 8)  # pytest's code 5: no test was left to run


def preload() -> None:
    """Read what no mutant changes."""
    for name in LIBRARIES:
        importlib.import_module(name)
    core = importlib.import_module("solver.core")
    for module in pkgutil.walk_packages(core.__path__, "solver.core."):
        importlib.import_module(module.name)
    early = [name for name in sys.modules if name.startswith(("solver.check", "solver.grade"))]
    if early:
        raise SystemExit(f"read too early: {early}")


def run_tests(tests: list[str], spare: Path, timeout_s: float, keep: bool = False) -> tuple[str, float]:
    """("passed", "failed" or "hung", seconds) of the tests in a fork of this process, which writes compiled
    modules only to `keep` them for later forks."""
    started = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.setsid()
        sys.dont_write_bytecode = not keep
        _silence(spare.with_suffix(".log"))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        code = 3
        try:
            rest = Rest(call_plain_tests(tests))
            code = importlib.import_module("pytest").main([*QUIET, f"--basetemp={spare}", *tests], [rest])
        except BaseException:
            traceback.print_exc()
        os._exit(int(code))
    while time.perf_counter() - started < timeout_s:
        pid, ending = os.waitpid(child, os.WNOHANG)
        if pid:
            return "passed" if ending in PASSED else "failed", time.perf_counter() - started
        time.sleep(0.004)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung", time.perf_counter() - started


class Rest:
    """A pytest plugin that leaves out the tests that were called already."""

    def __init__(self, done: list[Any]) -> None:
        self.done = done

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.function not in self.done]


def call_plain_tests(tests: list[str]) -> list[Any]:
    """Call the tests that need no fixture without pytest: most mutants fall there, in a tenth of the time."""
    called = []
    for path in tests:  # each is imported only when those before it have passed
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        named = [test for name, test in vars(module).items() if name.startswith("test_")]
        called += [test for test in named if callable(test) and _call_plain(test)]
    return called


def _call_plain(test: Any) -> bool:
    """Call a test with each set of its parameters; False where it needs more than these."""
    cases: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args[0], mark.args[1]
            if isinstance(names, str):
                names, values = [names], [[value] for value in values]
            cases = [case | dict(zip(names, row, strict=True)) for case in cases for row in values]
    if set(inspect.signature(test).parameters) != set(cases[0]):
        return False
    for case in cases:
        test(**case)
    return True


def _silence(log: Path) -> None:
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(target, stream)
