"""place_pieces: the placer's door."""

from __future__ import annotations

from dataclasses import dataclass

from solver.core.conditions import Absent, Variable
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import RuleLine, SceneSpec, resolve_world
from solver.core.world import World
from solver.errors import NoLayout, OutOfTime
from solver.place.explain import explain_conflict, find_misfits
from solver.place.search import Answer, Deadline, Wish, find_answer

DEFAULT_TIME_S = 60.0


@dataclass(frozen=True)
class Placed:
    """A layout with the proven least cost of the scene's wishes, which it has."""

    layout: Layout
    cost: int


def place_pieces(
    spec: SceneSpec, pieces: tuple[Piece, ...], *, time_limit_s: float = DEFAULT_TIME_S
) -> Layout:
    """The one layout of a scene: every hard rule kept, the cost of the wishes least, ties broken by the
    smallest (yaw, x, y) of the pieces in file order.

    `pieces` are the scene's pieces, measured. Raises NoLayout with the conflicting rules where no layout
    keeps them all, OutOfTime where neither an answer nor its impossibility is proven in `time_limit_s`.
    """
    return solve_layout(spec, pieces, time_limit_s=time_limit_s).layout


def solve_layout(
    spec: SceneSpec, pieces: tuple[Piece, ...], *, time_limit_s: float = DEFAULT_TIME_S
) -> Placed:
    """As place_pieces, with the proven cost."""
    world = fit_world(spec, pieces)
    hard, wishes = split_rules(spec, world)
    deadline = Deadline.after(time_limit_s)
    try:
        answer = find_answer(world, [line.rule.condition(world) for line in hard], [wishes], deadline)
        if answer is None:
            raise NoLayout(explain_conflict(spec, world, hard, deadline))
    except OutOfTime as error:
        message = f"out of time: neither a layout nor its impossibility was proven in {time_limit_s:g} s"
        known = f" ({error})" if str(error) else ""
        raise OutOfTime(f"{spec.path}: {message}{known}; allow more time, or drop rules") from None
    return Placed(build_layout(world, answer), answer.cost)


def fit_world(spec: SceneSpec, pieces: tuple[Piece, ...]) -> World:
    """The scene's world. Raises NoLayout naming every piece that is too large for the room by itself."""
    world = resolve_world(spec, pieces)
    misfits = find_misfits(spec, world)
    if misfits:
        raise NoLayout(misfits)
    return world


def split_rules(spec: SceneSpec, world: World) -> tuple[list[RuleLine], list[Wish]]:
    """The hard rules, and the wishes with their weights."""
    hard = [line for line in spec.rules if line.rule.weight is None]
    wishes = [
        Wish(line.rule.condition(world), line.rule.weight)
        for line in spec.rules
        if line.rule.weight is not None
    ]
    return hard, wishes


def build_layout(world: World, answer: Answer) -> Layout:
    """An answer's values as a layout, without the pieces that are left out."""
    there = [name for name in world.pieces if not answer.values.get(Absent(name).variable)]
    room = world.room
    size = (room.width_mm, room.depth_mm, room.height_mm)
    placements = (_place_piece(world, answer, name) for name in there)
    return Layout(size, tuple(world.pieces[name] for name in there), tuple(placements))


def _place_piece(world: World, answer: Answer, name: str) -> Placement:
    yaw = next(yaw for yaw in world.yaws(name) if answer.values[Variable("yaw", name, yaw)])
    x_mm, y_mm = answer.values[Variable("x", name)], answer.values[Variable("y", name)]
    return Placement(name, x_mm, y_mm, world.base_mm(name), yaw)
