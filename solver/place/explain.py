"""Why there is no layout: pieces that fit nowhere, or a smallest set of rules in conflict."""

from __future__ import annotations

from collections.abc import Sequence

from solver.core.spec import RuleLine, SceneSpec
from solver.core.world import World
from solver.place.search import Deadline, is_feasible


def find_misfits(spec: SceneSpec, world: World) -> list[str]:
    """Pieces that no place in the room can hold, whatever the rules say."""
    room = world.room
    faults = []
    for name, piece in world.pieces.items():
        width, depth = (2 * half for half in piece.half_mm)
        size = f"{name} is {width} x {depth} x {piece.height_mm} mm"
        floor = sorted((room.width_mm, room.depth_mm))
        if any(side > length for side, length in zip(sorted((width, depth)), floor, strict=True)):
            faults.append(
                f"{spec.path}: {size} and does not fit into the room of {room.width_mm} x {room.depth_mm} mm"
            )
        if piece.height_mm > room.height_mm:
            faults.append(f"{spec.path}: {size} and higher than the room, {room.height_mm} mm")
    return faults


def explain_conflict(
    spec: SceneSpec, world: World, hard: Sequence[RuleLine], deadline: Deadline
) -> list[str]:
    """Faults that name a smallest set of rules in conflict: without any one of them, the rest of the set
    can be kept. Raises OutOfTime before it is proven smallest."""
    core = find_conflict(world, hard, deadline)
    if not core:
        return [f"{spec.path}: the pieces do not fit into the room together, even without any rule"]
    if len(core) == 1:
        return [f"{core[0].describe()}: this rule alone cannot be kept in this room"]
    head = f"{spec.path}: no layout keeps these {len(core)} rules together; without any one, the rest can be"
    return [head, *(f"  {line.describe()}" for line in core)]


def find_conflict(world: World, hard: Sequence[RuleLine], deadline: Deadline) -> list[RuleLine]:
    """A smallest set of rules that cannot be kept together, in file order; empty where no rule is needed."""
    return sorted(_shrink(world, [], [], list(hard), deadline), key=lambda line: line.line)


def _shrink(
    world: World, kept: list[RuleLine], new: list[RuleLine], rest: list[RuleLine], deadline: Deadline
) -> list[RuleLine]:
    """The members of a smallest conflict among `rest`, given that `kept` belongs to it (Junker's
    QuickXplain). `new` are the rules of `kept` that the caller has just added: without any, `kept` is
    known to be feasible."""
    if (new or not kept) and not _can_keep(world, kept, deadline):
        return []
    if len(rest) == 1:
        return rest
    half = len(rest) // 2
    left, right = rest[:half], rest[half:]
    from_right = _shrink(world, kept + left, left, right, deadline)
    from_left = _shrink(world, kept + from_right, from_right, left, deadline)
    return from_left + from_right


def _can_keep(world: World, lines: list[RuleLine], deadline: Deadline) -> bool:
    return is_feasible(world, [line.rule.condition(world) for line in lines], deadline)
