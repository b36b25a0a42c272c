"""Pieces, placements and layouts in whole millimetres, and layout.csv read and written.

Frame: origin at the inner south-west floor corner, x east, y north, z up. Yaw in degrees,
counter-clockwise, 0 = the piece's front (local -y) faces south, 90 east, 180 north, 270 west.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

from solver.errors import OutputError

CSV_HEADER = ("object", "x", "y", "z", "rotation_z", "distance_to_nearest_wall_mm")


@dataclass(frozen=True)
class Piece:
    """One piece of furniture with its measured size.

    `half_mm` is (half width, half depth) at yaw 0, rounded outwards, so that a centre in whole
    millimetres gives a footprint in whole millimetres; the mesh is at most 1 mm smaller on each side.
    `height_mm` is rounded outwards too. `kind` is the asset: pieces of one kind and size look
    alike.
    """

    name: str  # key in the scene file, e.g. "sofa"
    label: str  # object name in room.blend and layout.csv, e.g. "Sofa"
    category: str  # category of the catalogue, e.g. "sofa"
    half_mm: tuple[int, int]
    height_mm: int
    kind: str = ""

    def looks_like(self, other: Piece) -> bool:
        """True for two pieces of one kind and size; always for a piece and itself."""
        alike = (
            self.kind == other.kind and self.half_mm == other.half_mm and self.height_mm == other.height_mm
        )
        return self.name == other.name or (bool(self.kind) and alike)


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


def read_csv(text: str) -> list[LayoutRow]:
    """layout.csv as rows. Raises OutputError naming every fault with its line.

    Accepted is what `format_csv` writes, with LF or CRLF line ends: the exact header, six fields a
    row, plain decimal numbers, distinct non-empty names.
    """
    if text.startswith("\ufeff"):
        raise OutputError("layout.csv:1: starts with a byte order mark; write it as plain UTF-8")
    return read_rows(split_csv(text))


def split_csv(text: str) -> list[list[str]]:
    """The fields of every line. Raises OutputError for what is no table at all."""
    try:
        return list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise OutputError(f"layout.csv: is no table of plain text: {error}") from None


def read_rows(lines: list[list[str]]) -> list[LayoutRow]:
    """The rows of a table given as fields, its header first. Raises OutputError as `read_csv`."""
    if not lines:
        raise OutputError("layout.csv: is empty")
    faults: list[str] = []
    if tuple(lines[0]) != CSV_HEADER:
        faults.append(f"layout.csv:1: the header is {','.join(lines[0])!r}, not {','.join(CSV_HEADER)!r}")
    rows = [_read_row(number, fields, faults) for number, fields in enumerate(lines[1:], 2) if fields]
    names = [fields[0].strip() for fields in lines[1:] if fields]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"layout.csv: {names.count(name)} rows are named {name!r}; each piece has one row")
    if not rows:
        faults.append("layout.csv: has no rows")
    if faults:
        raise OutputError(faults)
    return [row for row in rows if row is not None]


_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")


def _read_row(number: int, fields: list[str], faults: list[str]) -> LayoutRow | None:
    if len(fields) != len(CSV_HEADER):
        faults.append(f"layout.csv:{number}: {len(fields)} fields instead of {len(CSV_HEADER)}")
        return None
    if not fields[0].strip():
        faults.append(f"layout.csv:{number}: the object has no name")
    values = []
    for column, field in zip(CSV_HEADER[1:], fields[1:], strict=True):
        if _NUMBER.fullmatch(field.strip()) and len(field) < 40:
            values.append(float(field))
        else:
            faults.append(f"layout.csv:{number}: {column} is {field!r}, not a plain decimal number")
    if len(values) < len(CSV_HEADER) - 1:
        return None
    return LayoutRow(fields[0].strip(), *values)
