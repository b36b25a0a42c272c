"""layout, certify, rules, schema: what works without Blender."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from solver.assets.manifest import find_catalog
from solver.certify import certify_text
from solver.core.catalog import Catalog
from solver.core.layout import Layout, Piece
from solver.core.plan import make_pieces
from solver.core.rules import RULES
from solver.core.rules.profiles import CLEARANCES, PROFILES
from solver.core.schema import format_schema
from solver.core.spec import SceneSpec, read_scene
from solver.errors import EXIT_CHECK_FAILED, EXIT_GOOD, OutputError

SceneFile = Annotated[Path, typer.Argument(help="Scene file (YAML).")]


def register(app: typer.Typer) -> None:
    """Put layout, certify, rules and schema on the app."""
    for command in (layout, certify, rules, schema):
        app.command(command.__name__, help=command.__doc__)(command)


def layout(
    scene: SceneFile,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the files.")] = None,
    assets: Annotated[
        Path | None, typer.Option("--assets", help="Folder with furniture, for pieces without a size.")
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many layouts.")] = 1,
    apart: Annotated[
        int, typer.Option("--apart", min=1, help="With --count: how far apart they are, in mm.")
    ] = 500,
    time_limit: Annotated[float, typer.Option("--time-limit", min=0.1, help="Seconds at most.")] = 60.0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> int:
    """Place every piece and print where: no room is built, and no Blender needed where sizes are given.

    With --out it writes certificate.json, layout.csv and plan.svg.
    """
    from solver.layouts import MANIFEST, draft_layouts, write_drafts

    catalog = find_catalog(MANIFEST, assets)
    spec = read_scene(scene, catalog.assets)
    drafts = draft_layouts(spec, find_pieces(spec, catalog, assets), count, apart, time_limit)
    if not quiet:
        for placed, certificate in zip(drafts.placed, drafts.certificates, strict=True):
            typer.echo(format_table(placed.layout))
            typer.echo("\n".join(list_costs(spec, certificate)))
    if count > 1 and drafts.complete and not quiet:
        found = "1 layout" if len(drafts.placed) == 1 else f"{len(drafts.placed)} layouts"
        typer.echo(f"{found}; it is proven that no other is {apart} mm away from all of them")
    if out is not None:
        make_folder(out)
        for path in write_drafts(drafts, out):
            if not quiet:
                typer.echo(str(path))
    return EXIT_GOOD


def certify(
    file: Annotated[Path, typer.Argument(help="certificate.json")],
    scene: Annotated[
        Path | None,
        typer.Option("--scene", help="Scene file that it must be about: room, pieces and every rule."),
    ] = None,
) -> int:
    """Judge a certificate again, by code that shares nothing with the placer: accepted, or what is wrong."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    faults = certify_text(text)
    if not faults and scene is not None:
        from solver.layouts import compare_certificate, read_manifest

        faults = compare_certificate(json.loads(text), read_scene(scene, read_manifest().assets))
    for fault in faults:
        typer.echo(f"refused: {fault}")
    if not faults:
        typer.echo("accepted")
    return EXIT_CHECK_FAILED if faults else EXIT_GOOD


def rules() -> None:
    """Print the rule vocabulary: each rule with what it means and an example, and the clearances."""
    for rule in RULES.values():
        lines = [line.strip() for line in (rule.__doc__ or "").splitlines()]
        typer.echo(f"{rule.word}\n  - {rule.example}")
        typer.echo("\n".join(f"  {line}".rstrip() for line in lines).rstrip() + "\n")
    typer.echo(f"Clearances, usable as lengths, in mm ({', '.join(PROFILES)}):")
    for name, (values, what, source) in CLEARANCES.items():
        typer.echo(f"  {name}: {', '.join(map(str, values))} -- {what} ({source})")


def schema() -> None:
    """Print the JSON Schema of scene files, for editors."""
    typer.echo(format_schema(), nl=False)


def find_pieces(spec: SceneSpec, catalog: Catalog, assets: Path | None) -> tuple[Piece, ...]:
    """The scene's pieces: by their stated sizes where all have one, else measured by Blender."""
    from solver.layouts import read_stated_sizes

    sizes = read_stated_sizes(spec, catalog)
    if sizes.keys() != spec.pieces.keys():
        # Imported here: a scene that states its sizes needs nothing of Blender's side.
        from solver.pipeline import import_assets, stay_silent

        clean = import_assets(spec, catalog, assets, stay_silent)
        sizes = {name: asset.size_m for name, asset in clean.items()}
    return make_pieces(spec, catalog, sizes)


def format_table(layout: Layout) -> str:
    """Name, place, yaw and size of every piece, in millimetres and degrees."""
    rows = [("piece", "x mm", "y mm", "z mm", "yaw deg", "width x depth x height mm")]
    for piece, place in zip(layout.pieces, layout.placements, strict=True):
        width, depth = (2 * half for half in piece.half_mm)
        size = f"{width} x {depth} x {piece.height_mm}"
        rows.append((piece.name, str(place.x_mm), str(place.y_mm), str(place.z_mm), str(place.yaw_deg), size))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in (0, 5) else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def list_costs(spec: SceneSpec, certificate: dict[str, Any]) -> Iterator[str]:
    """What a layout's wishes cost, then each missed wish and each piece left out."""
    yield f"cost of the wishes: {certificate['objective']} (proven least)"
    for line, rule in zip(spec.rules, certificate["rules"], strict=True):
        if rule["weight"] and rule["slack_mm"] < 0:
            missed, weight = -rule["slack_mm"], rule["weight"]
            yield f"  {line.describe()}: missed by {missed} mm at {weight} a mm, costs {missed * weight}"
    for name in certificate["left_out"]:
        yield f"  {name} is left out, costs {spec.pieces[name].optional}"


def make_folder(folder: Path) -> None:
    """Make an output folder. Raises OutputError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror}") from None
