"""The four directions of the plan, and quarter turns.

A direction is the wall it leads to. `YAW_OF[d]` is the yaw of a piece that faces d: south 0, east 90,
north 180, west 270, counter-clockwise.
"""

from __future__ import annotations

from typing import Literal

Direction = Literal["south", "east", "north", "west"]
Axis = Literal["x", "y"]

DIRECTIONS: tuple[Direction, ...] = ("south", "east", "north", "west")
YAW_OF: dict[Direction, int] = {"south": 0, "east": 90, "north": 180, "west": 270}
FACED_AT: dict[int, Direction] = {yaw: direction for direction, yaw in YAW_OF.items()}
AXIS_OF: dict[Direction, Axis] = {"south": "y", "east": "x", "north": "y", "west": "x"}
SIGN_OF: dict[Direction, int] = {"south": -1, "east": 1, "north": 1, "west": -1}
# Towards these, coordinates grow.
GROWING: tuple[Direction, ...] = ("east", "north")

# Sides of a piece as it faces, as counter-clockwise quarter turns from its front: whoever faces south
# has the east at the left hand.
TURNS_OF_SIDE: dict[str, int] = {"front": 0, "left": 1, "back": 2, "right": 3}


def turn(direction: Direction, quarters: int) -> Direction:
    """The direction `quarters` counter-clockwise quarter turns on."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + quarters) % 4]


def opposite(direction: Direction) -> Direction:
    return turn(direction, 2)


def measure_towards(direction: Direction, start: float, end: float) -> float:
    """Length from `start` to `end`, coordinates along the direction's axis; negative where it leads back."""
    return end - start if direction in GROWING else start - end


def move_towards(direction: Direction, start: float, by: float) -> float:
    """The coordinate `by` further on from `start`."""
    return start + by if direction in GROWING else start - by


def other_axis(axis: Axis) -> Axis:
    return "y" if axis == "x" else "x"


def directions_along(axis: Axis) -> tuple[Direction, Direction]:
    """The two directions of an axis, the positive one first."""
    return ("east", "west") if axis == "x" else ("north", "south")
