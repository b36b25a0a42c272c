"""Writes a `blender` command that runs on the bpy module, for graders that call Blender."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from solver.errors import OutputError

SHIM = Path(__file__).parents[1] / "blender" / "shim.py"


def write_shim(folder: Path) -> Path:
    """Write an executable `blender` into `folder`, which is made where missing; returns its path.

    Raises OutputError when it cannot be written, or when something else is there under that name.
    """
    path = folder / "blender"
    text = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(SHIM))} "$@"\n'
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.is_symlink() or (path.exists() and SHIM.name not in path.read_text(errors="replace")):
            raise OutputError(f"{path}: is there already and is no such command; choose another folder")
        path.write_text(text)
        path.chmod(0o755)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
    return path
