"""Every line of the drawn plans.

Kept as text in plans.txt; `python -m tests.check.test_plans` writes it anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from solver.check.drawing import draw_plan
from solver.core.spec import parse_scene
from tests.check.furnished import SOLIDS, SPEC
from tests.check.kept import compare
from tests.check.sample import make_measured, make_spec

KEPT = Path(__file__).with_name("plans.txt")


def write_plans() -> str:
    plain = parse_scene(
        "scene: b\nroom: {width: 4 m, depth: 3.1 m, height: 2.5 m, walls: 111 mm}\n"
        "openings:\n  - window: {wall: north, centre: 1.5 m, width: 1.2 m, sill: 900 mm, height: 1 m}\n"
        "  - door: {wall: west, centre: 1 m}\n"
        "  - window: {wall: south, centre: 3 m, width: 1 m, height: 1 m}\n"
        "  - door: {wall: east, centre: 2 m, width: 800 mm}\npieces: {a: {asset: a}}\n",
        "b.yaml",
    )
    sound = make_measured()
    turned = replace(
        sound, solids=tuple(replace(s, yaw_deg=30.0 + k) for k, s in enumerate(sound.solids[:2]))
    )
    furnished = replace(sound, solids=tuple(SOLIDS.values()))
    plans = (make_spec(), sound), (plain, turned), (SPEC, furnished)
    return "\n".join(draw_plan(spec, measured) for spec, measured in plans) + "\n"


def test_plans_are_as_kept() -> None:
    compare(KEPT, [write_plans()], "tests.check.test_plans")


def test_openings_lie_in_the_wall_that_they_name() -> None:
    spec = parse_scene(
        "scene: b\nroom: {outline: [[0, 0], [2 m, 0], [2 m, 1 m], [5 m, 1 m], [5 m, 4 m], [0, 4 m]], "
        "height: 2.5 m, walls: 120 mm}\nopenings:\n  - door: {wall: south_2, centre: 3.5 m, width: 900 mm}\n"
        "pieces: {a: {asset: a}}\n",
        "b.yaml",
    )
    # 1 m north of the room's south side is 3 m from the top of a drawing of 4 m.
    assert '<rect x="3050" y="3000" width="900" height="60"' in draw_plan(spec, make_measured())


if __name__ == "__main__":
    KEPT.write_text(write_plans(), encoding="utf-8")
