"""Mutation run over the judges of outputs, quick and resumable; `make mutation` calls it.

    python scripts/mutation run COPY RESULTS [--seconds N] [--part K/N] [--share S] [--again] [--modules M…]
    python scripts/mutation report RESULTS…

COPY is a throw-away copy of the checkout, whose modules are changed on disk one mutant at a time; RESULTS
is a file to which a line of JSON a mutant is added. Mutants are Cosmic Ray's; instead of a new Python for
each, one process has read the libraries already and forks, so that a mutant costs a fraction of a second.
Each module's mutants come in a random order that is always the same: what a run cut short has done is a
sample.
"""

from __future__ import annotations

import argparse
import difflib
import json
import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from forks import preload, run_tests
from mutants import SETTINGS, Mutant, list_mutants, mutate
from results import name_mutant, read_results, write_report

MODULES = ("solver/check", "solver/grade")
LEAST_TIMEOUT_S = 6.0


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
    preload()
    tried = read_results([options.results])
    done = {name_mutant(line) for line in tried}
    alive = {name_mutant(line) for line in tried if line["ending"] == "passed"}
    deadline = time.perf_counter() + options.seconds
    spare = options.results.with_suffix(f".{os.getpid()}")  # its own, so that several runs may go on at once
    part, parts = (int(word) for word in options.part.split("/"))
    paths = [path for path in sorted(find_modules(options.modules))]
    for number, path in enumerate(paths):
        every = list_mutants(path)
        mutants = [m for m in every[: math.ceil(len(every) * options.share)] if name_mutant(m) not in done]
        mutants = [m for m in every if name_mutant(m) in alive] if options.again else mutants
        if mutants and number % parts == part:
            run_module(
                path, mutants, find_tests(str(path), SETTINGS["tests"]), options.results, spare, deadline
            )
        if time.perf_counter() > deadline:
            print("out of time; run again to go on")
            return
    print("all done")


def find_modules(names: list[str]) -> Iterator[Path]:
    """The Python files in folders, and files named themselves."""
    for name in names:
        yield from Path(name).rglob("*.py") if Path(name).is_dir() else [Path(name)]


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
    reports.set_defaults(call=lambda options: print(write_report(options.results)))
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
