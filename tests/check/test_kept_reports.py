"""Every word of the reports on sound and faulty rooms, pictures aside.

The reports are kept as text in reports.txt: the sound room's in full, then what each change does to it.
`python -m tests.check.test_kept_reports` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from solver.check.case import Case
from solver.check.finding import Check
from solver.check.pieces import check_layout, check_pieces
from solver.check.room import check_room
from solver.check.rules import check_rules
from solver.check.submission import Submission
from solver.core.layout import LayoutRow, format_csv, read_csv
from solver.core.measured import Contact, Measured, Side
from tests.check.changes import Change, alter, move, put, set_side
from tests.check.faulty import FAULTS, INSIDE
from tests.check.furnished import COLUMN, ROWS, make_case
from tests.check.kept import compare
from tests.check.sample import LABELS, SCENE, make_measured, make_rows, make_spec

KEPT = Path(__file__).with_name("reports.txt")
NOWHERE = Submission(Path("out"), None, {}, tuple(read_csv(format_csv(make_rows()))))


SOUND = make_measured()
# Lengths so large, or so near to a limit, that a thousandth more or less shows.
FURTHER: list[tuple[str, Change]] = [
    ("half a metre up", move("Bedside", z_mm=500.0)),
    ("half a metre down", move("Bedside", z_mm=-500.0)),
    ("at the very limit above", move("Bedside", z_mm=2.01)),
    ("origin 0.9995 mm off", alter("Sofa", location=(2.5, 5.4390005, 0.0))),
    ("origin 1.0005 mm off", alter("Sofa", location=(2.5010005, 5.44, 0.0))),
    ("scaled within the limit", alter("Sofa", scale=(1.00009, 1.0, 1.0))),
    ("scaled beyond the limit", alter("Sofa", scale=(1.0, 0.99989, 1.0))),
    ("turned within the limit", alter("Sofa", turn_deg=(0.0, -0.009, 0.0))),
    ("turned beyond the limit", alter("Sofa", turn_deg=(0.011, 0.0, 0.0))),
    ("two metres beyond the wall", move("Sofa", y_mm=2000.0)),
    ("through the ceiling", move("Sofa", z_mm=5000.0)),
    ("no wall of that name", put(interior={"west": Side(0.0, 1.0, 1.0)})),
    ("a weak sun", put(lights=(replace(SOUND.lights[0], energy=0.5), SOUND.lights[1]))),
    ("a sun that takes light", put(lights=(replace(SOUND.lights[0], energy=-1.0), SOUND.lights[1]))),
    ("walls far off", set_side("east", 7.5)),
    ("wall 1.009 mm off", set_side("east", 5.001009)),
    ("wall 1.011 mm off", set_side("east", 5.001011)),
]


def list_checks(case: Case, rules: bool = True) -> Iterator[Check]:
    yield from check_room(case)
    yield from check_pieces(case)
    yield from check_layout(case)
    if rules:
        yield from check_rules(case)


def write(check: Check) -> str:
    why = check.why.replace(f"{SCENE.parent}/", "")
    return f"  {check.status}  {check.name}: {check.measured} (limit: {check.limit}) {why}".rstrip()


def list_cases() -> Iterator[tuple[str, Case, Case]]:
    """(what is changed, the sound case, the changed one)."""

    def make(measured: Measured | None) -> Case:
        return Case(make_spec(), LABELS, NOWHERE, measured, "it is broken")

    sound = make(make_measured())
    yield "nothing", replace(sound, measured=None), sound
    yield "not measured", sound, make(None)
    for name, change, *_names in (*FAULTS, *INSIDE, *FURTHER):
        yield name, sound, make(change(make_measured()))
    furnished = make_case(rows=ROWS)
    yield "the furnished room", replace(furnished, measured=None), furnished
    for name, changed in list_furnished():
        yield f"the furnished room: {name}", furnished, changed


def list_furnished() -> Iterator[tuple[str, Case]]:
    yield "left out", make_case(without=["Guest"], rows=ROWS[:3])
    yield "no column", make_case(without=["Column"])
    yield "column off", make_case(Column=(COLUMN[0], COLUMN[1] - 0.02, *COLUMN[2:]))
    contacts = (Contact("Lamp", "Table", 3.25, True), Contact("Guest", "Table", 0.4, False))
    yield "in the column", make_case(Table=(2.0, 2.0, 0.0, 3.0, 2.7, 0.45), contacts=contacts)
    yield "lamp in the air", make_case(supports={"Lamp": {"Table": 7.0}}, rows=(ROWS[0], ROWS[0]))
    yield (
        "beyond the walls",
        make_case(Guest=(3.25, 4.0, 0.0, 4.05, 4.8, 2.9), rows=(LayoutRow("X", 1, 2, 3, 4, 5),)),
    )


def write_reports() -> Iterator[str]:
    for number, (name, before, after) in enumerate(list_cases()):
        rules = number < 8 or "furnished" in name  # ways through the room take their time
        old = {write(check) for check in list_checks(before, rules)}
        lines = [line for check in list_checks(after, rules) if (line := write(check)) not in old]
        yield "\n".join([name, *lines, ""])


def test_reports_are_as_kept() -> None:
    compare(KEPT, write_reports(), "tests.check.test_kept_reports")


if __name__ == "__main__":
    KEPT.write_text("".join(write_reports()), encoding="utf-8")
