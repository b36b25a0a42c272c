"""Measures on_top and under."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.check.rules.between import read_overlap
from solver.check.rules.floor import Floor
from solver.check.rules.scale import Reading, Unmeasured, at_least, exactly
from solver.core.directions import DIRECTIONS, measure_towards

if TYPE_CHECKING:
    from solver.core.rules.stacking import OnTop, Under


def measure_on_top(rule: OnTop, floor: Floor) -> list[list[Reading]]:
    """How far the piece's edges lie inside the other's, and its height over the other's surface."""
    body, of = floor.body(rule.piece), floor.body(rule.of)
    inside = min(measure_towards(d, body.reach(d), of.reach(d)) for d in DIRECTIONS)
    below = floor.supports.get(body.name, {})
    if of.name not in below:
        raise Unmeasured(f"{body.name} has no part of {of.name} below it")
    return [
        [
            at_least(f"length of {body.name} inside the edges of {of.name}", inside, rule.inset_mm),
            exactly(f"height of {body.name} over the surface of {of.name}", below[of.name], 0.0),
        ]
    ]


def measure_under(rule: Under, floor: Floor) -> list[list[Reading]]:
    """How much of x and of y the two share."""
    return [[read_overlap(floor, rule.piece, rule.of, axis, rule.overlap_mm) for axis in ("x", "y")]]
