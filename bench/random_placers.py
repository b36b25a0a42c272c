"""What others do, on the same scenes with the same rules: random restarts, and simulated annealing.

Both judge a layout by the slack of the project's own rules. Infinigen Indoors anneals: it proposes random
changes of one piece and takes those that lower the broken rules' sum, or raise it with a chance that falls
with the temperature. Its pieces slide along walls that they were assigned to, so the change "put a piece
at a wall" is given to both placers; without it neither ever keeps an `against`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random  # noqa: TID251 -- handed in, from a seed

from solver.core.conditions import (
    Compare,
    Condition,
    Variable,
    Walk,
    read_condition,
)
from solver.core.layout import Piece
from solver.core.spec import SceneSpec, resolve_world
from solver.core.turning import find_half
from solver.core.walk import find_way
from solver.core.world import World

Place = tuple[int, int, int]  # x, y in mm, yaw in degrees
Values = dict[Variable, int]
HOT_MM, COLD_MM, STEPS = 1000.0, 1.0, 20_000


@dataclass(frozen=True)
class Task:
    """Pieces to place and the conditions that a layout keeps, each with the pieces it is about."""

    world: World
    names: list[str]
    conditions: list[tuple[Condition, frozenset[str]]]

    def miss_mm(self, places: dict[str, Place], name: str | None = None) -> int:
        """Millimetres by which rules are missed and pieces overlap; of one piece only, where `name` is
        given. Rules about pieces that have no place yet are not asked."""
        values = _read_values(places)
        total = 0
        for condition, about in self.conditions:
            if about <= places.keys() and (name is None or name in about):
                total += max(0, -read_condition(condition, values, _read_walk).slack_mm)
        for one in [name] if name else self.names:
            for other in places:
                if other != one and one in places:
                    total += self._overlap_mm(one, places[one], other, places[other])
        return total

    def _overlap_mm(self, one: str, at: Place, other: str, there: Place) -> int:
        halves = (find_half(self.world.pieces[n].half_mm, p[2]) for n, p in ((one, at), (other, there)))
        (half_x, half_y), (other_x, other_y) = halves
        deep_x = half_x + other_x - abs(at[0] - there[0])
        return max(0, min(deep_x, half_y + other_y - abs(at[1] - there[1])))


def read_task(spec: SceneSpec, pieces: tuple[Piece, ...]) -> Task:
    world = resolve_world(spec, pieces)
    conditions = [line.rule.condition(world) for line in spec.rules]
    return Task(world, list(world.pieces), [(c, frozenset(_list_names(c, world))) for c in conditions])


def _list_names(condition: Condition, world: World) -> set[str]:
    if isinstance(condition, Compare):
        return {variable.piece for variable, _ in condition.expression.terms}
    if isinstance(condition, Walk):
        return set(world.pieces)
    parts = getattr(condition, "parts", ())
    return {n for part in parts for n in _list_names(part, world)} or {getattr(condition, "piece", "")} - {""}


def _read_values(places: dict[str, Place]) -> Values:
    values: Values = {}
    for name, (x, y, yaw) in places.items():
        values[Variable("x", name)], values[Variable("y", name)] = x, y
        values[Variable("yaw", name, yaw)] = 1
    return values


def _read_walk(walk: Walk, values: Values) -> int:
    """A way that is not there counts as a metre: the width of the widest costs too much to ask each time."""
    return 0 if find_way(walk, values) else -1000


def draw_place(task: Task, name: str, draw: Random) -> Place:
    """A random place inside the room, half of the time at a wall with the back to it."""
    world, yaw = task.world, draw.choice((0, 90, 180, 270))
    half_x, half_y = find_half(world.pieces[name].half_mm, yaw)
    width, depth = world.room.width_mm, world.room.depth_mm
    x, y = (
        draw.randint(half_x, max(half_x, width - half_x)),
        draw.randint(half_y, max(half_y, depth - half_y)),
    )
    if draw.random() < 0.5:
        gap = draw.choice((0, 0, 50, 100))
        at = {0: (x, depth - half_y - gap), 180: (x, half_y + gap), 90: (half_x + gap, y)}
        x, y = at.get(yaw, (width - half_x - gap, y))
    return x, y, yaw


def place_by_restarts(task: Task, draw: Random, limit_s: float) -> bool:
    """Piece after piece at random, up to 200 tries each, from the start again where none is good."""
    end = time.process_time() + limit_s
    while time.process_time() < end:
        places: dict[str, Place] = {}
        for name in task.names:
            for _ in range(200):
                places[name] = draw_place(task, name, draw)
                if task.miss_mm(places, name) == 0:
                    break
            else:
                break
        else:
            return True
    return False


def place_by_annealing(task: Task, draw: Random, limit_s: float) -> bool:
    """Runs of STEPS changes while the temperature falls, from a random layout each."""
    end = time.process_time() + limit_s
    while time.process_time() < end:
        places = {name: draw_place(task, name, draw) for name in task.names}
        for step in range(STEPS):
            heat = HOT_MM * (COLD_MM / HOT_MM) ** (step / STEPS)
            name = draw.choice(task.names)
            before, old = task.miss_mm(places, name), places[name]
            places[name] = _change(task, name, old, heat, draw)
            worse = task.miss_mm(places, name) - before
            if worse > 0 and draw.random() >= math.exp(-worse / heat):
                places[name] = old
            elif step % 50 == 0 and task.miss_mm(places) == 0:
                return True
            if step % 100 == 0 and time.process_time() > end:
                return False
        if task.miss_mm(places) == 0:
            return True
    return False


def _change(task: Task, name: str, place: Place, heat: float, draw: Random) -> Place:
    """A new place, a turn, or a step that gets smaller as it cools."""
    kind, (x, y, yaw) = draw.random(), place
    if kind < 0.25:
        return draw_place(task, name, draw)
    if kind < 0.35:
        yaw = draw.choice((0, 90, 180, 270))
    else:
        x, y = round(draw.gauss(x, heat)), round(draw.gauss(y, heat))
    half_x, half_y = find_half(task.world.pieces[name].half_mm, yaw)
    room = task.world.room
    return max(half_x, min(room.width_mm - half_x, x)), max(half_y, min(room.depth_mm - half_y, y)), yaw


PLACERS: dict[str, Callable[[Task, Random, float], bool]] = {
    "random restarts": place_by_restarts,
    "annealing": place_by_annealing,
}
