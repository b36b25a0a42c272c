"""The limits of the six SURDS tasks, as published and scaled for rooms.

`faithful` are the published ones (EvalScope's `surds`, arXiv 2411.13112), made for streets of some 50 m.
`indoor` divides the limits of "almost the same" by 2.5 and all lengths of ranges by 4, since a furnished
room is some 4 to 10 m deep, so that every answer occurs; it keeps the pixel limit in proportion to the
picture's width, and draws the place of the right range among the three evenly from those there is room
for. Yaw bins are ours: eight of 45 degrees, centred on the directions.
"""

from __future__ import annotations

from dataclasses import dataclass

TASKS = ("yaw", "xy2d", "depth", "distance", "left_right", "front_behind")
PAIRED = ("yaw", "distance", "left_right", "front_behind")
SAME = "Almost the same"
SAME_FRONT = "Almost the same in terms of front-back position"
DIRECTIONS = ("North", "Northeast", "East", "Southeast", "South", "Southwest", "West", "Northwest")
BIN_DEG = 45.0
YAW_MARGIN_DEG = 5.0  # no question is asked nearer than this to the edge of a bin


@dataclass(frozen=True)
class Rule:
    """One mode's limits: metres, except `same_px`, pixels of a picture 1600 wide."""

    mode: str
    same_distance_m: float  # at most this: almost the same
    same_depth_m: float  # less than this: almost the same
    same_px: float  # less than this: almost the same
    range_m: tuple[float, float]  # length of the right range
    gap_m: tuple[float, float]  # between ranges
    other_m: tuple[float, float]  # length of a wrong range
    step_m: float  # ranges are whole multiples of it
    near_m: float  # nearer: both wrong ranges lie beyond
    far_m: float  # farther: both wrong ranges lie before
    even_places: bool  # the right range's place is drawn, whatever near_m and far_m say


RULES = {
    "faithful": Rule("faithful", 1.0, 0.5, 100.0, (6.0, 7.0), (1, 2), (3, 4), 1.0, 7.0, 15.0, False),
    "indoor": Rule("indoor", 0.4, 0.2, 100.0, (1.5, 1.75), (0.25, 0.5), (0.75, 1.0), 0.25, 1.75, 3.75, True),
}


def name_direction(heading_deg: float) -> tuple[str, float]:
    """(direction, degrees to the nearest edge of its bin) of a heading, 0 north, clockwise."""
    turned = (heading_deg + BIN_DEG / 2) % 360.0
    within = turned % BIN_DEG
    return DIRECTIONS[int(turned // BIN_DEG)], min(within, BIN_DEG - within)


def format_range(low: float, high: float, rule: Rule) -> str:
    """One option of a depth question: whole metres as EvalScope writes them, else two decimals, so that no
    option is longer than another."""

    def metres(value: float) -> str:
        if rule.step_m < 1.0:
            return f"{value:.2f} meters"
        return f"{value:.0f} {'meter' if value <= 1 else 'meters'}"

    return f"Between {metres(low)} and {metres(high)}"
