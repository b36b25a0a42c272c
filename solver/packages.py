"""Where a real Blender's Python finds this project and its dependencies.

Standard library only: imported before anything else can be.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("yaml", "pydantic", "ortools", "PIL", "numpy", "typer", "rich", "shapely", "zstandard")


def dependency_folder() -> Path:
    """The folder that `make blender-deps` fills for this Python version."""
    return ROOT / ".blender-deps" / f"{sys.version_info.major}.{sys.version_info.minor}"


def add_blender_packages() -> None:
    """Put the project and its dependency folder first on sys.path.

    First, because pandas (which OR-Tools imports) needs a newer numpy than Debian 12 has; the folder's
    own numpy is one that every Blender of its Python version works with.
    """
    for folder in (dependency_folder(), ROOT):
        if folder.is_dir() and str(folder) not in sys.path:
            sys.path.insert(0, str(folder))


def find_missing_packages() -> list[str]:
    """The needed packages that this Python cannot find, by import name."""
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]
