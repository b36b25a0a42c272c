"""Where things that can be made again are kept between runs."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """$SCENE_SOLVER_CACHE, else $XDG_CACHE_HOME/scene-solver, else ~/.cache/scene-solver."""
    own = os.environ.get("SCENE_SOLVER_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "scene-solver"
