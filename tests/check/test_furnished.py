"""An L-shaped room with a rug, a lamp on a table, a column and a piece that may be left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from solver.check.case import Case, format_mm
from solver.check.contacts import check_contacts, check_obstacles
from solver.check.finding import Check
from solver.check.pieces import check_layout, check_pieces
from solver.check.room import check_room
from solver.check.rules import check_rules
from solver.check.rules.floor import find_floor
from solver.check.rules.ways import find_ways
from solver.check.submission import Submission
from solver.core.layout import LayoutRow
from solver.core.measured import Contact, Measured, Side, Solid
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


def test_a_furnished_room_passes() -> None:
    case = make_case()
    assert faults(check_pieces(case)) == {}
    assert faults(check_rules(case)) == {}
    assert not {name for name in faults(check_room(case)) if "wall" in name or "column" in name}
    assert tell(check_obstacles(case, measured_of(case))) == {
        "column built in": ("pass", "Column 0.0 mm off"),
        "nothing in the column": ("pass", "no piece reaches into it"),
    }


def test_what_is_left_out_is_no_fault() -> None:
    case = make_case(without=["Guest"])
    assert case.absent == {"guest"}
    assert tell(check_pieces(case))["Guest present"] == ("pass", "left out")
    told = tell(check_rules(case))
    assert told["line 16 far: piece guest, from table, by 300 mm"] == ("pass", "guest left out")
    assert told["line 17 walkable: width 600 mm, to guest, side any"] == (
        "pass",
        "all that it is about is left out",
    )
    floor = find_floor(case)
    assert floor is not None and floor.missing == {} and floor.absent == {"guest"}
    assert make_case().absent == frozenset()
    assert replace(case, measured=None).absent == frozenset()


def test_what_must_be_there_is_told_as_missing() -> None:
    floor = find_floor(make_case(without=["Rug"]))
    assert floor is not None and floor.missing == {"rug": "Rug is missing"}
    case = make_case()
    twin = replace(measured_of(case), solids=(*measured_of(case).solids, SOLIDS["Rug"]))
    floor = find_floor(replace(case, measured=twin))
    assert floor is not None and floor.missing == {"rug": "Rug is there 2 times"}
    assert faults(check_pieces(replace(case, measured=twin)))["Rug present"].startswith("Rug: Rug, Rug found")
    assert find_floor(replace(case, measured=None)) is None


def test_the_floor_as_measured() -> None:
    floor = find_floor(make_case())
    assert floor is not None
    assert floor.raised == {"lamp", "rug"} and set(floor.standing) == {"table", "guest", "column"}
    table, column = floor.bodies["table"], floor.bodies["column"]
    assert (table.low, table.high, table.base_mm, table.top_mm) == (
        (1000.0, 2000.0),
        (2200.0, 2700.0),
        0.0,
        450.0,
    )
    assert table.centre == (1600.0, 2350.0) and table.outline[2] == (2200.0, 2700.0)
    lamp = floor.bodies["lamp"]
    assert (lamp.base_mm, lamp.top_mm) == (450.0, 900.0)
    assert (column.low, column.high, column.centre) == ((2850.0, 2350.0), (3151.0, 2650.0), (3000.0, 2500.0))
    assert column.outline == (column.low, (column.high[0], column.low[1]), column.high,
                              (column.low[0], column.high[1]))  # fmt: skip
    assert (column.base_mm, column.top_mm) == (0.0, 0.0)
    for facing_deg, front in ((44.7, "south"), (45.3, "east"), (314.7, "west"), (315.3, "south")):
        assert replace(table, facing_deg=facing_deg).front() == front
    other = find_floor(make_case())
    assert other == floor
    find_ways(floor, 300.0)
    assert other == floor and list(floor.ways) == [300.0]
    assert floor.sides == {"south": 0.0, "east": 6000.0, "north": 6000.0, "west": 0.0}
    assert floor.outline.area == 6000 * 3000 + 4000 * 3000
    assert floor.supports == {"Lamp": {"Table": 0.0, "Rug": 430.0}}
    assert floor.obstacles == {"column"}


def test_walls_are_where_they_were_measured() -> None:
    sides = dict(measured_of(make_case()).interior or {})
    sides["north_1"], sides["east_2"] = Side(6.0005, 1.0, 1.0), Side(None, 0.0, 0.0)
    sides["north_2"] = Side(2.9997, 1.0, 1.0)
    floor = find_floor(make_case(interior=sides))
    assert floor is not None
    at_mm = {wall.name: wall.at_mm for wall in floor.walls}
    assert at_mm["north_1"] == pytest.approx(6000.5) and at_mm["east_2"] == 4000
    assert floor.sides["north"] == pytest.approx(6000.5)
    assert floor.outline.bounds == pytest.approx((0.0, 0.0, 6000.0, 6000.5))
    assert floor.outline.area == pytest.approx(6000 * 2999.7 + 4000 * 3000.8)


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
    without = make_case(without=["Rug"], contacts=(Contact("Rug", "Table", 5.0, False),))
    assert not next(iter(check_contacts(without, measured_of(without)))).passed
    assert case.flat == {"rug"} and case.stacked == {"lamp": "table"}


def test_words_of_a_contact() -> None:
    case = make_case(contacts=(Contact("Lamp", "Table", 3.25, True), Contact("Guest", "Table", 4.0, False)))
    whys = list(faults(check_contacts(case, measured_of(case))).values())
    assert whys[0] == "Lamp and Table intersect: one reaches 3.25 mm inside the other"
    assert whys[1] == "Guest and Table intersect: one reaches 4 mm into the other"


@pytest.mark.parametrize(("height", "good"), [(2.0, True), (-2.0, True), (2.1, False), (-2.1, False)])
def test_what_stands_on_another_is_measured_from_there(height: float, good: bool) -> None:
    told = faults(check_pieces(make_case(supports={"Lamp": {"Table": height}})))
    word = "floats above" if height > 0 else "sinks below"
    assert told == ({} if good else {"Lamp on Table": f"Lamp {word} Table by {abs(height):g} mm"})


def test_what_stands_on_nothing_is_not_measurable() -> None:
    told = {c.name: (c.status, c.why) for c in check_pieces(make_case(supports={}))}
    assert told["Lamp on Table"] == ("unmeasurable", "Table is not below Lamp")
    rule = next(c for c in check_rules(make_case(supports={"Lamp": {"Rug": 1.0}})) if "on_top" in c.name)
    assert rule.status == "unmeasurable"
    assert rule.why == "Lamp has no part of Table below it (rule at corner.yaml:14)"
    assert "Lamp on the floor" in tell(check_pieces(make_case(without=["Table"])))


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ((3.3, 4.0, 0.0, 4.0009, 4.8, 0.8), None),
        ((3.3, 4.0, 0.0, 4.0011, 4.8, 0.8), "Guest reaches 1.1 mm beyond the room's east_2 side"),
        ((3.3, 2.5, 0.0, 5.9, 3.2, 0.8), "Guest reaches 200 mm beyond the room's north_2 side"),
        ((-0.25, 4.0, 0.0, 0.5, 4.8, 0.8), "Guest reaches 250 mm beyond the room's west side"),
        ((1.0, 4.0, 0.0, 2.0, 4.8, 2.8009), None),
        ((1.0, 4.0, 0.0, 2.0, 4.8, 2.81), "Guest reaches 10 mm beyond the room's ceiling side"),
        ((7.0, 4.0, 0.0, 8.0, 4.8, 0.8), "Guest reaches "),
    ],
)
def test_inside_the_outline(box: tuple[float, ...], why: str | None) -> None:
    told = faults(check_pieces(make_case(Guest=box)))
    if why is None:
        assert told == {}
    else:
        assert told["Guest inside the room"].startswith(why)


def row(name: str, x: float, y: float, z: float, wall: float, yaw: float = 0.0) -> LayoutRow:
    return LayoutRow(name, x, y, z, yaw, wall)


ROWS = (
    row("Table", 1.6, 2.35, 0.0, 1000.0), row("Lamp", 1.3, 2.3, 0.45, 1200.0),
    row("Rug", 1.8, 2.2, 0.0, 800.0), row("Guest", 3.4, 4.4, 0.0, 200.0),
)  # fmt: skip


def test_rows_agree() -> None:
    assert faults(check_layout(make_case(rows=ROWS))) == {}
    assert faults(check_layout(make_case(without=["Guest"], rows=ROWS[:3]))) == {}
    told = {c.name: (c.status, c.limit, c.why) for c in check_layout(make_case(without=["Guest"], rows=ROWS))}
    assert told["layout.csv rows"][0] == "fail" and told["layout.csv rows"][1] == "Lamp, Rug, Table"
    assert told["layout.csv row Guest"][2] == "room.blend has no single Guest to compare with"
    assert list(check_layout(make_case())) == []
    assert faults(check_layout(make_case(rows=ROWS[:3]))) == {
        "layout.csv rows": "layout.csv does not name each piece of the scene exactly once"
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"x": 1.6009}, ""), ({"x": 1.5991}, ""), ({"y": 2.3509}, ""),
        ({"z": 0.0019}, ""), ({"z": -0.0019}, ""),
        ({"x": 1.6010095}, ""), ({"x": 1.6010105}, "x is 1 mm off"),
        ({"x": 1.6012}, "x is 1.2 mm off"), ({"x": 1.5988}, "x is -1.2 mm off"),
        ({"y": 2.3512}, "y is 1.2 mm off"), ({"z": 0.0022}, "z is 2.2 mm off"),
        ({"distance_to_nearest_wall_mm": 1001.0}, ""), ({"distance_to_nearest_wall_mm": 999.0}, ""),
        ({"distance_to_nearest_wall_mm": 1001.1}, "the nearest wall is 1000.0 mm away, not 1001.1 mm"),
        ({"distance_to_nearest_wall_mm": 998.9}, "the nearest wall is 1000.0 mm away, not 998.9 mm"),
        ({"x": 1.6012, "y": 2.3488}, "x is 1.2 mm off; y is -1.2 mm off"),
    ],
)  # fmt: skip
def test_a_row_is_compared_with_the_piece(change: dict[str, float], why: str) -> None:
    rows = (replace(ROWS[0], **change), *ROWS[1:])  # type: ignore[arg-type]
    told = faults(check_layout(make_case(rows=rows)))
    assert told == ({"layout.csv row Table": f"layout.csv, Table: {why}"} if why else {})


def test_the_nearest_wall_of_a_piece_outside_is_negative() -> None:
    rows = (*ROWS[:3], row("Guest", 3.65, 4.4, 0.0, -50.0))
    assert faults(check_layout(make_case(Guest=(3.25, 4.0, 0.0, 4.05, 4.8, 0.8), rows=rows))) == {}
    rows = (*ROWS[:3], row("Guest", 0.3, 4.4, 0.0, -100.0))
    assert faults(check_layout(make_case(Guest=(-0.1, 4.0, 0.0, 0.7, 4.8, 0.8), rows=rows))) == {}


def test_a_wish_is_missed_and_no_fault() -> None:
    told = tell(check_rules(make_case(Table=(0.9, 2.0, 0.0, 2.1, 2.7, 0.45))))
    name = next(name for name in told if "near" in name)
    assert told[name][0] == "missed" and told[name][1].startswith("gap of Table to column 7")


def test_lengths_in_words() -> None:
    assert [format_mm(value) for value in (0.0012345, -0.00001, 1.5, -0.25)] == [
        "1.2 mm", "0 mm", "1500 mm", "-250 mm",
    ]  # fmt: skip
