"""The arrows of the house: who may import whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

MODULES = sorted((ROOT / "solver").rglob("*.py"))
# Each room and the solver packages that it may import besides itself.
ALLOWED: dict[str, set[str]] = {
    "core": {"errors"},
    "place": {"core", "errors"},
    "check": {"core", "errors"},
    "repair": {"core", "errors"},
    "grade": {"core", "check", "errors", "bridge", "cache", "packages", "output"},
    "truth": {"core", "place", "errors", "bridge", "builtin", "cache", "library", "pictures"},
}


def list_imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_importing_the_project_does_not_import_blender() -> None:
    code = "import solver.pipeline, solver.cli.families, sys; assert 'bpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_blender_imports_blender(path: Path) -> None:
    room = path.relative_to(ROOT / "solver").parts[0]
    found = {name.split(".")[0] for name in list_imports(path)} & {"bpy", "mathutils", "bmesh"}
    if room not in ("blender", "run.py"):
        assert not found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_arrows_point_one_way(path: Path) -> None:
    room = path.relative_to(ROOT / "solver").parts[0]
    if room not in ALLOWED:
        return
    targets = {name.split(".")[1] for name in list_imports(path) if name.startswith("solver.")}
    assert targets <= ALLOWED[room] | {room}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_uses_the_global_random_generator(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for call in ("random.random(", "random.seed(", "random.choice(", "random.shuffle(", "np.random.rand"):
        assert call not in text
