"""Conditions compiled for CP-SAT: the one place where rules become constraints.

Everything is exact over whole millimetres. A condition may be posted with a `miss`, an unknown number of
millimetres by which each of its comparisons may be missed; its least value is minus the slack.

What layouts seldom break is put off: two pieces kept apart, each piece kept out of a clear zone, ways. It
is posted once a layout breaks it, which adds nothing but what the scene says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice

from solver.core.conditions import (
    UNMET_MM,
    Absent,
    All,
    AnyOf,
    Compare,
    Condition,
    Faces,
    Linear,
    Values,
    Variable,
    Walk,
    is_kept,
)
from solver.core.directions import Axis
from solver.core.turning import find_half
from solver.core.walk import find_way
from solver.core.world import World
from solver.place.apart import Pair, find_shared, keep_inside, list_pairs, post_apart
from solver.place.program import Program, Terms
from solver.place.ways import post_walk

AXES: tuple[Axis, Axis] = ("x", "y")
# Keys of several pieces are one number below this: CP-SAT refuses sums that might pass 2 ** 62.
MOST_KEYS = 1 << 61
# A conjunction of more disjunctions than this is a zone that each other piece keeps out of.
FEW_PARTS = 6


@dataclass(frozen=True)
class PutOff:
    """A condition that is to be posted once it is broken while `when` is true."""

    condition: Condition
    when: int | None


class Model:
    """A CP-SAT program of a world: every piece inside the room, no two overlapping, rules as posted.

    With `apart` False nothing is kept but the rules: so a rule can be asked alone, for any layout.
    """

    def __init__(self, world: World, apart: bool = True) -> None:
        self.world = world
        self.program = Program()
        self.unknowns: dict[Variable, int] = {}
        self.pairs: list[Pair] = list_pairs(world) if apart else []
        self.put_off: list[PutOff] = []
        self.walks: list[PutOff] = []
        self._choices: dict[tuple[frozenset[tuple[int, int]], int], int] = {}
        for name in world.pieces:
            self._add_piece(name)
            if apart:
                keep_inside(self, name)

    def _add_piece(self, name: str) -> None:
        room, half_mm, yaws = self.world.room, self.world.pieces[name].half_mm, self.world.yaws(name)
        for index, (axis, length) in enumerate(zip(AXES, (room.width_mm, room.depth_mm), strict=True)):
            least = min(find_half(half_mm, yaw)[index] for yaw in yaws)
            # A piece larger than the room leaves an empty domain; the placer says so before it searches.
            number = self.program.add_number(least, max(least, length - least))
            self.unknowns[Variable(axis, name)] = number
        turns = [self.program.add_literal() for _ in yaws]
        for yaw, literal in zip(yaws, turns, strict=True):
            self.unknowns[Variable("yaw", name, yaw)] = literal
        self.program.require_one(turns)
        if name in self.world.optional:
            self._add_absent(name, turns[0])

    def _add_absent(self, name: str, first_turn: int) -> None:
        """A piece that is left out has one place only, so that it adds no ties."""
        absent = self.program.add_literal()
        self.unknowns[Absent(name).variable] = absent
        self.program.require_any((first_turn,), absent)
        half = find_half(self.world.pieces[name].half_mm, self.world.yaws(name)[0])
        for axis, value in zip(AXES, half, strict=True):
            self.program.require(Terms(((self.unknowns[Variable(axis, name)], 1),)), value, value, absent)

    def absent(self, name: str) -> int | None:
        """The literal that an optional piece is left out; None for one that never is."""
        return self.unknowns.get(Absent(name).variable)

    def express(self, linear: Linear) -> Terms:
        """A linear expression over the model's unknowns; a yaw that a piece cannot have is never taken."""
        known = self.unknowns
        factors = tuple((known[v], f) for v, f in linear.terms if v.kind != "yaw" or v in known)
        return Terms(factors, linear.constant)

    def post(self, condition: Condition, when: int | None = None, miss: Terms | None = None) -> None:
        """Require a condition, or where `when` is true only, or to within `miss` millimetres."""
        if isinstance(condition, Compare):
            self._post_compare(condition, when, miss)
        elif isinstance(condition, (Faces, Absent)):
            self._post_literal(condition, when, miss)
        elif isinstance(condition, Walk):
            self._post_walk(condition, when, miss)
        elif isinstance(condition, All):
            self._post_all(condition.parts, when, miss)
        else:
            self._post_any(condition.parts, when, miss)

    def _post_walk(self, walk: Walk, when: int | None, miss: Terms | None) -> None:
        if miss is None:
            self.walks.append(PutOff(walk, when))
        else:
            post_walk(self, walk, when, miss)

    def _post_all(self, parts: tuple[Condition, ...], when: int | None, miss: Terms | None) -> None:
        zone = miss is None and sum(isinstance(part, AnyOf) for part in parts) > FEW_PARTS
        for part in parts:
            if zone and isinstance(part, AnyOf):
                self.put_off.append(PutOff(part, when))
            else:
                self.post(part, when, miss)

    def _post_any(self, parts: tuple[Condition, ...], when: int | None, miss: Terms | None) -> None:
        choices = []
        for part in parts:
            if isinstance(part, (Faces, Absent)) and miss is None:
                literal = self.unknowns.get(part.variable)
                choices += [] if literal is None else [literal]
                continue
            choices.append(self._choose(part, miss))
        self.program.require_any(choices, when)

    def _choose(self, part: Condition, miss: Terms | None) -> int:
        """A literal that is true only where a condition is kept."""
        if isinstance(part, Compare) and part.relation != "=" and miss is None:
            measured, limit = self.express(part.expression), part.limit
            return (
                self.choose(measured, limit) if part.relation == ">=" else self.choose(measured * -1, -limit)
            )
        choice = self.program.add_literal()
        self.post(part, choice, miss)
        return choice

    def choose(self, terms: Terms, least: int) -> int:
        """A literal that is true only where the expression is at least `least`; the same one each time it
        is asked for, as keeping apart and keeping zones free ask for the same sides."""
        key = frozenset(terms.factors), least - terms.constant
        known = self._choices.get(key)
        if known is None:
            known = self._choices[key] = self.program.add_literal()
            self.program.require(terms, least, when=known)
        return known

    def _post_compare(self, compare: Compare, when: int | None, miss: Terms | None) -> None:
        measured = self.express(compare.expression)
        tolerance = compare.scale - 1 if compare.relation == "=" else 0
        low, high = compare.limit - tolerance, compare.limit + tolerance
        require = self.program.require
        if compare.relation == "=" and miss is None:
            require(measured, low, high, when)
            return
        give = Terms() if miss is None else miss * compare.scale
        if compare.relation in (">=", "="):
            require(measured + give, least=low, when=when)
        if compare.relation in ("<=", "="):
            require(measured - give, most=high, when=when)

    def _post_literal(self, asked: Faces | Absent, when: int | None, miss: Terms | None) -> None:
        """A yaw, or an absence; one that the piece cannot have is never met."""
        literal = self.unknowns.get(asked.variable)
        if miss is not None:
            met = Terms() if literal is None else Terms(((literal, -UNMET_MM),))
            self.program.require(miss + met, least=-UNMET_MM, when=when)
        else:
            self.program.require_any([] if literal is None else [literal], when)

    def post_broken(self, solution: Sequence[int]) -> bool:
        """Post what was put off and a solution breaks; of ways, which cost many unknowns, the first only.
        False where it breaks nothing."""
        values = self.read(solution)
        shared = find_shared(self.world, values, self.pairs)
        self.pairs = [pair for pair in self.pairs if pair not in shared]
        broken = [put_off for put_off in self.put_off if self._breaks(put_off, solution, values)]
        posted = set(map(id, broken))
        self.put_off = [put_off for put_off in self.put_off if id(put_off) not in posted]
        if not shared and not broken:
            broken = list(islice((walk for walk in self.walks if self._breaks(walk, solution, values)), 1))
            self.walks = [walk for walk in self.walks if walk not in broken]
        for pair in shared:
            post_apart(self, pair)
        for put_off in broken:
            self.post_now(put_off)
        return bool(shared or broken)

    def copy(self) -> Model:
        """The same model again, to post more into it; its unknowns are the first ones of the copy."""
        twin = copy(self)
        twin.program = self.program.copy()
        twin._choices = dict(self._choices)
        return twin

    def post_all(self) -> None:
        """Post everything that was put off."""
        for pair in self.pairs:
            post_apart(self, pair)
        self.pairs = []
        while waiting := [*self.put_off, *self.walks]:
            self.put_off, self.walks = [], []
            for put_off in waiting:
                self.post_now(put_off)

    def post_now(self, put_off: PutOff) -> None:
        if isinstance(put_off.condition, Walk):
            post_walk(self, put_off.condition, put_off.when)
        else:
            self.post(put_off.condition, put_off.when)

    def _breaks(self, put_off: PutOff, solution: Sequence[int], values: Values) -> bool:
        there = put_off.when is None or solution[put_off.when] == 1
        return there and not is_kept(
            put_off.condition, values, lambda walk, known: find_way(walk, known) is not None
        )

    def read(self, solution: Sequence[int]) -> dict[Variable, int]:
        """A solution's values of the world's unknowns."""
        return {variable: solution[unknown] for variable, unknown in self.unknowns.items()}

    def list_unknowns(self, name: str) -> list[int]:
        """The unknowns of a piece's place."""
        turns = (Variable("yaw", name, yaw) for yaw in self.world.yaws(name))
        absent = self.absent(name)
        places = [*turns, *(Variable(axis, name) for axis in AXES)]
        return [*([] if absent is None else [absent]), *(self.unknowns[variable] for variable in places)]

    def find_key(self, names: Sequence[str]) -> Terms:
        """The number that ranks the places of pieces, the first piece's before all others': whether it is
        left out, its yaw's rank in `World.yaws`, then x, then y, each least first."""
        key = Terms()
        for name in names:
            absent = self.absent(name)
            key = key if absent is None else key * 2 + Terms(((absent, 1),))
            turns = [self.unknowns[Variable("yaw", name, yaw)] for yaw in self.world.yaws(name)]
            ranks = Terms(tuple((literal, rank) for rank, literal in enumerate(turns) if rank))
            key = key * len(turns) + ranks
            for axis, length in zip(AXES, self._lengths(), strict=True):
                key = key * length + Terms(((self.unknowns[Variable(axis, name)], 1),))
        return key

    def _lengths(self) -> tuple[int, int]:
        """More than any x, more than any y."""
        return self.world.room.width_mm + 1, self.world.room.depth_mm + 1

    def group_pieces(self) -> list[list[str]]:
        """The pieces in order, as many together as one key can rank."""
        groups: list[list[str]] = []
        places = MOST_KEYS
        for name in self.world.pieces:
            turns = len(self.world.yaws(name))
            # As great as CP-SAT thinks that a key can get: it adds the ranks of all yaws.
            one = (
                (turns * (turns - 1) // 2 + 1)
                * math.prod(self._lengths())
                * (1 + (name in self.world.optional))
            )
            places *= one
            if places >= MOST_KEYS:
                groups.append([])
                places = one
            groups[-1].append(name)
        return groups
