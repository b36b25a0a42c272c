"""A CP-SAT model as numbers: unknowns by index, whole-number linear relations, clauses.

Written straight into the model's fields, which takes a tenth of the time that ortools' expressions take:
rooms of sixty pieces have tens of thousands of relations. Only adding and copying is done with them, as
that is what the fields of all ortools versions from 9.12 on have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

# The least and the greatest number of a domain.
LEAST, GREATEST = -(2**62), 2**62


class Terms:
    """A linear expression: (unknown, factor) pairs, each unknown at most once, and a constant."""

    __slots__ = ("constant", "factors")

    def __init__(self, factors: tuple[tuple[int, int], ...] = (), constant: int = 0) -> None:
        self.factors = factors
        self.constant = constant

    def __add__(self, other: Terms) -> Terms:
        merged = dict(self.factors)
        for unknown, factor in other.factors:
            merged[unknown] = merged.get(unknown, 0) + factor
        return Terms(tuple(merged.items()), self.constant + other.constant)

    def __mul__(self, factor: int) -> Terms:
        return Terms(
            tuple((unknown, value * factor) for unknown, value in self.factors), self.constant * factor
        )

    def __sub__(self, other: Terms) -> Terms:
        return self + other * -1

    def value(self, values: Sequence[int]) -> int:
        return self.constant + sum(factor * values[unknown] for unknown, factor in self.factors)


def negate(literal: int) -> int:
    """The literal that is true where `literal` is not."""
    return -literal - 1


class Program:
    """Unknowns and what is required of them. A literal is the index of an unknown in 0 … 1, or its negation.

    `when` of a requirement is a literal: it is asked only where that is true.
    """

    def __init__(self, cp: cp_model.CpModel | None = None) -> None:
        self.cp = cp_model.CpModel() if cp is None else cp
        self._proto = self.cp.proto
        self._size = len(self._proto.variables)

    def copy(self) -> Program:
        """The same program again, to ask something of once."""
        cp = cp_model.CpModel()
        # CpModel.clone also finds all constants again, in Python, which takes longer than most searches.
        write = cp.proto.copy_from if hasattr(cp.proto, "copy_from") else cp.proto.CopyFrom
        write(self._proto)
        return Program(cp)

    @property
    def size(self) -> int:
        """How many unknowns there are."""
        return self._size

    def add_number(self, least: int, most: int) -> int:
        """A new unknown from `least` to `most`."""
        self._proto.variables.add().domain.extend((least, most))
        self._size += 1
        return self._size - 1

    def add_literal(self) -> int:
        return self.add_number(0, 1)

    def require(
        self, terms: Terms, least: int = LEAST, most: int = GREATEST, when: int | None = None
    ) -> None:
        """The expression is from `least` to `most`."""
        if not terms.factors:
            if not least <= terms.constant <= most:
                self.require_any((), when)
            return
        constraint = self._proto.constraints.add()
        if when is not None:
            constraint.enforcement_literal.append(when)
        linear = constraint.linear
        unknowns, factors = zip(*terms.factors, strict=True)
        linear.vars.extend(unknowns)
        linear.coeffs.extend(factors)
        least = least if least == LEAST else least - terms.constant
        most = most if most == GREATEST else most - terms.constant
        linear.domain.extend((least, most))

    def require_any(self, literals: Iterable[int], when: int | None = None) -> None:
        """At least one of the literals is true."""
        clause = [*literals] if when is None else [negate(when), *literals]
        self._proto.constraints.add().bool_or.literals.extend(clause)

    def require_one(self, literals: Iterable[int]) -> None:
        """Exactly one of the literals is true."""
        self._proto.constraints.add().exactly_one.literals.extend(literals)

    def minimize(self, terms: Terms) -> None:
        """Ask for the least value of the expression; asked once of a program."""
        for unknown, factor in terms.factors:
            self._proto.objective.vars.append(unknown)
            self._proto.objective.coeffs.append(factor)
        self._proto.objective.offset = terms.constant

    def suggest(self, values: Sequence[int]) -> None:
        """A layout to look near, as values of the first unknowns."""
        self._proto.solution_hint.vars.extend(range(len(values)))
        self._proto.solution_hint.values.extend(values)
