"""Every piece inside the room, and no two on the same level sharing floor, compiled for CP-SAT."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from solver.core.conditions import Variable
from solver.core.directions import DIRECTIONS
from solver.core.turning import Point, find_normals, find_reach
from solver.core.world import FLAT, FLOOR, World

if TYPE_CHECKING:
    from solver.place.model import Model


def keep_apart(model: Model) -> None:
    """Boxes of pieces that only make quarter turns keep apart as boxes, others as exact outlines.

    Pair by pair, with a literal for each of the four sides: on rooms full of free pieces that finds
    layouts that the no_overlap_2d constraint alone does not find in minutes.
    """
    world = model.world
    for name in world.pieces:
        _keep_inside(model, name)
    for level, names in list_levels(world).items():
        blocks = list(world.blocks) if level in (FLOOR, FLAT) else []
        for index, name in enumerate(names):
            for other in names[:index]:
                if _leaves_quarters(world, name) or _leaves_quarters(world, other):
                    _keep_outlines_apart(model, name, other)
                else:
                    _keep_boxes_apart(model, name, other)
            for block in blocks:
                if _leaves_quarters(world, name):
                    _keep_off_block(model, name, block)
                else:
                    _keep_boxes_apart(model, name, block)


def list_levels(world: World) -> dict[str, list[str]]:
    """Pieces that keep apart from each other: on the floor, among rugs, on the same piece."""
    levels: dict[str, list[str]] = {}
    for name in world.pieces:
        levels.setdefault(world.level(name), []).append(name)
    return levels


def _leaves_quarters(world: World, name: str) -> bool:
    return any(yaw % 90 for yaw in world.yaws(name))


def _keep_inside(model: Model, name: str) -> None:
    for d in DIRECTIONS:
        model.cp.add(model.express(model.world.room_gap(name, d)) >= 0)


def _keep_boxes_apart(model: Model, one: str, other: str) -> None:
    """Along one of the four directions there is no negative gap, or one of the two is left out."""
    sides = []
    for d in DIRECTIONS:
        apart = model.cp.new_bool_var("")
        model.require(model.express(model.world.gap(one, other, d)) >= 0, apart)
        sides.append(apart)
    there = [literal for literal in (model.present(one), model.present(other)) if literal is not None]
    model.cp.add_bool_or(sides + [literal.negated() for literal in there])


def _keep_outlines_apart(model: Model, one: str, other: str) -> None:
    """For each pair of yaws one edge of one outline has the other outline wholly outside it: two convex
    outlines share no floor exactly then."""
    world = model.world
    there = [literal for literal in (model.present(one), model.present(other)) if literal is not None]
    for yaw_one, yaw_other in product(_half_turn(world, one), _half_turn(world, other)):
        sides = []
        for normal in _list_normals(world, (one, yaw_one[0]), (other, yaw_other[0])):
            apart = model.cp.new_bool_var("")
            reach = sum(
                find_reach(world.pieces[name].half_mm, yaws[0], normal)
                for name, yaws in ((one, yaw_one), (other, yaw_other))
            )
            model.cp.add(_along(model, other, normal) - _along(model, one, normal) >= reach).only_enforce_if(
                apart
            )
            sides.append(apart)
        # At least one side, or another yaw, or one of the two is left out.
        unless = [_turned(model, one, yaw_one), _turned(model, other, yaw_other), *there]
        model.cp.add_bool_or(sides + [literal.negated() for literal in unless])


def _keep_off_block(model: Model, name: str, block: str) -> None:
    west, south, east, north = model.world.blocks[block]
    corners = ((west, south), (east, south), (east, north), (west, north))
    half_mm, present = model.world.pieces[name].half_mm, model.present(name)
    for yaws in _half_turn(model.world, name):
        sides = []
        for normal in (*find_normals(half_mm, yaws[0]), (1, 0), (-1, 0), (0, 1), (0, -1)):
            apart = model.cp.new_bool_var("")
            nearest = min(x * normal[0] + y * normal[1] for x, y in corners)
            reach = find_reach(half_mm, yaws[0], normal)
            model.cp.add(_along(model, name, normal) + reach <= nearest).only_enforce_if(apart)
            sides.append(apart)
        unless = [_turned(model, name, yaws)] + ([] if present is None else [present])
        model.cp.add_bool_or(sides + [literal.negated() for literal in unless])


def _half_turn(world: World, name: str) -> list[tuple[int, ...]]:
    """The piece's yaws, those with the same outline (half a turn apart) together."""
    outlines: dict[int, list[int]] = {}
    for yaw in world.yaws(name):
        outlines.setdefault(yaw % 180, []).append(yaw)
    return [tuple(yaws) for yaws in outlines.values()]


def _turned(model: Model, name: str, yaws: tuple[int, ...]) -> cp_model.IntVar:
    """A literal that is true where the piece stands at one of the yaws."""
    literals = [model.unknowns[Variable("yaw", name, yaw)] for yaw in yaws]
    if len(literals) == 1:
        return literals[0]
    either = model.cp.new_bool_var("")
    model.cp.add(sum(literals) == either)
    return either


def _list_normals(world: World, *turned: tuple[str, int]) -> list[Point]:
    """Directions from the first piece to the second along which they may be apart."""
    (one, yaw_one), (other, yaw_other) = turned
    outward = find_normals(world.pieces[one].half_mm, yaw_one)
    inward = tuple((-x, -y) for x, y in find_normals(world.pieces[other].half_mm, yaw_other))
    return list(dict.fromkeys((*outward, *inward)))


def _along(model: Model, name: str, normal: Point) -> cp_model.LinearExpr:
    return normal[0] * model.unknowns[Variable("x", name)] + normal[1] * model.unknowns[Variable("y", name)]
