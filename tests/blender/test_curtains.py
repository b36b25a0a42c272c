"""A tiny room with curtains, built and measured in a real Blender; and the cloth itself."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solver.pipeline import Solution, check_output, solve_scene
from tests.blender.test_materials import FURNITURE_WORDS
from tests.conftest import ROOT

pytestmark = pytest.mark.blender

SCENE = """\
scene: curtained
room: {width: 3 m, depth: 3.2 m, height: 2.5 m}
openings:
  - window: {wall: west, centre: 1.6 m, width: 1.2 m, height: 1.2 m, curtain: floor}
  - window: {wall: south, centre: 1.7 m, width: 1 m, height: 1.2 m, curtain: sill}
pieces: {seat: {asset: chair, at: [1.5 m, 1.6 m]}}
view: inside
render: {size: 192x108, top_size: 192x200}
style: classic
"""
# Along the wall and up, in metres: panels take 0.22 of the window's width.
PANELS = {
    "west": [(0.736, 1.0, 0.02, 2.195), (2.2, 2.464, 0.02, 2.195)],
    "south": [(0.98, 1.2, 0.9, 2.195), (2.2, 2.42, 0.9, 2.195)],
}


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    folder = tmp_path_factory.mktemp("curtained")
    (folder / "curtained.yaml").write_text(SCENE)
    return solve_scene(folder / "curtained.yaml", out=folder / "out", quality="draft")


def run(script: str, *args: str) -> str:
    command = [sys.executable, str(ROOT / "tests" / "blender" / script), *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def facts(solved: Solution) -> dict[str, Any]:
    """What read_curtains.py prints."""
    found: dict[str, Any] = json.loads(
        run("read_curtains.py", str(solved.out / "room.blend")).splitlines()[-1]
    )
    return found


def test_the_room_is_built_as_asked_and_passes(solved: Solution) -> None:
    assert solved.report.passed, solved.report.format_text()
    hung = [check for check in solved.report.checks if check.name.endswith(", hung")]
    assert len(hung) == 6 and all(check.measured.endswith(" 0.0 mm off") for check in hung)


def test_no_name_holds_a_furniture_word(facts: dict[str, Any]) -> None:
    names = [name.lower() for part in facts["parts"] for name in (part["name"], *part["material"])]
    assert len(names) == 12
    assert not [name for name in names if any(word in name for word in FURNITURE_WORDS)]


def test_panels_of_gathered_cloth_hang_beside_the_window(facts: dict[str, Any]) -> None:
    for wall, panels in PANELS.items():
        along = 1 if wall == "west" else 0
        cloth = [p for p in facts["parts"] if p["wall"] == wall and "Panel" in p["name"]]
        assert len(cloth) == 2
        for part, (start, end, hem, top) in zip(cloth, panels, strict=True):
            low, high = part["low"], part["high"]
            assert (low[along], high[along]) == pytest.approx((start, end), abs=1e-5)
            assert (low[2], high[2]) == pytest.approx((hem, top), abs=1e-5)
            assert low[1 - along] > 0.02 and high[1 - along] < 0.1
            # Folds: as much cloth as would cover its span more than twice, on both of its sides.
            assert part["area_m2"] / 2 > 2.0 * (end - start) * (top - hem)
            assert high[1 - along] - low[1 - along] > 0.05
            assert part["closed"] and part["smooth"] and part["textured"]
            assert part["material"] == ["Shell_curtain_classic"]


def test_a_rod_of_metal_holds_them(facts: dict[str, Any]) -> None:
    rods = [part for part in facts["parts"] if "Rod" in part["name"]]
    assert [rod["material"] for rod in rods] == [["Shell_metal_classic"]] * 2
    for rod in rods:
        along = 1 if rod["wall"] == "west" else 0
        (start, *_), (_, end, *_) = PANELS[rod["wall"]]
        reach = (rod["low"][along], rod["high"][along])
        assert reach == pytest.approx((start - 0.045, end + 0.045), abs=1e-5)
        assert (rod["low"][2], rod["high"][2]) == pytest.approx((2.195, 2.245), abs=1e-5)
        assert rod["low"][1 - along] == pytest.approx(0.0, abs=1e-6)  # its brackets are fixed to the wall
        assert rod["closed"]


def test_no_camera_stands_in_the_cloth(facts: dict[str, Any]) -> None:
    assert facts["places"] == [[0.28, 0.87]]


def test_a_piece_pushed_into_the_cloth_is_found(solved: Solution, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(solved.out, out)
    run("move_pieces.py", str(out / "room.blend"), json.dumps({"Chair": {"by_m": [-1.2, -0.75, 0.0]}}))
    faults = {check.name: check.why for check in check_output(out).faults}
    assert "nothing in the curtain of window, south" in faults
    assert faults["nothing in the curtain of window, south"].startswith("Chair reaches ")
    assert "nothing in the curtain of window, north" not in faults
