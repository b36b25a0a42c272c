"""Mutation run over the judges of outputs, quick and resumable; `make mutation` calls it.

    python scripts/mutate.py run COPY RESULTS [--seconds N] [--part K/N] [--share S] [--again] [--modules M…]
    python scripts/mutate.py report RESULTS…

COPY is a throw-away copy of the checkout, whose modules are changed on disk one mutant at a time; RESULTS
is a file to which a line of JSON a mutant is added. Mutants are Cosmic Ray's; instead of a new Python for
each, one process has read the libraries already and forks, so that a mutant costs a fraction of a second.
Each module's mutants come in a random order that is always the same: what a run cut short has done is a
sample.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import importlib
import inspect
import json
import math
import os
import pkgutil
import random
import re
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SETTINGS = Path(__file__).parents[1] / "mutation.toml"
MODULES = ("solver/check", "solver/grade")
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
LEAST_TIMEOUT_S = 6.0
PASSED = (0, 5 << 8)  # pytest's code 5: no test was left to run
Mutant = dict[str, Any]


def list_mutants(path: Path, exclude: list[str]) -> list[Mutant]:
    """Every mutant of a module that counts, in a random order that is always the same."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    source = path.read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    idle = list(_list_idle(ast.parse(source)))
    found = []
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if operator.arguments() or any(re.match(pattern, name) for pattern in exclude):
            continue
        places = (place for node in nodes for place in operator().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(low <= tuple(start) and tuple(end) <= high for low, high in idle):
                found.append(
                    {"module": str(path), "operator": name, "occurrence": occurrence, "line": start[0]}
                )
    random.Random(20261130).shuffle(found)
    return found


def _list_idle(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Places that never run: annotations, and imports for type checkers."""
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            if part is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def mutate(source: str, mutant: Mutant) -> str:
    """The source with one mutant in it."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed = mutate_code(source, get_operator(mutant["operator"])(), mutant["occurrence"])
    if changed is None:
        raise ValueError(f"no such mutant: {mutant}")
    return str(changed)


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
    modules = [importlib.import_module(path.removesuffix(".py").replace("/", ".")) for path in tests]
    named = [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]
    return [test for test in named if callable(test) and _call_plain(test)]


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


def find_tests(module: str, table: dict[str, list[str]]) -> list[str]:
    """The tests that look at a module: those of the longest key that its path starts with, and of the
    shortest, which looks at all."""
    keys = sorted((key for key in table if module.startswith(key)), key=len)
    return list(dict.fromkeys([*table[keys[-1]], *table[keys[0]]]))


def run(options: argparse.Namespace) -> None:
    """Try mutants that have no result yet, module by module."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the module is made whole again
    os.chdir(options.copy)
    sys.path.insert(0, str(options.copy))
    os.environ.update(PYTHONPATH=str(options.copy), PYTHONDONTWRITEBYTECODE="1", OPENBLAS_NUM_THREADS="1")
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    preload()
    tried = read_results([options.results])
    done = {_name(line) for line in tried}
    alive = {_name(line) for line in tried if line["ending"] == "passed"}
    deadline = time.perf_counter() + options.seconds
    spare = options.results.with_suffix(f".{os.getpid()}")  # its own, so that several runs may go on at once
    part, parts = (int(word) for word in options.part.split("/"))
    paths = [path for path in sorted(find_modules(options.modules))]
    for number, path in enumerate(paths):
        every = list_mutants(path, settings["operators"]["exclude"])
        mutants = [m for m in every[: math.ceil(len(every) * options.share)] if _name(m) not in done]
        mutants = [m for m in every if _name(m) in alive] if options.again else mutants
        if mutants and number % parts == part:
            run_module(
                path, mutants, find_tests(str(path), settings["tests"]), options.results, spare, deadline
            )
        if time.perf_counter() > deadline:
            print("out of time; run again to go on")
            return
    print("all done")


def find_modules(names: list[str]) -> Iterator[Path]:
    """The Python files in folders, and files named themselves."""
    for name in names:
        yield from Path(name).rglob("*.py") if Path(name).is_dir() else [Path(name)]


def _name(mutant: Mutant) -> tuple[str, str, int]:
    return mutant["module"], mutant["operator"], mutant["occurrence"]


def run_module(
    path: Path, mutants: list[Mutant], tests: list[str], results: Path, spare: Path, deadline: float
) -> None:
    """Try the mutants of one module; its file is whole again at the end."""
    run_tests(tests, spare, 300.0, keep=True)
    ending, seconds = run_tests(tests, spare, 300.0)
    if ending != "passed":
        raise SystemExit(f"{path}: the tests fail without any mutant; see {spare.with_suffix('.log')}")
    timeout_s = max(LEAST_TIMEOUT_S, 3.0 * seconds)
    source, count = path.read_text(encoding="utf-8"), Counter[str]()
    written_s = path.stat().st_mtime
    try:
        for number, mutant in enumerate(mutants):
            if time.perf_counter() > deadline:
                break
            try:
                changed = mutate(source, mutant)
            except AttributeError:  # Cosmic Ray 8.7 cannot replace an exception with a dot in its name
                continue
            path.write_text(changed, encoding="utf-8")
            # No time of its own means that a mutant may be taken for the compiled original.
            os.utime(path, (0, number + 1))
            ending, took_s = run_tests(tests, spare, timeout_s)
            count[ending] += 1
            diff = [
                line for line in difflib.ndiff(source.splitlines(), changed.splitlines()) if line[0] in "+-"
            ]
            with results.open("a", encoding="utf-8") as file:
                file.write(
                    json.dumps({**mutant, "ending": ending, "seconds": round(took_s, 2), "diff": diff}) + "\n"
                )
    finally:
        path.write_text(source, encoding="utf-8")
        os.utime(path, (written_s, written_s))
    print(f"{path}: {dict(count)}, tests take {seconds:.1f} s", flush=True)


def read_results(paths: list[Path]) -> list[Mutant]:
    """Every mutant tried that counts, its last result."""
    lines = [json.loads(line) for path in paths if path.exists() for line in path.read_text().splitlines()]
    exclude = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["operators"]["exclude"]
    counted = [line for line in lines if not any(re.match(each, line["operator"]) for each in exclude)]
    return list({_name(line): line for line in counted}.values())


def report(options: argparse.Namespace) -> None:
    """Print a table and the survivors."""
    lines = read_results(options.results)
    count = Counter((line["module"], line["ending"] == "passed") for line in lines)
    for module in sorted({line["module"] for line in lines}):
        alive, dead = count[module, True], count[module, False]
        print(f"| {module} | {alive + dead} | {dead} | {alive} | {dead / (alive + dead):.1%} |")
    dead = sum(line["ending"] != "passed" for line in lines)
    print(f"all: {len(lines)}, killed {dead}, {dead / max(1, len(lines)):.2%}")
    for line in sorted(
        (line for line in lines if line["ending"] == "passed"), key=lambda x: (x["module"], x["line"])
    ):
        print(
            f"{line['module']}:{line['line']} {line['operator'].removeprefix('core/')} {line['occurrence']}"
        )
        print("\n".join(f"    {text}" for text in line["diff"]))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    runs = commands.add_parser("run")
    runs.add_argument("copy", type=lambda text: Path(text).resolve())
    runs.add_argument("results", type=lambda text: Path(text).resolve())
    runs.add_argument("--seconds", type=float, default=1e9, help="stop after this long; run again to go on")
    runs.add_argument("--part", default="0/1", help="K/N: only every Nth module, from the Kth")
    runs.add_argument("--share", type=float, default=1.0, help="try only this share of each module's mutants")
    runs.add_argument("--again", action="store_true", help="try those that survived, and no others")
    runs.add_argument("--modules", nargs="+", default=MODULES, help="files or folders")
    runs.set_defaults(call=run)
    reports = commands.add_parser("report")
    reports.add_argument("results", type=Path, nargs="+")
    reports.set_defaults(call=report)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
