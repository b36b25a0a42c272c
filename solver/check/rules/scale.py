"""What one reading of a rule is: a measured value with its limits."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solver.check.case import ROUNDING_MM

# A front that looks along a wall does so exactly (yaws are whole quarter turns); a tenth of a degree is
# 2 mm at the end of a 1 m piece, the tolerance of every other reading.
FRONT_DEG = 0.1
# One degree off counts like this many millimetres where alternatives are compared.
MM_PER_DEG = 20.0


class Unmeasured(Exception):
    """A rule whose pieces are not there to be measured; the message says which."""


@dataclass(frozen=True)
class Reading:
    """One measured value with its limits (`low` to `high`, None where there is none)."""

    what: str
    value: float
    low: float | None
    high: float | None
    unit: str = "mm"

    @property
    def miss(self) -> float:
        """By how much the value lies beyond its limits, in mm; 0 when it is kept."""
        beyond = [0.0]
        if self.low is not None:
            beyond.append(self.low - self.value)
        if self.high is not None:
            beyond.append(self.value - self.high)
        return max(beyond) * (MM_PER_DEG if self.unit == "degrees" else 1.0)

    def format_value(self) -> str:
        """The value with its unit, e.g. `gap to the north wall 100.4 mm`."""
        return f"{self.what} {round(self.value, 1) + 0.0:g} {self.unit}"

    def format_limit(self) -> str:
        """The limits as the rule means them, rounding of sizes included."""
        slack = FRONT_DEG if self.unit == "degrees" else ROUNDING_MM
        if self.low is not None and self.high is not None:
            middle = round((self.low + self.high) / 2.0, 3)
            return f"{middle + 0.0:g} {self.unit} ± {(self.high - self.low) / 2.0:g} {self.unit}"
        if self.low is not None:
            return f"at least {self.low + slack:g} {self.unit} - {slack:g} {self.unit}"
        assert self.high is not None
        return f"at most {self.high - slack:g} {self.unit} + {slack:g} {self.unit}"

    def explain(self) -> str:
        """One clause that says what is wrong."""
        return f"{self.what} is {round(self.value, 1) + 0.0:g} {self.unit}"


def exactly(what: str, value_mm: float, wanted_mm: float) -> Reading:
    """A length that the rule gives exactly."""
    return Reading(what, value_mm, wanted_mm - ROUNDING_MM, wanted_mm + ROUNDING_MM)


def at_least(what: str, value_mm: float, least_mm: float) -> Reading:
    """A length that may be larger."""
    return Reading(what, value_mm, least_mm - ROUNDING_MM, None)


def at_most(what: str, value_mm: float, most_mm: float) -> Reading:
    """A length that may be smaller."""
    return Reading(what, value_mm, None, most_mm + ROUNDING_MM)


def turned_by(what: str, value_deg: float, wanted_deg: float) -> Reading:
    """A turn that the rule gives exactly; the reading is how far it is off, to either side."""
    off = abs(math.remainder(value_deg - wanted_deg, 360.0))
    return Reading(what, off, None, FRONT_DEG, "degrees")


def worst(readings: list[Reading]) -> Reading:
    """The reading that is missed most."""
    return max(readings, key=lambda reading: reading.miss)
