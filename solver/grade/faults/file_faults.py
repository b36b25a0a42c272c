"""Faults of layout.csv and of whole files."""

from __future__ import annotations

from collections.abc import Iterator

from solver.core.layout import CSV_HEADER
from solver.grade.faults import file_edits as edit
from solver.grade.faults.fault import CSV, FAIL, FULL, NO_BLEND, NOT_FULL, PASS, Edit, Fault, Gold
from solver.grade.faults.layout_edits import drop_column, drop_row, edit_fields, edit_lines, shift_row

HEADER = "the header must be object,x,y,z,rotation_z,distance_to_nearest_wall_mm"
DISTINCT = "six rows or more, their object names all distinct"
TRUE = "layout.csv must say where the pieces are"


def list_layout_faults(gold: Gold) -> Iterator[Fault]:
    """Faults of layout.csv."""
    first, *_others, last = (row.object for row in gold.rows)
    cases: list[tuple[str, str, str, float, Edit]] = [
        ("csv_missing", "there is no layout.csv", HEADER, CSV, edit.remove_files(edit.LAYOUT)),
        ("csv_empty", "layout.csv has no bytes", HEADER, CSV, edit.write_file(edit.LAYOUT, b"")),
        ("csv_header_only", "layout.csv has no rows", DISTINCT, CSV, edit_lines(lambda lines: lines[:1])),
        ("csv_without_distance", "the last column is missing", HEADER, CSV, drop_column(CSV_HEADER[-1])),
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
        (
            "csv_repeated_name",
            f"{last} is called {first}",
            DISTINCT,
            CSV,
            edit_fields(last, "object", lambda _text: first),
        ),
        ("csv_row_missing", f"{last} has no row", TRUE, NOT_FULL, drop_row(last)),
        (
            "csv_nan",
            "every number is NaN",
            TRUE,
            NOT_FULL,
            edit_lines(
                lambda lines: [lines[0], *(f"{line.split(',')[0]},NaN,NaN,NaN,NaN,NaN" for line in lines[1:])]
            ),
        ),
        (
            "csv_infinite",
            f"the distance of {first} is inf",
            TRUE,
            NOT_FULL,
            edit_fields(first, CSV_HEADER[-1], lambda _text: "inf"),
        ),
        (
            "csv_comma_decimals",
            "numbers have decimal commas, in quotes",
            TRUE,
            NOT_FULL,
            edit_lines(_write_commas),
        ),
        (
            "csv_byte_order_mark",
            "the file starts with a byte order mark",
            HEADER,
            1.0,
            edit_lines(lambda lines: lines, "utf-8-sig"),
        ),
        ("csv_utf16", "the file is UTF-16", HEADER, CSV, edit_lines(lambda lines: lines, "utf-16")),
        (
            "csv_in_millimetres",
            "positions are in millimetres",
            TRUE,
            NOT_FULL,
            edit_lines(_write_millimetres),
        ),
        (
            "csv_distance_in_metres",
            "distances are in metres",
            TRUE,
            NOT_FULL,
            edit_fields(None, CSV_HEADER[-1], lambda text: f"{float(text) / 1000:g}"),
        ),
        (
            "csv_untrue_place",
            f"{first} is said to stand half a metre west of where it stands",
            TRUE,
            NOT_FULL,
            edit_fields(first, "x", lambda text: f"{float(text) - 0.5:.3f}"),
        ),
        (
            "csv_older",
            f"layout.csv is from an earlier layout: {last} stood 600 mm south",
            TRUE,
            NOT_FULL,
            shift_row(last, (0.0, -0.6, 0.0)),
        ),
        (
            "csv_untrue_distance",
            f"{last} is said to be 40 mm from a wall",
            TRUE,
            NOT_FULL,
            edit_fields(last, CSV_HEADER[-1], lambda text: f"{float(text) + 40:g}"),
        ),
        (
            "csv_untrue_turn",
            f"{first} is said to be turned by 90 degrees",
            TRUE,
            NOT_FULL,
            edit_fields(first, "rotation_z", lambda text: f"{(float(text) + 90) % 360:g}"),
        ),
        (
            "csv_radians",
            "rotations are in radians",
            TRUE,
            NOT_FULL,
            edit_fields(None, "rotation_z", lambda text: f"{float(text) * 0.0174533:.5f}"),
        ),
    ]
    for name, about, rule, most, change in cases:
        yield Fault(name, about, rule, FAIL, 0.0, most, edits=(change,))
    yield Fault("csv_crlf", "lines end in CRLF", "none", PASS, FULL, FULL, edits=(_end_lines_with_crlf,))


def _write_commas(lines: list[str]) -> list[str]:
    rows = (line.split(",") for line in lines[1:])
    quoted = (",".join([row[0], *('"' + field.replace(".", ",") + '"' for field in row[1:])]) for row in rows)
    return [lines[0], *quoted]


def _write_millimetres(lines: list[str]) -> list[str]:
    rows = (line.split(",") for line in lines[1:])
    return [lines[0], *(",".join([r[0], *(f"{float(v) * 1000:g}" for v in r[1:4]), *r[4:]]) for r in rows)]


def _end_lines_with_crlf(folder, gold):  # type: ignore[no-untyped-def]
    path = folder / edit.LAYOUT
    edit.replace_file(path, path.read_bytes().replace(b"\n", b"\r\n"))


def list_file_faults(gold: Gold) -> Iterator[Fault]:
    """Faults of room.blend as a file, and of what is in the folder at all."""
    exact = "the file must be called exactly room.blend"
    cases: list[tuple[str, str, str, float, tuple[Edit, ...]]] = [
        ("blend_missing", "there is no room.blend", exact, NO_BLEND, (edit.remove_files(edit.BLEND),)),
        (
            "blend_other_name",
            "it is called room_scene.blend",
            exact,
            NO_BLEND,
            (edit.rename_file(edit.BLEND, "room_scene.blend"),),
        ),
        ("blend_empty", "room.blend has no bytes", exact, NO_BLEND, (edit.write_file(edit.BLEND, b""),)),
        (
            "blend_cut_off",
            "room.blend ends in the middle",
            exact,
            NO_BLEND,
            (edit.cut_file(edit.BLEND, 0.5),),
        ),
        (
            "blend_is_text",
            "room.blend holds a sentence",
            exact,
            NO_BLEND,
            (edit.write_file(edit.BLEND, b"this is the room\n"),),
        ),
        (
            "blend_is_zip",
            "room.blend is a zip archive",
            exact,
            NO_BLEND,
            (edit.write_file(edit.BLEND, b"PK\x05\x06" + bytes(18)),),
        ),
        ("blend_too_new", "room.blend says it was saved by Blender 9.9", exact, NO_BLEND, (_claim_newer,)),
        ("nothing", "the folder is empty", exact, 0.15, (edit.keep_files(),)),
        ("csv_only", "there is only layout.csv", exact, NO_BLEND, (edit.keep_files(edit.LAYOUT),)),
        (
            "blend_only",
            "there is only room.blend",
            "the supporting deliverables",
            CSV,
            (edit.keep_files(edit.BLEND),),
        ),
        (
            "pictures_only",
            "there are only the pictures",
            exact,
            NO_BLEND,
            (edit.keep_files(edit.RENDER, edit.TOP_VIEW),),
        ),
    ]
    for name, about, rule, most, edits in cases:
        yield Fault(name, about, rule, FAIL, 0.0, most, edits=edits)
    yield Fault(
        "empty_scene",
        "room.blend holds no object at all",
        "six recognizable pieces",
        FAIL,
        0.0,
        CSV,
        tuple(("remove", {"name": name}) for name in gold.labels.values())
        + tuple(("remove_shell", {"kind": kind}) for kind in _list_kinds(gold)),
    )
    yield Fault(
        "blend_saved_again",
        "room.blend opened and saved again, nothing changed",
        "none",
        PASS,
        FULL,
        FULL,
        (("move", {"name": next(iter(gold.labels.values())), "by_m": [0.0, 0.0, 0.0]}),),
    )
    yield Fault(
        "extra_files",
        "the folder holds notes and assets too",
        "none",
        PASS,
        FULL,
        FULL,
        edits=(edit.add_file("notes.txt", b"done\n"),),
    )
    yield Fault(
        "no_properties",
        "no object carries custom properties, as if made by hand",
        "none: names are enough",
        FAIL,
        FULL,
        FULL,
        (("clear_properties", {}),),
    )


def _list_kinds(gold: Gold) -> list[str]:
    return sorted({solid.shell for solid in gold.measured.solids if solid.shell})


def _claim_newer(folder, gold):  # type: ignore[no-untyped-def]
    """An uncompressed header of a future version in front of the rest, which no Blender can read."""
    path = folder / edit.BLEND
    edit.replace_file(path, b"BLENDER-v909" + path.read_bytes()[12:])
