"""place_pieces: the placer's door."""

from __future__ import annotations

from solver.core.conditions import Variable
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import SceneSpec
from solver.core.world import QUARTER_TURNS, World
from solver.errors import NoLayout, OutOfTime
from solver.place.explain import explain_conflict, find_misfits
from solver.place.search import Answer, Deadline, Wish, find_answer

DEFAULT_TIME_S = 60.0


def place_pieces(
    spec: SceneSpec, pieces: tuple[Piece, ...], *, time_limit_s: float = DEFAULT_TIME_S
) -> Layout:
    """The one layout of a scene: every hard rule kept, the cost of the wishes least, ties broken by the
    smallest (yaw, x, y) of the pieces in file order.

    `pieces` are the scene's pieces, measured. Raises NoLayout with the conflicting rules where no layout
    keeps them all, OutOfTime where neither an answer nor its impossibility is proven in `time_limit_s`.
    """
    world = build_world(spec, pieces)
    misfits = find_misfits(spec, world)
    if misfits:
        raise NoLayout(misfits)
    hard = [line for line in spec.rules if line.rule.weight is None]
    wishes = [
        Wish(line.rule.condition(world), line.rule.weight)
        for line in spec.rules
        if line.rule.weight is not None
    ]
    deadline = Deadline.after(time_limit_s)
    try:
        answer = find_answer(world, [line.rule.condition(world) for line in hard], wishes, deadline)
        if answer is None:
            raise NoLayout(explain_conflict(spec, world, hard, deadline))
    except OutOfTime:
        message = f"out of time: neither a layout nor its impossibility was proven in {time_limit_s:g} s"
        raise OutOfTime(f"{spec.path}: {message}; allow more time, or drop rules") from None
    return _build_layout(world, answer)


def build_world(spec: SceneSpec, pieces: tuple[Piece, ...]) -> World:
    """The scene's room with its measured pieces, in file order."""
    by_name = {piece.name: piece for piece in pieces}
    return World(spec.room, spec.openings, {name: by_name[name] for name in spec.pieces})


def _build_layout(world: World, answer: Answer) -> Layout:
    room = world.room
    placements = []
    for name in world.pieces:
        yaw = next(yaw for yaw in QUARTER_TURNS if answer.values[Variable("yaw", name, yaw)])
        x_mm, y_mm = answer.values[Variable("x", name)], answer.values[Variable("y", name)]
        placements.append(Placement(name, x_mm, y_mm, 0, yaw))
    size = (room.width_mm, room.depth_mm, room.height_mm)
    return Layout(size, tuple(world.pieces.values()), tuple(placements))
