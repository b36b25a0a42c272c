"""What the judges hand around never changes: every one of their dataclasses is frozen."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import solver.check
import solver.grade


def test_dataclasses_are_frozen() -> None:
    found = {}
    for package in (solver.check, solver.grade):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and dataclasses.is_dataclass(value):
                    found[value] = value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert len(found) > 20
    assert [kind for kind, frozen in found.items() if not frozen] == []
