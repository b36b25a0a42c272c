"""measure, and the assets commands: what a furniture file holds, and where to get more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from solver.assets.manifest import NAME, find_catalog
from solver.assets.models import import_models
from solver.assets.polyhaven import API, fetch_assets
from solver.cache import cache_folder
from solver.cli.progress import show_progress
from solver.core.blendfile import BlendHeader, format_version, read_header
from solver.core.catalog import AssetOptions
from solver.errors import AssetError, SpecError
from solver.library import CleanAsset, clean_assets
from solver.pipeline import MANIFEST


def register(app: typer.Typer) -> None:
    """Put measure and the assets commands on the app."""
    app.command("measure", help=measure.__doc__)(measure)
    group = typer.Typer(help="Get furniture: fetch it from Poly Haven, or import other formats.")
    group.command("fetch", help=fetch.__doc__)(fetch)
    group.command("import", help=import_files.__doc__)(import_files)
    app.add_typer(group, name="assets", no_args_is_help=True)


def measure(
    file: Annotated[Path, typer.Argument(help="A furniture file (.blend).")],
    objects: Annotated[
        list[str] | None,
        typer.Option("--objects", help="Take only this object (a name or pattern); repeatable."),
    ] = None,
    collection: Annotated[str | None, typer.Option("--collection", help="Take only this collection.")] = None,
    front: Annotated[str | None, typer.Option("--front", help="Its front: -y, +y, -x, +x or none.")] = None,
    unit: Annotated[str | None, typer.Option("--unit", help="The file's unit: m, cm, mm, in or ft.")] = None,
    scale: Annotated[float, typer.Option("--scale", help="A factor on top.")] = 1.0,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as errors.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Say what a furniture file holds and what of it would be used, measured as it renders."""
    given = {"objects": objects, "collection": collection, "front": front, "unit": unit, "scale": scale}
    header = read_header(file)
    options = _read_options({name: value for name, value in given.items() if value is not None})
    asset = clean_assets({"it": (file, options)}, cache_folder(), strict=strict)["it"]
    facts = describe_asset(asset, header)
    typer.echo(json.dumps(facts, indent=2, ensure_ascii=False) if as_json else format_facts(facts))
    return 0


def fetch(
    keys: Annotated[
        list[str] | None, typer.Argument(help="Catalogue keys.", show_default="all with a polyhaven: name")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder to fetch into.")] = Path("assets"),
    resolution: Annotated[str, typer.Option("--resolution", help="Texture size: 1k, 2k, 4k or 8k.")] = "1k",
    api: Annotated[str, typer.Option("--api", help="Address of the API.")] = API,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> int:
    """Download the catalogue's models from Poly Haven (CC0) into a folder for --assets.

    What was downloaded before is taken from the cache; a broken download goes on where it broke off.
    """
    catalog = find_catalog(MANIFEST, out)
    chosen = keys or [key for key, asset in catalog.assets.items() if asset.polyhaven]
    cache = cache_folder() / "downloads"
    with show_progress(quiet) as tell:
        fetched = fetch_assets(catalog, chosen, out, cache, resolution=resolution, api=api, on_event=tell)
    if not quiet:
        if fetched.offline:
            typer.echo("no network: taken from the cache")
        for key, file in fetched.files.items():
            typer.echo(f"{key:<14} {file}")
    return 0


def import_files(
    files: Annotated[list[Path], typer.Argument(help="glTF (.glb, .gltf), OBJ, FBX or .sh3f files.")],
    out: Annotated[Path, typer.Option("--out", help="Asset folder to write into.")] = Path("assets"),
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Take only models of this name out of a library; a pattern; repeatable."),
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", help="Category of the entries.", show_default="from the name")
    ] = None,
    licence: Annotated[
        str | None, typer.Option("--licence", help="Licence.", show_default="the library's")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> int:
    """Make .blend assets of models in other formats, with entries in the folder's assets_manifest.yaml.

    Models that cannot be imported are told and left out; the exit code is 2 then, and the others are kept.
    """
    with show_progress(quiet) as tell:
        made = import_models(files, out, only=only or (), category=category, licence=licence, on_event=tell)
    for warning in made.warnings:
        typer.echo(f"warning: {warning}", err=True)
    if not quiet:
        for key in made.keys:
            typer.echo(f"{key:<24} {made.folder / key}.blend")
        typer.echo(f"{len(made.keys)} assets; entries in {made.folder / NAME}")
    if made.faults:
        raise AssetError(made.faults)
    return 0


def _read_options(values: dict[str, Any]) -> AssetOptions:
    try:
        return AssetOptions.model_validate(values)
    except ValidationError as error:
        faults = [item.get("ctx", {}).get("error", item["msg"]) for item in error.errors()]
        raise SpecError([str(fault) for fault in faults]) from None


def describe_asset(asset: CleanAsset, header: BlendHeader) -> dict[str, Any]:
    """A measured file as plain values: sizes in metres with the front at -y."""
    return {
        "file": str(asset.file),
        "saved_by": format_version(header.saved_by),
        "compression": header.compression,
        "size_m": list(asset.size_m),
        "meshes": asset.meshes,
        "triangles": asset.triangles,
        "textures": asset.textures,
        "front": {
            "axis": asset.front,
            "confidence": asset.front_confidence,
            "evidence": asset.front_evidence,
        },
        "unit_m": asset.unit_m,
        "objects": list(asset.objects),
        "contains": asset.contains,
        "warnings": list(asset.warnings),
    }


def format_facts(facts: dict[str, Any]) -> str:
    """The same as text, one fact a line."""
    x, y, z = facts["size_m"]
    textures = ", ".join(f"{count} {kind}" for kind, count in facts["textures"].items())
    contains = ", ".join(f"{count} {kind}" for kind, count in facts["contains"].items())
    front = facts["front"]
    rows = {
        "file": f"{facts['file']} (saved by Blender {facts['saved_by']}, compression {facts['compression']})",
        "contains": contains,
        "used": ", ".join(facts["objects"]),
        "size": f"{x:.3f} x {y:.3f} x {z:.3f} m (width, depth, height)",
        "meshes": f"{facts['meshes']} with {facts['triangles']} triangles",
        "textures": textures,
        "unit": f"{facts['unit_m']:g} m",
        "front": f"{front['axis']} (confidence {front['confidence']:.2f}: {front['evidence']})",
    }
    lines = [f"{name:<9} {text}" for name, text in rows.items()]
    return "\n".join([*lines, *(f"warning   {text}" for text in facts["warnings"])])
