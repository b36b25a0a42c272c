"""Faults of room.blend as a file, and of what is in the folder at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from solver.grade.faults import file_edits as edit
from solver.grade.faults.fault import CSV, FAIL, FULL, NO_BLEND, PASS, Change, Edit, Fault, Gold

EXACT = "the file must be called exactly room.blend"
# An empty folder scores nothing by any reading but the judge's tenth.
NOTHING = 0.15


def claim_newer(folder: Path, gold: Gold) -> None:
    """An uncompressed header of a future version in front of the rest, which no Blender can read."""
    path = folder / edit.BLEND
    edit.replace_file(path, b"BLENDER-v909" + path.read_bytes()[12:])


# Name, what is wrong, the rule that it breaks, the most that it should score, and how files are changed.
ROWS: tuple[tuple[str, str, str, float, Edit], ...] = (
    ("blend_missing", "there is no room.blend", EXACT, NO_BLEND, edit.remove_files(edit.BLEND)),
    (
        "blend_other_name",
        "it is called room_scene.blend",
        EXACT,
        NO_BLEND,
        edit.rename_file(edit.BLEND, "room_scene.blend"),
    ),
    ("blend_empty", "room.blend has no bytes", EXACT, NO_BLEND, edit.write_file(edit.BLEND, b"")),
    ("blend_cut_off", "room.blend ends in the middle", EXACT, NO_BLEND, edit.cut_file(edit.BLEND, 0.5)),
    (
        "blend_is_text",
        "room.blend holds a sentence",
        EXACT,
        NO_BLEND,
        edit.write_file(edit.BLEND, b"this is the room\n"),
    ),
    (
        "blend_is_zip",
        "room.blend is a zip archive",
        EXACT,
        NO_BLEND,
        edit.write_file(edit.BLEND, b"PK\x05\x06" + bytes(18)),
    ),
    ("blend_too_new", "room.blend says it was saved by Blender 9.9", EXACT, NO_BLEND, claim_newer),
    ("nothing", "the folder is empty", EXACT, NOTHING, edit.keep_files()),
    ("csv_only", "there is only layout.csv", EXACT, NO_BLEND, edit.keep_files(edit.LAYOUT)),
    (
        "blend_only",
        "there is only room.blend",
        "the supporting deliverables",
        CSV,
        edit.keep_files(edit.BLEND),
    ),
    (
        "pictures_only",
        "there are only the pictures",
        EXACT,
        NO_BLEND,
        edit.keep_files(edit.RENDER, edit.TOP_VIEW),
    ),
)


def list_file_faults(gold: Gold) -> Iterator[Fault]:
    """Files missing, damaged or foreign, a file without content, and what is no fault of the files."""
    for name, about, rule, most, change in ROWS:
        yield Fault(name, about, rule, FAIL, 0.0, most, edits=(change,))
    about = "room.blend holds no object at all"
    yield Fault("empty_scene", about, "six recognizable pieces", FAIL, 0.0, CSV, _remove_all(gold))
    label = next(iter(gold.labels.values()))
    about = "room.blend opened and saved again, nothing changed"
    still: Change = ("move", {"name": label, "by_m": [0.0, 0.0, 0.0]})
    yield Fault("blend_saved_again", about, "none", PASS, FULL, FULL, (still,))
    about, notes = "the folder holds notes and assets too", edit.add_file("notes.txt", b"done\n")
    yield Fault("extra_files", about, "none", PASS, FULL, FULL, edits=(notes,))
    about = "no object carries custom properties, as if made by hand"
    plain: Change = ("clear_properties", {})
    yield Fault("no_properties", about, "none: names are enough", FAIL, FULL, FULL, (plain,))


def _remove_all(gold: Gold) -> tuple[Change, ...]:
    kinds = sorted({solid.shell for solid in gold.measured.solids if solid.shell})
    shell: list[Change] = [("remove_shell", {"kind": kind}) for kind in kinds]
    return (*(("remove", {"name": name}) for name in gold.labels.values()), *shell)
