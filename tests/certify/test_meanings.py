"""The judge's own meaning of every rule agrees with the vocabulary's, to the millimetre."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import solver.certify
from solver.certify.judge import _build_plan, _read_slack
from solver.certify.meanings import MEANINGS
from solver.core.conditions import read_condition
from solver.core.layout import Layout, Placement
from solver.core.rules import RULES
from solver.core.spec import resolve_world
from solver.core.walk import read_walk
from solver.core.world import find_values
from solver.place.certificate import build_certificate
from tests.core.test_rules import EDGES
from tests.place.rooms import make_scene
from tests.place.test_model import HALF, OPENINGS, PLACES

RULE_TEXTS = sorted({edge[0] for edge in EDGES} | {"same_yaw: {pieces: [sofa, table]}"})
STANDARD = (
    "__future__",
    "collections",
    "dataclasses",
    "hashlib",
    "itertools",
    "json",
    "typing",
    "sys",
    "pathlib",
)
NUMBERED = ("north_1", "north_2", "east_1", "east_2")
L_RULES = [
    f"{rule}: {{piece: chair, to: {wall}{more}}}"
    for wall in (*NUMBERED, "any", "north")
    for rule, more in (
        *((("facing", ""),) if wall != "any" else ()),
        ("near", ", within: 600 mm"),
        ("gap", ", exactly: 800 mm"),
        ("gap", ", at_most: 1 m"),
    )
]
OUTLINE = "outline: [[0, 0], [5 m, 0], [5 m, 3.5 m], [3 m, 3.5 m], [3 m, 6 m], [0, 6 m]]"
L_OPENINGS = OPENINGS.replace("wall: east, centre: 3 m", "wall: east_1, centre: 2 m")


def assert_agree(spec, pieces, places):
    placements = tuple(Placement(p.name, x, y, 0, yaw) for p, (x, y, yaw) in zip(pieces, places, strict=True))
    layout = Layout((5000, 6000, 2800), pieces, placements)
    data = build_certificate(spec, pieces, layout, 0)
    condition = spec.rules[0].rule.condition(resolve_world(spec, pieces))
    expected = read_condition(condition, find_values(layout), read_walk).slack_mm
    assert _read_slack(data, _build_plan(data), 0) == expected


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(RULE_TEXTS), st.tuples(PLACES, PLACES, PLACES, PLACES))
def test_slacks_agree_in_a_rectangular_room(rule, places):
    rule = rule if rule.startswith(("on_top", "under")) else rule[:-1] + ", weight: 1}"
    assert_agree(*make_scene([rule], HALF, extra=OPENINGS), places)


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from([*RULE_TEXTS, *L_RULES]),
    st.tuples(PLACES, PLACES, PLACES, PLACES),
)
def test_slacks_agree_in_an_l_shaped_room_with_a_column(rule, places):
    rule = rule if rule.startswith(("on_top", "under")) else rule[:-1] + ", weight: 1}"
    rule = rule.replace("on: east", "on: east_1")
    column = "obstacles: [{column: {at: [1.5 m, 2.5 m], size: [300 mm, 301 mm]}}]"
    assert_agree(*make_scene([rule], HALF, outline=OUTLINE, extra=f"{L_OPENINGS}\n{column}"), places)


def test_every_rule_has_a_meaning_of_the_judges_own():
    assert MEANINGS.keys() | {"aisle", "walkable"} == RULES.keys()


def test_the_judge_imports_the_standard_library_only():
    for path in Path(solver.certify.__file__).parent.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("import ", "from ")):
                module = line.split()[1]
                allowed = ("solver.certify", *STANDARD)
                assert module.startswith(allowed), (path.name, line)
