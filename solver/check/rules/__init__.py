"""Every rule of a scene file, measured on the real meshes.

The placer proves its rules on whole millimetres; here nothing of that is used. Each rule word has a
function of its own that measures boxes, outlines and fronts as they are in room.blend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from solver.check.case import Case
from solver.check.finding import FAIL, MISSED, PASS, Check, cannot_measure
from solver.check.rules import between, distances, sets, space, stacking, walls, ways
from solver.check.rules.floor import Floor, find_floor
from solver.check.rules.scale import Reading, Unmeasured, worst
from solver.core.spec import RuleLine

# A rule is kept when every reading of at least one alternative lies within its limits.
Alternatives = list[list[Reading]]
MEASURES: dict[str, Callable[[Any, Floor], Alternatives]] = {
    "against": walls.measure_against,
    "corner": walls.measure_corner,
    "centred": walls.measure_centred,
    "pin": walls.measure_pin,
    "gap": distances.measure_gap,
    "near": distances.measure_near,
    "far": distances.measure_far,
    "between": between.measure_between,
    "beside": between.measure_beside,
    "in_front_of": between.measure_in_front_of,
    "behind": between.measure_behind,
    "facing": between.measure_facing,
    "flanking": between.measure_flanking,
    "aligned": sets.measure_aligned,
    "row": sets.measure_row,
    "around": sets.measure_around,
    "same_yaw": sets.measure_same_yaw,
    "mirrored": sets.measure_mirrored,
    "on_top": stacking.measure_on_top,
    "under": stacking.measure_under,
    "clear": space.measure_clear,
    "aisle": ways.measure_aisle,
    "walkable": ways.measure_walkable,
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
    left_out = _find_left_out(line, floor)
    if left_out:
        return Check(name, PASS, f"{', '.join(left_out)} left out", "as the rule says")
    try:
        alternatives = measure(line.rule, floor)
    except Unmeasured as reason:
        return cannot_measure(name, "as the rule says", f"{reason} (rule at {line.where})")
    if not any(alternatives):
        return Check(name, PASS, "all that it is about is left out", "as the rule says")
    best = min(alternatives, key=lambda readings: worst(readings).miss)
    missed = [reading for reading in best if reading.miss]
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


def _find_left_out(line: RuleLine, floor: Floor) -> list[str]:
    """Optional pieces without which the rule says nothing, and that were left out."""
    named = (name for _, name, allowed in line.rule.find_names() if allowed.needs)
    return [name for name in dict.fromkeys(named) if name in floor.absent]
