"""aligned, row, around, same_yaw, mirrored."""

from __future__ import annotations

import itertools

from solver.certify.document import Refused
from solver.certify.meanings.amounts import SIDES, UNMET, Fields, exact, facing
from solver.certify.plan import DIRECTIONS, Body, Plan, across, axis_of, gap, opposite, turn


def aligned(plan: Plan, f: Fields) -> int:
    bodies = [plan.body(name) for name in f["pieces"]]

    def at(body: Body) -> int:
        return body.edge(f["edge"]) if f["edge"] in DIRECTIONS else body.twice(f["edge"]) // 2

    return min(exact(at(body), at(bodies[0])) for body in bodies[1:])


def row(plan: Plan, f: Fields) -> int:
    bodies, d = [plan.body(name) for name in f["pieces"]], f["to"]
    return min(
        min(exact(gap(a, b, d), f["gap"]), exact(a.twice(across(d)) // 2, b.twice(across(d)) // 2))
        for a, b in itertools.pairwise(bodies)
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
