"""Faults of layout.csv."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from solver.core.layout import CSV_HEADER
from solver.grade.faults import file_edits as edit
from solver.grade.faults.fault import CSV, FAIL, FULL, NOT_FULL, PASS, Edit, Fault, Gold
from solver.grade.faults.layout_edits import (
    FIRST,
    LAST,
    Lines,
    drop_column,
    drop_row,
    edit_fields,
    edit_lines,
    repeat_name,
    shift_row,
)

HEADER = "the header must be object,x,y,z,rotation_z,distance_to_nearest_wall_mm"
DISTINCT = "six rows or more, their object names all distinct"
TRUE = "layout.csv must say where the pieces are"
DISTANCE = CSV_HEADER[-1]


def write_commas(lines: Lines) -> Lines:
    """Numbers with decimal commas, in quotes."""
    rows = (line.split(",") for line in lines[1:])
    quoted = (",".join([row[0], *('"' + field.replace(".", ",") + '"' for field in row[1:])]) for row in rows)
    return [lines[0], *quoted]


def write_millimetres(lines: Lines) -> Lines:
    """Positions in millimetres."""
    rows = (line.split(",") for line in lines[1:])
    return [lines[0], *(",".join([r[0], *(f"{float(v) * 1000:g}" for v in r[1:4]), *r[4:]]) for r in rows)]


def write_nan(lines: Lines) -> Lines:
    """NaN in place of every number."""
    return [lines[0], *(f"{line.split(',')[0]},NaN,NaN,NaN,NaN,NaN" for line in lines[1:])]


def end_lines_with_crlf(folder: Path, gold: Gold) -> None:
    """Lines that end in CRLF."""
    path = folder / edit.LAYOUT
    edit.replace_file(path, path.read_bytes().replace(b"\n", b"\r\n"))


# Name, what is wrong (of the first and the last row's object), the rule that it breaks, the most that it
# should score, and how layout.csv is changed.
ROWS: tuple[tuple[str, str, str, float, Edit], ...] = (
    ("csv_missing", "there is no layout.csv", HEADER, CSV, edit.remove_files(edit.LAYOUT)),
    ("csv_empty", "layout.csv has no bytes", HEADER, CSV, edit.write_file(edit.LAYOUT, b"")),
    ("csv_header_only", "layout.csv has no rows", DISTINCT, CSV, edit_lines(lambda lines: lines[:1])),
    ("csv_without_distance", "the last column is missing", HEADER, CSV, drop_column(DISTANCE)),
    (
        "csv_other_header",
        "the column rotation_z is called yaw",
        HEADER,
        CSV,
        edit_lines(lambda lines: [lines[0].replace("rotation_z", "yaw"), *lines[1:]]),
    ),
    (
        "csv_semicolons",
        "fields are parted by semicolons",
        HEADER,
        CSV,
        edit_lines(lambda lines: [line.replace(",", ";") for line in lines]),
    ),
    ("csv_repeated_name", "{last} is called {first}", DISTINCT, CSV, repeat_name(FIRST, LAST)),
    ("csv_row_missing", "{last} has no row", TRUE, NOT_FULL, drop_row(LAST)),
    ("csv_nan", "every number is NaN", TRUE, NOT_FULL, edit_lines(write_nan)),
    (
        "csv_infinite",
        "the distance of {first} is inf",
        TRUE,
        NOT_FULL,
        edit_fields(FIRST, DISTANCE, lambda text: "inf"),
    ),
    (
        "csv_comma_decimals",
        "numbers have decimal commas, in quotes",
        TRUE,
        NOT_FULL,
        edit_lines(write_commas),
    ),
    (
        "csv_byte_order_mark",
        "the file starts with a byte order mark",
        HEADER,
        FULL,
        edit_lines(lambda lines: lines, "utf-8-sig"),
    ),
    ("csv_utf16", "the file is UTF-16", HEADER, CSV, edit_lines(lambda lines: lines, "utf-16")),
    ("csv_in_millimetres", "positions are in millimetres", TRUE, NOT_FULL, edit_lines(write_millimetres)),
    (
        "csv_distance_in_metres",
        "distances are in metres",
        TRUE,
        NOT_FULL,
        edit_fields(None, DISTANCE, lambda text: f"{float(text) / 1000:g}"),
    ),
    (
        "csv_untrue_place",
        "{first} is said to stand half a metre west of where it stands",
        TRUE,
        NOT_FULL,
        edit_fields(FIRST, "x", lambda text: f"{float(text) - 0.5:.3f}"),
    ),
    (
        "csv_older",
        "layout.csv is from an earlier layout: {last} stood 600 mm south",
        TRUE,
        NOT_FULL,
        shift_row(LAST, (0.0, -0.6, 0.0)),
    ),
    (
        "csv_untrue_distance",
        "{last} is said to be 40 mm from a wall",
        TRUE,
        NOT_FULL,
        edit_fields(LAST, DISTANCE, lambda text: f"{float(text) + 40:g}"),
    ),
    (
        "csv_untrue_turn",
        "{first} is said to be turned by 90 degrees",
        TRUE,
        NOT_FULL,
        edit_fields(FIRST, "rotation_z", lambda text: f"{(float(text) + 90) % 360:g}"),
    ),
    (
        "csv_radians",
        "rotations are in radians",
        TRUE,
        NOT_FULL,
        edit_fields(None, "rotation_z", lambda text: f"{float(text) * 0.0174533:.5f}"),
    ),
)


def list_layout_faults(gold: Gold) -> Iterator[Fault]:
    """Faults of layout.csv, and one file that is none."""
    first, last = gold.rows[FIRST].object, gold.rows[LAST].object
    for name, about, rule, most, change in ROWS:
        yield Fault(name, about.format(first=first, last=last), rule, FAIL, 0.0, most, edits=(change,))
    yield Fault("csv_crlf", "lines end in CRLF", "none", PASS, FULL, FULL, edits=(end_lines_with_crlf,))
