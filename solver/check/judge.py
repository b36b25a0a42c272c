"""Judges an output folder: every check, in the order of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from solver.check.case import Case
from solver.check.drawing import draw_plan
from solver.check.finding import FAIL, PASS, Check
from solver.check.pictures import check_pictures
from solver.check.pieces import check_layout, check_pieces
from solver.check.report import Report
from solver.check.room import check_room
from solver.check.rules import check_rules
from solver.check.submission import BLEND, list_deliverables, read_blend, read_submission
from solver.core.measured import Measured
from solver.core.room import Room
from solver.core.spec import SceneSpec
from solver.core.views import USUAL_PX, name_picture


def request_measuring(folder: Path, labels: Mapping[str, str], room: Room | None = None) -> dict[str, Any]:
    """The request of the `measure_room` task for an output folder; views take the pictures' own shapes.
    A `room` that is no rectangle is measured wall by wall.

    Raises OutputError where room.blend is missing, damaged, a link or too large, so that Blender never
    opens it.
    """
    return {
        **request_opening(folder),
        "labels": sorted(labels.values()),
        "sizes_px": {
            view: _read_size(folder / name_picture(view)) or list(usual) for view, usual in USUAL_PX.items()
        },
        "pictures": True,
    } | ({"room": _describe_outline(room)} if room is not None and room.notches else {})


def request_opening(folder: Path) -> dict[str, Any]:
    """What a task needs to open a folder's room.blend. Raises OutputError as `request_measuring`."""
    header = read_blend(folder)
    return {
        "blend": str(folder / BLEND),
        "saved_by": list(header.saved_by),
        "readable_from": list(header.readable_from or header.saved_by),
    }


def _describe_outline(room: Room) -> dict[str, Any]:
    return {
        "corners_m": [[x / 1000, y / 1000] for x, y in room.corners_mm],
        "height_m": room.height_mm / 1000,
        "walls": [
            {
                "name": wall.name,
                "direction": wall.direction,
                "at_m": wall.at_mm / 1000,
                "start_m": wall.start_mm / 1000,
                "end_m": wall.end_mm / 1000,
            }
            for wall in room.walls
        ],
    }


def _read_size(path: Path) -> list[int] | None:
    if path.is_symlink() or not path.is_file():
        return None
    try:
        with Image.open(path, formats=("PNG",)) as image:
            return list(image.size)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def judge_output(
    folder: Path, spec: SceneSpec, measured: Measured | None, labels: Mapping[str, str], fault: str = ""
) -> Report:
    """The report on the files in `folder` against what `spec` asks for.

    `labels` maps the scene's pieces to their object names. `measured` is what was read from room.blend,
    or None with the reason in `fault`. Raises OutputError only when there is no such folder.
    """
    submission = read_submission(folder, spec.render.views)
    wanted = list_deliverables(spec.render.views)
    if not any((folder / name).exists() or (folder / name).is_symlink() for name in wanted):
        return _report_nothing(folder, wanted)
    case = Case(spec, labels, submission, measured, fault or "room.blend could not be measured")
    checks = tuple(_run_checks(case))
    return Report(spec.scene, checks, draw_plan(spec, measured) if measured is not None else "")


def _report_nothing(folder: Path, wanted: tuple[str, ...]) -> Report:
    """The report on a folder without any deliverable: one fault, and no word of any scene."""
    why = f"{folder} holds none of the {len(wanted)} deliverables"
    return Report("no room", (Check("deliverables", FAIL, "none", ", ".join(wanted), why),))


def _run_checks(case: Case) -> Iterator[Check]:
    yield from _check_files(case)
    yield from check_room(case)
    yield from check_pieces(case)
    yield from check_layout(case)
    yield from check_rules(case)
    yield from check_pictures(case)


def _check_files(case: Case) -> Iterator[Check]:
    for name in list_deliverables(case.spec.render.views):
        faults = list(case.submission.faults.get(name, ()))
        if name == BLEND and not faults and case.measured is None:
            faults = [case.fault]
        if not faults:
            yield Check(name, PASS, "there and whole", "there and whole")
        for fault in faults:
            yield Check(name, FAIL, "unusable", "there and whole", fault)
