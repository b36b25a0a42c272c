"""Which way a piece of furniture faces, told from its shape.

Two things give a front away: the high side of a seat or bed is its back, and the side with doors,
drawers or open shelves has more relief than the one that stands against a wall. Both are weighed
against left-right symmetry, which furniture has across its front axis. Weights and limits were set on
201 models of the Sweet Home 3D library, all facing -y. Of 86 seats, 15 beds, 49 cabinets and 7 desks it
tells 127 with a confidence over 0.3, and 121 of these rightly (the others are folded, open, or have
two open sides); 32 of 44 tables have no front.

numpy only: also runs inside Blender.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.core.surface import Points

SAMPLES = 40_000  # a few for each of the GRID² cells on every side
GRID = 32
_SYMMETRY_GRID = 24
_LOW_SHARE = 0.10  # a seat is low over at least this share of its footprint
_LOW_HEIGHT = 0.70
_STEP_M = 0.03  # relief deeper than a door's or drawer's edge tells no more
_ASYMMETRY_LIMIT = 0.15
_LEAST_MARGIN = 0.20
_SYMMETRIC = 0.006


@dataclass(frozen=True)
class Front:
    """`axis` is "-y", "+y", "-x", "+x" or "none"; `confidence` 0 to 1; `evidence` a sentence."""

    axis: str
    confidence: float
    evidence: str


def find_front(points: Points) -> Front:
    """The front of a piece from points spread evenly over its surface (n, 3), z up, any unit or origin."""
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.maximum(high - low, 1e-9)
    unit = (points - low) / size
    backs = _find_high_side(unit)
    reliefs = [_compare_relief(unit, size, axis) for axis in (0, 1)]
    asymmetry = [_measure_asymmetry(unit, axis) for axis in (0, 1)]
    scores = [
        _score(backs[axis], reliefs[axis]) * (1 - min(1.0, asymmetry[1 - axis] / _ASYMMETRY_LIMIT))
        for axis in (0, 1)
    ]
    axis = int(abs(scores[1]) >= abs(scores[0]))
    margin = abs(scores[axis]) - abs(scores[1 - axis])
    if margin < _LEAST_MARGIN and max(asymmetry) < _SYMMETRIC:
        return Front("none", round(1 - margin / _LEAST_MARGIN / 2, 2), "the same from front, back and sides")
    name = ("-" if scores[axis] > 0 else "+") + "xy"[axis]
    confidence = round(1 - float(np.exp(-1.5 * max(0.0, margin))), 2)
    return Front(name, confidence, _explain(backs[axis], reliefs[axis], name))


def _score(back: float, relief: float) -> float:
    """Above 0 where the front is the axis' negative side. A clear backrest outweighs all relief."""
    return 1.5 * back + (1 - abs(back)) * relief


def _explain(back: float, relief: float, axis: str) -> str:
    behind = ("+" if axis[0] == "-" else "-") + axis[1]
    agree = 1 if axis[0] == "-" else -1
    reasons = []
    if back * agree > 0.2:
        reasons.append(f"the high side is {behind}, as of a backrest")
    if relief * agree > 0.1:
        reasons.append(f"the side {axis} has more relief than {behind}, as of doors, drawers or shelves")
    return "; ".join(reasons) or "a faint difference between the sides"


def _find_high_side(unit: Points) -> tuple[float, float]:
    """Along x and y, from -1 to 1: how far the high part lies to the positive side of the low part."""
    cells = np.minimum((unit[:, :2] * GRID).astype(int), GRID - 1)
    top = np.full((GRID, GRID), -1.0)
    np.maximum.at(top, (cells[:, 0], cells[:, 1]), unit[:, 2])
    filled = top >= 0
    low = (filled & (top < _LOW_HEIGHT)).astype(float)
    if low.sum() < _LOW_SHARE * filled.sum():
        return 0.0, 0.0
    # The fourth power lets a backrest outweigh arms, and arms a seat.
    high = np.power(np.where(filled, top, 0.0), 4)
    x, y = (np.clip(_centroid(high, axis) - _centroid(low, axis), -0.5, 0.5) / 0.5 for axis in (0, 1))
    return float(x), float(y)


def _centroid(weights: NDArray[np.float64], axis: int) -> float:
    places = (np.arange(GRID) + 0.5) / GRID * 2 - 1
    return float(weights.sum(axis=1 - axis) @ places / max(weights.sum(), 1e-9))


def _compare_relief(unit: Points, size: Points, axis: int) -> float:
    """From -1 to 1: above 0 where the axis' negative side has more relief than its positive side."""
    negative, positive = (_measure_relief(unit, size, axis, side) for side in (0, 1))
    return (negative - positive) / (negative + positive + 0.01)


def _measure_relief(unit: Points, size: Points, axis: int, side: int) -> float:
    """Mean step between neighbouring cells of the depth map of one side, 1 for steps of _STEP_M."""
    depth = (unit[:, axis] if side == 0 else 1 - unit[:, axis]) * size[axis]
    across = np.minimum((unit[:, 1 - axis] * GRID).astype(int), GRID - 1)
    up = np.minimum((unit[:, 2] * GRID).astype(int), GRID - 1)
    nearest = np.full((GRID, GRID), np.inf)
    np.minimum.at(nearest, (across, up), depth)
    steps, pairs = 0.0, 0
    for first, second in ((nearest[1:], nearest[:-1]), (nearest[:, 1:], nearest[:, :-1])):
        # What is only seen through the piece, in its far half, says nothing of this side.
        seen = np.maximum(first, second) < np.inf
        seen &= np.minimum(first, second) < size[axis] / 2
        steps += float(np.minimum(np.abs(first[seen] - second[seen]), _STEP_M).sum())
        pairs += int(seen.sum())
    return steps / max(pairs, 1) / _STEP_M


def _measure_asymmetry(unit: Points, axis: int) -> float:
    """Share of the piece's cells without a neighbour where its mirror image along the axis has one."""
    cells = np.minimum((unit * _SYMMETRY_GRID).astype(int), _SYMMETRY_GRID - 1)
    solid = np.zeros((_SYMMETRY_GRID,) * 3, dtype=bool)
    solid[tuple(cells.T)] = True
    mirrored = np.flip(solid, axis)
    return float((solid & ~_dilate(mirrored)).sum() / solid.sum())


def _dilate(solid: NDArray[np.bool_]) -> NDArray[np.bool_]:
    wide = solid.copy()
    for axis in range(3):
        ahead = [slice(None)] * 3
        behind = [slice(None)] * 3
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        wide[tuple(ahead)] |= solid[tuple(behind)]
        wide[tuple(behind)] |= solid[tuple(ahead)]
    return wide
