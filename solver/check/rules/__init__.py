"""Every rule of a scene file, measured on the real meshes.

The placer proves its rules on whole millimetres; here nothing of that is used. Each rule word has a
function of its own that measures boxes, outlines and fronts as they are in room.blend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from solver.check.case import Case
from solver.check.finding import FAIL, MISSED, PASS, Check, cannot_measure
from solver.check.rules import between, space, walls
from solver.check.rules.scale import Floor, Reading, Unmeasured, find_floor, worst
from solver.core.spec import RuleLine

# A rule is kept when every reading of at least one alternative lies within its limits.
Alternatives = list[list[Reading]]
MEASURES: dict[str, Callable[[Any, Floor], Alternatives]] = {
    "against": walls.measure_against,
    "corner": walls.measure_corner,
    "gap": walls.measure_gap,
    "centred": walls.measure_centred,
    "between": between.measure_between,
    "beside": between.measure_beside,
    "facing": between.measure_facing,
    "flanking": between.measure_flanking,
    "clear": space.measure_clear,
    "aisle": space.measure_aisle,
}


def check_rules(case: Case) -> Iterator[Check]:
    """One check a rule of the scene file, in its order."""
    floor = find_floor(case)
    for line in case.spec.rules:
        yield _check_rule(line, floor, case)


def _check_rule(line: RuleLine, floor: Floor | None, case: Case) -> Check:
    name = f"line {line.line} {line.rule.describe()}"
    measure = MEASURES.get(line.rule.word)
    if floor is None or measure is None:
        why = case.fault if measure else f"no measuring is known for the rule {line.rule.word}"
        return cannot_measure(name, "as the rule says", why)
    try:
        alternatives = measure(line.rule, floor)
    except Unmeasured as reason:
        return cannot_measure(name, "as the rule says", f"{reason} (rule at {line.where})")
    best = min(alternatives, key=lambda readings: worst(readings).miss)
    missed = [reading for reading in best if reading.miss > 0.0]
    status = (FAIL if line.rule.weight is None else MISSED) if missed else PASS
    shown = missed or best
    limit = "; ".join(reading.format_limit() for reading in shown)
    why = "; ".join(reading.explain() for reading in missed)
    return Check(
        name,
        status,
        "; ".join(reading.format_value() for reading in shown),
        limit,
        f"{why}; the rule at {line.where} says {limit}" if missed else "",
    )
