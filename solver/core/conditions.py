"""What a rule means, as a tree over whole numbers: evaluated on a layout, or compiled for the solver.

Leaves compare a linear expression in the pieces' places with a limit in millimetres, or ask for a yaw.
A condition's slack says by how many millimetres it is kept (>= 0) or missed (< 0): the least of `All`,
the greatest of `AnyOf`. So the same tree is the constraint, the reading in the report, the distance of
a broken wish and the relaxation of a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

# Slack of a yaw (or any yes-or-no) that is missed: it has no distance, so it counts as ten metres.
UNMET_MM = -10_000


class Variable(NamedTuple):
    """One unknown of the placer: kind "x" or "y" (centre of the footprint, mm), or "yaw" (1 where the
    piece stands at `yaw_deg`, else 0), or "absent" (1 where an optional piece is
    left out). Kind "width" stands for the width of a walking square."""

    kind: Literal["x", "y", "yaw", "absent", "width"]
    piece: str
    yaw_deg: int = 0


Values = Mapping[Variable, int]


@dataclass(frozen=True)
class Linear:
    """A whole-number linear expression, terms in a fixed order."""

    terms: tuple[tuple[Variable, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.terms, self.constant + other)
        merged = dict(self.terms)
        for variable, factor in other.terms:
            merged[variable] = merged.get(variable, 0) + factor
        terms = tuple((variable, factor) for variable, factor in merged.items() if factor)
        return Linear(terms, self.constant + other.constant)

    def __neg__(self) -> Linear:
        return self * -1

    def __sub__(self, other: Linear | int) -> Linear:
        return self + -other

    def __mul__(self, factor: int) -> Linear:
        if factor == 0:
            return Linear()
        terms = tuple((variable, value * factor) for variable, value in self.terms)
        return Linear(terms, self.constant * factor)

    def value(self, values: Values) -> int:
        return self.constant + sum(factor * _find(values, variable) for variable, factor in self.terms)


def _find(values: Values, variable: Variable) -> int:
    """A yaw that is not listed is not taken; a place that is not listed is an error."""
    return values.get(variable, 0) if variable.kind == "yaw" else values[variable]


@dataclass(frozen=True)
class Compare:
    """`expression` relation `limit`, in units of 1/`scale` mm; `what` names the measured thing.

    With scale 2 the expression is twice a length, so that a middle between odd numbers is kept to half
    a millimetre, the best that whole millimetres allow.
    """

    expression: Linear
    relation: Literal["=", ">=", "<="]
    limit: int
    what: str
    scale: int = 1

    def slack_mm(self, measured: int) -> int:
        if self.relation == ">=":
            return (measured - self.limit) // self.scale
        if self.relation == "<=":
            return (self.limit - measured) // self.scale
        return (self.scale - 1 - abs(measured - self.limit)) // self.scale


@dataclass(frozen=True)
class Faces:
    """The piece stands at exactly this yaw."""

    piece: str
    yaw_deg: int

    @property
    def variable(self) -> Variable:
        return Variable("yaw", self.piece, self.yaw_deg)


@dataclass(frozen=True)
class Absent:
    """The optional piece is left out."""

    piece: str

    @property
    def variable(self) -> Variable:
        return Variable("absent", self.piece)


@dataclass(frozen=True)
class All:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyOf:
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Spot:
    """Where a square may stand: its low (south-west) corner lies in this box while the pieces of `when`
    stand so. The bounds may use WIDTH, the square's width."""

    west: Linear
    south: Linear
    east: Linear
    north: Linear
    when: tuple[Faces, ...] = ()


@dataclass(frozen=True)
class Walk:
    """A square of `width_mm`, and so a disc of that diameter, gets from one of `starts` to one of `goals`.

    `start` and `goal` name the two. Its way is at most `stretches` straight stretches along x or y, inside
    the room of `room_mm` and clear of every piece of `around`. Its slack is the width of the widest square
    that gets there, less `width_mm`.
    """

    width_mm: int
    stretches: int
    room_mm: tuple[int, int]
    around: tuple[Footprint, ...]
    starts: tuple[Spot, ...]
    goals: tuple[Spot, ...]
    start: str
    goal: str

    @property
    def what(self) -> str:
        return f"width of the way from {self.start} to {self.goal}"


@dataclass(frozen=True)
class Footprint:
    """The edges of a piece or a fixed block: the box that a square must not enter. `optional` pieces may
    be left out."""

    piece: str
    west: Linear
    south: Linear
    east: Linear
    north: Linear
    optional: bool = False


WIDTH = Variable("width", "*square*")
Condition = Compare | Faces | Absent | All | AnyOf | Walk


@dataclass(frozen=True)
class Reading:
    """What decided a condition on a layout: its slack, and the comparison behind it in words."""

    slack_mm: int
    what: str
    measured_mm: float | None = None
    relation: str = ""
    limit_mm: float | None = None


WalkReader = Callable[[Walk, Values], int]


def read_condition(condition: Condition, values: Values, read_walk: WalkReader) -> Reading:
    """The slack of a condition and what decides it; `read_walk` gives the slack of a Walk."""
    if isinstance(condition, Compare):
        measured, scale = condition.expression.value(values), condition.scale
        slack, limit_mm = condition.slack_mm(measured), condition.limit / scale
        return Reading(slack, condition.what, measured / scale, condition.relation, limit_mm)
    if isinstance(condition, Faces):
        met = values.get(condition.variable, 0) == 1
        return Reading(0 if met else UNMET_MM, f"{condition.piece} at yaw {condition.yaw_deg} deg")
    if isinstance(condition, Absent):
        met = values.get(condition.variable, 0) == 1
        return Reading(0 if met else UNMET_MM, f"{condition.piece} left out")
    if isinstance(condition, Walk):
        slack = read_walk(condition, values)
        width = condition.width_mm
        return Reading(slack, condition.what, width + slack, ">=", width)
    readings = [read_condition(part, values, read_walk) for part in condition.parts]
    choose = min if isinstance(condition, All) else max
    return choose(readings, key=lambda reading: reading.slack_mm)


def is_kept(condition: Condition, values: Values, has_way: Callable[[Walk, Values], bool]) -> bool:
    """True where the slack is not negative, which takes far less than reading it; `has_way` answers for
    a Walk."""
    if isinstance(condition, Compare):
        return condition.slack_mm(condition.expression.value(values)) >= 0
    if isinstance(condition, All):
        return all(is_kept(part, values, has_way) for part in condition.parts)
    if isinstance(condition, AnyOf):
        return any(is_kept(part, values, has_way) for part in condition.parts)
    if isinstance(condition, Walk):
        return has_way(condition, values)
    return values.get(condition.variable, 0) == 1


def equal(expression: Linear, limit: int, what: str, scale: int = 1) -> Compare:
    return Compare(expression, "=", limit, what, scale)


def at_least(expression: Linear, limit: int, what: str, scale: int = 1) -> Compare:
    return Compare(expression, ">=", limit, what, scale)


def at_most(expression: Linear, limit: int, what: str, scale: int = 1) -> Compare:
    return Compare(expression, "<=", limit, what, scale)


def every(*parts: Condition) -> Condition:
    """All of the parts; one part is itself."""
    return parts[0] if len(parts) == 1 else All(tuple(parts))


def any_of(*parts: Condition) -> Condition:
    """At least one of the parts; one part is itself."""
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


def iter_walks(condition: Condition) -> Iterator[Walk]:
    """Every Walk in a condition."""
    if isinstance(condition, Walk):
        yield condition
    elif isinstance(condition, (All, AnyOf)):
        for part in condition.parts:
            yield from iter_walks(part)
