"""Conditions compiled for CP-SAT: the one place where rules become constraints.

Everything is exact over whole millimetres. A condition may be posted with a `miss`, an unknown number of
millimetres by which each of its comparisons may be missed; its least value is minus the slack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from solver.core.conditions import (
    UNMET_MM,
    Absent,
    All,
    Compare,
    Condition,
    Faces,
    Linear,
    Variable,
    Walk,
)
from solver.core.directions import Axis
from solver.core.turning import find_half
from solver.core.world import World
from solver.place.apart import keep_apart
from solver.place.ways import post_walk

Expression = Any  # ortools' LinearExprT
AXES: tuple[Axis, Axis] = ("x", "y")


@dataclass(frozen=True)
class Key:
    """One number of the order that breaks ties: the rank of the true literal of `read` where it is
    several, else the value of the one unknown."""

    expression: Expression
    read: tuple[Variable, ...]


class Model:
    """A CP-SAT model of a world: every piece inside the room, no two overlapping, rules as posted.

    With `apart` False nothing is kept but the rules: so a rule can be asked alone, for any layout.
    """

    def __init__(self, world: World, apart: bool = True) -> None:
        self.world = world
        self.cp = cp_model.CpModel()
        self.unknowns: dict[Variable, cp_model.IntVar] = {}
        self.best_objective = 0.0
        for name in world.pieces:
            self._add_piece(name)
        if apart:
            keep_apart(self)

    def _add_piece(self, name: str) -> None:
        room, half_mm, yaws = self.world.room, self.world.pieces[name].half_mm, self.world.yaws(name)
        for index, (axis, length) in enumerate(zip(AXES, (room.width_mm, room.depth_mm), strict=True)):
            least = min(find_half(half_mm, yaw)[index] for yaw in yaws)
            # A piece larger than the room leaves an empty domain; the placer says so before it searches.
            self.unknowns[Variable(axis, name)] = self.cp.new_int_var(
                least, max(least, length - least), f"{axis}.{name}"
            )
        turns = [self.cp.new_bool_var(f"yaw{yaw}.{name}") for yaw in yaws]
        for yaw, literal in zip(yaws, turns, strict=True):
            self.unknowns[Variable("yaw", name, yaw)] = literal
        self.cp.add_exactly_one(turns)
        if name in self.world.optional:
            self._add_absent(name, turns[0])

    def _add_absent(self, name: str, first_turn: cp_model.IntVar) -> None:
        """A piece that is left out has one place only, so that it adds no ties."""
        absent = self.cp.new_bool_var(f"absent.{name}")
        self.unknowns[Absent(name).variable] = absent
        self.cp.add_implication(absent, first_turn)
        half = find_half(self.world.pieces[name].half_mm, self.world.yaws(name)[0])
        for axis, value in zip(AXES, half, strict=True):
            self.cp.add(self.unknowns[Variable(axis, name)] == value).only_enforce_if(absent)

    def present(self, name: str) -> cp_model.IntVar | None:
        """The literal that an optional piece is there; None for one that always is."""
        absent = self.unknowns.get(Absent(name).variable)
        return None if absent is None else absent.negated()

    def express(self, linear: Linear, extra: dict[Variable, Expression] | None = None) -> Expression:
        """A linear expression over the model's unknowns."""
        known = {**self.unknowns, **extra} if extra else self.unknowns
        # A yaw that the piece cannot have is never taken.
        terms = [term for term in linear.terms if term[0].kind != "yaw" or term[0] in known]
        return sum(
            (known[variable] * factor for variable, factor in terms),
            linear.constant,
        )

    def post(
        self, condition: Condition, when: cp_model.IntVar | None = None, miss: Expression | None = None
    ) -> None:
        """Require a condition, or where `when` is true only, or to within `miss` millimetres."""
        if isinstance(condition, Compare):
            self._post_compare(condition, when, miss)
        elif isinstance(condition, (Faces, Absent)):
            self._post_literal(condition, when, miss)
        elif isinstance(condition, Walk):
            post_walk(self, condition, when, miss)
        elif isinstance(condition, All):
            for part in condition.parts:
                self.post(part, when, miss)
        else:
            self._post_any(condition.parts, when, miss)

    def _post_any(
        self, parts: tuple[Condition, ...], when: cp_model.IntVar | None, miss: Expression | None
    ) -> None:
        choices = []
        for part in parts:
            if isinstance(part, (Faces, Absent)) and miss is None:
                literal = self.unknowns.get(part.variable)
                choices += [] if literal is None else [literal]
                continue
            choice = self.cp.new_bool_var("")
            self.post(part, choice, miss)
            choices.append(choice)
        self.enforce(self.cp.add_bool_or(choices), when)

    def _post_compare(self, compare: Compare, when: cp_model.IntVar | None, miss: Expression | None) -> None:
        measured = self.express(compare.expression)
        give = 0 if miss is None else miss * compare.scale
        tolerance = compare.scale - 1 if compare.relation == "=" else 0
        if compare.relation == "=" and tolerance == 0 and miss is None:
            self.require(measured == compare.limit, when)
            return
        if compare.relation in (">=", "="):
            self.require(measured + give >= compare.limit - tolerance, when)
        if compare.relation in ("<=", "="):
            self.require(measured - give <= compare.limit + tolerance, when)

    def _post_literal(
        self, asked: Faces | Absent, when: cp_model.IntVar | None, miss: Expression | None
    ) -> None:
        """A yaw, or an absence; one that the piece cannot have is never met."""
        literal = self.unknowns.get(asked.variable)
        if miss is not None:
            self.require(miss >= -UNMET_MM * (1 - (0 if literal is None else literal)), when)
        else:
            self.enforce(self.cp.add_bool_or([] if literal is None else [literal]), when)

    def require(self, relation: Any, when: cp_model.IntVar | None) -> None:
        """Add a relation; one that ortools folded to a plain True or False is kept in its meaning."""
        if isinstance(relation, bool):
            if not relation:
                self.enforce(self.cp.add_bool_or([]), when)
            return
        self.enforce(self.cp.add(relation), when)

    def enforce(self, constraint: cp_model.Constraint, when: cp_model.IntVar | None) -> None:
        if when is not None:
            constraint.only_enforce_if(when)

    def order(self) -> list[Key]:
        """The order that breaks ties: the keys of the pieces one after the other, in file order."""
        return [key for keys in self.order_by_piece() for key in keys]

    def order_by_piece(self) -> list[list[Key]]:
        """Per piece whether it is left out, its yaw's rank in `World.yaws`, then x, then y, each least
        first."""
        pieces = []
        for name in self.world.pieces:
            absent = Absent(name).variable
            keys = [Key(self.unknowns[absent], (absent,))] if absent in self.unknowns else []
            turns = tuple(Variable("yaw", name, yaw) for yaw in self.world.yaws(name))
            rank = sum(rank * self.unknowns[variable] for rank, variable in enumerate(turns))
            keys.append(Key(rank, turns))
            keys += [Key(self.unknowns[Variable(axis, name)], (Variable(axis, name),)) for axis in AXES]
            pieces.append(keys)
        return pieces
