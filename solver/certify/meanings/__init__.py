"""What each rule means on a finished plan: its slack in mm, written from the rules' documentation.

All of several parts is their least slack, any of them the greatest. A yaw that is missed has no length:
it counts as -10000.
"""

from __future__ import annotations

from collections.abc import Callable

from solver.certify.meanings import distances, pieces, sets, space, walls
from solver.certify.meanings.amounts import SIDES, Fields
from solver.certify.plan import Plan

MEANINGS: dict[str, Callable[[Plan, Fields], int]] = {
    "against": walls.against,
    "corner": walls.corner,
    "centred": walls.centred,
    "pin": walls.pin,
    "gap": distances.gap_rule,
    "near": distances.near,
    "far": distances.far,
    "between": pieces.between,
    "beside": pieces.beside,
    "in_front_of": pieces.ahead_of(0),
    "behind": pieces.ahead_of(2),
    "facing": pieces.facing_rule,
    "flanking": pieces.flanking,
    "aligned": sets.aligned,
    "row": sets.row,
    "around": sets.around,
    "same_yaw": sets.same_yaw,
    "mirrored": sets.mirrored,
    "on_top": space.on_top,
    "under": space.under,
    "clear": space.clear,
}

__all__ = ["MEANINGS", "SIDES"]
