"""A Walk compiled for CP-SAT: the corners of a way as unknowns, each stretch clear of each footprint."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from solver.core.conditions import WIDTH, Footprint, Linear, Spot, Walk
from solver.place.program import Terms, negate

if TYPE_CHECKING:
    from solver.place.model import Model

Corner = tuple[int, int]


def post_walk(model: Model, walk: Walk, when: int | None = None, miss: Terms | None = None) -> None:
    """Require the walk: `stretches` + 1 corners, the stretches by turns along x and y (some may be empty)."""
    program = model.program
    width = Terms((), walk.width_mm) if miss is None else Terms((), walk.width_mm) - miss
    corners: list[Corner] = []
    for _ in range(walk.stretches + 1):
        x, y = (program.add_number(0, length) for length in walk.room_mm)
        for value, length in zip((x, y), walk.room_mm, strict=True):
            program.require(_one(value) + width, most=length, when=when)
        corners.append((x, y))
    along_x_first = program.add_literal()
    for index, (one, other) in enumerate(pairwise(corners)):
        # Along x the y stays, and the other way round; where the walk is not asked for, nobody minds.
        for axis, literal in ((1 - index % 2, along_x_first), (index % 2, negate(along_x_first))):
            program.require(_one(one[axis]) - _one(other[axis]), 0, 0, literal)
        for footprint in walk.around:
            _keep_clear(model, (one, other), width, footprint, when)
    _post_spots(model, corners[0], walk.starts, width, when)
    _post_spots(model, corners[-1], walk.goals, width, when)


def _one(unknown: int) -> Terms:
    return Terms(((unknown, 1),))


def _keep_clear(
    model: Model, stretch: tuple[Corner, Corner], width: Terms, footprint: Footprint, when: int | None
) -> None:
    """The square, at both ends of a stretch and so all along it, is wholly on one side of the piece."""
    sides = []
    low = (model.express(footprint.west), model.express(footprint.south))
    high = (model.express(footprint.east), model.express(footprint.north))
    for axis in (0, 1):
        before, after = model.program.add_literal(), model.program.add_literal()
        for corner in stretch:
            model.program.require(_one(corner[axis]) + width - low[axis], most=0, when=before)
            model.program.require(_one(corner[axis]) - high[axis], least=0, when=after)
        sides += [before, after]
    absent = model.absent(footprint.piece)
    if absent is not None:
        sides.append(absent)
    model.program.require_any(sides, when)


def _post_spots(
    model: Model, corner: Corner, spots: tuple[Spot, ...], width: Terms, when: int | None
) -> None:
    choices = []
    for spot in spots:
        if any(faces.variable not in model.unknowns for faces in spot.when):
            continue
        choice = model.program.add_literal()
        for faces in spot.when:
            model.program.require_any((model.unknowns[faces.variable],), choice)
        for value, low, high in ((corner[0], spot.west, spot.east), (corner[1], spot.south, spot.north)):
            model.program.require(_one(value) - _express(model, low, width), least=0, when=choice)
            model.program.require(_one(value) - _express(model, high, width), most=0, when=choice)
        choices.append(choice)
    model.program.require_any(choices, when)


def _express(model: Model, bound: Linear, width: Terms) -> Terms:
    """A bound of a spot, with the square's width where it asks for it."""
    factor = dict(bound.terms).get(WIDTH, 0)
    rest = tuple(term for term in bound.terms if term[0] != WIDTH)
    return model.express(Linear(rest, bound.constant)) + width * factor
