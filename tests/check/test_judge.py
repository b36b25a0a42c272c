"""Each fault fails exactly the checks that it should, and what lies just inside passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from solver.check import judge_output
from solver.check.case import Case
from solver.check.finding import FAIL, UNMEASURABLE, Check
from solver.check.pictures import check_pictures
from solver.check.report import Report
from solver.check.room import VISIBLE_RAYS
from solver.check.submission import read_submission
from solver.core.measured import Contact, Measured, Side, Solid
from tests.check.sample import LABELS, make_measured, make_spec, write_folder

Change = Callable[[Measured], Measured]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("sample") / "out")


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """No test here changes the folder or what is seen of it, so its pictures are read and judged once."""
    known: dict[object, tuple[Check, ...]] = {}

    def judge_once(case: Case) -> tuple[Check, ...]:
        measured = case.measured
        key = case.fault if measured is None else (measured.views["top_view"], tuple(measured.previews))
        if key not in known:
            known[key] = tuple(check_pictures(case))
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.check.judge.read_submission", cache(read_submission))
        patch.setattr("solver.check.judge.check_pictures", judge_once)
        yield


def judge(folder: Path, measured: Measured | None, fault: str = "") -> Report:
    return judge_output(folder, make_spec(), measured, LABELS, fault)


def failing(report: Report) -> set[str]:
    return {check.name for check in report.checks if check.status == FAIL}


def unmeasured(report: Report) -> set[str]:
    return {check.name for check in report.checks if check.status == UNMEASURABLE}


def alter(name: str, **values: object) -> Change:
    """A measured room with one object changed."""
    return lambda measured: replace(
        measured,
        solids=tuple(replace(s, **values) if s.object == name else s for s in measured.solids),  # type: ignore[arg-type]
    )


def move(name: str, x_mm: float = 0.0, y_mm: float = 0.0, z_mm: float = 0.0) -> Change:
    """A measured room with one object elsewhere."""
    by = (x_mm / 1000.0, y_mm / 1000.0, z_mm / 1000.0)

    def shift(point: tuple[float, ...]) -> tuple[float, float, float]:
        return (point[0] + by[0], point[1] + by[1], point[2] + by[2])

    def moved(solid: Solid) -> Solid:
        return replace(
            solid, location=shift(solid.location), box_min=shift(solid.box_min), box_max=shift(solid.box_max),
            centroid=shift(solid.centroid), upper_centroid=shift(solid.upper_centroid),
            outline=tuple((x + by[0], y + by[1]) for x, y in solid.outline),
        )  # fmt: skip

    return lambda measured: replace(
        measured, solids=tuple(moved(s) if s.object == name else s for s in measured.solids)
    )


def drop(name: str) -> Change:
    return lambda measured: replace(measured, solids=tuple(s for s in measured.solids if s.object != name))


def add(name: str, like: str, **values: object) -> Change:
    def added(measured: Measured) -> Measured:
        source = next(s for s in measured.solids if s.object == like)
        extra = replace(source, object=name, **values)  # type: ignore[arg-type]
        return replace(measured, solids=(*measured.solids, extra))

    return added


def set_side(name: str, at_m: float | None, flat: float = 1.0) -> Change:
    def changed(measured: Measured) -> Measured:
        assert measured.interior is not None
        return replace(measured, interior={**measured.interior, name: Side(at_m, flat, flat)})

    return changed


def see(view: str, name: str, seen: int, alone: int = 600, in_frame: float = 1.0) -> Change:
    def changed(measured: Measured) -> Measured:
        old = measured.views[view]
        assert old is not None
        pieces = tuple(
            replace(p, seen=seen, alone=alone, in_frame=in_frame) if p.object == name else p
            for p in old.pieces
        )
        return replace(measured, views={**measured.views, view: replace(old, pieces=pieces)})

    return changed


def frame(*values: float) -> Change:
    def changed(measured: Measured) -> Measured:
        view = measured.views["top_view"]
        assert view is not None and len(values) == 4
        return replace(measured, views={**measured.views, "top_view": replace(view, room_frame=values)})  # type: ignore[arg-type]

    return changed


def put(**values: object) -> Change:
    return lambda measured: replace(measured, **values)  # type: ignore[arg-type]


GOOD = make_measured()
AGAINST_SOFA = "line 26 against: piece sofa, wall north, gap 100 mm"
CENTRED_SOFA = "line 27 centred: piece sofa, on north"
AGAINST_STAND = "line 31 against: piece tv_stand, wall south"
BETWEEN = "line 36 between: piece coffee_table, of sofa, tv_stand"
CENTRED_TABLE = "line 37 centred: piece coffee_table, on room, axis x"
FLANKING = "line 45 flanking: pieces chair_1, chair_2, of dining_table, gap 50 mm, sides left_right"
BESIDE = "line 50 beside: piece nightstand, of sofa, side east"

FAULTS: list[tuple[str, Change, set[str]]] = [
    ("coffee table 3 mm off the axis", move("CoffeeTable", x_mm=3.0),
     {BETWEEN, CENTRED_TABLE, "layout.csv row CoffeeTable"}),
    ("coffee table 3 mm north", move("CoffeeTable", y_mm=3.0), {BETWEEN, "layout.csv row CoffeeTable"}),
    ("sofa 3 mm south", move("Sofa", y_mm=-3.0), {AGAINST_SOFA, "layout.csv row Sofa"}),
    ("sofa 3 mm from the nightstand", move("Sofa", x_mm=-3.0),
     {CENTRED_SOFA, BESIDE, "layout.csv row Sofa"}),
    ("chair 1 away from its table", move("Chair_1", y_mm=-500.0), {FLANKING, "layout.csv row Chair_1"}),
    ("chair 2 off the middle", move("Chair_2", x_mm=2.5), {FLANKING, "layout.csv row Chair_2"}),
    ("TV stand 40 m south", move("TVStand", y_mm=-40_000.0),
     {"TVStand inside the room", AGAINST_STAND, BETWEEN, "layout.csv row TVStand"}),
    ("floating", move("Bedside", z_mm=2.5), {"Bedside on the floor", "layout.csv row Bedside"}),
    ("sunk", move("Bedside", z_mm=-2.5), {"Bedside on the floor", "layout.csv row Bedside"}),
    ("renamed", alter("Sofa", object="Couch"),
     {"Sofa present"}),
    ("wrong key", alter("Sofa", piece="tv_stand"), {"Sofa present"}),
    ("parented", alter("Sofa", parent="Group"), {"Sofa clean"}),
    ("scaled", alter("Sofa", scale=(1.0, 1.0, 1.001)), {"Sofa clean"}),
    ("origin off", alter("Sofa", location=(2.5, 5.4385, 0.0)), {"Sofa clean"}),
    ("tilted", alter("Bedside", turn_deg=(0.1, 0.0, 0.0)), {"Bedside clean"}),
    ("turned after baking", alter("Sofa", turn_deg=(0.0, 0.0, 90.0)),
     {"Sofa clean", "Sofa back behind its front", AGAINST_SOFA, "layout.csv row Sofa"}),
    ("yaw untrue", alter("Chair_1", yaw_deg=0.0),
     {"Chair_1 back behind its front", "Chair_2 turned like Chair_1", FLANKING, "layout.csv row Chair_1"}),
    ("extra mesh", add("Ceiling_Light", "Sofa", role="other", piece=None), {"nothing extra"}),
    ("extra piece", add("Lamp", "Sofa", piece="lamp"), {"nothing extra"}),
    ("intersecting", put(contacts=(Contact("Chair_1", "DiningTable", 0.75, False),)),
     {"Chair_1 apart from DiningTable"}),
    ("wall left out", set_side("west", None, 0.0), {"west wall"}),
    ("wall in pieces", set_side("north", 6.0, 0.49), {"north wall"}),
    ("wall with a window in pieces", set_side("west", 0.0, 0.373), {"west wall"}),
    ("wall 1.1 mm inwards", set_side("west", 0.0011), {"west wall"}),
    ("wall 1.1 mm outwards", set_side("west", -0.0011), {"west wall"}),
    ("low ceiling", set_side("ceiling", 2.79), {"ceiling"}),
    ("high floor", set_side("floor", 0.0011), {"floor"}),
    ("no sun", put(lights=GOOD.lights[1:]), {"Sun light"}),
    ("no area light", put(lights=GOOD.lights[:1]), {"Area light"}),
    ("dead sun", put(lights=(replace(GOOD.lights[0], energy=0.0), GOOD.lights[1])), {"Sun light"}),
    ("two scenes", put(scene_count=2), {"one scene"}),
    ("unpacked", put(unpacked=("wood.png",)), {"textures packed"}),
    ("script", put(texts=("run.py",)), {"no scripts or links inside"}),
    ("driver", put(drivers=1), {"no scripts or links inside"}),
    ("library", put(libraries=("//sofa.blend",)), {"no scripts or links inside"}),
    ("camera from above active",
     put(cameras=(replace(GOOD.cameras[0], active=False), replace(GOOD.cameras[1], active=True))),
     {"perspective camera"}),
    ("hidden behind", see("render", "TVStand", 119), {"TVStand in the picture"}),
    ("tiny", see("render", "TVStand", VISIBLE_RAYS - 1, VISIBLE_RAYS - 1), {"TVStand in the picture"}),
    ("cut by the frame", see("render", "TVStand", 500, 600, 0.49), {"TVStand in the picture"}),
    ("never in view", see("render", "TVStand", 0, 0, 0.0), {"TVStand in the picture"}),
    ("covered from above", see("top_view", "Sofa", 299), {"Sofa in the top view"}),
    ("cropped left", frame(-0.01, 0.05, 0.95, 0.95), {"room in the top view"}),
    ("cropped top", frame(0.05, -0.01, 0.95, 0.95), {"room in the top view"}),
    ("cropped right", frame(0.05, 0.05, 1.01, 0.95), {"room in the top view"}),
    ("cropped bottom", frame(0.05, 0.05, 0.95, 1.01), {"room in the top view"}),
    ("camera outside", put(cameras=(replace(GOOD.cameras[0], location=(2.5, -3.0, 1.6)), GOOD.cameras[1])),
     {"camera place"}),
    ("no camera from above", put(views={**GOOD.views, "top_view": None}), {"camera from above"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "names"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_fails_its_checks_and_no_other(folder: Path, change: Change, names: set[str]) -> None:
    report = judge(folder, change(make_measured()))
    assert failing(report) == names
    assert not report.passed


INSIDE: list[tuple[str, Change]] = [
    ("nothing changed", lambda measured: measured),
    ("coffee table 0.9 mm off", move("CoffeeTable", x_mm=0.9)),
    ("standing 1.9 mm high", move("Bedside", z_mm=1.9)),
    ("standing 1.9 mm low", move("Bedside", z_mm=-1.9)),
    ("touching", put(contacts=(Contact("Bedside", "Sofa", 0.5, False),))),
    ("wall 1 mm off", set_side("west", 0.001)),
    ("half a wall", set_side("north", 6.0, 0.5)),
    ("half of what a window leaves of a wall", set_side("west", 0.0, 0.374)),
    ("a fifth in view", see("render", "TVStand", 120)),
    ("small but whole", see("render", "TVStand", 40, 40)),
    ("half in frame", see("render", "TVStand", 500, 600, 0.5)),
    ("half from above", see("top_view", "Sofa", 300)),
    ("room fills the frame", frame(0.0, 0.0, 1.0, 1.0)),
    ("origin 0.9 mm off", alter("Sofa", location=(2.5, 5.4391, 0.0))),
    ("turned by a full turn", alter("Sofa", turn_deg=(0.0, 0.0, 360.0))),
    ("no key", alter("Sofa", piece=None)),
]


@pytest.mark.parametrize("change", [case[1] for case in INSIDE], ids=[case[0] for case in INSIDE])
def test_what_lies_just_inside_passes(folder: Path, change: Change) -> None:
    report = judge(folder, change(make_measured()))
    assert report.faults == ()
    assert report.passed


def test_a_missing_piece_makes_its_rules_unmeasurable(folder: Path) -> None:
    report = judge(folder, drop("CoffeeTable")(make_measured()))
    assert failing(report) == {"CoffeeTable present"}
    assert unmeasured(report) == {
        "layout.csv row CoffeeTable", BETWEEN, CENTRED_TABLE, "line 38 facing: piece coffee_table, to south",
        "line 54 aisle: width 750 mm",
    }  # fmt: skip
    assert not report.passed


def test_a_duplicate_is_no_single_piece(folder: Path) -> None:
    report = judge(folder, add("Sofa.001", "Sofa")(make_measured()))
    assert failing(report) == {"nothing extra"}


def test_a_missed_wish_fails_nothing(folder: Path) -> None:
    table, chairs = move("DiningTable", y_mm=10.0), (move("Chair_1", y_mm=10.0), move("Chair_2", y_mm=10.0))
    measured = chairs[1](chairs[0](table(make_measured())))
    report = judge(folder, measured)
    wish = next(check for check in report.checks if check.name.startswith("line 58"))
    assert wish.status == "missed"
    assert "10 mm" in wish.measured
    assert failing(report) == {f"layout.csv row {name}" for name in ("DiningTable", "Chair_1", "Chair_2")}


def test_words_say_what_is_where_and_what_the_rule_says(folder: Path) -> None:
    report = judge(folder, move("Sofa", y_mm=-112.0)(make_measured()))
    why = next(check.why for check in report.checks if check.name == AGAINST_SOFA)
    assert why.startswith("gap of Sofa to the north wall is 212 mm; the rule at ")
    assert why.endswith("weavebench_living_room.yaml:26 says 100 mm ± 2 mm")


def test_no_shell_is_unmeasurable_and_never_zero(folder: Path) -> None:
    report = judge(folder, replace(make_measured(), interior=None))
    assert unmeasured(report) == {"west wall", "east wall", "south wall", "north wall", "floor", "ceiling"}
    assert failing(report) == set()
    assert not report.passed


def test_a_camera_outside_is_right_where_the_scene_allows_it(folder: Path) -> None:
    away = replace(GOOD, cameras=(replace(GOOD.cameras[0], location=(2.5, -3.0, 1.6)), GOOD.cameras[1]))
    report = judge_output(folder, replace(make_spec(), view="auto"), away, LABELS)
    place = next(check for check in report.checks if check.name == "camera place")
    assert place.passed and place.measured == "outside, the room cut away"


def test_no_perspective_camera(folder: Path) -> None:
    measured = replace(make_measured(), cameras=GOOD.cameras[1:], views={**GOOD.views, "render": None})
    report = judge(folder, measured)
    assert failing(report) == {"perspective camera"}
    assert unmeasured(report) == {"pieces in the picture"}


def test_an_unmeasured_file_gives_its_reason(folder: Path) -> None:
    report = judge(folder, None, "room.blend: Blender cannot open it")
    assert "room.blend" in failing(report)
    assert (
        next(c.why for c in report.checks if c.name == "room.blend") == "room.blend: Blender cannot open it"
    )
    assert {"room", "pieces", "render.png shows the room"} <= unmeasured(report)
    assert not report.passed


def test_the_aisle_is_as_wide_as_the_narrowest_place_on_the_way(folder: Path) -> None:
    # From the door (x 350 to 1250) the way north leads past the sofa's west end; moved 1,010 mm west, the
    # sofa reaches from 440 to 2540, and on its other side the nightstand stands at 3550: 1,010 mm wide,
    # but before that the disc must pass between coffee table and TV stand or the west wall.
    narrow = judge(folder, move("Sofa", x_mm=-1010.0)(make_measured()))
    aisle = next(check for check in narrow.checks if check.name.startswith("line 54"))
    assert aisle.status == "pass"
    # A sofa from x = 300 to 4600 leaves 400 mm at its wider end.
    measured = make_measured()
    barrier = next(solid for solid in measured.solids if solid.object == "Sofa")
    wide = replace(
        barrier, box_min=(0.3, 5.0, 0.0), box_max=(4.6, 5.9, 0.8), location=(2.45, 5.45, 0.0),
        outline=((0.3, 5.0), (4.6, 5.0), (4.6, 5.9), (0.3, 5.9)),
    )  # fmt: skip
    solids = tuple(wide if solid.object == "Sofa" else solid for solid in measured.solids)
    report = judge(folder, replace(measured, solids=solids))
    aisle = next(check for check in report.checks if check.name.startswith("line 54"))
    assert aisle.status == FAIL
    assert aisle.measured == "widest disc from door to north 399.9 mm"
