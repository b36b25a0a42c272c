"""The main job, end to end, with small pictures: built-in and real furniture, module and real Blender."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from solver.output import DELIVERABLES
from tests.cli.running import CASES, run_cli
from tests.conftest import REAL_SETS, ROOT

DEFAULT = ROOT / "scenes" / "weavebench_living_room.yaml"
SMALL = "\nrender: {size: 480x270, top_size: 320x384}\n"


@pytest.fixture(scope="session")
def small_scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default scene, all its rules, with small pictures."""
    scene = tmp_path_factory.mktemp("scene") / "living_room.yaml"
    scene.write_text(DEFAULT.read_text(encoding="utf-8") + SMALL, encoding="utf-8")
    return scene


@pytest.fixture(scope="session")
def solved(small_scene: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default scene solved with the built-in furniture."""
    out = tmp_path_factory.mktemp("solved")
    (out / "notes.txt").write_text("mine")
    code, text, err = run_cli("solve", small_scene, "--out", out, "--quality", "draft")
    assert code == 0, text + err
    assert "all checks passed" in text
    for name in DELIVERABLES:
        assert name in text.splitlines()[-5:].__str__()  # ends with the listing
    return out


@pytest.mark.blender
def test_the_default_scene_keeps_every_rule(solved: Path) -> None:
    assert sorted(path.name for path in solved.iterdir()) == sorted([*DELIVERABLES, "notes.txt"])
    rows = (solved / "layout.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "object,x,y,z,rotation_z,distance_to_nearest_wall_mm"
    assert len({row.split(",")[0] for row in rows[1:]}) == 7


@pytest.mark.blender
def test_check_reads_the_scene_from_the_file_or_takes_another(
    solved: Path, small_scene: Path, tmp_path: Path
) -> None:
    assert run_cli("check", solved)[0] == 0
    assert run_cli("check", solved, "--scene", small_scene, "--quiet") == (0, "", "")
    other = tmp_path / "other.yaml"
    text = small_scene.read_text(encoding="utf-8")
    assert "gap: 100 mm" in text
    other.write_text(text.replace("gap: 100 mm", "gap: 150 mm"), encoding="utf-8")
    code, out, _ = run_cli("check", solved, "--scene", other)
    assert code == 1
    assert "150 mm" in out


@pytest.mark.blender
def test_check_finds_a_deliverable_that_was_changed(solved: Path, tmp_path: Path) -> None:
    spoiled = shutil.copytree(solved, tmp_path / "spoiled")
    table = (spoiled / "layout.csv").read_text(encoding="utf-8")
    (spoiled / "layout.csv").write_text(table.replace("Sofa,2.500", "Sofa,2.510"), encoding="utf-8")
    code, out, _ = run_cli("check", spoiled)
    assert code == 1
    assert "Sofa" in "".join(line for line in out.splitlines() if line.startswith("FAIL"))


@pytest.mark.blender
@pytest.mark.parametrize("real", REAL_SETS)
def test_real_furniture_keeps_every_rule(real: str, small_scene: Path, shared: Path, tmp_path: Path) -> None:
    assets = shared / real / "assets"
    code, out, err = run_cli(
        "solve", small_scene, "--assets", assets, "--out", tmp_path, "--quality", "draft"
    )
    assert code == 0, out + err


@pytest.mark.blender
def test_equal_inputs_give_equal_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    outputs = []
    for seed in ("1", "77"):
        out = tmp_path / seed
        code, text, err = run_cli(
            "solve",
            CASES / "tiny_room.yaml",
            "--out",
            out,
            "--quality",
            "draft",
            env={"PYTHONHASHSEED": seed},
        )
        assert code == 0, text + err
        outputs.append({name: (out / name).read_bytes() for name in DELIVERABLES if name != "room.blend"})
    assert outputs[0] == outputs[1]


@pytest.mark.blender
def test_a_real_blender_gives_the_same_layout(small_scene: Path, solved: Path, tmp_path: Path) -> None:
    blender = shutil.which(os.environ.get("BLENDER", "blender"))
    if blender is None:
        pytest.skip("no blender on PATH (apt-get install --no-install-recommends blender)")
    if not list(ROOT.glob(".blender-deps/*/stamp")):
        pytest.skip("no dependencies for a real Blender (make blender-deps)")
    command = [
        blender,
        "-b",
        "-P",
        "solver/run.py",
        "--",
        str(small_scene),
        "--out",
        str(tmp_path),
        "--quality",
        "draft",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "layout.csv").read_bytes() == (solved / "layout.csv").read_bytes()
    assert "no denoiser" in done.stderr + done.stdout


@pytest.mark.blender
def test_a_real_blender_refuses_files_that_would_crash_it(shared: Path, tmp_path: Path) -> None:
    blender = shutil.which("blender")
    if blender is None or not list(ROOT.glob(".blender-deps/*/stamp")):
        pytest.skip("no real Blender with dependencies")
    version = subprocess.run([blender, "--version"], capture_output=True, text=True).stdout
    if "Blender 3." not in version:
        pytest.skip("only Blenders before 4.0 crash on these files")
    assets = shared / "workspace" / "assets"
    command = [
        blender,
        "-b",
        "-P",
        "solver/run.py",
        "--",
        "--assets",
        str(assets),
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "4.2" in done.stderr and "3.4" in done.stderr


def test_a_real_blender_without_dependencies_says_how_to_get_them(tmp_path: Path) -> None:
    blender = shutil.which("blender")
    if blender is None:
        pytest.skip("no blender on PATH")
    shutil.copytree(ROOT / "solver", tmp_path / "solver")
    command = [blender, "-b", "-P", str(tmp_path / "solver" / "run.py"), "--", "--help"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env={"PATH": os.environ["PATH"]}
    )
    assert done.returncode == 2
    assert "make blender-deps BLENDER=" in done.stderr
