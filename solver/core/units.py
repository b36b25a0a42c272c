"""Lengths as people write them: a number with its unit."""

from __future__ import annotations

import re
from fractions import Fraction

from solver.core.yaml_source import suggest

# Metres in one unit, exact.
METRES: dict[str, Fraction] = {
    "m": Fraction(1),
    "cm": Fraction(1, 100),
    "mm": Fraction(1, 1000),
    "in": Fraction(254, 10000),
    "ft": Fraction(3048, 10000),
}
_LENGTH = re.compile(r"\s*([-+]?\d+(?:\.\d+)?|[-+]?\.\d+)\s*([A-Za-z]*)\s*")


# Bare numbers from here on are likelier millimetres than metres.
_LEAST_MM = 15


def _suggest_units(number: str) -> str:
    """The likeliest length of furniture or rooms meant by a bare number, in two units."""
    value = Fraction(number)
    if abs(value) < _LEAST_MM:
        return f"{number} m or {float(value * 1000):g} mm"
    other = f"{float(value / 10):g} cm" if abs(value) < 100 else f"{float(value / 1000):g} m"
    return f"{number} mm or {other}"


def read_length(value: object) -> Fraction:
    """`"0.8 m"`, `"800 mm"`, `"80cm"` -> exact metres. Raises ValueError with what to write instead."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError(f"a length with its unit is needed, e.g. 800 mm (found {value!r})")
    match = _LENGTH.fullmatch(str(value))
    if match is None:
        raise ValueError(f"{value!r} is not a length; write a number and a unit, e.g. 800 mm")
    number, unit = match.groups()
    if not unit:
        raise ValueError(f"{value!r} has no unit; write e.g. {_suggest_units(number)}")
    if unit not in METRES:
        raise ValueError(f"unknown unit {unit!r} in {value!r}{suggest(unit, METRES)}")
    return Fraction(number) * METRES[unit]
