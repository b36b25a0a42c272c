"""Pieces that share space, rugs that give way, and what is built into the room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.check.contacts import check_contacts, check_obstacles
from solver.core.measured import Contact
from solver.core.rules.stacking import Under
from tests.check.furnished import COLUMN, LABELS, SOLIDS, SPEC, faults, make_box, make_case, measured_of, tell


@pytest.mark.parametrize(("by_mm", "good"), [(0.9, True), (1.1, False), (-0.9, True), (-1.1, False)])
@pytest.mark.parametrize("side", range(6))
def test_a_column_stands_where_the_scene_says(side: int, by_mm: float, good: bool) -> None:
    box = list(COLUMN)
    box[side] += by_mm / 1000
    case = make_case(Column=tuple(box))
    (built, *more) = check_obstacles(case, measured_of(case))
    if side in (2, 5):  # how high it is built is not asked
        assert built.passed
        return
    assert built.passed is good
    assert built.measured == f"Column {abs(by_mm):.1f} mm off"
    assert len(more) == good
    if not good:
        assert built.why == f"no column of that size stands there: Column {abs(by_mm):.1f} mm off"


def test_no_column_and_the_nearest_of_two() -> None:
    case = make_case(without=["Column"])
    (check,) = check_obstacles(case, measured_of(case))
    assert not check.passed and check.measured == "nothing is built in"
    case = make_case()
    other = replace(SOLIDS["Column"], object="Abacus", box_min=(0.0, 0.0, 0.0))
    both = replace(measured_of(case), solids=(other, *measured_of(case).solids))
    assert next(check_obstacles(case, both)).measured == "Column 0.0 mm off"


@pytest.mark.parametrize(
    ("box", "shown"),
    [
        ((1.6, 2.0, 0.0, 2.8504, 2.7, 0.45), "Table reaches 0.4 mm into it"),
        ((1.6, 2.0, 0.0, 2.8606, 2.7, 0.45), "Table reaches 10.6 mm into it"),
        ((2.9, 2.64, 0.0, 4.0, 2.99, 0.45), "Table reaches 10.0 mm into it"),
        ((1.6, 2.0, 2.8, 2.8606, 2.7, 3.45), "no piece reaches into it"),
        ((1.6, 2.0, 2.7, 2.8606, 2.7, 3.45), "Table reaches 10.6 mm into it"),
        ((1.6, 2.0, -0.5, 2.8606, 2.7, 0.0), "no piece reaches into it"),
        ((1.6, 2.0, -0.5, 2.8606, 2.7, -0.1), "no piece reaches into it"),
    ],
)
def test_how_far_a_piece_reaches_into_a_column(box: tuple[float, ...], shown: str) -> None:
    case = make_case(Table=box)
    (_, check) = check_obstacles(case, measured_of(case))
    assert check.measured == shown
    assert check.passed is ("10" not in shown)


def test_every_piece_is_held_against_a_column() -> None:
    above = make_box("Table", (2.0, 2.0, 2.8, 3.0, 2.7, 3.0))
    triangle = make_box("Guest", (2.0, 2.0, 0.0, 3.0, 2.7, 0.8))
    line = replace(SOLIDS["Rug"], outline=((2.9, 2.4), (3.0, 2.5)))
    for outline, shown in (
        (((2.5, 2.4), (2.95, 2.5), (2.5, 2.6)), "Guest reaches"),
        (((2.9, 2.4), (3.0, 2.5)), "no piece reaches into it"),
    ):
        guest = replace(triangle, outline=outline)
        case = make_case(solids=(above, line, guest, SOLIDS["Column"], SOLIDS["Lamp"]))
        (_, check) = check_obstacles(case, measured_of(case))
        assert check.measured.startswith(shown)


def test_no_piece_at_all_reaches_into_a_column() -> None:
    case = make_case(without=["Table", "Lamp", "Rug", "Guest"])
    (_, check) = check_obstacles(case, measured_of(case))
    assert (check.passed, check.measured) == (True, "no piece reaches into it")


def test_what_hangs_over_a_column_is_off_it() -> None:
    case = make_case(Table=(2.0, 2.0, 2.9, 3.0, 2.7, 3.5))
    (_, check) = check_obstacles(case, measured_of(case))
    assert check.measured == "no piece reaches into it"


def test_the_very_limits_at_a_column() -> None:
    west, south, base, east, north, top = COLUMN
    case = make_case(Column=(west + 0.001, south, base, east, north, top))
    built, _ = check_obstacles(case, measured_of(case))
    assert (built.passed, built.measured) == (True, "Column 1.0 mm off")
    # Half a millimetre into it, in a square of 512 mm, whose halves are whole fractions of a millimetre.
    case = make_case(Table=(2.3385, 2.2, 0.0, 2.8505, 2.712, 0.45))
    _, check = check_obstacles(case, measured_of(case))
    assert (check.passed, check.measured) == (True, "Table reaches 0.5 mm into it")


def test_of_two_pieces_as_deep_in_a_column_the_first_is_named() -> None:
    case = make_case(Table=(2.0, 2.4, 0.0, 2.86, 2.6, 0.45), Guest=(2.0, 2.4, 0.0, 2.86, 2.6, 0.45))
    _, check = check_obstacles(case, measured_of(case))
    assert check.measured == "Table reaches 10.0 mm into it"


def test_of_two_columns_the_nearer_and_then_the_first_by_name() -> None:
    column = SOLIDS["Column"]
    same = (replace(column, object="Zed"), replace(column, object="Abacus"))
    case = make_case(solids=same)
    assert next(check_obstacles(case, measured_of(case))).measured == "Abacus 0.0 mm off"


def test_a_rug_gives_way() -> None:
    case = make_case()

    def told(*contacts: Contact, **changes: object) -> dict[str, tuple[str, str]]:
        changed = make_case(contacts=contacts, **changes)
        return tell(check_contacts(changed, measured_of(changed)))

    none = {"no two meshes intersect": ("pass", "0 mm")}
    assert told(Contact("Rug", "Table", 25.0, True)) == none  # 20 mm thick: a quarter more is let pass
    assert told(Contact("Table", "Rug", 25.0, True)) == none
    assert told(Contact("Rug", "Table", 25.1, True)) == {"Rug apart from Table": ("fail", "25.1 mm")}
    thin = (0.8, 1.5, 0.0, 2.8, 2.9, 0.0)
    assert told(Contact("Rug", "Table", 0.62, True), Rug=thin) == none
    assert told(Contact("Rug", "Table", 0.63, True), Rug=thin) == {
        "Rug apart from Table": ("fail", "0.63 mm")
    }
    thick = (0.8, 1.5, 0.0, 2.8, 2.9, 0.041)
    assert told(Contact("Rug", "Table", 5.0, False), Rug=thick) == {"Rug apart from Table": ("fail", "5 mm")}
    assert told(Contact("Rug", "Table", 5.0, False), Rug=(0.8, 1.5, 0.0, 2.8, 2.9, 0.04)) == none
    assert told(Contact("Lamp", "Table", 0.5, False)) == {"no two meshes intersect": ("pass", "0.5 mm")}
    assert told(Contact("Lamp", "Table", 0.51, False)) == {"Lamp apart from Table": ("fail", "0.51 mm")}
    raised = (0.8, 1.5, 0.01, 2.8, 2.9, 0.03)
    assert told(Contact("Rug", "Table", 24.9, True), Rug=raised) == none
    assert told(Contact("Rug", "Table", 25.1, True), Rug=raised) == {
        "Rug apart from Table": ("fail", "25.1 mm")
    }
    without = make_case(without=["Rug"], contacts=(Contact("Rug", "Table", 5.0, False),))
    assert not next(iter(check_contacts(without, measured_of(without)))).passed
    assert case.flat == {"rug"} and case.stacked == {"lamp": "table"}


def test_each_of_two_rugs_gives_way() -> None:
    (under,) = (line for line in SPEC.rules if isinstance(line.rule, Under))
    mat = replace(under, rule=under.rule.model_copy(update={"piece": "mat"}))
    spec = replace(SPEC, rules=(*SPEC.rules, mat))
    labels = {**LABELS, "mat": "Mat"}
    for name in ("Rug", "Mat"):
        case = make_case(contacts=(Contact(name, "Table", 10.0, True),))
        measured = replace(measured_of(case), solids=(*SOLIDS.values(), replace(SOLIDS["Rug"], object="Mat")))
        case = replace(case, spec=spec, labels=labels, measured=measured)
        assert tell(check_contacts(case, measured)) == {"no two meshes intersect": ("pass", "0 mm")}


def test_words_of_a_contact() -> None:
    case = make_case(contacts=(Contact("Lamp", "Table", 3.25, True), Contact("Guest", "Table", 4.0, False)))
    whys = list(faults(check_contacts(case, measured_of(case))).values())
    assert whys[0] == "Lamp and Table intersect: one reaches 3.25 mm inside the other"
    assert whys[1] == "Guest and Table intersect: one reaches 4 mm into the other"
