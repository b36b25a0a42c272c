"""The gold factory's storyline: make gold, make its faults, and try graders on them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from solver.bridge import BlenderCrash, run_task
from solver.builtin import make_furniture
from solver.check import Report, judge_output, request_measuring
from solver.check.submission import BLEND, read_submission
from solver.core.catalog import read_catalog
from solver.core.hashing import hash_file
from solver.core.measured import Measured
from solver.core.plan import name_objects
from solver.core.spec import SceneSpec, read_scene
from solver.errors import OutputError, SolverError
from solver.grade.expected import make_expected
from solver.grade.faults import Gold
from solver.grade.gold import Texts, describe_gold
from solver.grade.outcome import CRASHED, SCORED, Outcome
from solver.grade.targets import Setting, Target, parse_target
from solver.grade.weavebench import Grade, Judge, Mesh, grade_files
from solver.library import find_assets
from solver.pipeline import MANIFEST, Tell, measure_folder, measure_output, solve_scene, stay_silent

# The graders of our own.
OWN = ("grade", "check")


def make_gold(scene: Path, folder: Path, quality: str, tell: Tell = stay_silent) -> Texts:
    """Solve a scene with the built-in furniture into `folder` and describe it as text gold there.

    Raises OutputError when what was made does not pass its own check: then it is no gold.
    """
    folder.mkdir(parents=True, exist_ok=True)
    solution = solve_scene(scene, None, folder, quality=quality, tell=tell)
    if not solution.report.passed:
        faults = [f"{check.name}: {check.why or check.measured}" for check in solution.report.faults]
        raise OutputError([f"{folder}: the solved scene fails its own check, so it is no gold", *faults])
    texts = describe_output(folder, scene, tell)
    texts.write(folder)
    return texts


def describe_output(folder: Path, scene: Path, tell: Tell = stay_silent) -> Texts:
    """The text gold of an output folder that was solved with the built-in furniture."""
    gold = read_gold(folder, scene, tell)
    meshes = list_meshes([folder / BLEND])[folder / BLEND]
    grade = grade_files(folder, meshes, make_expected(gold.spec), _say_full)
    catalog = read_catalog(MANIFEST)
    files = find_assets(catalog, {use.asset for use in gold.spec.pieces.values()}, make_furniture())
    inputs = {name: files[use.asset] for name, use in gold.spec.pieces.items()}
    return describe_gold(folder, gold.spec, gold.measured, grade, inputs)


def _say_full(pictures: list[str], rubric: dict[str, str], instruction: str) -> dict[str, Any]:
    return {**dict.fromkeys(rubric, 1.0), "judge_method": "stub"}


def read_gold(folder: Path, scene: Path | None = None, tell: Tell = stay_silent) -> Gold:
    """A good output folder with what is measured in it; `scene` None means the one kept in room.blend.

    Raises OutputError naming every unusable file, and where the folder is not of that scene.
    """
    given, catalog = read_scene(scene) if scene is not None else None, read_catalog(MANIFEST)
    spec, measured, fault = measure_output(folder, given, catalog, tell)
    submission = read_submission(folder, spec.render.views)
    if submission.faults or submission.rows is None:
        raise OutputError([f"{folder}: {fault}" for faults in submission.faults.values() for fault in faults])
    if measured is None:
        raise OutputError(fault)
    labels = name_objects(spec, catalog)
    there = {solid.object for solid in measured.pieces}
    present = {piece: label for piece, label in labels.items() if label in there}
    gold = Gold(folder, spec, present, measured, submission.rows)
    _refuse_another_scene(gold, labels)
    return gold


def _refuse_another_scene(gold: Gold, labels: Mapping[str, str]) -> None:
    """Raise OutputError where the room and its table do not hold the pieces of the scene, all but optional
    ones, and no others. `labels` are the object names of all the scene's pieces."""
    named, there = set(labels.values()), {solid.object for solid in gold.measured.pieces}
    optional = {labels[piece] for piece, use in gold.spec.pieces.items() if use.optional is not None}
    differences = (
        ("room.blend: holds no", named - there - optional),
        ("room.blend: holds also", there - named),
        ("layout.csv: has no row of", there - {row.object for row in gold.rows}),
        ("layout.csv: has also a row of", {row.object for row in gold.rows} - there),
    )
    faults = [f"{gold.folder}: {words} {', '.join(sorted(names))}" for words, names in differences if names]
    if not faults:
        return
    kept, name = gold.measured.scene_name, gold.spec.scene
    made = f"; it was made of {kept!r}: leave --scene out to go by that" if kept not in (None, name) else ""
    raise OutputError([f"{gold.folder}: is no gold output of the scene {name!r}{made}", *faults])


def list_meshes(blends: Iterable[Path]) -> dict[Path, list[Mesh] | None]:
    """Every file's mesh objects as a grader reads them; None where Blender cannot read the file.

    One process reads all; a file that crashes it is then found by reading each in a process of its own.
    """
    paths = list(blends)
    present = [path for path in paths if path.is_file()]
    try:
        answer = run_task("list_meshes", {"blends": [str(path) for path in present]})["files"]
    except BlenderCrash:
        if len(present) <= 1:
            return dict.fromkeys(paths)
        return {path: meshes for single in paths for path, meshes in list_meshes([single]).items()}
    found = {path: _read_meshes(answer[str(path)]) for path in present}
    return {path: found.get(path) for path in paths}


def _read_meshes(answer: Mapping[str, Any]) -> list[Mesh] | None:
    if "error" in answer:
        return None
    return [(name, at, size) for name, at, size in answer["meshes"]]


def judge_twice(
    folder: Path, scene: Path | None, expected: Mapping[str, Any] | None, judge: Judge | None, tell: Tell
) -> tuple[Grade, Report]:
    """The benchmark's published rules and the strict check on one output folder.

    `scene` None means the one kept in room.blend, else the default scene; `expected` None means what
    follows from the scene.
    """
    if not folder.is_dir():
        raise OutputError(f"{folder}: no such folder")
    given, catalog = read_scene(scene) if scene is not None else None, read_catalog(MANIFEST)
    spec, measured, fault = measure_output(folder, given, catalog, tell)
    report = judge_output(folder, spec, measured, name_objects(spec, catalog), fault)
    return grade_output(folder, make_expected(spec) if expected is None else expected, judge), report


def grade_output(folder: Path, expected: Mapping[str, Any], judge: Judge | None) -> Grade:
    """The benchmark's published rules on one output folder."""
    refusal = find_special(folder)
    if refusal:
        return Grade({}, refusal)
    return grade_files(folder, list_meshes([folder / BLEND])[folder / BLEND], expected, judge)


def find_special(folder: Path) -> str:
    """Why a folder is not graded at all: a deliverable that is a link, a device, or beyond all size."""
    faults = read_submission(folder).faults
    words = ("is a link", "no regular file", "bytes; at most", "refused")
    return next(
        (text for texts in faults.values() for text in texts if any(word in text for word in words)), ""
    )


def check_target(name: str) -> None:
    """Raise SpecError where `name` is no grader."""
    if name not in OWN:
        parse_target(name, Setting("{}"))


def make_target(
    name: str, spec: SceneSpec, folders: list[Path], setting: Setting, judge: Judge | None
) -> Target:
    """The grader called `name`: "grade" and "check" are our own; all else see `parse_target`."""
    if name == "grade":
        return OwnTarget(spec, folders, judge)
    if name == "check":
        return CheckTarget(spec)
    return parse_target(name, setting)


class OwnTarget:
    """Our implementation of the published rules; room.blend files of equal bytes are read once."""

    def __init__(self, spec: SceneSpec, folders: list[Path], judge: Judge | None) -> None:
        self.expected, self.judge = make_expected(spec), judge
        blends = [folder / BLEND for folder in folders if (folder / BLEND).is_file()]
        distinct = {hash_file(path): path for path in blends}
        listed = list_meshes(distinct.values())
        self.meshes = {digest: listed[path] for digest, path in distinct.items()}

    def __call__(self, folder: Path) -> Outcome:
        started = time.perf_counter()
        path = folder / BLEND
        meshes = self.meshes[hash_file(path)] if path.is_file() else None
        grade = grade_files(folder, meshes, self.expected, self.judge)
        seconds = time.perf_counter() - started
        if grade.overall is None:
            return Outcome(CRASHED, detail=grade.crash, seconds=seconds)
        return Outcome(SCORED, score=grade.overall, seconds=seconds, scores=grade.scores)


class CheckTarget:
    """The strict check; rooms of equal bytes and picture shapes are measured once."""

    def __init__(self, spec: SceneSpec) -> None:
        self.spec, self.catalog = spec, read_catalog(MANIFEST)
        self.labels = name_objects(spec, self.catalog)
        self.known: dict[str, tuple[Measured | None, str]] = {}
        self.locks: dict[str, threading.Lock] = {}
        self.guard = threading.Lock()

    def __call__(self, folder: Path) -> Outcome:
        started = time.perf_counter()
        try:
            report = self.check(folder)
        except SolverError as error:
            return Outcome(CRASHED, detail=str(error), seconds=time.perf_counter() - started)
        why = "; ".join(f"{check.name}: {check.why or check.measured}" for check in report.faults[:3])
        return Outcome(SCORED, passed=report.passed, detail=why, seconds=time.perf_counter() - started)

    def check(self, folder: Path) -> Report:
        """The report on one folder."""
        measured, fault = self._measure(folder)
        return judge_output(folder, self.spec, measured, self.labels, fault)

    def _measure(self, folder: Path) -> tuple[Measured | None, str]:
        key = self._find_key(folder)
        with self.guard:
            lock = self.locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self.known:
                self.known[key] = measure_folder(folder, self.spec, self.catalog, stay_silent)
            return self.known[key]

    def _find_key(self, folder: Path) -> str:
        try:
            request = request_measuring(folder, self.labels)
        except OutputError as error:
            return str(error)
        return hash_file(folder / BLEND) + json.dumps(request["sizes_px"])
