"""Fixtures shared by all tests: where things are, and a cache of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
REAL_SETS = ("workspace", "workspace_modern")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tests' cache: made anew each run, so that no earlier run can make a test pass."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["SCENE_SOLVER_CACHE"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real furniture and the benchmark's documents, where there is one."""
    folder = ROOT.parent / "shared"
    if not (folder / "workspace" / "assets").is_dir():
        pytest.skip("no ../shared with real furniture beside this checkout")
    return folder
