"""What each rule means on a finished plan: its slack in mm, written from the rules' documentation.

All of several parts is their least slack, any of them the greatest. A yaw that is missed has no length:
it counts as -10000.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from solver.certify.document import Refused
from solver.certify.plan import DIRECTIONS, Body, Plan, Wall, across, axis_of, gap, opposite, turn

UNMET = -10_000
SIDES = {"front": 0, "left": 1, "back": 2, "right": 3}
CORNERS = {
    "north-east": ("north", "east"),
    "north-west": ("north", "west"),
    "south-east": ("south", "east"),
    "south-west": ("south", "west"),
}
Fields = dict[str, Any]


def facing(body: Body, d: str) -> int:
    return 0 if body.faces(d) else UNMET


def length(f: Fields, key: str) -> int:
    """A length of a rule's fields. Raises Refused for anything else."""
    value = f[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"{key} is {value!r}, not a whole number of millimetres")
    return value


def exact(value: int, wanted: int) -> int:
    return -abs(value - wanted)


def exact_half(twice: int) -> int:
    """Slack of a length that must be 0, given doubled: half a millimetre is forgiven."""
    return (1 - abs(twice)) // 2


def beyond(plan: Plan, body: Body, wall: Wall) -> list[int]:
    """Lengths by which a body stays inside the extent of a wall shorter than the room."""
    axis = across(wall.direction)
    low, high = ("west", "east") if axis == "x" else ("south", "north")
    lengths = [-body.edge(low) - wall.start] if wall.start > 0 else []
    return lengths + ([wall.end - body.edge(high)] if wall.end < plan.length(axis) else [])


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


def between(plan: Plan, f: Fields) -> int:
    body, one, other = plan.body(f["piece"]), plan.body(f["of"][0]), plan.body(f["of"][1])
    slacks = []
    for d in DIRECTIONS:
        before, after, axis = gap(one, body, d), gap(body, other, d), across(d)
        # Twice the middles, halved again: the centres of pieces are whole millimetres.
        off = body.twice(axis) - one.twice(axis) // 2 - other.twice(axis) // 2
        slacks.append(min(before, after, exact_half(before - after), exact_half(off)))
    return max(slacks)


def overlap(one: Body, other: Body, d: str) -> int:
    """The least overlap of two bodies seen along d, less the 1 mm asked for."""
    ends = ("east", "west") if across(d) == "x" else ("north", "south")
    return min(-gap(one, other, e) for e in ends) - 1


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
        half = _half(body, axis)
        return min(at[axis_of(d)] * sign - body.edge(d), half - abs(body.twice(axis) // 2 - at[axis]))
    other = plan.body(to)
    off = abs(body.twice(axis) // 2 - other.twice(axis) // 2)
    return min(gap(body, other, d), _half(other, axis) - off)


def _half(body: Body, axis: str) -> int:
    west, south, east, north = body.box
    return (east - west) // 2 if axis == "x" else (north - south) // 2


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


def in_pairs(items: list[Any]) -> Iterable[tuple[Any, Any]]:
    return itertools.pairwise(items)


def aligned(plan: Plan, f: Fields) -> int:
    bodies = [plan.body(name) for name in f["pieces"]]

    def at(body: Body) -> int:
        return body.edge(f["edge"]) if f["edge"] in DIRECTIONS else body.twice(f["edge"]) // 2

    return min(exact(at(body), at(bodies[0])) for body in bodies[1:])


def row(plan: Plan, f: Fields) -> int:
    bodies, d = [plan.body(name) for name in f["pieces"]], f["to"]
    return min(
        min(exact(gap(a, b, d), f["gap"]), exact(a.twice(across(d)) // 2, b.twice(across(d)) // 2))
        for a, b in in_pairs(bodies)
    )


def around(plan: Plan, f: Fields) -> int:
    of, half = plan.body(f["of"]), plan.body(f["of"]).half
    lengths = dict(zip(SIDES, (2 * half[0], 2 * half[1]) * 2, strict=True))
    counts = {side: (f["sides"] or {}).get(side, 0) for side in SIDES}
    for _ in f["pieces"] if f["sides"] is None else ():
        counts[max(SIDES, key=lambda side: lengths[side] // (counts[side] + 1))] += 1
    if sum(counts.values()) != len(f["pieces"]):
        raise Refused("around: the sides do not hold as many pieces as are named")
    spots = [(s, i) for s in SIDES for i in range(counts[s])]
    slacks = []
    for front in DIRECTIONS:
        parts = [facing(of, front)]
        for name, (side, index) in zip(f["pieces"], spots, strict=True):
            body, d = plan.body(name), turn(front, SIDES[side])
            left = turn(d, 1)
            offset = lengths[side] * (2 * index + 1 - counts[side]) // (2 * counts[side])
            offset = offset if left in ("east", "north") else -offset
            off = body.twice(axis_of(left)) // 2 - of.twice(axis_of(left)) // 2
            parts += [facing(body, opposite(d)), exact(gap(of, body, d), f["gap"]), exact(off, offset)]
        slacks.append(min(parts))
    return max(slacks)


def same_yaw(plan: Plan, f: Fields) -> int:
    return 0 if len({plan.body(name).yaw for name in f["pieces"]}) == 1 else UNMET


def mirrored(plan: Plan, f: Fields) -> int:
    one, other = (plan.body(name) for name in f["pieces"])
    axis, cross = f["axis"], "y" if f["axis"] == "x" else "x"
    middle = plan.length(axis) if f["about"] == "room" else plan.body(f["about"]).twice(axis)
    wanted = {0: 0, 180: 180, 90: 270, 270: 90} if axis == "x" else {0: 180, 180: 0, 90: 90, 270: 270}
    turned = 0 if wanted.get(one.yaw) == other.yaw else UNMET
    parallel = exact(one.twice(cross) // 2, other.twice(cross) // 2)
    return min(turned, parallel, exact(one.twice(axis) // 2 + other.twice(axis) // 2, middle))


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


MEANINGS: dict[str, Callable[[Plan, Fields], int]] = {
    "against": against,
    "corner": corner,
    "centred": centred,
    "pin": pin,
    "gap": gap_rule,
    "near": near,
    "far": far,
    "between": between,
    "beside": beside,
    "in_front_of": ahead_of(0),
    "behind": ahead_of(2),
    "facing": facing_rule,
    "flanking": flanking,
    "aligned": aligned,
    "row": row,
    "around": around,
    "same_yaw": same_yaw,
    "mirrored": mirrored,
    "on_top": on_top,
    "under": under,
    "clear": clear,
}
