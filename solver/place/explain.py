"""Why there is no layout: pieces that fit nowhere, or a smallest set of rules in conflict."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.core.conditions import Condition
from solver.core.rules.base import Rule
from solver.core.rules.stacking import MOST_FLAT_MM, Under
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
                f"{spec.where(name)}: {size} and does not fit into the room of "
                f"{room.width_mm} x {room.depth_mm} mm"
            )
        if piece.height_mm > room.height_mm:
            faults.append(f"{spec.where(name)}: {size} and higher than the room, {room.height_mm} mm")
    return faults + list(_find_thick(spec, world))


def _find_thick(spec: SceneSpec, world: World) -> Iterator[str]:
    """Pieces that are to lie under others and are not flat."""
    for line in spec.rules:
        if not isinstance(line.rule, Under) or line.rule.piece not in world.pieces:
            continue
        piece = world.pieces[line.rule.piece]
        if piece.height_mm > MOST_FLAT_MM:
            yield (
                f"{line.describe()}: {piece.name} is {piece.height_mm} mm high, and what lies under others "
                f"has {MOST_FLAT_MM} mm at most; did you mean piece: {line.rule.of}, of: {piece.name}?"
            )


@dataclass(frozen=True)
class Conflict:
    """Rules that cannot be kept together, though without any one of them the rest can, and for each the
    fewest millimetres it would have to give way; None where no length helps, only another yaw.

    Both are asked of the pieces that the rules of the set name, wherever those alone are in conflict.
    """

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
    lines = _find_among_named(world, hard, deadline)
    if lines is None:
        lines = _shrink(_InWorld(world, deadline), [], [], list(hard))
    lines = sorted(lines, key=lambda line: line.line)
    small = _restrict(world, lines)
    relaxations = []
    for line in lines:
        others = [other.rule.condition(small) for other in lines if other is not line]
        relaxations.append(_find_relaxation(small, others, line.rule, deadline))
    return Conflict(tuple(lines), tuple(relaxations))


def _find_relaxation(world: World, others: Sequence[Condition], rule: Rule, deadline: Deadline) -> int | None:
    """The fewest millimetres by which a rule has to give way to the others."""
    most_mm = rule.most_loose_mm
    if not most_mm:
        return find_least_miss(world, others, rule.condition(world), deadline)

    def is_enough(by_mm: int) -> bool:
        return is_feasible(world, [*others, rule.loosen(by_mm).condition(world)], deadline)

    by_mm = 1 + bisect_left(range(1, most_mm + 1), True, key=is_enough)
    return by_mm if by_mm <= most_mm else None


def _find_among_named(world: World, hard: Sequence[RuleLine], deadline: Deadline) -> list[RuleLine] | None:
    """A smallest conflict among the pieces that its own rules name, which is quickly asked; None where
    the other pieces have a part in it, so that it takes the whole room to find it."""
    named = _InNamed(world, deadline)
    if not hard or named.can_keep(list(hard)):
        return None
    return _shrink(named, [], [], list(hard))


@dataclass(frozen=True)
class _InWorld:
    """Asks for rules among all pieces."""

    world: World
    deadline: Deadline

    def can_keep(self, lines: list[RuleLine]) -> bool:
        return is_feasible(self.world, [line.rule.condition(self.world) for line in lines], self.deadline)


@dataclass(frozen=True)
class _InNamed(_InWorld):
    """Asks for rules among the pieces that they name."""

    def can_keep(self, lines: list[RuleLine]) -> bool:
        world = _restrict(self.world, lines)
        return is_feasible(world, [line.rule.condition(world) for line in lines], self.deadline)


def _restrict(world: World, lines: Sequence[RuleLine]) -> World:
    names = {name for line in lines for _, name, _ in line.rule.find_names()}
    return replace(world, pieces={name: piece for name, piece in world.pieces.items() if name in names})


def _shrink(
    oracle: _InWorld, kept: list[RuleLine], new: list[RuleLine], rest: list[RuleLine]
) -> list[RuleLine]:
    """The members of a smallest conflict among `rest`, given that `kept` belongs to it (Junker's
    QuickXplain). `new` are the rules of `kept` that the caller has just added: without any, `kept` is
    known to be feasible."""
    if (new or not kept) and not oracle.can_keep(kept):
        return []
    if len(rest) == 1:
        return rest
    half = len(rest) // 2
    left, right = rest[:half], rest[half:]
    from_right = _shrink(oracle, kept + left, left, right)
    from_left = _shrink(oracle, kept + from_right, from_right, left)
    return from_left + from_right
