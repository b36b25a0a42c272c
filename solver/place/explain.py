"""Why there is no layout: pieces that fit nowhere, or a smallest set of rules in conflict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.core.spec import RuleLine, SceneSpec
from solver.core.world import World
from solver.place.search import Deadline, find_least_miss, is_feasible


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


@dataclass(frozen=True)
class Conflict:
    """Rules that cannot be kept together, though without any one of them the rest can, and for each the
    fewest millimetres it would have to give way; None where no length helps, only another yaw."""

    lines: tuple[RuleLine, ...]
    relaxations_mm: tuple[int | None, ...]


def explain_conflict(
    spec: SceneSpec, world: World, hard: Sequence[RuleLine], deadline: Deadline
) -> list[str]:
    """Faults that name a smallest set of rules in conflict and how far each would have to give way.
    Raises OutOfTime before the set is proven smallest."""
    conflict = find_conflict(world, hard, deadline)
    lines = conflict.lines
    if not lines:
        return [f"{spec.path}: the pieces do not fit into the room together, even without any rule"]
    notes = [_note(relaxation) for relaxation in conflict.relaxations_mm]
    if len(lines) == 1:
        return [f"{lines[0].describe()}: this rule alone cannot be kept in this room{notes[0]}"]
    head = f"{spec.path}: no layout keeps these {len(lines)} rules together; without any one, the rest can be"
    return [head, *(f"  {line.describe()}{note}" for line, note in zip(lines, notes, strict=True))]


def _note(relaxation_mm: int | None) -> str:
    if relaxation_mm is None:
        return " (no length helps: it takes another yaw)"
    return f" (it would have to give way by {relaxation_mm} mm)"


def find_conflict(world: World, hard: Sequence[RuleLine], deadline: Deadline) -> Conflict:
    """A smallest conflict, in file order; without any rule where the pieces alone do not fit."""
    lines = sorted(_shrink(world, [], [], list(hard), deadline), key=lambda line: line.line)
    relaxations = []
    for line in lines:
        others = [other.rule.condition(world) for other in lines if other is not line]
        relaxations.append(find_least_miss(world, others, line.rule.condition(world), deadline))
    return Conflict(tuple(lines), tuple(relaxations))


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
