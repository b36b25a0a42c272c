"""Ways that a certificate claims: each stretch of the square's way, followed and measured."""

from __future__ import annotations

from typing import Any

from solver.certify.document import Refused
from solver.certify.meanings import SIDES
from solver.certify.plan import DIRECTIONS, Body, Box, Plan, Wall, across, axis_of, opposite, turn

LEAST_SHARED = 200
Way = dict[str, Any]


def list_asked(plan: Plan, rule: dict[str, Any], left_out: set[str]) -> list[tuple[str, str]]:
    """(start, goal) of every way that an aisle or walkable rule asks for."""
    fields = rule["fields"]
    doors = [name for name, opening in plan.openings.items() if opening["kind"] == "door"]
    if rule["rule"] == "walkable":
        starts = [fields["from"]] if fields["from"] else doors
        return [(start, piece) for start in starts for piece in fields["to"] if piece not in left_out]
    start = fields["from"] or (doors[0] if doors else None)
    wall = plan.openings[start]["wall"] if start in plan.openings else start
    goal = fields["to"] or (opposite(wall.split("_")[0]) if wall else "north")
    return [(start or opposite(goal.split("_")[0]), goal)]


def check_way(plan: Plan, rule: dict[str, Any], way: Way) -> None:
    """Raises Refused where the way is not as claimed."""
    name, width, corners = f"the way from {way['start']} to {way['goal']}", way["width_mm"], way["corners_mm"]
    if width <= 0 or not corners:
        raise Refused(f"{name} has no width or no corners")
    if len(corners) - 1 > rule["fields"]["stretches"]:
        raise Refused(f"{name} has more than {rule['fields']['stretches']} stretches")
    for one, other in zip(corners, corners[1:] or corners, strict=False):
        swept = _sweep(one, other, width)
        if one[0] != other[0] and one[1] != other[1]:
            raise Refused(f"{name} has a stretch that runs neither along x nor along y")
        if min(swept[:2]) < 0 or swept[2] > plan.width or swept[3] > plan.depth:
            raise Refused(f"{name} leaves the room")
        for blocked in plan.standing():
            if _meet(swept, plan.bodies[blocked].box):
                raise Refused(f"{name}, {width} mm wide, runs through {blocked}")
    if not _stands_at(plan, way["start"], corners[0], width):
        raise Refused(f"{name} does not begin at {way['start']}")
    if rule["rule"] == "walkable":
        if not _stands_before(plan.body(way["goal"]), corners[-1], width, rule["fields"]):
            raise Refused(f"{name} does not end before {way['goal']}")
    elif not _stands_at(plan, way["goal"], corners[-1], width):
        raise Refused(f"{name} does not end at {way['goal']}")


def _sweep(one: list[int], other: list[int], width: int) -> Box:
    west, east = sorted((one[0], other[0]))
    south, north = sorted((one[1], other[1]))
    return west, south, east + width, north + width


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _stands_at(plan: Plan, name: str, corner: list[int], width: int) -> bool:
    """The square touches the wall, or the opening's wall within the opening's width."""
    if name in plan.openings:
        wall = plan.opening_wall(name)
        return _touches(wall, plan.openings[name]["span_mm"], corner, width)
    return any(_touches(wall, [wall.start, wall.end], corner, width) for wall in plan.find_walls(name))


def _touches(wall: Wall, span: list[int], corner: list[int], width: int) -> bool:
    along, away = (0, 1) if axis_of(wall.direction) == "y" else (1, 0)
    edge = corner[away] + (width if wall.direction in ("east", "north") else 0)
    return edge == wall.at and span[0] <= corner[along] and corner[along] + width <= span[1]


def _stands_before(body: Body, corner: list[int], width: int, fields: dict[str, Any]) -> bool:
    """The square is at most `reach` off that side of the piece and shares enough of it."""
    if fields["side"] == "any":
        return any(_stands_off(body, d, corner, width, fields["reach"]) for d in DIRECTIONS)
    fronts = [d for d in DIRECTIONS if body.faces(d)]
    return any(
        _stands_off(body, turn(d, SIDES[fields["side"]]), corner, width, fields["reach"]) for d in fronts
    )


def _stands_off(body: Body, d: str, corner: list[int], width: int, reach: int) -> bool:
    square = {"west": -corner[0], "south": -corner[1], "east": corner[0] + width, "north": corner[1] + width}
    off = -square[opposite(d)] - body.edge(d)
    low, high = ("west", "east") if across(d) == "x" else ("south", "north")
    shared = min(LEAST_SHARED, *body.half)
    return (
        0 <= off <= reach
        and square[high] >= -body.edge(low) + shared
        and -square[low] <= body.edge(high) - shared
    )
