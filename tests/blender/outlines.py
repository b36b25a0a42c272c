"""Measured boxes compared with what Cycles draws of the same files (see silhouettes.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.blender.awkward_run import HERE, run_script

Size = tuple[float, float, float]


def measure_outlines(
    files: dict[str, tuple[Path, list[str] | None]], folder: Path, *, views: int = 3
) -> dict[str, Size]:
    """Extents [x, y, z] of each drawn file, in the file's units; a name comes with the objects to draw."""
    job, answer = folder / "outlines.json", folder / "outlines_answer.json"
    wanted = {name: {"file": str(file), "objects": objects} for name, (file, objects) in files.items()}
    job.write_text(json.dumps({"files": wanted, "answer": str(answer), "pixel": 1 / 4096, "views": views}))
    printed = run_script(HERE / "silhouettes.py", job, timeout_s=3600)
    assert answer.is_file(), printed[-3000:]
    found: dict[str, dict[str, Any]] = json.loads(answer.read_text())
    return {name: tuple(ends[axis][1] - ends[axis][0] for axis in "xyz") for name, ends in found.items()}  # type: ignore[misc]
