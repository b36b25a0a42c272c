"""The published rules in our own words against the original: what it gave is kept, and asked for again."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from solver.grade.judges import make_judge
from solver.grade.taskfile import read_grader
from solver.grade.weavebench import (
    Mesh,
    grade_files,
)
from tests.check.sample import LABELS, write_folder
from tests.grade.test_weavebench import EXPECTED, make_meshes

SEED = "000_04fb408986f34e77.txt"
# What the original gave for each case and judge; `python -m tests.grade.test_weavebench_original` asks again.
KEPT = Path(__file__).with_name("weavebench.json")
JUDGES = ("0", "1", "fail", "none")


Change = Callable[[Path], object]


def rewrite(name: str, old: str, new: str) -> Change:
    return lambda folder: (folder / name).write_text((folder / name).read_text().replace(old, new))


def remove(*names: str) -> Change:
    return lambda folder: [(folder / name).unlink() for name in names]


def paint(name: str, size: tuple[int, int], low: int, high: int) -> Change:
    """Noise between two grey values."""
    values = np.random.default_rng(3).integers(low, high + 1, (size[1], size[0]), dtype=np.uint8)
    return lambda folder: Image.fromarray(values).save(folder / name, compress_level=1)


def set_distances(said: str) -> Change:
    """Every row's last field."""

    def change(folder: Path) -> None:
        head, *rows = (folder / "layout.csv").read_text().splitlines()
        lines = [head, *(",".join([*row.split(",")[:-1], said]) for row in rows)]
        (folder / "layout.csv").write_text("\n".join(lines) + "\n")

    return change


CASES: dict[str, tuple[Change, dict[str, Any]]] = {
    "gold": (lambda folder: None, {}),
    "nothing": (remove("room.blend", "render.png", "top_view.png", "layout.csv"), {}),
    "no blend": (remove("room.blend"), {}),
    "no pictures": (remove("render.png", "top_view.png"), {}),
    "no csv": (remove("layout.csv"), {}),
    "blend unreadable": (lambda folder: None, {"unreadable": True}),
    "far stand": (lambda folder: None, {"TVStand": (0.0, -40.0)}),
    "sofa off": (lambda folder: None, {"Sofa": (0.3, -0.3)}),
    "names": (lambda folder: None, {"Bedside": "Nightstand"}),
    "two overlaps": (lambda folder: None, {"Bedside": (-0.1, 0.0), "CoffeeTable": (1.2, 0.0)}),
    "one piece": (lambda folder: None, {name: None for name in list(LABELS.values())[1:]}),
    "extra light": (lambda folder: None, {"Ceiling_Light": None}),
    "dark": (paint("render.png", (1920, 1080), 0, 60), {}),
    "flat": (paint("render.png", (1920, 1080), 100, 110), {}),
    "grey": (paint("render.png", (1920, 1080), 100, 200), {}),
    "small": (paint("render.png", (1280, 720), 0, 255), {}),
    "small top": (paint("top_view.png", (1279, 720), 0, 255), {}),
    "tiny file": (lambda folder: Image.new("L", (1920, 1080), 9).save(folder / "render.png"), {}),
    "same": (lambda folder: (folder / "top_view.png").write_bytes((folder / "render.png").read_bytes()), {}),
    "no picture": (lambda folder: (folder / "render.png").write_text("text"), {}),
    "no top picture": (lambda folder: (folder / "top_view.png").write_text("text"), {}),
    "header": (rewrite("layout.csv", "rotation_z", "yaw"), {}),
    "repeated": (rewrite("layout.csv", "CoffeeTable", "Sofa"), {}),
    "seventh repeated": (rewrite("layout.csv", "Bedside", "Sofa"), {}),
    "no name": (rewrite("layout.csv", "CoffeeTable", ""), {}),
    "no number": (rewrite("layout.csv", "2.500", "x"), {}),
    "no number, no blend": (rewrite("layout.csv", "2.500", "x"), {"unreadable": True}),
    "distance nan": (rewrite("layout.csv", ",0,0\n", ",0,nan\n"), {}),
    "distances below nothing": (set_distances("-5"), {}),
    "distances of 201": (set_distances("201"), {}),
    "distance words": (rewrite("layout.csv", ",0,0\n", ",0,near\n"), {}),
    "five rows": (rewrite("layout.csv", "Bedside", "\n"), {}),
    "empty csv": (lambda folder: (folder / "layout.csv").write_text(""), {}),
    "bytes": (lambda folder: (folder / "layout.csv").write_bytes(b"object,x\n\xff\xfe\n"), {}),
    "bytes, no blend": (
        lambda folder: (folder / "layout.csv").write_bytes(b"object,x\n\xff\xfe\n"), {"unreadable": True},
    ),
}  # fmt: skip

BLENDER = """#!/bin/sh
[ -f "$MESHES" ] && printf 'JSON_OUT %s\\n' "$(cat "$MESHES")"
exit 0
"""


def run_original(
    source: Path, folder: Path, meshes: list[Mesh] | None, judge: str, tmp: Path
) -> dict[str, Any]:
    """What the original gives, in a process of its own; `blender` on its PATH answers with `meshes`."""
    command = tmp / "bin" / "blender"
    command.parent.mkdir(exist_ok=True)
    command.write_text(BLENDER)
    command.chmod(command.stat().st_mode | stat.S_IEXEC)
    listing, result = tmp / "meshes.json", tmp / "result.json"
    listing.unlink(missing_ok=True)
    if meshes is not None:
        listing.write_text(json.dumps([[*mesh, [0.0, 0.0, 0.0]] for mesh in meshes]))
    order = {
        "code": str(source),
        "function": None,
        "workspace": str(folder),
        "judge": judge,
        "allowed": [str(tmp)],
        "result": str(result),
    }
    (tmp / "order.json").write_text(json.dumps(order))
    runner = Path(__file__).parents[2] / "solver" / "grade" / "runner.py"
    environment = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "MESHES": str(listing)}
    subprocess.run(
        [sys.executable, str(runner), str(tmp / "order.json")], env=environment, capture_output=True
    )
    answer: dict[str, Any] = json.loads(result.read_text())
    return answer


def find_original() -> Path | None:
    """The benchmark's task file, where there is one beside this checkout."""
    path = Path(__file__).parents[2].parent / "shared" / "seeds" / SEED
    return path if path.is_file() else None


def lay_out(case: str, root: Path) -> tuple[Path, list[Mesh] | None]:
    """The folder of a case as the benchmark has it, and what Blender would list of its room.blend."""
    change, moves = CASES[case]
    moves = dict(moves)
    folder = write_folder(root / "workspace")
    change(folder)
    (root / "gt").mkdir()
    (root / "gt" / "expected.json").write_text(json.dumps(EXPECTED))
    unreadable = moves.pop("unreadable", False) or not (folder / "room.blend").exists()
    return folder, None if unreadable else make_meshes(**moves)


def ask_original(case: str, root: Path) -> dict[str, dict[str, Any]]:
    """What the original gives for a case, by judge; `crash` names its exception where it ends with one."""
    path = find_original()
    assert path is not None
    source = root / "original.py"
    source.write_text(read_grader(path))
    folder, meshes = lay_out(case, root)
    answers = {judge: run_original(source, folder, meshes, judge, root) for judge in JUDGES}
    return {
        judge: {"crash": answer["error"].partition(":")[0]} if "error" in answer else answer["scores"]
        for judge, answer in answers.items()
    }


@pytest.mark.parametrize("case", list(CASES))
def test_every_key_is_as_the_original_gave_it(case: str) -> None:
    kept = json.loads(KEPT.read_text())[case]
    with tempfile.TemporaryDirectory() as root:
        folder, meshes = lay_out(case, Path(root))
        for judge in JUDGES:
            ours = grade_files(folder, meshes, EXPECTED, make_judge(judge, {}))
            scores = json.loads(json.dumps(ours.scores, default=float))
            assert ({"crash": ours.crash} if ours.crash else scores) == kept[judge], judge


@pytest.mark.parametrize("case", list(CASES))
def test_the_original_gives_what_is_kept(tmp_path: Path, case: str) -> None:
    if find_original() is None:
        pytest.skip("the benchmark's task file is not in ../shared/seeds: nothing to compare with")
    assert ask_original(case, tmp_path) == json.loads(KEPT.read_text())[case]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        kept = {}
        for number, case in enumerate(CASES):
            (Path(name) / str(number)).mkdir()
            kept[case] = ask_original(case, Path(name) / str(number))
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
