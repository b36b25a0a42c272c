"""Whether pieces really face where their yaw says, told from the shape of their meshes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from solver.check.case import Case, format_mm
from solver.check.finding import Check, judge
from solver.core.measured import Solid

# What people sit on with a back: its upper part is the back, which is opposite the front.
BACKED = ("sofa", "chair", "armchair")
# The upper part of the flattest backed seat at hand (a sofa with thick arms) lies 9 % of its depth behind
# the middle; a seat turned around has it as far before the middle.
BACK_SHARE = 0.03
# Two pieces of one asset, each turned back to yaw 0, have the middle of their surface at the same place.
TWIN_MM = 3.0


def check_fronts(case: Case) -> Iterator[Check]:
    """Seats have their back behind them, and pieces of one asset are turned alike by their yaw."""
    first: dict[str, Solid] = {}
    for piece, label in case.labels.items():
        solid = case.solid(piece)
        if solid is None or solid.facing_deg is None:
            continue
        if solid.category in BACKED:
            yield _check_back(solid, label)
        if solid.asset is None:
            continue
        if solid.asset in first:
            yield _check_twin(solid, first[solid.asset], label)
        else:
            first[solid.asset] = solid


def _check_back(solid: Solid, label: str) -> Check:
    ahead = find_lead(solid, solid.upper_centroid)[1]
    share = -ahead / max(1e-9, find_depth(solid))
    return judge(
        f"{label} back behind its front",
        share >= BACK_SHARE,
        f"{share:.0%} of its depth behind",
        f"at least {BACK_SHARE:.0%}",
        f"{label} is said to face {solid.facing_deg:g} degrees, but its back is not on the other side",
    )


def _check_twin(solid: Solid, twin: Solid, label: str) -> Check:
    here, there = find_lead(solid, solid.centroid), find_lead(twin, twin.centroid)
    off = math.dist(here, there)
    return judge(
        f"{label} turned like {twin.object}",
        off * 1000.0 <= TWIN_MM,
        format_mm(off),
        f"at most {TWIN_MM:g} mm",
        f"{label} and {twin.object} are the same asset, but turned back by their yaw they differ in shape",
    )


def find_lead(solid: Solid, point: tuple[float, float, float]) -> tuple[float, float]:
    """`point` relative to the box centre in the piece's own frame: (to its left, ahead of it), metres."""
    assert solid.facing_deg is not None
    angle = math.radians(solid.facing_deg)
    # At yaw 0 the front looks along -y, and the left hand points along +x.
    left, front = (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
    x, y = point[0] - solid.centre[0], point[1] - solid.centre[1]
    return x * left[0] + y * left[1], x * front[0] + y * front[1]


def find_depth(solid: Solid) -> float:
    """Extent of the box along the nearest axis of the front, metres."""
    assert solid.facing_deg is not None
    axis = 0 if round(solid.facing_deg / 90.0) % 2 else 1
    return solid.box_max[axis] - solid.box_min[axis]
