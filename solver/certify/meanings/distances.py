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
    body = plan.body(f["piece"])
    walls = list(plan.walls) if f["to"] == "any" else plan.find_walls(f["to"])
    if walls:
        return max(_gap_to_wall(plan, body, wall, f) for wall in walls)
    return limit_gap([gap(body, plan.body(f["to"]), d) for d in DIRECTIONS], f)


def _gap_to_wall(plan: Plan, body: Body, wall: Wall, f: Fields) -> int:
    free = plan.wall_gap(body, wall)
    slack = limit_gap([free], f)
    if len(plan.walls) == 4 or (f["exactly"] is None and f["at_most"] is None):
        return slack
    return min([slack, free, *(-past - 1 for past in _list_past(plan, body, wall))])


def near(plan: Plan, f: Fields) -> int:
    return gap_rule(plan, {**f, "exactly": None, "at_least": None, "at_most": f["within"]})


def far(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    walls = list(plan.walls) if f["from"] == "any" else plan.find_walls(f["from"])
    if not walls:
        return max(gap(body, plan.body(f["from"]), d) for d in DIRECTIONS) - length(f, "by")
    return min(_off_wall(plan, body, wall) for wall in walls) - length(f, "by")


def _off_wall(plan: Plan, body: Body, wall: Wall) -> int:
    return max([plan.wall_gap(body, wall), *_list_past(plan, body, wall)])


def _list_past(plan: Plan, body: Body, wall: Wall) -> list[int]:
    """How far a body is past each end of a wall that is shorter than the room."""
    axis = across(wall.direction)
    low, high = ("west", "east") if axis == "x" else ("south", "north")
    past = [wall.start - body.edge(high)] if wall.start > 0 else []
    return past + ([-body.edge(low) - wall.end] if wall.end < plan.length(axis) else [])
