"""The measured floor plan in millimetres, and what one reading of a rule is."""

from __future__ import annotations

from dataclasses import dataclass

from solver.check.case import ROUNDING_MM, Case
from solver.core.directions import AXIS_OF, FACED_AT, SIGN_OF, Axis, Direction, directions_along, opposite
from solver.core.measured import Solid
from solver.core.room import Door, Opening

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
        below = 0.0 if self.low is None else self.low - self.value
        above = 0.0 if self.high is None else self.value - self.high
        return max(0.0, below, above) * (MM_PER_DEG if self.unit == "degrees" else 1.0)

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


def worst(readings: list[Reading]) -> Reading:
    """The reading that is missed most."""
    return max(readings, key=lambda reading: reading.miss)


@dataclass(frozen=True)
class Body:
    """One piece on the floor: its box (mm), where its front looks (degrees), and its outline (mm)."""

    name: str
    low: tuple[float, float]
    high: tuple[float, float]
    facing_deg: float | None
    outline: tuple[tuple[float, float], ...]

    def reach(self, d: Direction) -> float:
        """Coordinate along d's axis of the side towards d."""
        axis = 0 if AXIS_OF[d] == "x" else 1
        return self.high[axis] if SIGN_OF[d] > 0 else self.low[axis]

    def middle(self, axis: Axis) -> float:
        """Middle of the box along an axis."""
        k = 0 if axis == "x" else 1
        return (self.low[k] + self.high[k]) / 2.0

    def front(self) -> Direction:
        """The wall that the front looks at, to the nearest quarter turn."""
        if self.facing_deg is None:
            raise Unmeasured(f"where {self.name} faces is not known: the object has no yaw_deg")
        return FACED_AT[round(self.facing_deg / 90.0) % 4 * 90]

    def reads_facing(self, d: Direction) -> Reading:
        """How far the front looks off from d."""
        if self.facing_deg is None:
            raise Unmeasured(f"where {self.name} faces is not known: the object has no yaw_deg")
        yaw = next(yaw for yaw, direction in FACED_AT.items() if direction == d)
        off = abs((self.facing_deg - yaw + 180.0) % 360.0 - 180.0)
        return Reading(f"turn of {self.name} from facing {d}", off, None, FRONT_DEG, "degrees")


@dataclass(frozen=True)
class Floor:
    """The room's inner sides in mm and the pieces that are there to be measured."""

    sides: dict[Direction, float]
    bodies: dict[str, Body]
    openings: tuple[Opening, ...]
    missing: dict[str, str]

    def body(self, piece: str) -> Body:
        """A piece by its key. Raises Unmeasured with the reason when it is not there."""
        if piece not in self.bodies:
            raise Unmeasured(self.missing.get(piece, f"{piece} is not there"))
        return self.bodies[piece]

    def wall_gap(self, piece: str, d: Direction) -> float:
        """Free length from a piece to the wall d."""
        return (self.sides[d] - self.body(piece).reach(d)) * SIGN_OF[d]

    def gap(self, one: str, other: str, d: Direction) -> float:
        """Free length from `one` towards d to `other`; negative when they overlap along it."""
        return (self.body(other).reach(opposite(d)) - self.body(one).reach(d)) * SIGN_OF[d]

    def middle(self, axis: Axis) -> float:
        """Middle of the room along an axis."""
        high, low = directions_along(axis)
        return (self.sides[low] + self.sides[high]) / 2.0

    def opening(self, name: str | None) -> Opening | None:
        """An opening by its name."""
        return next((opening for opening in self.openings if opening.name == name), None)

    def first_door(self) -> Opening | None:
        """The first door of the scene file."""
        return next((opening for opening in self.openings if isinstance(opening, Door)), None)


def find_floor(case: Case) -> Floor | None:
    """The floor plan as measured; None when room.blend was not. A side that was not measured is taken
    from the scene file (its own check says so)."""
    measured, room = case.measured, case.spec.room
    if measured is None:
        return None
    nominal: dict[Direction, float] = {
        "west": 0.0,
        "south": 0.0,
        "east": float(room.width_mm),
        "north": float(room.depth_mm),
    }
    sides = {d: _side_mm(case, d, at_mm) for d, at_mm in nominal.items()}
    bodies, missing = {}, {}
    for piece, label in case.labels.items():
        solids = case.find_solids(piece)
        if len(solids) == 1:
            bodies[piece] = _make_body(label, solids[0])
        else:
            missing[piece] = f"{label} is missing" if not solids else f"{label} is there {len(solids)} times"
    return Floor(sides, bodies, case.spec.openings, missing)


def _side_mm(case: Case, d: Direction, nominal_mm: float) -> float:
    assert case.measured is not None
    side = (case.measured.interior or {}).get(d)
    return nominal_mm if side is None or side.at_m is None else side.at_m * 1000.0


def _make_body(label: str, solid: Solid) -> Body:
    low, high = solid.box_min, solid.box_max
    return Body(
        name=label,
        low=(low[0] * 1000.0, low[1] * 1000.0),
        high=(high[0] * 1000.0, high[1] * 1000.0),
        facing_deg=solid.facing_deg,
        outline=tuple((x * 1000.0, y * 1000.0) for x, y in solid.outline),
    )
