"""The blender command on the bpy module behaves as Blender does (compared by hand with 3.4.1)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from solver.errors import OutputError
from solver.grade.shim import write_shim
from tests.blender.rooms import build_room, piece_box

pytestmark = pytest.mark.blender


@pytest.fixture(scope="module")
def blender(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shim(tmp_path_factory.mktemp("shim") / "bin")


def run(blender: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run([str(blender), *arguments], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def test_a_grader_reads_a_file(blender: Path, tmp_path: Path) -> None:
    blend = build_room(tmp_path / "room.blend", [piece_box("Sofa", (0, 0, 0), (1, 2, 3))])
    code, output = run(
        blender, "-b", str(blend), "--python-expr",
        "import bpy; print('OUT', [(o.name, tuple(o.dimensions)) for o in bpy.data.objects])",
    )  # fmt: skip
    assert code == 0
    assert "('Sofa', (1.0, 2.0, 3.0))" in output
    assert output.startswith("Blender ") and "Blender quit" in output


def test_a_file_that_cannot_be_read_ends_before_the_script(blender: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.blend").write_bytes(b"junk")
    for name in ("bad.blend", "missing.blend"):
        code, output = run(blender, "-b", str(tmp_path / name), "--python-expr", "print('RAN')")
        assert code == 1
        assert "RAN" not in output and "Error" in output


def test_exit_codes_of_scripts(blender: Path, tmp_path: Path) -> None:
    assert run(blender, "-b", "--python-expr", "raise ValueError('x')")[0] == 0
    assert run(blender, "-b", "--python-exit-code", "7", "--python-expr", "raise ValueError('x')")[0] == 7
    assert run(blender, "-b", "--python-expr", "raise ValueError('x')", "--python-exit-code", "7")[0] == 0
    assert run(blender, "-b", "--python-expr", "import sys; sys.exit(3)")[0] == 3
    assert run(blender, "-b", "-P", str(tmp_path / "missing.py"))[0] == 0
    assert run(blender, "-b", "--no-such-thing")[0] == 1
    assert run(blender, "-b", "-P")[0] == 1


def test_scripts_see_the_whole_line(blender: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys; print('ARGS', sys.argv[sys.argv.index('--') + 1:], __name__)")
    assert "ARGS ['one', '-b'] __main__" in run(blender, "-b", "-P", str(script), "--", "one", "-b")[1]
    code, output = run(blender, "--version")
    assert code == 0 and output.startswith("Blender ") and "quit" not in output


def test_frames_are_drawn_where_asked(blender: Path, tmp_path: Path) -> None:
    small = "import bpy; r = bpy.context.scene.render; r.resolution_x = r.resolution_y = 16; " \
            "bpy.context.scene.cycles.samples = 1"  # fmt: skip
    code, output = run(
        blender,
        "-b",
        "-E",
        "CYCLES",
        "--python-expr",
        small,
        "-o",
        str(tmp_path / "pic_##"),
        "-F",
        "PNG",
        "-f",
        "3",
    )
    assert code == 0, output
    assert (tmp_path / "pic_03.png").is_file()


def test_another_command_of_that_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "blender").write_text("#!/bin/sh\necho mine\n")
    with pytest.raises(OutputError, match="no such command"):
        write_shim(tmp_path)
    assert "mine" in (tmp_path / "blender").read_text()
