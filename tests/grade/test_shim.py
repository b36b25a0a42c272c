"""The blender command for graders that call one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from solver.errors import OutputError
from solver.grade.shim import SHIM, write_shim


def test_the_blender_command(tmp_path: Path) -> None:
    path = write_shim(tmp_path / "a" / "bin")
    assert path == tmp_path / "a" / "bin" / "blender"
    assert path.read_text() == f'#!/bin/sh\nexec {sys.executable} {SHIM} "$@"\n'
    assert os.access(path, os.X_OK) and SHIM.is_file()
    assert path.stat().st_mode & 0o777 == 0o755
    assert write_shim(tmp_path / "a" / "bin") == path  # its own may be written again
    path.write_text("#!/bin/sh\necho the real one\n")
    with pytest.raises(OutputError, match="is there already and is no such command"):
        write_shim(tmp_path / "a" / "bin")
    path.unlink()
    path.symlink_to("nowhere")
    with pytest.raises(OutputError, match="is there already"):
        write_shim(tmp_path / "a" / "bin")
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"cannot be written: File exists$"):
        write_shim(tmp_path / "file")
