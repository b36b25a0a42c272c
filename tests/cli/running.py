"""Runs the command line as a user does: in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.conftest import ROOT

CASES = ROOT / "tests" / "cases"
COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]


def start_cli(*arguments: str | Path, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """A running `scene-solver` with its output as text.

    Ctrl-C works in it as on a terminal, also where the tests themselves run with it switched off, as
    shells do for what they start in the background.
    """
    return subprocess.Popen(
        [*COMMAND, *(str(argument) for argument in arguments)],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_allow_interrupt,
    )


def _allow_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_cli(*arguments: str | Path, env: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command; no user's mistake may show a traceback."""
    with start_cli(*arguments, env=env) as process:
        out, err = process.communicate(timeout=600)
    assert "Traceback" not in err
    return process.returncode, out, err
