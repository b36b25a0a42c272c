"""Conditions compiled for CP-SAT: the one place where rules become constraints.

Everything is exact over whole millimetres. A condition may be posted with a `miss`, an unknown number of
millimetres by which each of its comparisons may be missed; its least value is minus the slack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from solver.core.conditions import UNMET_MM, All, Compare, Condition, Faces, Linear, Variable, Walk
from solver.core.directions import Axis
from solver.core.world import QUARTER_TURNS, World
from solver.place.ways import post_walk

Expression = Any  # ortools' LinearExprT
AXES: tuple[Axis, Axis] = ("x", "y")


@dataclass(frozen=True)
class Key:
    """One number of the order that breaks ties: the unknown as an expression."""

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
        for name in world.pieces:
            self._add_piece(name)
        if apart:
            self._keep_apart()
        self.best_objective = 0.0

    def _add_piece(self, name: str) -> None:
        room = self.world.room
        least = min(self.world.pieces[name].half_mm)
        for kind, length in zip(AXES, (room.width_mm, room.depth_mm), strict=True):
            # A piece larger than the room leaves an empty domain; the search says so before.
            unknown = self.cp.new_int_var(least, max(least, length - least), f"{kind}.{name}")
            self.unknowns[Variable(kind, name)] = unknown
        turns = [self.cp.new_bool_var(f"yaw{yaw}.{name}") for yaw in QUARTER_TURNS]
        for yaw, literal in zip(QUARTER_TURNS, turns, strict=True):
            self.unknowns[Variable("yaw", name, yaw)] = literal
        self.cp.add_exactly_one(turns)

    def _keep_apart(self) -> None:
        """Inside the room, and no two footprints share floor."""
        spans: dict[str, list[cp_model.IntervalVar]] = {"x": [], "y": []}
        room = self.world.room
        for name, piece in self.world.pieces.items():
            turned = self.cp.new_bool_var(f"turned.{name}")
            self.cp.add(
                turned == self.unknowns[Variable("yaw", name, 90)] + self.unknowns[Variable("yaw", name, 270)]
            )
            halves = {"x": piece.half_mm, "y": piece.half_mm[::-1]}
            for axis, length in zip(AXES, (room.width_mm, room.depth_mm), strict=True):
                straight, other = halves[axis]
                size = 2 * straight + 2 * (other - straight) * turned
                low = self.cp.new_int_var(0, length, f"low_{axis}.{name}")
                high = self.cp.new_int_var(0, length, f"high_{axis}.{name}")
                centre = self.unknowns[Variable(axis, name)]
                self.cp.add(low + straight + (other - straight) * turned == centre)
                spans[axis].append(self.cp.new_interval_var(low, size, high, f"span_{axis}.{name}"))
        self.cp.add_no_overlap_2d(spans["x"], spans["y"])

    def express(self, linear: Linear, extra: dict[Variable, Expression] | None = None) -> Expression:
        """A linear expression over the model's unknowns."""
        known = {**self.unknowns, **extra} if extra else self.unknowns
        return sum((known[variable] * factor for variable, factor in linear.terms), linear.constant)

    def post(
        self, condition: Condition, when: cp_model.IntVar | None = None, miss: Expression | None = None
    ) -> None:
        """Require a condition, or where `when` is true only, or to within `miss` millimetres."""
        if isinstance(condition, Compare):
            self._post_compare(condition, when, miss)
        elif isinstance(condition, Faces):
            self._post_faces(condition, when, miss)
        elif isinstance(condition, Walk):
            post_walk(self, condition, when, miss)
        elif isinstance(condition, All):
            for part in condition.parts:
                self.post(part, when, miss)
        else:
            self.post_any(condition.parts, when, miss)

    def post_any(
        self, parts: tuple[Condition, ...], when: cp_model.IntVar | None, miss: Expression | None
    ) -> None:
        """Require at least one of the parts."""
        choices = []
        for part in parts:
            if isinstance(part, Faces) and miss is None:
                choices.append(self.unknowns[part.variable])
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

    def _post_faces(self, faces: Faces, when: cp_model.IntVar | None, miss: Expression | None) -> None:
        literal = self.unknowns[faces.variable]
        if miss is None:
            self.enforce(self.cp.add_bool_or([literal]), when)
        else:
            self.require(miss >= -UNMET_MM * (1 - literal), when)

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
        """The order that breaks ties: per piece in file order its yaw, then x, then y, each least first."""
        keys = []
        for name in self.world.pieces:
            turns = tuple(Variable("yaw", name, yaw) for yaw in QUARTER_TURNS)
            index = sum(rank * self.unknowns[variable] for rank, variable in enumerate(turns))
            keys.append(Key(index, turns))
            for kind in AXES:
                variable = Variable(kind, name)
                keys.append(Key(self.unknowns[variable], (variable,)))
        return keys
