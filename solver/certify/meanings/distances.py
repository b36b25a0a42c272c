"""gap, near, far."""

from __future__ import annotations

from solver.certify.meanings.amounts import Fields, exact, length
from solver.certify.plan import DIRECTIONS, Body, Plan, Wall, across, gap


def limit_gap(values: list[int], f: Fields) -> int:
    slacks = []
    if f["exactly"] is not None:
        slacks.append(max(exact(value, f["exactly"]) for value in values))
    if f["at_least"] is not None:
        slacks.append(max(values) - f["at_least"])
    most = f["at_most"] if f["exactly"] is None or len(values) == 1 else f["exactly"]
    if most is not None:
        slacks.append(most - max(values))
    return min(slacks)


def gap_rule(plan: Plan, f: Fields) -> int:
    body, walls = plan.body(f["piece"]), plan.find_walls(f["to"])
    if walls:
        return max(limit_gap([plan.wall_gap(body, wall)], f) for wall in walls)
    return limit_gap([gap(body, plan.body(f["to"]), d) for d in DIRECTIONS], f)


def near(plan: Plan, f: Fields) -> int:
    return gap_rule(plan, {**f, "exactly": None, "at_least": None, "at_most": f["within"]})


def far(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    walls = list(plan.walls) if f["from"] == "any" else plan.find_walls(f["from"])
    if not walls:
        return max(gap(body, plan.body(f["from"]), d) for d in DIRECTIONS) - length(f, "by")
    return min(_off_wall(plan, body, wall) for wall in walls) - length(f, "by")


def _off_wall(plan: Plan, body: Body, wall: Wall) -> int:
    axis = across(wall.direction)
    low, high = ("west", "east") if axis == "x" else ("south", "north")
    past = [wall.start - body.edge(high)] if wall.start > 0 else []
    past += [-body.edge(low) - wall.end] if wall.end < plan.length(axis) else []
    return max([plan.wall_gap(body, wall), *past])
