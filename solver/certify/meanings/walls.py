"""against, corner, centred, pin."""

from __future__ import annotations

from solver.certify.meanings.amounts import SIDES, UNMET, Fields, beyond, exact, exact_half, facing
from solver.certify.plan import Body, Plan, Wall, across, turn

CORNERS = {
    "north-east": ("north", "east"),
    "north-west": ("north", "west"),
    "south-east": ("south", "east"),
    "south-west": ("south", "west"),
}


def at_wall(plan: Plan, body: Body, wall: Wall, gap_mm: int) -> int:
    return min([exact(plan.wall_gap(body, wall), gap_mm), *beyond(plan, body, wall)])


def against(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    slacks = []
    for wall in plan.walls:
        if f["wall"] in ("any", wall.name, wall.direction):
            slack = at_wall(plan, body, wall, f["gap"])
            if f["side"] != "any":
                slack = min(slack, facing(body, turn(wall.direction, -SIDES[f["side"]])))
            slacks.append(slack)
    return max(slacks)


def corner(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    slacks = []
    for name, (d, e) in CORNERS.items():
        for one in plan.find_walls(d) if f["corner"] in ("any", name) else ():
            for other in plan.find_walls(e):
                if one.at in (other.start, other.end) and other.at in (one.start, one.end):
                    slacks.append(min(at_wall(plan, body, wall, f["gap"]) for wall in (one, other)))
    return max(slacks)


def centred(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    walls = plan.find_walls(f["on"])
    if walls:
        return max(exact_half(body.twice(across(w.direction)) - w.start - w.end) for w in walls)
    if f["on"] in plan.openings:
        axis = across(plan.opening_wall(f["on"]).direction)
        return exact_half(body.twice(axis) - 2 * plan.openings[f["on"]]["centre_mm"])
    axes = [f["axis"]] if f["axis"] else ["x", "y"]
    if f["on"] == "room":
        return min(exact_half(body.twice(axis) - plan.length(axis)) for axis in axes)
    other = plan.body(f["on"])
    return min(exact(body.twice(axis) // 2, other.twice(axis) // 2) for axis in axes)


def pin(plan: Plan, f: Fields) -> int:
    body = plan.body(f["piece"])
    slacks = [0 if body.yaw == f["yaw"] else UNMET] if f["yaw"] is not None else []
    if f["at"] is not None:
        slacks += [exact(body.twice(axis) // 2, at) for axis, at in zip("xy", f["at"], strict=True)]
    return min(slacks)
