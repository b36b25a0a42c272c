"""The storyline without Blender: from a scene file to a proven layout, its certificate and its plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from solver.core.catalog import Catalog, read_catalog
from solver.core.floorplan import DrawnWay, draw_floor_plan
from solver.core.geometry import write_csv
from solver.core.layout import Layout, Piece, Placement
from solver.core.plan import make_pieces
from solver.core.spec import PieceSpec, SceneSpec
from solver.packages import ROOT
from solver.place.certificate import build_certificate, format_certificate
from solver.place.placing import Placed, solve_layout
from solver.place.variants import list_layouts

MANIFEST = ROOT / "assets_manifest.yaml"
Size = tuple[float, float, float]


@dataclass(frozen=True)
class Drafts:
    """Layouts of one scene. `complete`: no further one differs from all of them."""

    spec: SceneSpec
    pieces: tuple[Piece, ...]
    placed: tuple[Placed, ...]
    complete: bool

    @cached_property
    def certificates(self) -> tuple[dict[str, Any], ...]:
        """One for each layout."""
        return tuple(build_certificate(self.spec, self.pieces, one.layout, one.cost) for one in self.placed)


def draft_layouts(
    spec: SceneSpec, pieces: tuple[Piece, ...], count: int, apart_mm: int, time_limit_s: float
) -> Drafts:
    """One layout, or `count` of them that differ by `apart_mm`. Raises NoLayout or OutOfTime."""
    if count == 1:
        placed = solve_layout(spec, pieces, time_limit_s=time_limit_s)
        return Drafts(spec, pieces, (placed,), False)
    variants = list_layouts(spec, pieces, count, apart_mm, time_limit_s=time_limit_s)
    return Drafts(spec, pieces, variants.placed, variants.complete)


def read_stated_sizes(spec: SceneSpec, catalog: Catalog) -> dict[str, Size]:
    """Sizes in metres of the pieces that state all three, in the scene or else in the catalogue."""
    sizes = {}
    for name, piece in spec.pieces.items():
        size = _find_size(piece, catalog)
        if size is not None:
            sizes[name] = size
    return sizes


def _find_size(piece: PieceSpec, catalog: Catalog) -> Size | None:
    asset = catalog.assets.get(piece.asset)
    size = piece.size or (asset.size if asset else None)
    if size is None or size.width is None or size.depth is None or size.height is None:
        return None
    return size.width, size.depth, size.height


def compare_certificate(data: Mapping[str, Any], spec: SceneSpec) -> list[str]:
    """What an accepted certificate's data has otherwise than a scene file says; nothing where the scene,
    with pieces of these sizes at these places, gives that certificate. Lines and comments do not count."""
    if [piece["piece"] for piece in data["pieces"]] != list(spec.pieces):
        return [f"its pieces are not those of {spec.path}"]
    pieces = tuple(
        Piece(item["piece"], item["piece"], "", tuple(item["half_mm"]), item["height_mm"])
        for item in data["pieces"]
    )
    places = tuple(
        Placement(*(item[key] for key in ("piece", "x_mm", "y_mm", "z_mm", "yaw_deg")))
        for item in data["placements"]
    )
    there = tuple(piece for piece in pieces if piece.name not in data["left_out"])
    room = (spec.room.width_mm, spec.room.depth_mm, spec.room.height_mm)
    expected = build_certificate(spec, pieces, Layout(room, there, places), data["bound"])
    keys = ("scene", "room", "openings", "blocks", "hung", "pieces", "rules")
    return [
        *(f"{key}: not as {spec.path} has it" for key in keys if _plain(data[key]) != _plain(expected[key])),
        *_compare_sizes(pieces, spec),
    ]


def _plain(value: Any) -> Any:
    """Rules without their lines, which comments move."""
    if not isinstance(value, list):
        return value
    return [{key: below for key, below in item.items() if key != "line"} for item in value]


def _compare_sizes(pieces: tuple[Piece, ...], spec: SceneSpec) -> Iterator[str]:
    """Pieces of another size than the scene or the catalogue states for them."""
    catalog = read_manifest()
    claimed = {
        piece.name: (piece.half_mm[0] / 500, piece.half_mm[1] / 500, piece.height_mm / 1000)
        for piece in pieces
    }
    sizes = {**claimed, **read_stated_sizes(spec, catalog)}
    for piece, stated in zip(pieces, make_pieces(spec, catalog, sizes), strict=True):
        if (stated.half_mm, stated.height_mm) != (piece.half_mm, piece.height_mm):
            yield f"{piece.name} has not the size that {spec.path} gives it"


def read_manifest() -> Catalog:
    return read_catalog(MANIFEST)


def write_drafts(drafts: Drafts, out: Path) -> list[Path]:
    """certificate.json, layout.csv and plan.svg into `out`; the second layout's with _2, and so on."""
    written = []
    for number, placed in enumerate(drafts.placed):
        suffix = f"_{number + 1}" if number else ""
        certificate = drafts.certificates[number]
        for name, text in (
            (f"certificate{suffix}.json", format_certificate(certificate)),
            (f"layout{suffix}.csv", write_csv(placed.layout, drafts.spec.room.corners_mm)),
            (f"plan{suffix}.svg", draw_plan(drafts.spec, placed.layout, certificate)),
        ):
            written.append(out / name)
            written[-1].write_text(text, encoding="utf-8")
    return written


def draw_plan(spec: SceneSpec, layout: Layout, certificate: dict[str, Any]) -> str:
    """The floor plan with the certificate's ways."""
    ways = [DrawnWay(way["corners_mm"], way["width_mm"]) for way in certificate["ways"]]
    return draw_floor_plan(spec, layout, ways)
