"""between, beside, in_front_of, behind, facing, flanking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.certify.meanings.amounts import SIDES, Fields, exact, exact_half, facing, half, length, overlap
from solver.certify.plan import DIRECTIONS, Body, Plan, Wall, across, axis_of, gap, opposite, turn


def between(plan: Plan, f: Fields) -> int:
    body, one, other = plan.body(f["piece"]), plan.body(f["of"][0]), plan.body(f["of"][1])
    slacks = []
    for d in DIRECTIONS:
        before, after, axis = gap(one, body, d), gap(body, other, d), across(d)
        # Twice the middles, halved again: the centres of pieces are whole millimetres.
        off = body.twice(axis) - one.twice(axis) // 2 - other.twice(axis) // 2
        slacks.append(min(before, after, exact_half(before - after), exact_half(off)))
    return max(slacks)


def beside(plan: Plan, f: Fields) -> int:
    body, of = plan.body(f["piece"]), plan.body(f["of"])
    relative = f["side"] in SIDES or f["align"] in SIDES
    slacks = []
    for front in DIRECTIONS if relative else ("south",):
        d = turn(front, SIDES[f["side"]]) if f["side"] in SIDES else f["side"]
        slack = min(exact(gap(of, body, d), f["gap"]), overlap(of, body, d))
        if f["align"] == "centre":
            slack = min(slack, exact(body.twice(across(d)) // 2, of.twice(across(d)) // 2))
        elif f["align"] != "none":
            edge = turn(front, SIDES[f["align"]]) if f["align"] in SIDES else f["align"]
            slack = min(slack, exact(body.edge(edge), of.edge(edge)))
        slacks.append(min(slack, facing(of, front)) if relative else slack)
    return max(slacks)


def ahead_of(quarters: int) -> Callable[[Plan, Fields], int]:
    def read(plan: Plan, f: Fields) -> int:
        body, of = plan.body(f["piece"]), plan.body(f["of"])
        slacks = []
        for front in DIRECTIONS:
            d = turn(front, quarters)
            free = gap(of, body, d)
            parts = [facing(of, front), free - length(f, "at_least"), overlap(of, body, d)]
            slacks.append(min(parts if f["at_most"] is None else [*parts, length(f, "at_most") - free]))
        return max(slacks)

    return read


def facing_rule(plan: Plan, f: Fields) -> int:
    body, to = plan.body(f["piece"]), f["to"]
    if to in DIRECTIONS:
        return facing(body, to)
    walls = plan.find_walls(to) if isinstance(to, str) else []
    if walls:
        return max(min(facing(body, wall.direction), _wall_ahead(plan, body, wall)) for wall in walls)
    return max(min(facing(body, d), _ahead(plan, body, to, d)) for d in DIRECTIONS)


def _wall_ahead(plan: Plan, body: Body, wall: Wall) -> int:
    middle = body.twice(across(wall.direction)) // 2
    return min(plan.wall_gap(body, wall), middle - wall.start, wall.end - middle)


def _ahead(plan: Plan, body: Body, to: Any, d: str) -> int:
    axis = across(d)
    if to == "room":
        low, high = -body.edge(opposite(d)), body.edge(d)
        length = plan.length(axis_of(d))
        ahead, behind = (length - high, low) if d in ("east", "north") else (-high, length + low)
        return (ahead - behind) // 2
    if isinstance(to, list):
        at: dict[str, int] = dict(zip("xy", to, strict=True))
        sign = 1 if d in ("east", "north") else -1
        off = half(body, axis) - abs(body.twice(axis) // 2 - at[axis])
        return min(at[axis_of(d)] * sign - body.edge(d), off)
    other = plan.body(to)
    off = abs(body.twice(axis) // 2 - other.twice(axis) // 2)
    return min(gap(body, other, d), half(other, axis) - off)


def flanking(plan: Plan, f: Fields) -> int:
    one, other, of = plan.body(f["pieces"][0]), plan.body(f["pieces"][1]), plan.body(f["of"])

    def at(body: Body, d: str) -> int:
        off = exact(body.twice(across(d)) // 2, of.twice(across(d)) // 2)
        return min(facing(body, opposite(d)), exact(gap(of, body, d), f["gap"]), off)

    slacks = []
    for d in DIRECTIONS:
        slack = min(at(one, d), at(other, opposite(d)))
        if f["sides"] != "any":
            front = d if f["sides"] == "front_back" else turn(d, -1)
            slack = min(slack, max(facing(of, front), facing(of, opposite(front))))
        slacks.append(slack)
    return max(slacks)
