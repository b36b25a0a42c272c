"""layout.csv as somebody may have edited it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solver.core.layout import CSV_HEADER, LayoutRow, read_rows, split_csv
from solver.errors import OutputError

PINNED = "pinned"
MAX_BYTES = 1_000_000
_YES, _NO = ("yes", "y", "1", "true", "x"), ("", "no", "n", "0", "false")


@dataclass(frozen=True)
class Table:
    """The rows of layout.csv, and the objects that its further column `pinned`, if any, says yes to."""

    rows: tuple[LayoutRow, ...]
    pinned: frozenset[str]


def read_table(path: Path) -> Table:
    """Read an edited layout.csv. Raises OutputError naming every fault with its line."""
    if path.is_symlink() or not path.is_file():
        raise OutputError(f"{path}: is missing, or no regular file; repair needs the one that `solve` wrote")
    if path.stat().st_size > MAX_BYTES:
        raise OutputError(f"{path}: {path.stat().st_size} bytes; at most {MAX_BYTES} are read")
    try:
        return parse_table(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise OutputError(f"layout.csv: is not UTF-8 text ({error.reason} at byte {error.start})") from None


def parse_table(text: str) -> Table:
    """The table in a text of the form that `solve` writes, with or without a column `pinned`."""
    lines = split_csv(text)
    if not lines or lines[0] != [*CSV_HEADER, PINNED]:
        return Table(tuple(read_rows(lines)), frozenset())
    wide = len(CSV_HEADER) + 1
    faults, pinned = [], set()
    for number, fields in enumerate(lines[1:], 2):
        word = fields[-1].strip().lower() if len(fields) == wide else ""
        if word not in (*_YES, *_NO):
            faults.append(f"layout.csv:{number}: pinned is {fields[-1]!r}; write yes or no")
        elif word in _YES:
            pinned.add(fields[0].strip())
    if faults:
        raise OutputError(faults)
    cut = [fields[:-1] if len(fields) == wide else fields for fields in lines]
    return Table(tuple(read_rows(cut)), frozenset(pinned))
