"""truth: what a finished room knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from solver.cli.progress import show_progress
from solver.core.catalog import read_catalog
from solver.errors import EXIT_GOOD
from solver.pipeline import MANIFEST
from solver.truth.room import write_truth

ObjectsOption = Annotated[
    str, typer.Option("--objects", help="Objects that count as furniture in a foreign file: NAME,NAME.")
]


def register(app: typer.Typer) -> None:
    """Put truth on the app."""
    app.command("truth", help=truth.__doc__)(truth)


def truth(
    out: Annotated[Path, typer.Argument(help="Output folder with room.blend.")],
    objects: ObjectsOption = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> int:
    """Write OUT/truth from the saved room.blend: depth, ids, normals, cameras, boxes and relations.

    Each view gets a folder, with depth.exr in it; beside them are coco.json, a Hugging Face folder and
    scene.glb.
    """
    labels = [name.strip() for name in objects.split(",") if name.strip()]
    with show_progress(quiet) as tell:
        counts = write_truth(out, read_catalog(MANIFEST), labels=labels, tell=tell)
    if not quiet:
        for view, count in counts.items():
            typer.echo(f"{out / 'truth' / view}: {count} pieces seen")
    return EXIT_GOOD
