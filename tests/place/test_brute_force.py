"""On small floors every layout is tried: the placer's answer is the one found so, or there is none.

The trial shares nothing with the placer: places are counted, and rules are judged by the certificate
judge's own meanings. Floors of a few millimetres are corners of a room that columns fill.
"""

import os
import random  # noqa: TID251 -- only seeded generators of its own
from itertools import product

import pytest

from solver.certify.meanings import MEANINGS
from solver.certify.plan import Body, Plan, find_outline, find_walls, outlines_overlap
from solver.errors import NoLayout
from solver.place.placing import solve_layout
from tests.place.rooms import make_scene

SCENES = int(os.environ.get("BRUTE_FORCE_SCENES", "300"))
BATCHES = 10
NAMES = ("a", "b")


def draw_rule(draw):
    one, other = draw.sample(NAMES, 2)
    wall, few = draw.choice(("west", "south", "any")), f"{draw.randint(0, 3)} mm"
    side, thing = draw.choice(("left", "right", "front", "back")), draw.choice((other, "east_column", "west"))
    limit = draw.choice(("exactly", "at_least", "at_most"))
    text = draw.choice(
        [
            f"against: {{piece: {one}, wall: {wall}, gap: {few}, side: {draw.choice((side, 'any'))}}}",
            f"gap: {{piece: {one}, to: {thing}, {limit}: {few}}}",
            f"near: {{piece: {one}, to: {thing}, within: {few}}}",
            f"far: {{piece: {one}, from: {thing}, by: {draw.randint(1, 3)} mm}}",
            f"beside: {{piece: {one}, of: {other}, side: {side}, gap: {draw.randint(0, 1)} mm}}",
            f"in_front_of: {{piece: {one}, of: {other}, at_most: {few}}}",
            f"behind: {{piece: {one}, of: {other}, at_most: {few}}}",
            f"facing: {{piece: {one}, to: {draw.choice((other, 'room', 'north'))}}}",
            f"aligned: {{pieces: [a, b], edge: {draw.choice(('north', 'west', 'x', 'y'))}}}",
            f"row: {{pieces: [{one}, {other}], to: {draw.choice(('east', 'north'))}, gap: {few}}}",
            "same_yaw: {pieces: [a, b]}",
            f"centred: {{piece: {one}, on: {other}, axis: {draw.choice('xy')}}}",
            f"clear: {{of: {one}, depth: {draw.randint(1, 2)} mm, side: {side}}}",
            f"mirrored: {{pieces: [a, b], axis: {draw.choice('xy')}, about: {other}}}",
            f"corner: {{piece: {one}, corner: south-west, gap: {few}}}",
        ]
    )
    return text if draw.random() < 0.7 else f"{text[:-1]}, weight: {draw.randint(1, 3)}}}"


def draw_floor(seed):
    """A scene with a free floor of a few millimetres in the room's south-west corner, and its size."""
    draw = random.Random(seed)
    width, depth = draw.choice((4, 6, 8)), draw.choice((4, 6))
    east = f"at: [{(width + 500) // 2} mm, 250 mm], size: [{500 - width} mm, 500 mm]"
    north = f"at: [{width // 2} mm, {(depth + 500) // 2} mm], size: [{width} mm, {500 - depth} mm]"
    columns = "obstacles: [{column: {name: east_column, %s}}, {column: {name: north_column, %s}}]"
    sizes = {name: (draw.randint(1, 2), draw.randint(1, 2)) for name in NAMES}
    rules = [draw_rule(draw) for _ in range(draw.randint(1, 4))]
    return make_scene(rules, sizes, (500, 500), columns % (east, north)), (width, depth)


def list_bodies(name, half, floor):
    """Every place of a piece on the floor, in the order in which layouts are preferred."""
    for yaw in (0, 90, 180, 270):
        half_x, half_y = half if yaw % 180 == 0 else half[::-1]
        for x, y in product(range(half_x, floor[0] - half_x + 1), range(half_y, floor[1] - half_y + 1)):
            outline = tuple((x + dx, y + dy) for dx, dy in find_outline(half, yaw))
            yield (
                (yaw, x, y),
                Body(name, (x - half_x, y - half_y, x + half_x, y + half_y), yaw, outline, half),
            )


def find_by_trying(spec, pieces, floor):
    """(cost, places) of the first of the layouts of least cost, or None."""
    width, depth = floor
    boxes = {"east_column": (width, 0, 500, 500), "north_column": (0, depth, width, 500)}
    sizes = {piece.name: {"level": "floor", "half_mm": list(piece.half_mm)} for piece in pieces}
    blocks = {
        n: Body(n, b, -1, ((b[0], b[1]), (b[2], b[1]), (b[2], b[3]), (b[0], b[3])), (0, 0))
        for n, b in boxes.items()
    }
    plan = Plan(find_walls([(0, 0), (500, 0), (500, 500), (0, 500)]), 500, 500, dict(blocks), {}, sizes)
    rules = [(line.rule.word, line.rule.dump_fields(), line.rule.weight) for line in spec.rules]
    best = None
    for places in product(*(list(list_bodies(p.name, p.half_mm, floor)) for p in pieces)):
        bodies = [body for _, body in places]
        plan.bodies.update({body.name: body for body in bodies})
        if outlines_overlap(*bodies):
            continue
        cost = find_cost(plan, rules)
        if cost is not None and (best is None or cost < best[0]):
            best = cost, tuple(place for place, _ in places)
            if cost == 0:
                break
    return best


def find_cost(plan, rules):
    cost = 0
    for word, fields, weight in rules:
        slack = MEANINGS[word](plan, fields)
        if weight is None and slack < 0:
            return None
        cost += (weight or 0) * max(0, -slack)
    return cost


def solve(spec, pieces):
    try:
        placed = solve_layout(spec, pieces)
    except NoLayout:
        return None
    return placed.cost, tuple((p.yaw_deg, p.x_mm, p.y_mm) for p in placed.layout.placements)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_answer_is_the_one_that_trying_every_layout_finds(batch):
    for seed in range(batch, SCENES, BATCHES):
        (spec, pieces), floor = draw_floor(seed)
        assert solve(spec, pieces) == find_by_trying(spec, pieces, floor), (seed, spec.text)


def test_the_floors_drawn_are_of_both_kinds_and_have_wishes():
    found = [find_by_trying(*scene, floor) for scene, floor in map(draw_floor, range(40))]
    assert 5 <= sum(answer is None for answer in found) <= 30
    assert any(answer is not None and answer[0] > 0 for answer in found)
