"""Finished runs, kept in a file: a measurement that was ended goes on where it was."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """One scene's CPU seconds and outcome: placed, refused or out of time."""

    seconds: float
    outcome: str


class OutOfSlot(Exception):
    """The seconds given to this call are over; the rows are kept."""


class Rows:
    """Runs by name. Those of `path`, one a line of JSON, are not run again; new ones are added to it.

    No run is started after `most_s` seconds: then OutOfSlot is raised.
    """

    def __init__(self, path: Path | None = None, most_s: float | None = None) -> None:
        self._path = path
        self._end_s = None if most_s is None else time.monotonic() + most_s
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self._known = {row["name"]: Run(row["seconds"], row["outcome"]) for row in map(json.loads, lines)}

    def run(self, name: str, measure: Callable[[], Run]) -> Run:
        """The run of this name, measured unless it is known."""
        if name in self._known:
            return self._known[name]
        if self._end_s is not None and time.monotonic() > self._end_s:
            raise OutOfSlot
        run = self._known[name] = measure()
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"name": name, **asdict(run)}) + "\n")
        return run
