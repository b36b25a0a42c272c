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
    """Put the project and its dependency folder on sys.path.

    The dependencies come last, so that a Blender that bundles numpy keeps its own.
    """
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    if dependency_folder().is_dir() and str(dependency_folder()) not in sys.path:
        sys.path.append(str(dependency_folder()))


def find_missing_packages() -> list[str]:
    """The needed packages that this Python cannot find, by import name."""
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]
