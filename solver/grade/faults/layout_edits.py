"""Changes of layout.csv on its real bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from solver.core.layout import CSV_HEADER
from solver.grade.faults.fault import Edit, Gold

LAYOUT = "layout.csv"
Lines = list[str]
# Which row: an object's name, a place in the gold output's rows, or None for every row.
Which = str | int | None
FIRST, LAST = 0, -1


def edit_lines(change: Callable[[Lines], Lines], encoding: str = "utf-8") -> Edit:
    """An edit that rewrites layout.csv line by line; the first line is the header."""

    def edit(folder: Path, gold: Gold) -> None:
        lines = (folder / LAYOUT).read_text(encoding="utf-8").splitlines()
        (folder / LAYOUT).write_bytes(("\n".join(change(lines)) + "\n").encode(encoding))

    return edit


def edit_fields(which: Which, column: str, change: Callable[[str], str]) -> Edit:
    """An edit of one column in one row, or in every row."""
    k = CSV_HEADER.index(column)

    def edit(folder: Path, gold: Gold) -> None:
        name = find_name(gold, which)

        def rewrite(lines: Lines) -> Lines:
            rows = [line.split(",") for line in lines]
            for row in rows[1:]:
                if name in (None, row[0]):
                    row[k] = change(row[k])
            return [",".join(row) for row in rows]

        edit_lines(rewrite)(folder, gold)

    return edit


def find_name(gold: Gold, which: Which) -> str | None:
    """The object's name of a row; None for every row."""
    return gold.rows[which].object if isinstance(which, int) else which


def repeat_name(of: int, by: int) -> Edit:
    """Give one row the name of another."""

    def edit(folder: Path, gold: Gold) -> None:
        edit_fields(by, "object", lambda _text: gold.rows[of].object)(folder, gold)

    return edit


def drop_column(column: str) -> Edit:
    """Leave a column out."""
    k = CSV_HEADER.index(column)
    return edit_lines(
        lambda lines: [",".join(f for i, f in enumerate(line.split(",")) if i != k) for line in lines]
    )


def drop_row(which: Which) -> Edit:
    """Leave a row out."""

    def edit(folder: Path, gold: Gold) -> None:
        name = find_name(gold, which)
        edit_lines(lambda lines: [line for line in lines if line.split(",")[0] != name])(folder, gold)

    return edit


def shift_row(which: str | int, by_m: tuple[float, float, float]) -> Edit:
    """Say that a piece stands elsewhere by `by_m`; the distance to the nearest wall follows."""

    def edit(folder: Path, gold: Gold) -> None:
        for column, by in zip("xyz", by_m, strict=True):
            if by:
                edit_fields(which, column, lambda text, by=by: f"{float(text) + by:.3f}")(folder, gold)  # type: ignore[misc]
        wall_mm = round(_nearest_wall_m(gold, find_name(gold, which), by_m) * 1000.0)
        edit_fields(which, CSV_HEADER[-1], lambda _text: str(wall_mm))(folder, gold)

    return edit


def _nearest_wall_m(gold: Gold, label: str | None, by_m: tuple[float, float, float]) -> float:
    solid = next(solid for solid in gold.measured.pieces if solid.object == label)
    room = gold.spec.room
    low, high = solid.box_min, solid.box_max
    return min(
        low[0] + by_m[0],
        low[1] + by_m[1],
        room.width_mm / 1000.0 - high[0] - by_m[0],
        room.depth_mm / 1000.0 - high[1] - by_m[1],
    )
