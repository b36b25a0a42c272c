"""Every mistake a user can make: one clear message, the right exit code, and nothing left behind."""

from __future__ import annotations

import shutil
import signal
import time
from pathlib import Path

import pytest

from solver.builtin import make_furniture
from solver.output import DELIVERABLES
from tests.cli.plain_blend import write_empty_blend
from tests.cli.running import CASES, run_cli, start_cli

TINY = CASES / "tiny_room.yaml"


@pytest.fixture(scope="session")
def furniture() -> Path:
    """The built-in furniture."""
    return make_furniture()


@pytest.fixture
def assets(furniture: Path, tmp_path: Path) -> Path:
    """A copy of the built-in furniture that a test may spoil."""
    return shutil.copytree(furniture, tmp_path / "assets")


def edit(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The tiny scene with texts replaced; each must be there."""
    text = TINY.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    scene = tmp_path / "scene.yaml"
    scene.write_text(text, encoding="utf-8")
    return scene


def solve(scene: Path, out: Path, *more: str | Path) -> tuple[int, str]:
    code, _, err = run_cli("solve", scene, "--out", out, "--quality", "draft", *more)
    assert not out.exists(), "something was left behind"
    return code, err


def test_a_missing_asset_file(assets: Path, tmp_path: Path) -> None:
    (assets / "sofa.blend").rename(assets / "soffa.blend")
    (assets / "tv_stand.blend").unlink()
    code, err = solve(TINY, tmp_path / "out", "--assets", assets)
    assert code == 2
    assert "sofa.blend" in err and "soffa.blend" in err  # names what is missing and what is near
    assert "tv_stand.blend" in err  # all at once


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b"this is no blend file at all, only some text"), "not a .blend"),
        (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 3]), "cut off"),
        (lambda path: path.write_bytes(b"BLENDER17-02v0987" + path.read_bytes()[17:]), "9.87"),
    ],
    ids=["not a blend", "cut off", "newer Blender"],
)
def test_a_file_that_blender_must_not_open(spoil, words: str, furniture: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assets = shutil.copytree(furniture, tmp_path / "assets")
    spoil(assets / "sofa.blend")
    code, err = solve(TINY, tmp_path / "out", "--assets", assets)
    assert code == 2
    assert "sofa.blend" in err
    assert words in err


@pytest.mark.blender
def test_an_asset_without_geometry(assets: Path, tmp_path: Path) -> None:
    write_empty_blend(assets / "sofa.blend")
    code, err = solve(TINY, tmp_path / "out", "--assets", assets)
    assert code == 2
    assert "sofa.blend" in err


def test_a_piece_larger_than_the_room(tmp_path: Path) -> None:
    small = (("width: 5 m, depth: 6 m", "width: 2 m, depth: 2 m"), ("centre: 3 m", "centre: 1 m"))
    code, err = solve(edit(tmp_path, *small), tmp_path / "out")
    assert code == 3
    assert "sofa" in err


def test_every_misspelling_at_once_with_its_line_and_the_nearest_name(tmp_path: Path) -> None:
    scene = edit(
        tmp_path,
        ("- against: {piece: sofa,", "- agianst: {piece: sofa,"),
        ("- centred: {piece: tv_stand", "- centred: {piece: tv_stan"),
        ("gap: 100 mm", "gap: 100 mn"),
        ("sill: 900 mm", "sill: 900 furlongs"),
        ("{asset: sofa", "{asset: soffa"),
        ("render:", "style: plane\nrender:"),
    )
    code, err = solve(scene, tmp_path / "out")
    assert code == 2
    assert "against" in err and "'tv_stand'" in err.replace('"', "'") and "mm" in err
    assert "did you mean 'sofa'?" in err and "unknown style 'plane'; did you mean 'plain'?" in err
    for line in (5, 8, 12, 16, 19):
        assert f"scene.yaml:{line}:" in err


def test_rules_that_contradict_each_other_are_named_with_their_lines(tmp_path: Path) -> None:
    scene = edit(
        tmp_path,
        ("  - centred: {piece: sofa, on: north}", "  - against: {piece: sofa, wall: south, gap: 100 mm}"),
    )
    code, err = solve(scene, tmp_path / "out")
    assert code == 3
    assert "scene.yaml:12" in err and "scene.yaml:13" in err
    assert "scene.yaml:17" not in err  # the smallest set, not every rule


def test_no_such_output_folder_and_no_permission(tmp_path: Path) -> None:
    code, _, err = run_cli("solve", TINY, "--out", tmp_path / "no" / "such")
    assert code == 2 and "mkdir -p" in err
    code, _, err = run_cli("solve", TINY, "--out", "/proc/scene-solver")
    assert code == 2 and "cannot be written" in err


def test_unknown_options_and_values_are_told(tmp_path: Path) -> None:
    code, _, err = run_cli("solve", TINY, "--quality", "best")
    assert code == 2 and "draft, standard, final" in err
    code, _, err = run_cli("solve", TINY, "--qualty", "draft")
    assert code == 2 and "--qualty" in err and "--help" in err
    code, _, err = run_cli("solve", tmp_path / "none.yaml")
    assert code == 2 and "none.yaml" in err
    code, _, err = run_cli("check", tmp_path / "none")
    assert code == 2 and "no such folder" in err


@pytest.mark.blender
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_kill_during_rendering_leaves_the_earlier_outputs(blow: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in DELIVERABLES:
        (out / name).write_text("earlier")
    scene = edit(tmp_path, ("256x144", "1920x1080"))
    with start_cli("solve", scene, "--out", out, "--quality", "final", "--quiet") as process:
        while not list(out.glob(".scene-solver-staging-*/room.blend")) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(blow)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode != 0
    assert "Traceback" not in err
    assert {(out / name).read_text() for name in DELIVERABLES} == {"earlier"}
    if blow is not signal.SIGKILL:
        assert sorted(path.name for path in out.iterdir()) == sorted(DELIVERABLES)
        assert "stopped" in err
        return
    # The next run clears what a kill -9 left; its Blender must be gone too.
    assert run_cli("solve", TINY, "--out", out, "--quality", "draft", "--quiet")[0] == 0
    assert sorted(path.name for path in out.iterdir()) == sorted(DELIVERABLES)
