"""The one answer: least cost of the wishes first, then the first layout in the model's own order.

Candidates come from CP-SAT, but none is believed: each is proven by a search for a better one that must
fail. So the answer depends on no search path, seed, thread or version of the solver.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from solver.core.conditions import UNMET_MM, Absent, All, Condition, Values, Variable, Walk, iter_walks
from solver.core.walk import find_way
from solver.core.world import World
from solver.errors import OutOfTime
from solver.place.model import Expression, Model

# No rule of the vocabulary can be missed by more: rooms are at most 200 m long.
MAX_MISS_MM = 1_000_000
# A search in order that meets more conflicts is lost. The number decides how long an answer takes, and
# never which answer it is.
MOST_CONFLICTS = 300
# More than any key: lengths are at most 200 000 mm.
KEY_BASE = 1 << 18


class _Lost(Exception):
    """A search in order met too many conflicts."""


@dataclass(frozen=True)
class Wish:
    """A soft condition. It costs `weight` for each millimetre it is missed by, or, with `whole`, once."""

    condition: Condition
    weight: int
    whole: bool = False


@dataclass(frozen=True)
class Deadline:
    """Monotonic time at which to give up; it can end a search, never change its answer."""

    at_s: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.perf_counter() + seconds)

    def left_s(self) -> float:
        return self.at_s - time.perf_counter()


@dataclass(frozen=True)
class Answer:
    """Values of the unknowns, and the cost of the first stage of wishes, proven least."""

    values: dict[Variable, int]
    cost: int


def find_answer(
    world: World, hard: Sequence[Condition], stages: Sequence[Sequence[Wish]], deadline: Deadline
) -> Answer | None:
    """The one answer, or None where it is proven that there is none. Raises OutOfTime.

    The cost of the first stage's wishes is least; among those layouts that of the second; and so on.
    """
    hard = list(_split(hard))
    posted: set[int] = set()
    while True:
        answer = _find_among(world, hard, stages, posted, deadline)
        if answer is None:
            return None
        broken = [
            i for i, part in enumerate(hard) if i not in posted and not walks_exist(part, answer.values)
        ]
        if not broken:
            return answer
        # Ways cost many unknowns, so they are posted only once a layout is found that lacks one. Posting
        # adds nothing but what the rule says, so the first layout that has them all is still the answer.
        posted.add(broken[0])


def find_least_miss(
    world: World, hard: Sequence[Condition], asked: Condition, deadline: Deadline
) -> int | None:
    """The fewest millimetres by which `asked` is missed while every `hard` condition is kept; None where
    those cannot be kept, or where it takes another yaw. Raises OutOfTime."""
    hard = list(_split(hard))
    model = _build(world, hard, set(range(len(hard))))
    miss = model.cp.new_int_var(0, -UNMET_MM - 1, "")
    model.post(asked, None, miss)
    model.cp.minimize(miss)
    values = _solve(model, deadline)
    return None if values is None else round(model.best_objective)


def is_feasible(world: World, hard: Sequence[Condition], deadline: Deadline) -> bool:
    """True where some layout keeps every condition. Raises OutOfTime."""
    hard = list(_split(hard))
    posted: set[int] = set()
    while True:
        model = _build(world, hard, posted)
        values = _solve(model, deadline)
        if values is None:
            return False
        broken = [i for i, part in enumerate(hard) if i not in posted and not walks_exist(part, values)]
        if not broken:
            return True
        posted.add(broken[0])


def _split(conditions: Sequence[Condition]) -> Iterator[Condition]:
    """The conditions with every All taken apart, so that each way stands alone."""
    for condition in conditions:
        if isinstance(condition, All):
            yield from _split(condition.parts)
        else:
            yield condition


def walks_exist(condition: Condition, values: Values) -> bool:
    """True where every way the condition asks for is there; conditions without a way are not looked at."""
    return all(find_way(walk, values) is not None for walk in iter_walks(condition))


def _build(world: World, hard: Sequence[Condition], posted: set[int]) -> Model:
    model = Model(world)
    for index, condition in enumerate(hard):
        if index in posted or not isinstance(condition, Walk):
            model.post(condition)
    return model


def _find_among(
    world: World,
    hard: Sequence[Condition],
    stages: Sequence[Sequence[Wish]],
    posted: set[int],
    deadline: Deadline,
) -> Answer | None:
    model = _build(world, hard, posted)
    costs: list[int] = []
    values = None
    for number, wishes in enumerate(stages):
        if not wishes and (number or not world.optional):
            costs.append(0)
            continue
        total = _post_wishes(model, wishes) + (0 if number else _cost_absence(model))
        model.cp.minimize(total)
        values = _solve(model, deadline)
        if values is None:
            return None
        costs.append(round(model.best_objective))
        model.cp.clear_objective()
        model.cp.add(total == costs[-1])
    first = _find_first(model, values, deadline)
    return None if first is None else Answer(first, costs[0] if costs else 0)


def _post_wishes(model: Model, wishes: Sequence[Wish]) -> Expression:
    total = 0
    for wish in wishes:
        if wish.whole:
            kept = model.cp.new_bool_var("")
            model.post(wish.condition, kept)
            total += (1 - kept) * wish.weight
            continue
        miss = model.cp.new_int_var(0, MAX_MISS_MM, "")
        model.post(wish.condition, None, miss)
        total += miss * wish.weight
    return total


def _cost_absence(model: Model) -> Expression:
    """What the optional pieces that are left out would have been worth."""
    return sum(value * model.unknowns[Absent(name).variable] for name, value in model.world.optional.items())


def _find_first(
    model: Model, values: dict[Variable, int] | None, deadline: Deadline
) -> dict[Variable, int] | None:
    """The first layout in the order of `Model.order`; None where there is none. `values` is one, if known.

    A search in that order finds it at once where rules hold most pieces, and is lost among pieces that
    stand freely; then it is found piece by piece. Both prove it, so both find the same.
    """
    before = len(model.cp.proto.constraints)
    try:
        return _find_in_order(model, deadline)
    except _Lost:
        # What was added to ask for an earlier layout is no part of the scene.
        del model.cp.proto.constraints[before:]
    if values is None:
        values = _solve(model, deadline)
    return None if values is None else _find_by_piece(model, values, deadline)


def _find_in_order(model: Model, deadline: Deadline) -> dict[Variable, int] | None:
    """Searches in the order of the keys, then proves that nothing comes before. Raises _Lost."""
    for key in model.order():
        unknowns = [model.unknowns[variable] for variable in key.read]
        # A yaw's literals are tried true first, from the first yaw on; numbers from the least on.
        value = cp_model.SELECT_MAX_VALUE if len(unknowns) > 1 else cp_model.SELECT_MIN_VALUE
        model.cp.add_decision_strategy(unknowns, cp_model.CHOOSE_FIRST, value)
    found = None
    while True:
        better = _solve(model, deadline, most_conflicts=MOST_CONFLICTS)
        if better is None:
            return found
        found = better
        _require_smaller(model, found)


def _find_by_piece(model: Model, values: dict[Variable, int], deadline: Deadline) -> dict[Variable, int]:
    """Piece after piece: its least key while the pieces before it stay and the others find some place."""
    model.cp.clear_objective()
    for keys in model.order_by_piece():
        total: Expression = 0
        for key in keys:
            total = total * KEY_BASE + key.expression
        model.cp.clear_hints()
        for variable, value in values.items():
            model.cp.add_hint(model.unknowns[variable], value)
        model.cp.minimize(total)
        better = _solve(model, deadline, presolve=True)
        assert better is not None, "the hint is a layout"
        values = better
        for key in keys:
            for variable in key.read:
                model.cp.add(model.unknowns[variable] == values[variable])
        model.cp.clear_objective()
    return values


def _require_smaller(model: Model, values: Values) -> None:
    """Only layouts that come before `values` in the order are left."""
    same_so_far: cp_model.IntVar | None = None
    choices = []
    for key in model.order():
        at = (
            sum(rank * values[v] for rank, v in enumerate(key.read))
            if len(key.read) > 1
            else values[key.read[0]]
        )
        smaller, same = model.cp.new_bool_var(""), model.cp.new_bool_var("")
        model.cp.add(key.expression <= at - 1).only_enforce_if(smaller)
        model.cp.add(key.expression == at).only_enforce_if(same)
        if same_so_far is not None:
            model.cp.add_implication(smaller, same_so_far)
            model.cp.add_implication(same, same_so_far)
        same_so_far = same
        choices.append(smaller)
    model.cp.add_bool_or(choices)


def _solve(
    model: Model, deadline: Deadline, most_conflicts: int | None = None, presolve: bool = False
) -> dict[Variable, int] | None:
    """One run of CP-SAT: values, or None where there are none. Raises OutOfTime.

    With `most_conflicts` it searches in the order of the model's decision strategies, and raises _Lost
    where it has met more conflicts than that.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    # Its handler, once taken off, leaves none at all: Ctrl-C would then kill the process without cleaning up.
    solver.parameters.catch_sigint_signal = False
    # Measured on the default scene: presolve takes two thirds of the time and shortens no search.
    solver.parameters.cp_model_presolve = presolve
    solver.parameters.max_time_in_seconds = max(deadline.left_s(), 0.001)
    if most_conflicts is not None:
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.max_number_of_conflicts = most_conflicts
    status = solver.solve(model.cp)
    if status == cp_model.INFEASIBLE:
        return None
    if status == cp_model.UNKNOWN and most_conflicts is not None and deadline.left_s() > 0:
        raise _Lost
    if status == cp_model.UNKNOWN or (status == cp_model.FEASIBLE and model.cp.has_objective()):
        raise OutOfTime("")
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(f"the placer built an invalid model: {model.cp.validate()}")
    model.best_objective = solver.objective_value
    return {variable: solver.value(unknown) for variable, unknown in model.unknowns.items()}
