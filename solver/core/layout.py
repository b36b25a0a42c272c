"""Pieces, placements and layouts in whole millimetres, and layout.csv read and written.

Frame: origin at the inner south-west floor corner, x east, y north, z up. Yaw in degrees,
counter-clockwise, 0 = the piece's front (local -y) faces south, 90 east, 180 north, 270 west.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

CSV_HEADER = ("object", "x", "y", "z", "rotation_z", "distance_to_nearest_wall_mm")


@dataclass(frozen=True)
class Piece:
    """One piece of furniture with its measured size.

    `half_mm` is (half width, half depth) at yaw 0, rounded outwards, so that a centre in whole
    millimetres gives a footprint in whole millimetres; the mesh is at most 1 mm smaller on each side.
    `height_mm` is rounded outwards too.
    """

    name: str  # key in the scene file, e.g. "sofa"
    label: str  # object name in room.blend and layout.csv, e.g. "Sofa"
    category: str  # category of the catalogue, e.g. "sofa"
    half_mm: tuple[int, int]
    height_mm: int


@dataclass(frozen=True)
class Placement:
    """Where one piece stands: centre of its footprint, height of its underside, yaw in degrees."""

    piece: str
    x_mm: int
    y_mm: int
    z_mm: int
    yaw_deg: int


@dataclass(frozen=True)
class Layout:
    """A whole answer: pieces and placements in the scene file's order, one placement a piece."""

    room_mm: tuple[int, int, int]  # interior width (x), depth (y), height (z)
    pieces: tuple[Piece, ...]
    placements: tuple[Placement, ...]

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.pieces if piece.name == name)

    def placement(self, name: str) -> Placement:
        return next(placement for placement in self.placements if placement.piece == name)


@dataclass(frozen=True)
class LayoutRow:
    """One row of layout.csv: metres, degrees, and whole millimetres to the nearest wall."""

    object: str
    x: float
    y: float
    z: float
    rotation_z: float
    distance_to_nearest_wall_mm: float


def format_csv(rows: list[tuple[str, int, int, int, int, int]]) -> str:
    """layout.csv as text from (label, x_mm, y_mm, z_mm, yaw_deg, wall_mm) rows; LF line ends."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for label, x_mm, y_mm, z_mm, yaw_deg, wall_mm in rows:
        writer.writerow(
            (label, _metres(x_mm), _metres(y_mm), _metres(z_mm), f"{yaw_deg}", f"{wall_mm}"),
        )
    return out.getvalue()


def _metres(mm: int) -> str:
    sign = "-" if mm < 0 else ""
    return f"{sign}{abs(mm) // 1000}.{abs(mm) % 1000:03d}"
