"""Curtains hang where the scene says, and no piece reaches into one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.check.case import Case
from solver.check.contacts import check_curtains
from solver.check.drawing import draw_plan
from solver.check.finding import Check
from solver.check.room import check_room
from solver.check.submission import Submission
from solver.core.measured import Solid
from solver.core.spec import parse_scene
from tests.check.furnished import make_box, measured_of
from tests.check.sample import make_measured

SCENE = """
scene: room
room: {width: 4 m, depth: 5 m, height: 2.6 m}
openings:
  - window: {wall: west, centre: 1.67 m, width: 1.5 m, height: 1.3 m, curtain: sill}
pieces: {wardrobe: {asset: wardrobe}}
"""
SPEC = parse_scene(SCENE, "room.yaml")
# West, south, low, east, north, high: what is built is not as deep as what it may take up.
CLOTH = {
    "South": (0.025, 0.590, 0.9, 0.095, 0.920, 2.295),
    "North": (0.025, 2.420, 0.9, 0.095, 2.750, 2.295),
    "Rod": (0.000, 0.545, 2.295, 0.080, 2.795, 2.345),
}
NAMES = {
    "South": "curtain of window, south",
    "North": "curtain of window, north",
    "Rod": "curtain rod of window",
}


def make_cloth(name: str, box: tuple[float, ...]) -> Solid:
    return make_box(name, box, role="shell", shell="curtain", piece=None)


def make_case(
    wardrobe: tuple[float, ...] = (2.0, 2.0, 0.0, 3.0, 2.5, 2.0), **cloth: tuple[float, ...]
) -> Case:
    boxes = {name: box for name, box in {**CLOTH, **cloth}.items() if box}
    solids = (*(make_cloth(*item) for item in boxes.items()), make_box("Wardrobe", wardrobe))
    measured = replace(make_measured(), solids=solids)
    return Case(SPEC, {"wardrobe": "Wardrobe"}, Submission("out", None, {}, ()), measured)  # type: ignore[arg-type]


def list_checks(case: Case) -> dict[str, Check]:
    return {check.name: check for check in check_curtains(case, measured_of(case))}


def test_a_sound_curtain_passes_with_two_checks_a_part() -> None:
    checks = list_checks(make_case())
    wanted = [name for part in NAMES.values() for name in (f"{part}, hung", f"nothing in the {part}")]
    assert list(checks) == wanted and all(check.passed for check in checks.values())
    hung = checks["curtain of window, north, hung"]
    assert hung.measured == "North 0.0 mm off"
    assert hung.limit == "2420 to 2750 mm along the wall, 900 to 2295 mm high ± 1 mm"
    case = make_case()
    among = [check.name for check in check_room(case)]
    assert set(wanted) <= set(among)
    assert draw_plan(SPEC, measured_of(case)).count('fill="#cbb59a"') == 2


@pytest.mark.parametrize("part", CLOTH)
@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("by_mm", [0.9, 1.1, -0.9, -1.1])
def test_each_part_ends_where_the_scene_says(part: str, side: int, by_mm: float) -> None:
    box = list(CLOTH[part])
    box[side] += by_mm / 1000
    # From the wall into the room a part may take up less, but not more.
    good = abs(by_mm) < 1.0 or (side == 3) or (side == 0 and (part != "Rod" or by_mm > 0))
    checks = list_checks(make_case(**{part: tuple(box)}))
    check = checks[f"{NAMES[part]}, hung"]
    assert check.passed is good
    assert (f"nothing in the {NAMES[part]}" in checks) is good
    if not good:
        assert check.why == f"no {NAMES[part]}, is there: {part} {abs(by_mm):.1f} mm off"


def test_cloth_reaches_no_deeper_into_the_room_than_it_may() -> None:
    for east, good in ((0.1009, True), (0.1011, False)):
        case = make_case(South=(*CLOTH["South"][:3], east, *CLOTH["South"][4:]))
        assert list_checks(case)[f"{NAMES['South']}, hung"].passed is good


def test_a_curtain_that_is_not_there() -> None:
    checks = list_checks(make_case(**dict.fromkeys(CLOTH, ())))
    assert [check.passed for check in checks.values()] == [False] * 3
    assert {check.measured for check in checks.values()} == {"nothing hangs in the room"}
    checks = list_checks(make_case(South=()))
    assert not checks[f"{NAMES['South']}, hung"].passed and checks[f"{NAMES['North']}, hung"].passed


@pytest.mark.parametrize(
    ("wardrobe", "shown"),
    [
        ((0.0947, 0.6, 0.0, 0.7, 0.8, 2.0), "Wardrobe reaches 0.3 mm into it"),
        ((0.0850, 0.6, 0.0, 0.7, 0.8, 2.0), "Wardrobe reaches 10.0 mm into it"),
        ((0.0850, 0.6, 0.0, 0.7, 0.8, 0.9), "no piece reaches into it"),
        ((0.0850, 0.6, 2.3, 0.7, 0.8, 2.5), "no piece reaches into it"),
    ],
)
def test_how_far_a_piece_reaches_into_it(wardrobe: tuple[float, ...], shown: str) -> None:
    check = list_checks(make_case(wardrobe))[f"nothing in the {NAMES['South']}"]
    assert check.measured == shown
    assert check.passed is ("10.0" not in shown)


def test_a_scene_without_curtains_asks_for_none() -> None:
    case = replace(make_case(), spec=parse_scene(SCENE.replace(", curtain: sill", ""), "room.yaml"))
    assert list_checks(case) == {}
