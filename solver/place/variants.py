"""Several layouts of one scene, and the layout nearest to one that somebody has changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.core.conditions import (
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
    """Up to `count` layouts, the scene's own answer first; of any two some piece is turned differently or
    at least `apart_mm` away along x or y. Each is the best of those that differ from the ones before.

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
            conditions.append(differs(found[-1].layout, apart_mm))
    except OutOfTime:
        found_so_far = f"{len(found)} of {count} layouts were found in {time_limit_s:g} s"
        unknown = "neither a further one nor its impossibility was proven; allow more time"
        raise OutOfTime(f"{spec.path}: out of time: {found_so_far}, and {unknown}") from None
    return Variants(tuple(found), False)


def differs(layout: Layout, apart_mm: int) -> Condition:
    """Some piece is turned differently from `layout`, or at least `apart_mm` away along x or y."""
    parts: list[Condition] = []
    for place in layout.placements:
        for axis, value in zip(AXES, (place.x_mm, place.y_mm), strict=True):
            centre = Linear(((Variable(axis, place.piece), 1),))
            parts.append(at_least(centre - value, apart_mm, f"{axis} of {place.piece}"))
            parts.append(at_most(centre - value, -apart_mm, f"{axis} of {place.piece}"))
        parts += [Faces(place.piece, yaw) for yaw in range(0, 360, 15) if yaw != place.yaw_deg]
    return any_of(*parts)


def repair_layout(
    spec: SceneSpec, pieces: tuple[Piece, ...], wanted: Iterable[Placement], *, time_limit_s: float = 60.0
) -> Layout:
    """The layout nearest to `wanted` that keeps the scene's rules, its pins among them: as few pieces as
    possible moved, then the scene's wishes kept best, then the sum of the distances moved least.

    Raises NoLayout with the rules in conflict, or OutOfTime.
    """
    world = fit_world(spec, pieces)
    hard, wishes = split_rules(spec, world)
    places = [place for place in wanted if place.piece in world.pieces]
    stages = [
        [Wish(_stay(world, place), 1, whole=True) for place in places],
        wishes,
        [Wish(part, 1) for place in places for part in _stay_near(world, place)],
    ]
    deadline = Deadline.after(time_limit_s)
    try:
        answer = find_answer(world, [line.rule.condition(world) for line in hard], stages, deadline)
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
