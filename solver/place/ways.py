"""A Walk compiled for CP-SAT: the corners of a way as unknowns, each stretch clear of each footprint."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from solver.core.conditions import WIDTH, Footprint, Spot, Walk

if TYPE_CHECKING:
    from solver.place.model import Model

Expression = Any
Corner = tuple[Expression, Expression]


def post_walk(
    model: Model, walk: Walk, when: cp_model.IntVar | None = None, miss: Expression | None = None
) -> None:
    """Require the walk: `stretches` + 1 corners, the stretches by turns along x and y (some may be empty)."""
    width = walk.width_mm if miss is None else walk.width_mm - miss
    corners: list[Corner] = []
    for _ in range(walk.stretches + 1):
        x, y = (model.cp.new_int_var(0, length, "") for length in walk.room_mm)
        model.require(x + width <= walk.room_mm[0], when)
        model.require(y + width <= walk.room_mm[1], when)
        corners.append((x, y))
    along_x_first = model.cp.new_bool_var("")
    for index, (one, other) in enumerate(pairwise(corners)):
        # Along x the y stays, and the other way round.
        for axis, literal in ((1 - index % 2, along_x_first), (index % 2, along_x_first.negated())):
            same = model.cp.add(one[axis] == other[axis])
            same.only_enforce_if([literal] if when is None else [literal, when])
        for footprint in walk.around:
            _keep_clear(model, (one, other), width, footprint, when)
    _post_spots(model, corners[0], walk.starts, width, when)
    _post_spots(model, corners[-1], walk.goals, width, when)


def _keep_clear(
    model: Model,
    stretch: tuple[Corner, Corner],
    width: Expression,
    footprint: Footprint,
    when: cp_model.IntVar | None,
) -> None:
    """The square, at both ends of a stretch and so all along it, is wholly on one side of the piece."""
    sides = []
    low = (model.express(footprint.west), model.express(footprint.south))
    high = (model.express(footprint.east), model.express(footprint.north))
    for axis in (0, 1):
        before, after = model.cp.new_bool_var(""), model.cp.new_bool_var("")
        for corner in stretch:
            model.require(corner[axis] + width <= low[axis], before)
            model.require(corner[axis] >= high[axis], after)
        sides += [before, after]
    present = model.present(footprint.piece)
    if present is not None:
        sides.append(present.negated())
    model.enforce(model.cp.add_bool_or(sides), when)


def _post_spots(
    model: Model, corner: Corner, spots: tuple[Spot, ...], width: Expression, when: cp_model.IntVar | None
) -> None:
    choices = []
    for spot in spots:
        if any(faces.variable not in model.unknowns for faces in spot.when):
            continue
        choice = model.cp.new_bool_var("")
        for faces in spot.when:
            model.cp.add_implication(choice, model.unknowns[faces.variable])
        known = {WIDTH: width}
        for value, low, high in ((corner[0], spot.west, spot.east), (corner[1], spot.south, spot.north)):
            model.require(value >= model.express(low, known), choice)
            model.require(value <= model.express(high, known), choice)
        choices.append(choice)
    model.enforce(model.cp.add_bool_or(choices), when)
