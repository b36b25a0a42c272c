"""What a fault is: a name, what a good grader must say, and how the gold's files are changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.core.layout import LayoutRow
from solver.core.measured import Measured
from solver.core.spec import SceneSpec

# (operation of solver/blender/faults.py, its arguments)
Change = tuple[str, dict[str, Any]]
# Changes the files of a faulty folder in place.
Edit = Callable[[Path, "Gold"], None]

PASS, FAIL = "pass", "fail"


@dataclass(frozen=True)
class Gold:
    """One good output: its folder, scene, what was measured in it, and its rows.

    `labels` maps the scene's pieces to their object names.
    """

    folder: Path
    spec: SceneSpec
    labels: Mapping[str, str]
    measured: Measured
    rows: tuple[LayoutRow, ...]


@dataclass(frozen=True)
class Fault:
    """One faulty output. `rule` is the published rule it breaks, in its own words or "none".

    `strict` says whether the folder keeps everything that the scene asks for; `least` and `most` bound
    the overall score that the published rules give it when they are read as written and the pictures
    are judged as they look: a hard cap where one is published, less than full marks where a rule is
    broken without one, full marks where none is. `keeps_blend` leaves gold's room.blend in place, so that
    only the pictures are of the changed room.
    """

    name: str
    about: str
    rule: str
    strict: str
    least: float
    most: float
    changes: tuple[Change, ...] = ()
    renders: tuple[dict[str, Any], ...] = ()
    edits: tuple[Edit, ...] = ()
    keeps_blend: bool = False

    def describe(self) -> dict[str, Any]:
        """The fault as JSON values for `--list --json`."""
        return {
            "name": self.name,
            "about": self.about,
            "rule": self.rule,
            "strict": self.strict,
            "least": self.least,
            "most": self.most,
        }


# Published caps on the overall score, and what follows from a rule without a cap.
FULL = 1.0
NOT_FULL = 0.99
NO_BLEND, OVERLAP, RULES, MESHES = 0.30, 0.40, 0.45, 0.50
RENDER, TOP_VIEW, SAME, CSV = 0.45, 0.50, 0.45, 0.50
"""The caps: room.blend missing 0.30; overlap below 0.85 0.40; rule conformance below 0.6 0.45; fewer than
six meshes 0.50; render.png of another size or flat 0.45; top_view.png missing or small 0.50; one picture
twice 0.45; layout.csv without its columns or with repeated names 0.50."""
