"""on_top, under, clear."""

from __future__ import annotations

from solver.certify.meanings.amounts import SIDES, Fields, facing, length
from solver.certify.plan import DIRECTIONS, Plan, across, gap, opposite, turn


def on_top(plan: Plan, f: Fields) -> int:
    body, of = plan.body(f["piece"]), plan.body(f["of"])
    return min(of.edge(d) - body.edge(d) for d in DIRECTIONS) - length(f, "inset")


def under(plan: Plan, f: Fields) -> int:
    body, of = plan.body(f["piece"]), plan.body(f["of"])
    return min(-gap(of, body, d) for d in DIRECTIONS) - length(f, "overlap")


def clear(plan: Plan, f: Fields) -> int:
    others = [plan.bodies[name] for name in plan.standing() if name != f["of"] and name not in f["except"]]
    if f["of"] in plan.openings:
        wall, (start, end) = plan.opening_wall(f["of"]), plan.openings[f["of"]]["span_mm"]
        low, high = ("west", "east") if across(wall.direction) == "x" else ("south", "north")
        sign = 1 if wall.direction in ("east", "north") else -1
        slacks = [0]
        for body in others:
            beside_it = max(-body.edge(low) - end, start - body.edge(high))
            behind_wall = -body.edge(opposite(wall.direction)) - wall.at * sign
            slacks.append(max(plan.wall_gap(body, wall) - f["depth"], beside_it, behind_wall))
        return min(slacks)
    of = plan.body(f["of"])
    slacks = []
    for front in DIRECTIONS:
        d = turn(front, SIDES[f["side"]])
        room = {"east": plan.width, "north": plan.depth}.get(d, 0) - of.edge(d)
        parts = [facing(of, front), room - f["depth"]]
        for body in others:
            aside = max(gap(of, body, turn(d, 1)), gap(of, body, turn(d, -1)))
            parts.append(max(gap(of, body, d) - f["depth"], of.edge(d) - body.edge(d), aside))
        slacks.append(min(parts))
    return max(slacks)
