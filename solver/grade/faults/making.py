"""Makes the folders of a fault catalogue from one gold output."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from solver.bridge import Event, run_task
from solver.errors import OutputError
from solver.grade.faults.fault import Fault, Gold
from solver.grade.faults.file_edits import BLEND, list_files

Tell = Callable[[Event], None]


def make_faults(gold: Gold, faults: Sequence[Fault], folder: Path, tell: Tell) -> list[Path]:
    """Write one folder a fault, named after it, into `folder`; returns them in order.

    Unchanged deliverables share their bytes with gold where the disk allows (hard links), so a catalogue
    costs little space; edits always write new files. Raises OutputError for a folder that holds one of
    the names already.
    """
    taken = [fault.name for fault in faults if (folder / fault.name).exists()]
    if taken:
        raise OutputError(f"{folder}: holds {', '.join(taken)} already; give another folder")
    for fault in faults:
        _share_gold(gold, folder / fault.name)
    jobs = [_make_job(fault, folder / fault.name) for fault in faults if fault.changes]
    if jobs:
        run_task("make_faults", {"gold": str((gold.folder / BLEND).resolve()), "jobs": jobs}, tell)
    for fault in faults:
        for edit in fault.edits:
            edit(folder / fault.name, gold)
    return [folder / fault.name for fault in faults]


def _share_gold(gold: Gold, target: Path) -> None:
    target.mkdir(parents=True)
    for name in list_files(gold):
        source = gold.folder / name
        try:
            os.link(source, target / name)
        except OSError:
            shutil.copyfile(source, target / name)
    # Text edits rewrite this file in place.
    data = (target / "layout.csv").read_bytes()
    (target / "layout.csv").unlink()
    (target / "layout.csv").write_bytes(data)


def _make_job(fault: Fault, target: Path) -> dict[str, Any]:
    """One order for Blender."""
    renders = []
    for order in fault.renders:
        path = target / order["name"]
        path.unlink()
        renders.append({**{key: value for key, value in order.items() if key != "name"}, "path": str(path)})
    if not fault.keeps_blend:
        (target / BLEND).unlink()
    return {
        "name": fault.name,
        "changes": [list(change) for change in fault.changes],
        "renders": renders,
        **({} if fault.keeps_blend else {"blend": str(target / BLEND)}),
    }
