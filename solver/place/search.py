"""The one answer: least cost of the wishes first, then the first layout in the model's own order.

Candidates come from CP-SAT, but none is believed: each is proven by a search for a better one that must
fail. So the answer depends on no search path, seed, thread or version of the solver.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from ortools.sat.python import cp_model

from solver.core.conditions import UNMET_MM, Condition, Variable
from solver.core.world import World
from solver.errors import OutOfTime
from solver.place.model import Model
from solver.place.program import LEAST, Program, Terms

# No rule of the vocabulary can be missed by more: rooms are at most 200 m long.
MAX_MISS_MM = 1_000_000

# What CP-SAT spends on learning about a model before and between its searches. Measured on rooms of twenty
# pieces: without it the same answers take a third of the time.
PROBING = (
    "cp_model_probing_level",
    "symmetry_level",
    "inprocessing_probing_dtime",
    "inprocessing_minimization_dtime",
    "inprocessing_dtime_ratio",
)

# So many layouts that break what was put off, and all of it is asked at once. Measured on rooms of sixty
# pieces: most settle within as many rounds; the others took hundreds, each as long as one such search.
MOST_ROUNDS = 24

Solution = list[int]  # values of a program's unknowns
# What is asked of a program, given the last round's solution, which broke something.
Ask = Callable[[Program, Solution], None]


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


class _Undecided(OutOfTime):
    """A search that was ended before it knew; `bound`: no solution's objective can be lower."""

    def __init__(self, bound: float = 0.0) -> None:
        super().__init__("")
        self.bound = bound


def find_answer(
    world: World,
    hard: Sequence[Condition],
    stages: Sequence[Sequence[Wish]],
    deadline: Deadline,
    worth_in: int = 0,
) -> Answer | None:
    """The one answer, or None where it is proven that there is none.

    The cost of the first stage's wishes is least; among those layouts that of the second; and so on. What
    optional pieces that are left out would be worth is in the cost of the stage `worth_in`.
    Raises OutOfTime, which says what was proven of the cost by then.
    """
    costs: list[int] = []
    try:
        return _find_answer(_build(world, hard), stages, deadline, worth_in, costs)
    except _Undecided as undecided:
        if costs:
            raise OutOfTime(f"the wishes cost {costs[0]} at least, proven; the layout is not") from None
        if not any(stages):
            raise
        least = max(0, math.ceil(undecided.bound))
        raise OutOfTime(f"proven is only that the wishes cost {least} at least") from None


def _find_answer(
    model: Model,
    stages: Sequence[Sequence[Wish]],
    deadline: Deadline,
    worth_in: int,
    costs: list[int],
) -> Answer | None:
    """As find_answer; the proven cost of each stage is added to `costs`."""
    solution = None
    for number, wishes in enumerate(stages):
        total = _post_wishes(model, wishes)
        if number == worth_in:
            total += _cost_absence(model)
        if total.factors:
            solution = _solve(model, deadline, partial(_ask_least, total))
            if solution is None:
                return None
            costs.append(total.value(solution))
            model.program.require(total, costs[-1], costs[-1])
    solution = _solve(model, deadline) if solution is None else solution
    if solution is None:
        return None
    first = _find_first(model, solution, deadline)
    return Answer(model.read(first), costs[0] if costs else 0)


def find_least_miss(
    world: World, hard: Sequence[Condition], asked: Condition, deadline: Deadline
) -> int | None:
    """The fewest millimetres by which `asked` is missed while every `hard` condition is kept; None where
    those cannot be kept, or where it takes another yaw. Raises OutOfTime."""
    model = _build(world, hard)
    miss = Terms(((model.program.add_number(0, -UNMET_MM - 1), 1),))
    model.post(asked, None, miss)
    solution = _solve(model, deadline, partial(_ask_least, miss))
    return None if solution is None else miss.value(solution)


def is_feasible(world: World, hard: Sequence[Condition], deadline: Deadline) -> bool:
    """True where some layout keeps every condition. Raises OutOfTime."""
    return _solve(_build(world, hard), deadline) is not None


def _build(world: World, hard: Sequence[Condition]) -> Model:
    model = Model(world)
    for condition in hard:
        model.post(condition)
    return model


def _post_wishes(model: Model, wishes: Sequence[Wish]) -> Terms:
    total = Terms()
    for wish in wishes:
        if wish.whole:
            kept = model.program.add_literal()
            model.post(wish.condition, kept)
            total += Terms(((kept, -wish.weight),), wish.weight)
            continue
        miss = Terms(((model.program.add_number(0, MAX_MISS_MM), 1),))
        model.post(wish.condition, None, miss)
        total += miss * wish.weight
    return total


def _cost_absence(model: Model) -> Terms:
    """What the optional pieces that are left out would have been worth."""
    literals = ((model.absent(name), value) for name, value in model.world.optional.items())
    return Terms(tuple((literal, value) for literal, value in literals if literal is not None))


def _ask_least(terms: Terms, program: Program, near: Solution) -> None:
    """Ask for the least value; it is no less than where less was required."""
    if near:
        program.require(terms, least=terms.value(near))
        program.suggest(near)
    program.minimize(terms)


def _find_first(model: Model, solution: Solution, deadline: Deadline) -> Solution:
    """The first layout in the order of the pieces' keys, a few pieces after the others: their least key while
    the pieces before them stay and the others find some place."""
    for names in model.group_pieces():
        solution = _improve(model, names, solution, deadline) or solution
        for unknown in chain.from_iterable(map(model.list_unknowns, names)):
            model.program.require(Terms(((unknown, 1),)), solution[unknown], solution[unknown])
    return solution


def _improve(model: Model, names: Sequence[str], solution: Solution, deadline: Deadline) -> Solution | None:
    """The solution with the least key of some pieces, or None where it is the least already."""
    key = model.find_key(names)
    at = key.value(solution)

    def ask(program: Program, near: Solution) -> None:
        # What the last round's layout broke only asks for more: no key is less than its key.
        program.require(key, least=key.value(near) if near else LEAST, most=at - 1)
        program.minimize(key)
        program.suggest(near or solution)

    return _solve(model, deadline, ask)


def _suggest(program: Program, near: Solution) -> None:
    """Little has to change of a layout without these requirements."""
    if near:
        program.suggest(near)


def _solve(model: Model, deadline: Deadline, ask: Ask = _suggest) -> Solution | None:
    """A solution that keeps everything, what was put off too; the best one where `ask` asks for the best of
    something; None where there is none. Raises OutOfTime."""
    near: Solution = []
    for _ in range(MOST_ROUNDS):
        solution = _ask(model, ask, near, deadline)
        if solution is None or not model.post_broken(solution):
            return solution
        near = solution
    whole = model.copy()
    whole.post_all()
    solution = _ask(whole, ask, near, deadline)
    return None if solution is None else solution[: model.program.size]


def _ask(model: Model, ask: Ask, near: Solution, deadline: Deadline) -> Solution | None:
    """The model's unknowns in a solution of what it holds and of what is asked besides."""
    program = model.program.copy()
    ask(program, near)
    solution = _run(program, deadline)
    return None if solution is None else solution[: model.program.size]


def _run(program: Program, deadline: Deadline) -> Solution | None:
    """One run of CP-SAT."""
    if deadline.left_s() <= 0:
        raise _Undecided
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    # Its handler, once taken off, leaves none at all: Ctrl-C would then kill the process without cleaning up.
    solver.parameters.catch_sigint_signal = False
    # Measured on the default scene: presolve takes two thirds of the time and shortens no search.
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    # Least values are mostly at or near what the rules alone leave: from there up proves them soonest.
    solver.parameters.use_objective_lb_search = True
    # Best is best: by default it ends within 0.0001 of the bound, as doubles, which keys of pieces are too
    # great for.
    solver.parameters.absolute_gap_limit = 0.0
    # A suggestion is followed further than by itself: most are right but for a few pieces.
    solver.parameters.hint_conflict_limit = 1000
    for name in PROBING:
        setattr(solver.parameters, name, 0)
    solver.parameters.max_time_in_seconds = deadline.left_s()
    status = solver.solve(program.cp)
    if status == cp_model.INFEASIBLE:
        return None
    if status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        raise _Undecided(solver.best_objective_bound if program.cp.has_objective() else 0.0)
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(f"the placer built an invalid model: {program.cp.validate()}")
    return list(solver.response_proto.solution)
