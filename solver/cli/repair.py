"""repair: place a room again after somebody moved its pieces by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from solver.cli.progress import show_progress
from solver.cli.solve import (
    AssetsOption,
    QuietOption,
    StrictOption,
    TimeLimitOption,
    check_quality,
    format_listing,
)
from solver.core.layout import Layout, Placement
from solver.errors import EXIT_CHECK_FAILED, EXIT_GOOD
from solver.pipeline import Repair, repair_scene


def register(app: typer.Typer) -> None:
    """Put repair on the app."""
    app.command("repair", help=repair.__doc__)(repair)


def repair(
    out: Annotated[Path, typer.Argument(help="Folder that `solve` wrote, with your changes in it.")],
    scene: Annotated[
        Path | None,
        typer.Option(
            "--scene",
            help="Scene file to go by, and to write the pins into.",
            show_default="the one kept in room.blend",
        ),
    ] = None,
    assets: AssetsOption = None,
    pin: Annotated[
        list[str] | None, typer.Option("--pin", help="A piece that shall stay where it is; may be repeated.")
    ] = None,
    pin_all: Annotated[
        bool,
        typer.Option("--pin-all", help="Pin every piece where it ends up, not only those moved by hand."),
    ] = False,
    quality: Annotated[
        str,
        typer.Option("--quality", help="draft, standard or final: samples and denoising, never the size."),
    ] = "standard",
    time_limit: TimeLimitOption = 60.0,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> int:
    """Place a room again after you moved pieces in it by hand, with the fewest other pieces moved.

    Move or turn objects in room.blend and save it, or change x, y and rotation_z in layout.csv. What you
    moved stays exactly there, to the millimetre and the nearest yaw it may have, and so does what you
    pinned: by the padlocks of its location in Blender, by `yes` in a further column `pinned` of layout.csv,
    or by --pin. The pins are written into the scene file, kept in room.blend and as scene.yaml in the
    folder, and room, pictures and table are made anew, all or none. Where the rules cannot be kept so, the
    rules in conflict are named, the exit code is 3, and nothing is changed.
    """
    check_quality(quality)
    with show_progress(quiet) as tell:
        repaired = repair_scene(
            out, scene, assets, pins=pin or (), pin_all=pin_all, quality=quality,
            time_limit_s=time_limit, strict=strict, tell=tell,
        )  # fmt: skip
    return report_repair(repaired, quiet)


def report_repair(repaired: Repair, quiet: bool) -> int:
    """Print what became of the edits; returns the exit code."""
    solution = repaired.solution
    if solution is None:
        if not quiet:
            typer.echo("nothing was moved or pinned since the room was made; it stays as it is")
        return EXIT_GOOD
    if not quiet:
        typer.echo("\n".join(list_changes(repaired, solution.layout)))
    if not quiet or not solution.report.passed:
        typer.echo(solution.report.format_text())
    if not quiet:
        typer.echo(format_listing(solution.out))
    return EXIT_GOOD if solution.report.passed else EXIT_CHECK_FAILED


def list_changes(repaired: Repair, layout: Layout) -> Iterator[str]:
    """One line for each piece that stays where it was put, and for each that had to move."""
    for edit in repaired.edits.edits:
        said = "stays where you put it" if edit.moved else "pinned"
        yield f"{said} ({edit.source}): {describe(edit.place)}"
    wanted = {place.piece: place for place in repaired.edits.wanted}
    moved = [place for place in layout.placements if wanted.get(place.piece, place) != place]
    for place in moved:
        yield f"moved to keep the rules: {describe(wanted[place.piece])} -> {describe(place)}"
    for place in layout.placements:
        if place.piece not in wanted:
            yield f"added: {describe(place)}"
    one = "piece" if len(moved) == 1 else "pieces"
    yield f"{len(moved)} other {one} had to move, the fewest possible"


def describe(place: Placement) -> str:
    return f"{place.piece} at {place.x_mm} mm, {place.y_mm} mm, {place.yaw_deg} deg"
