"""Several layouts of one scene, and the layout nearest to one that somebody has changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.core.conditions import (
    Absent,
    Condition,
    Faces,
    Linear,
    Variable,
    any_of,
    at_least,
    at_most,
    equal,
    every,
)
from solver.core.directions import Axis
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import SceneSpec
from solver.core.world import World
from solver.errors import NoLayout, OutOfTime
from solver.place.explain import explain_conflict
from solver.place.placing import Placed, build_layout, fit_world, split_rules
from solver.place.search import Deadline, Wish, find_answer

AXES: tuple[Axis, Axis] = ("x", "y")


@dataclass(frozen=True)
class Variants:
    """Layouts that all differ; `complete` says that no further layout differs from all of them."""

    placed: tuple[Placed, ...]
    complete: bool


def list_layouts(
    spec: SceneSpec, pieces: tuple[Piece, ...], count: int, apart_mm: int, *, time_limit_s: float = 60.0
) -> Variants:
    """Up to `count` layouts, the scene's own answer first, that differ as `differs` says. Each is the best of
    those that differ from the ones before.

    Raises NoLayout where there is none, OutOfTime where `count` are not found and not disproven in time.
    """
    world = fit_world(spec, pieces)
    hard, wishes = split_rules(spec, world)
    deadline = Deadline.after(time_limit_s)
    conditions = [line.rule.condition(world) for line in hard]
    found: list[Placed] = []
    try:
        while len(found) < count:
            answer = find_answer(world, conditions, [wishes], deadline)
            if answer is None and not found:
                raise NoLayout(explain_conflict(spec, world, hard, deadline))
            if answer is None:
                return Variants(tuple(found), True)
            found.append(Placed(build_layout(world, answer), answer.cost))
            conditions.append(differs(pieces, found[-1].layout, apart_mm))
    except OutOfTime:
        found_so_far = f"{len(found)} of {count} layouts were found in {time_limit_s:g} s"
        unknown = "neither a further one nor its impossibility was proven; allow more time"
        raise OutOfTime(f"{spec.path}: out of time: {found_so_far}, and {unknown}") from None
    return Variants(tuple(found), False)


def differs(pieces: Sequence[Piece], layout: Layout, apart_mm: int) -> Condition:
    """Some piece of `layout` is at least `apart_mm` away along x or y from where it stood, and from where
    each piece that looks like it stood: neither two chairs that change places nor a turn make another layout.
    """
    by_name = {piece.name: piece for piece in pieces}
    moves = []
    for place in layout.placements:
        piece = by_name[place.piece]
        before = [other for other in layout.placements if piece.looks_like(by_name[other.piece])]
        moves.append(every(*(_is_away(place.piece, other, apart_mm) for other in before)))
    return any_of(*moves)


def _is_away(piece: str, place: Placement, apart_mm: int) -> Condition:
    """A piece is that far from a place along x or y."""
    parts: list[Condition] = []
    for axis, value in zip(AXES, (place.x_mm, place.y_mm), strict=True):
        centre = Linear(((Variable(axis, piece), 1),))
        parts.append(at_least(centre - value, apart_mm, f"{axis} of {piece}"))
        parts.append(at_most(centre - value, -apart_mm, f"{axis} of {piece}"))
    return any_of(*parts)


def repair_layout(
    spec: SceneSpec, pieces: tuple[Piece, ...], wanted: Iterable[Placement], *, time_limit_s: float = 60.0
) -> Layout:
    """The layout nearest to `wanted` that keeps the scene's rules, its pins among them: as few pieces as
    possible moved, added or left out, then the scene's wishes kept best, then the sum of the distances moved
    least.

    Raises NoLayout with the rules in conflict, or OutOfTime.
    """
    world = fit_world(spec, pieces)
    hard, wishes = split_rules(spec, world)
    places = [place for place in wanted if place.piece in world.pieces]
    there = {place.piece for place in places}
    stages = [
        [
            *(Wish(_stay(world, place), 1, whole=True) for place in places),
            *(Wish(Absent(name), 1, whole=True) for name in world.optional if name not in there),
        ],
        wishes,
        [Wish(part, 1) for place in places for part in _stay_near(world, place)],
    ]
    deadline = Deadline.after(time_limit_s)
    try:
        answer = find_answer(
            world, [line.rule.condition(world) for line in hard], stages, deadline, worth_in=1
        )
        if answer is None:
            raise NoLayout(explain_conflict(spec, world, hard, deadline))
    except OutOfTime:
        unknown = f"neither the layout of fewest moves nor its impossibility was proven in {time_limit_s:g} s"
        raise OutOfTime(f"{spec.path}: out of time: {unknown}; allow more time") from None
    return build_layout(world, answer)


def _stay(world: World, place: Placement) -> Condition:
    return every(*_stay_near(world, place), Faces(place.piece, place.yaw_deg))


def _stay_near(world: World, place: Placement) -> tuple[Condition, Condition]:
    return (
        equal(world.centre(place.piece, "x"), place.x_mm, f"x of {place.piece}"),
        equal(world.centre(place.piece, "y"), place.y_mm, f"y of {place.piece}"),
    )
