"""Many files through one Blender task, such that a file that crashes Blender costs only itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solver.bridge import BlenderCrash, Event, run_task
from solver.errors import RenderError


def run_batch(
    task: str,
    field: str,
    requests: Mapping[str, dict[str, Any]],
    keep: Callable[[str, dict[str, Any]], None],
    begin: Callable[[str], None],
) -> dict[str, tuple[str, ...]]:
    """Run the task over all requests and return the faults by key.

    `requests`: key -> {"key", "file", …}, sent as `field`. The task says "asset" before each file, then
    "piece" with its facts, which go to `keep(key, facts)`, or "fault". After a crash a new process takes
    the files that are left. Raises BlenderCrash where no file can be blamed.
    """
    waiting, faults = dict(requests), dict[str, tuple[str, ...]]()
    while waiting:
        begun: list[str] = []

        def listen(event: Event, begun: list[str] = begun) -> None:
            key = event.get("key", "")
            if event["event"] == "asset":
                begun.append(key)
                begin(key)
            elif event["event"] == "piece":
                del waiting[key]
                keep(key, event["facts"])
            elif event["event"] == "fault":
                del waiting[key]
                faults[key] = tuple(event["faults"])

        try:
            run_task(task, {field: list(waiting.values())}, listen)
            if waiting:
                raise RenderError(f"{task}: no answer for {', '.join(sorted(waiting))}")
        except BlenderCrash as crash:
            if not begun or begun[-1] not in waiting:
                raise
            faults[begun[-1]] = (_explain_crash(waiting.pop(begun[-1])["file"], crash),)
    return faults


def _explain_crash(file: str, crash: BlenderCrash) -> str:
    return (
        f"{file}: Blender crashed on it; open it in Blender, delete what the piece does not need, and save "
        f"it again ({crash.faults[0].splitlines()[0]})"
    )
