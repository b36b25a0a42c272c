"""Every piece inside the room, and no two on the same level sharing floor, compiled for CP-SAT."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from solver.core.conditions import Absent, Values, Variable
from solver.core.directions import DIRECTIONS
from solver.core.geometry import Box, boxes_overlap
from solver.core.turning import Point, find_normals, find_outline, find_reach
from solver.core.world import FLAT, FLOOR, World
from solver.place.program import Terms, negate

if TYPE_CHECKING:
    from solver.place.model import Model

Pair = tuple[str, str]  # a piece, and a piece or block that it shares no floor with


def list_pairs(world: World) -> list[Pair]:
    """All that keep apart: pieces on the same level (the floor, rugs, on the same piece), fixed blocks from
    those on the floor and rugs, and what hangs over the floor from pieces that reach up to it."""
    levels: dict[str, list[str]] = {}
    for name in world.pieces:
        levels.setdefault(world.level(name), []).append(name)
    pairs = []
    for level, names in levels.items():
        blocks = list(world.blocks) if level in (FLOOR, FLAT) else []
        for index, name in enumerate(names):
            hung = (volume.name for volume in world.hung if world.reaches(name, volume))
            pairs += [(name, other) for other in (*names[:index], *blocks, *hung)]
    return pairs


def keep_inside(model: Model, name: str) -> None:
    for d in DIRECTIONS:
        model.program.require(model.express(model.world.room_gap(name, d)), least=0)


def find_shared(world: World, values: Values, pairs: list[Pair]) -> list[Pair]:
    """Those of the pairs that share floor: no edge of one outline has the other wholly outside it."""
    there = [name for name in world.pieces if not values.get(Absent(name).variable)]
    corners = {name: _list_corners(world, values, name) for name in (*there, *world.boxes)}
    boxes = {name: _find_box(points) for name, points in corners.items()}
    shared = []
    for pair in pairs:
        one, other = boxes.get(pair[0]), boxes.get(pair[1])
        if one is None or other is None or not boxes_overlap(one, other):
            continue
        outlines = corners[pair[0]], corners[pair[1]]
        if not (_is_parted(*outlines) or _is_parted(*reversed(outlines))):
            shared.append(pair)
    return shared


def _find_box(corners: list[Point]) -> Box:
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _list_corners(world: World, values: Values, name: str) -> list[Point]:
    """Corners of a piece or block, counter-clockwise."""
    if name in world.boxes:
        west, south, east, north = world.boxes[name]
        return [(west, south), (east, south), (east, north), (west, north)]
    x, y = values[Variable("x", name)], values[Variable("y", name)]
    yaw = next(yaw for yaw in world.yaws(name) if values[Variable("yaw", name, yaw)])
    return [(x + off_x, y + off_y) for off_x, off_y in find_outline(world.pieces[name].half_mm, yaw)]


def _is_parted(one: list[Point], other: list[Point]) -> bool:
    for (x0, y0), (x1, y1) in zip(one, (*one[1:], one[0]), strict=True):
        if all((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0) >= 0 for x, y in other):
            return True
    return False


def post_apart(model: Model, pair: Pair) -> None:
    """Boxes of pieces that only make quarter turns keep apart as boxes, others as exact outlines.

    With a literal for each of the four sides: on rooms full of free pieces that finds layouts that the
    no_overlap_2d constraint does not find in minutes.
    """
    name, other = pair
    if other in model.world.boxes and _leaves_quarters(model.world, name):
        _keep_off_block(model, name, other)
    elif _leaves_quarters(model.world, name) or _leaves_quarters(model.world, other):
        _keep_outlines_apart(model, name, other)
    else:
        _keep_boxes_apart(model, name, other)


def _leaves_quarters(world: World, name: str) -> bool:
    return any(yaw % 90 for yaw in world.yaws(name))


def _list_absent(model: Model, *names: str) -> list[int]:
    return [literal for literal in map(model.absent, names) if literal is not None]


def _keep_boxes_apart(model: Model, one: str, other: str) -> None:
    """Along one of the four directions there is no negative gap, or one of the two is left out."""
    sides = [model.choose(model.express(model.world.gap(one, other, d)), 0) for d in DIRECTIONS]
    model.program.require_any(sides + _list_absent(model, one, other))


def _keep_outlines_apart(model: Model, one: str, other: str) -> None:
    """For each pair of yaws one edge of one outline has the other outline wholly outside it: two convex
    outlines share no floor exactly then."""
    world = model.world
    for yaw_one, yaw_other in product(_half_turn(world, one), _half_turn(world, other)):
        sides = []
        for normal in _list_normals(world, (one, yaw_one[0]), (other, yaw_other[0])):
            apart = model.program.add_literal()
            reach = sum(
                find_reach(world.pieces[name].half_mm, yaws[0], normal)
                for name, yaws in ((one, yaw_one), (other, yaw_other))
            )
            length = _along(model, other, normal) - _along(model, one, normal)
            model.program.require(length, least=reach, when=apart)
            sides.append(apart)
        # At least one side, or another yaw, or one of the two is left out.
        turned = [_turned(model, one, yaw_one), _turned(model, other, yaw_other)]
        model.program.require_any([*sides, *map(negate, turned), *_list_absent(model, one, other)])


def _keep_off_block(model: Model, name: str, block: str) -> None:
    west, south, east, north = model.world.boxes[block]
    corners = ((west, south), (east, south), (east, north), (west, north))
    half_mm = model.world.pieces[name].half_mm
    for yaws in _half_turn(model.world, name):
        sides = []
        for normal in (*find_normals(half_mm, yaws[0]), (1, 0), (-1, 0), (0, 1), (0, -1)):
            apart = model.program.add_literal()
            nearest = min(x * normal[0] + y * normal[1] for x, y in corners)
            reach = find_reach(half_mm, yaws[0], normal)
            model.program.require(_along(model, name, normal), most=nearest - reach, when=apart)
            sides.append(apart)
        turned = negate(_turned(model, name, yaws))
        model.program.require_any([*sides, turned, *_list_absent(model, name)])


def _half_turn(world: World, name: str) -> list[tuple[int, ...]]:
    """The piece's yaws, those with the same outline (half a turn apart) together."""
    outlines: dict[int, list[int]] = {}
    for yaw in world.yaws(name):
        outlines.setdefault(yaw % 180, []).append(yaw)
    return [tuple(yaws) for yaws in outlines.values()]


def _turned(model: Model, name: str, yaws: tuple[int, ...]) -> int:
    """A literal that is true where the piece stands at one of the yaws."""
    literals = [model.unknowns[Variable("yaw", name, yaw)] for yaw in yaws]
    if len(literals) == 1:
        return literals[0]
    either = model.program.add_literal()
    terms = Terms((*((literal, 1) for literal in literals), (either, -1)))
    model.program.require(terms, 0, 0)
    return either


def _list_normals(world: World, *turned: tuple[str, int]) -> list[Point]:
    """Directions from the first piece to the second along which they may be apart."""
    (one, yaw_one), (other, yaw_other) = turned
    outward = find_normals(world.pieces[one].half_mm, yaw_one)
    inward = tuple((-x, -y) for x, y in find_normals(world.pieces[other].half_mm, yaw_other))
    return list(dict.fromkeys((*outward, *inward)))


def _along(model: Model, name: str, normal: Point) -> Terms:
    x, y = (model.unknowns[Variable(axis, name)] for axis in ("x", "y"))
    return Terms(tuple((unknown, factor) for unknown, factor in zip((x, y), normal, strict=True) if factor))
