"""The built-in furniture: generated once for each version of its source and of Blender."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from solver.bridge import blender_version, run_task
from solver.cache import cache_folder
from solver.packages import ROOT

SOURCES = ("solver/blender/furniture", "solver/blender/materials")


def furniture_folder() -> Path:
    """Where this version's built-in .blend files are or will be. A Blender reads only files of its own
    age, so the version is part of the name."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return cache_folder() / "furniture" / f"{digest.hexdigest()[:16]}-{blender_version()}"


def make_furniture() -> Path:
    """The folder with the built-in furniture, generated now if it is not there yet."""
    folder = furniture_folder()
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=".partial-", dir=folder.parent))
    try:
        run_task("build_furniture", {"out_dir": str(partial)})
        partial.chmod(0o755)
        try:
            partial.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another run has just made the same
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return folder
