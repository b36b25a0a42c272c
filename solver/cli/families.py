"""Which command families there are."""

from __future__ import annotations

import importlib

import typer

FAMILIES = ("solve", "preview", "repair", "assets", "truth", "grade", "layout", "questions")


def register(app: typer.Typer) -> None:
    """Put every family's commands on `app`; each module has `register(app)`."""
    for name in FAMILIES:
        importlib.import_module(f"solver.cli.{name}").register(app)
