"""What slacks are made of: yaws, lengths, and how a piece lies to another or to a wall."""

from __future__ import annotations

from typing import Any

from solver.certify.document import Refused
from solver.certify.plan import Body, Plan, Wall, across, gap

UNMET = -10_000  # slack of a yaw that is missed: it has no length
SIDES = {"front": 0, "left": 1, "back": 2, "right": 3}
Fields = dict[str, Any]


def facing(body: Body, d: str) -> int:
    return 0 if body.faces(d) else UNMET


def length(f: Fields, key: str) -> int:
    """A length of a rule's fields. Raises Refused for anything else."""
    value = f[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"{key} is {value!r}, not a whole number of millimetres")
    return value


def exact(value: int, wanted: int) -> int:
    return -abs(value - wanted)


def exact_half(twice: int) -> int:
    """Slack of a length that must be 0, given doubled: half a millimetre is forgiven."""
    return (1 - abs(twice)) // 2


def overlap(one: Body, other: Body, d: str) -> int:
    """The least overlap of two bodies seen along d, less the 1 mm asked for."""
    ends = ("east", "west") if across(d) == "x" else ("north", "south")
    return min(-gap(one, other, e) for e in ends) - 1


def half(body: Body, axis: str) -> int:
    west, south, east, north = body.box
    return (east - west) // 2 if axis == "x" else (north - south) // 2


def beyond(plan: Plan, body: Body, wall: Wall) -> list[int]:
    """Lengths by which a body stays inside the extent of a wall shorter than the room."""
    axis = across(wall.direction)
    low, high = ("west", "east") if axis == "x" else ("south", "north")
    lengths = [-body.edge(low) - wall.start] if wall.start > 0 else []
    return lengths + ([wall.end - body.edge(high)] if wall.end < plan.length(axis) else [])
