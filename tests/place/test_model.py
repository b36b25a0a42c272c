"""The compiled rules say what the slack says: for random layouts and every rule of the vocabulary."""

from itertools import chain

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from solver.core.conditions import read_condition
from solver.core.layout import Layout, Placement
from solver.core.spec import resolve_world
from solver.core.walk import read_walk
from solver.core.world import find_values
from solver.place.model import Model
from solver.place.program import Terms
from tests.core.test_rules import EDGES
from tests.place.rooms import make_scene

HALF = {"sofa": (1000, 450), "table": (600, 300), "chair": (250, 200), "stool": (250, 200)}
OPENINGS = (
    "openings: [{door: {wall: south, centre: 0.8 m}}, "
    "{window: {wall: east, centre: 3 m, width: 1 m, height: 1 m}}]"
)
RULES = sorted({edge[0] for edge in EDGES})


def ask(world, condition, values, miss):
    """The program of a condition with every piece fixed at its place, and its solver after a run."""
    model = Model(world, apart=False)
    for variable, unknown in model.unknowns.items():
        model.program.require(Terms(((unknown, 1),)), values.get(variable, 0), values.get(variable, 0))
    asked = Terms(((model.program.add_number(0, 100_000), 1),)) if miss else None
    model.post(condition, None, asked)
    for put_off in chain(model.put_off, model.walks):
        model.post_now(put_off)
    if asked is not None:
        model.program.minimize(asked)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model.program.cp)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return status == cp_model.OPTIMAL, solver


def find_least_miss(world, condition, values):
    """The least miss of a condition with every piece fixed at its place, or None where there is none."""
    found, solver = ask(world, condition, values, miss=True)
    return round(solver.objective_value) if found else None


def is_kept(world, condition, values):
    return ask(world, condition, values, miss=False)[0]


def near(*values):
    """Numbers that hit the edges of rules often."""
    return st.sampled_from(values).flatmap(lambda v: st.integers(v - 2, v + 2))


PLACES = st.tuples(
    near(1000, 2500, 3300, 3600), near(1000, 4000, 4400, 4900), st.sampled_from([0, 90, 180, 270])
)


@settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(RULES), st.tuples(PLACES, PLACES, PLACES, PLACES))
def test_the_model_misses_a_rule_by_exactly_its_slack(rule, places):
    spec, pieces = make_scene([rule], HALF, extra=OPENINGS)
    world = resolve_world(spec, pieces)
    placements = tuple(Placement(p.name, x, y, 0, yaw) for p, (x, y, yaw) in zip(pieces, places, strict=True))
    values = find_values(Layout((5000, 6000, 2800), pieces, placements))
    condition = spec.rules[0].rule.condition(world)
    slack = read_condition(condition, values, read_walk).slack_mm
    assert is_kept(world, condition, values) == (slack >= 0)
    assert find_least_miss(world, condition, values) == max(0, -slack)
