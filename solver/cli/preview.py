"""preview: draft pictures while a scene file is being written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from solver.cli.progress import show_progress
from solver.cli.solve import AssetsOption, QuietOption, SceneArgument, TimeLimitOption
from solver.cli.views import format_views
from solver.errors import EXIT_GOOD
from solver.pipeline import DEFAULT_SCENE
from solver.preview import preview_scene


def register(app: typer.Typer) -> None:
    """Put preview on the app."""
    app.command("preview", help=preview.__doc__)(preview)


def preview(
    scene: SceneArgument = DEFAULT_SCENE,
    assets: AssetsOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Output folder.", show_default="out/<scene name>-preview")
    ] = None,
    time_limit: TimeLimitOption = 60.0,
    quiet: QuietOption = False,
) -> int:
    """Draw draft pictures of a scene, 480 pixels wide or high, in a few seconds.

    Writes preview.png and preview_top.png (and preview_2.png … where the scene asks for more views) into a
    folder of their own. Places every piece as solve does; checks nothing and writes no deliverable.
    """
    with show_progress(quiet) as tell:
        made = preview_scene(scene, assets, out, time_limit_s=time_limit, tell=tell)
    if not quiet:
        typer.echo(format_views(made.built["views"]))
        typer.echo("\n".join(map(str, made.pictures)))
    return EXIT_GOOD
