"""An L-shaped room with a rug, a lamp on a table, a column and a piece that may be left out, made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from solver.check.case import Case
from solver.check.finding import Check
from solver.check.submission import Submission
from solver.core.layout import LayoutRow
from solver.core.measured import Measured, Side, Solid
from solver.core.spec import parse_scene
from tests.check.sample import make_measured, make_solid

SPEC = parse_scene(
    """
scene: corner
room: {outline: [[0, 0], [6 m, 0], [6 m, 3 m], [4 m, 3 m], [4 m, 6 m], [0, 6 m]], height: 2.8 m}
openings:
  - door: {wall: south, centre: 1 m}
obstacles:
  - column: {at: [3 m, 2.5 m], size: [301 mm, 300 mm]}
pieces:
  table: {asset: coffee_table}
  lamp: {asset: lamp}
  rug: {asset: rug}
  guest: {asset: armchair, optional: 5}
rules:
  - on_top: {piece: lamp, of: table}
  - under: {piece: rug, of: table, overlap: 400 mm}
  - far: {piece: guest, from: table, by: 300 mm}
  - walkable: {to: [guest], width: 600 mm, side: any}
  - near: {piece: table, to: column, within: 700 mm, weight: 2}
""",
    "corner.yaml",
)
LABELS = {"table": "Table", "lamp": "Lamp", "rug": "Rug", "guest": "Guest"}
COLUMN = (2.85, 2.35, 0.0, 3.151, 2.65, 2.8)


def make_box(name: str, box: tuple[float, ...], **values: object) -> Solid:
    """An object that fills a box: west, south, low, east, north, high in metres."""
    low, high = box[:3], box[3:]
    solid = replace(
        make_solid("sofa"), object=name, piece=name.lower(), category=name.lower(), asset=None, yaw_deg=None,
        location=((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]), box_min=low, box_max=high,
        outline=((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])),
    )  # fmt: skip
    return replace(solid, **values)  # type: ignore[arg-type]


SOLIDS = {
    "Table": make_box("Table", (1.0, 2.0, 0.0, 2.2, 2.7, 0.45)),
    "Lamp": make_box("Lamp", (1.2, 2.2, 0.45, 1.4, 2.4, 0.9)),
    "Rug": make_box("Rug", (0.8, 1.5, 0.0, 2.8, 2.9, 0.02)),
    "Guest": make_box("Guest", (3.0, 4.0, 0.0, 3.8, 4.8, 0.8)),
    "Column": make_box("Column", COLUMN, role="shell", shell="obstacle", piece=None),
}


def make_case(
    without: Iterable[str] = (), rows: tuple[LayoutRow, ...] | None = None, **changes: object
) -> Case:
    """The room without some objects; other keywords change an object's box or Measured itself."""
    solids = tuple(
        make_box(name, changes.pop(name), role=solid.role, shell=solid.shell, piece=solid.piece)  # type: ignore[arg-type]
        if name in changes
        else solid
        for name, solid in SOLIDS.items()
        if name not in without
    )
    sides = {wall.name: wall.at_mm / 1000 for wall in SPEC.room.walls} | {"floor": 0.0, "ceiling": 2.8}
    interior = {name: Side(at_m, 1.0, 1.0) for name, at_m in sides.items()}
    values = {
        "solids": solids,
        "interior": interior,
        "supports": {"Lamp": {"Table": 0.0, "Rug": 430.0}},
    } | changes
    measured: Measured = replace(make_measured(), **values)  # type: ignore[arg-type]
    return Case(SPEC, LABELS, Submission(Path("out"), None, {}, rows), measured)


def tell(checks: Iterable[Check]) -> dict[str, tuple[str, str]]:
    return {check.name: (check.status, check.measured) for check in checks}


def faults(checks: Iterable[Check]) -> dict[str, str]:
    return {check.name: check.why for check in checks if not check.passed}


def measured_of(case: Case) -> Measured:
    assert case.measured is not None
    return case.measured


def row(name: str, x: float, y: float, z: float, wall: float, yaw: float = 0.0) -> LayoutRow:
    return LayoutRow(name, x, y, z, yaw, wall)


ROWS = (
    row("Table", 1.6, 2.35, 0.0, 1000.0), row("Lamp", 1.3, 2.3, 0.45, 1200.0),
    row("Rug", 1.8, 2.2, 0.0, 800.0), row("Guest", 3.4, 4.4, 0.0, 200.0),
)  # fmt: skip
