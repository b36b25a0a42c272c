"""The door between this process and Blender: every Blender task runs in a process of its own.

So a file that crashes Blender ends one child with a message, Ctrl-C kills a render at once, and no
data of one file leaks into the next. A task is a name, a JSON request and a JSON answer; progress
comes back as JSON lines on the child's stdout (see solver/blender/worker.py).
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from solver.errors import KINDS, RenderError

WORKER = Path(__file__).parent / "blender" / "worker.py"
EVENT_PREFIX = "@scene-solver "
Event = dict[str, Any]


class BlenderCrash(RenderError):
    """The Blender process ended without an answer; `last_event` is the last thing it said."""

    def __init__(self, message: str, last_event: Event) -> None:
        super().__init__(message)
        self.last_event = last_event


def find_blender() -> list[str]:
    """The command that starts a Blender process running the worker, without its job argument.

    Inside a real Blender (`blender -b -P solver/run.py`) that is the same binary; otherwise the
    `bpy` module of this Python. Raises RenderError when there is neither.
    """
    binary = _running_binary()
    if binary:
        return [binary, "-b", "--factory-startup", "--disable-autoexec", "-P", str(WORKER), "--"]
    if importlib.util.find_spec("bpy") is None:
        raise RenderError(
            "no Blender found: install the module with `make setup` (or `pip install bpy`), or run "
            "`blender -b -P solver/run.py -- …` with a real Blender"
        )
    return [sys.executable, str(WORKER)]


def blender_version() -> str:
    """The version of the Blender that `find_blender` starts, e.g. "4.5.15"; part of every cache key."""
    bpy = sys.modules.get("bpy")
    if bpy is not None:
        return ".".join(str(part) for part in bpy.app.version)
    try:
        return importlib.metadata.version("bpy")
    except importlib.metadata.PackageNotFoundError:
        return "none"


def _running_binary() -> str:
    bpy = sys.modules.get("bpy")
    return str(bpy.app.binary_path) if bpy is not None else ""


def run_task(
    task: str, request: dict[str, Any], on_event: Callable[[Event], None] | None = None
) -> dict[str, Any]:
    """Run one task of solver/blender/worker.py in a fresh Blender process and return its answer.

    `on_event` receives progress events. Raises the SolverError that the task raised, or BlenderCrash
    when the process died. KeyboardInterrupt kills the child before it propagates.
    """
    with tempfile.TemporaryDirectory(prefix="scene-solver-") as folder:
        job, answer = Path(folder) / "job.json", Path(folder) / "answer.json"
        job.write_text(json.dumps({"task": task, "request": request, "answer": str(answer)}))
        last, tail, code = _run_child([*find_blender(), str(job)], on_event)
        if not answer.is_file():
            detail = "\n".join(tail)
            raise BlenderCrash(f"Blender ended (code {code}) during {task} without an answer\n{detail}", last)
        reply: dict[str, Any] = json.loads(answer.read_text())
    if "error" in reply:
        error = reply["error"]
        raise KINDS.get(error["kind"], RenderError)(error["faults"])
    result: dict[str, Any] = reply["result"]
    return result


def _run_child(command: list[str], on_event: Callable[[Event], None] | None) -> tuple[Event, list[str], int]:
    last: Event = {}
    tail: deque[str] = deque(maxlen=12)
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env,
        text=True, encoding="utf-8", errors="replace", start_new_session=True,
    ) as child:  # fmt: skip
        try:
            for line, event in _read_events(child):
                if event is None:
                    tail.append(line)
                    continue
                last = event
                if on_event is not None:
                    on_event(event)
        except BaseException:
            child.kill()
            raise
        code = child.wait()
    return last, list(tail), code


def _read_events(child: subprocess.Popen[str]) -> Iterator[tuple[str, Event | None]]:
    assert child.stdout is not None
    for line in child.stdout:
        line = line.rstrip("\n")
        if line.startswith(EVENT_PREFIX):
            yield line, json.loads(line[len(EVENT_PREFIX) :])
        else:
            yield line, None
