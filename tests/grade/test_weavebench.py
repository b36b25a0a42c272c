"""The published rules in our own words: each key by hand-made cases, and each against the original."""

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
from solver.grade.runner import make_judge as make_helper
from solver.grade.taskfile import read_grader
from solver.grade.weavebench import Mesh, find_category, grade_files, score_meshes
from tests.check.sample import LABELS, PLACES, write_folder

SEED = "000_04fb408986f34e77.txt"
# What the original gave for each case and judge: `python -m tests.grade.test_weavebench` asks it again.
KEPT = Path(__file__).with_name("weavebench.json")
JUDGES = ("0", "1", "fail", "none")
EXPECTED: dict[str, Any] = {
    "room_dims_m": {"x": 5.0, "y": 6.0},
    "tolerance_m": 0.05,
    "min_meshes": 6,
    "rules": [
        {"object": "sofa", "wall": "north", "distance_m": 0.1, "x_center_m": 2.5},
        {"object": "tv", "wall": "south", "distance_m": 0.0, "x_center_m": 2.5},
        {"object": "coffee", "x_center_m": 2.5},
        {"object": "dining", "wall": "east", "distance_m": 0.8},
        {"object": "nightstand", "wall": "north", "distance_m": 0.0},
    ],
}


def make_meshes(**changes: Any) -> list[Mesh]:
    """The sample room's furniture and a wall; `Sofa=(dx, dy)` moves a piece, `Sofa="Couch"` renames it."""
    meshes: list[Mesh] = []
    for piece, (x, y, wide, deep, high, _yaw) in PLACES.items():
        name, at = LABELS[piece], [x / 1000, y / 1000, 0.0]
        change = changes.get(name)
        if change is None and name in changes:
            continue
        if isinstance(change, str):
            name = change
        elif change is not None:
            at = [at[0] + change[0], at[1] + change[1], 0.0]
        meshes.append((name, at, [wide / 1000, deep / 1000, high / 1000]))
    meshes += [(key, [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]) for key in changes if key not in LABELS.values()]
    return sorted([*meshes, ("Wall_North", [2.5, 6.05, 0.0], [5.2, 0.1, 2.8])], key=lambda mesh: mesh[0])


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Sofa", "sofa"), ("CoffeeTable", "coffee"), ("TVStand", "tv"), ("DiningTable", "dining"),
        ("Chair_1", "chair"), ("Bedside", "nightstand"), ("Nightstand", "tv"), ("Bedside_Table", "dining"),
        ("Ceiling_Light", "nightstand"), ("Wall_North", None), ("Arm-Chair", "chair"), ("", None),
    ],
)  # fmt: skip
def test_names_are_read_by_the_first_synonym(name: str, category: str | None) -> None:
    assert find_category(name) == category


def test_a_good_room_has_full_marks() -> None:
    scores = score_meshes(make_meshes(), EXPECTED)
    assert scores == {"mesh_count": 1.0, "furniture_named": 1.0, "no_overlap": 1.0, "rule_conformance": 1.0}


def rules(*changed: Any, **changes: Any) -> float:
    return float(score_meshes(make_meshes(**changes), EXPECTED)["rule_conformance"])


def test_rules_and_their_holes() -> None:
    # Of five rules four name a wall (1 each) and three a middle (0.5 each): 5.5 of 5, so one miss shows
    # only where it costs more than the half that is too much.
    assert rules(Sofa=(0.0, -0.3)) == pytest.approx(4.5 / 5)
    assert rules(Sofa=(0.0, -0.099)) == 1.0
    assert rules(Sofa=(0.21, 0.0)) == 1.0  # half a hit less is hidden by the cap at 1
    assert rules(Sofa=(0.21, -0.3)) == pytest.approx(4.0 / 5)
    assert rules(TVStand=(0.0, -40.0)) == 1.0  # the south rule has no absolute value
    assert rules(TVStand=(0.0, 0.11)) == pytest.approx(4.5 / 5)
    assert rules(DiningTable=(0.14, 0.0)) == 1.0
    assert rules(DiningTable=(0.16, 0.0)) == pytest.approx(4.5 / 5)
    assert rules(CoffeeTable=None) == 1.0
    assert rules(CoffeeTable=None, Sofa=(0.0, -0.3)) == pytest.approx(4.0 / 5)


def test_overlap_is_a_share_of_pairs_of_furniture() -> None:
    assert score_meshes(make_meshes(Bedside=(-0.1, 0.0)), EXPECTED)["no_overlap"] == pytest.approx(20 / 21)
    assert score_meshes(make_meshes(), {})["rule_conformance"] == 0.0
    assert score_meshes([], EXPECTED) == {
        "mesh_count": 0.0, "furniture_named": 0.0, "no_overlap": 0.0, "rule_conformance": 0.0,
    }  # fmt: skip
    assert score_meshes(make_meshes()[:3], EXPECTED)["mesh_count"] == 0.5


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


def test_the_judge_that_says_half(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "workspace")
    for value, least, most in (
        (0.39, 0.35, 0.35),
        (0.4, 0.5, 0.5),
        (0.59, 0.5, 0.5),
        (0.6, 0.95, 0.97),
        (1.0, 1.0, 1.0),
    ):
        answer = {"vlm_room_complete": value, "vlm_no_overlap": value, "vlm_against_wall": value,
                  "vlm_walkable_aisle": value, "vlm_lighting_ok": value}  # fmt: skip
        grade = grade_files(folder, make_meshes(), EXPECTED, lambda *_: answer)  # noqa: B023
        assert grade.overall is not None
        assert least <= grade.overall <= most, value


def test_the_stub_for_foreign_graders_answers_like_ours() -> None:
    rubric = {"a": "x"}
    for name in ("0", "1", "fail"):
        judge = make_judge(name, {})
        assert judge is not None
        helper = make_helper(name)
        assert vars(helper)["vlm_score_rubric"]([], rubric, instruction="") == judge([], rubric, "")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        kept = {}
        for number, case in enumerate(CASES):
            (Path(name) / str(number)).mkdir()
            kept[case] = ask_original(case, Path(name) / str(number))
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
