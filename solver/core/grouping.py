"""Which parts of a file belong together, and which are scenery: a floor, a wall, a second piece.

numpy only: also runs inside Blender. Boxes are (low, high) corner pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.core.surface import Points

Box = tuple[NDArray[np.float64], NDArray[np.float64]]

# A sheet thinner than this share of its own size, and larger by this factor than all else seen from
# its side, is scenery. A rug or a table top is not: the rest of the piece is as large.
_SHEET_THINNESS = 0.01
_SHEET_FACTOR = 3.0
# What lies within the largest group's box, widened by this share of its size, belongs to it: a cushion
# that hovers, a drawer unit under a desk.
_REACH = 0.1


def join_boxes(boxes: Sequence[Box]) -> Box:
    """The box around all boxes."""
    return np.min([low for low, _ in boxes], axis=0), np.max([high for _, high in boxes], axis=0)


def find_scenery(boxes: Sequence[Box]) -> set[int]:
    """Which boxes are floors, walls or backdrops: flat, and far larger than all the rest."""
    found = set()
    for index, (low, high) in enumerate(boxes):
        size = high - low
        axis = int(np.argmin(size))
        sides = [side for side in range(3) if side != axis]
        if size[axis] > _SHEET_THINNESS * min(size[side] for side in sides):
            continue
        others = [box for other, box in enumerate(boxes) if other != index and not _is_sheet(box)]
        if not others:
            continue
        rest_low, rest_high = join_boxes(others)
        if np.prod(size[sides]) > _SHEET_FACTOR * np.prod((rest_high - rest_low)[sides]):
            found.add(index)
    return found


def _is_sheet(box: Box) -> bool:
    size = np.sort(box[1] - box[0])
    return bool(size[0] <= _SHEET_THINNESS * size[1])


def group_parts(points: Sequence[Points], boxes: Sequence[Box], gap: float) -> list[list[int]]:
    """Indices of parts that belong together, the largest group first.

    `points`: each part's surface points, spaced no wider than `gap`. Parts whose surfaces come within
    about `gap` touch; groups inside the largest one's reach are joined to it.
    """
    groups = _join_touching(points, gap)
    groups.sort(key=lambda group: -_measure_diagonal(join_boxes([boxes[i] for i in group])))
    main, *rest = groups
    low, high = join_boxes([boxes[index] for index in main])
    low, high = low - _REACH * (high - low), high + _REACH * (high - low)
    apart = []
    for group in rest:
        own_low, own_high = join_boxes([boxes[index] for index in group])
        if (own_low >= low).all() and (own_high <= high).all():
            main = sorted([*main, *group])
        else:
            apart.append(group)
    return [main, *apart]


def _measure_diagonal(box: Box) -> float:
    return float(np.linalg.norm(box[1] - box[0]))


def _join_touching(points: Sequence[Points], gap: float) -> list[list[int]]:
    """Connected components of the parts, joined where they share a cell of `gap` or neighbouring ones."""
    parent = list(range(len(points)))

    def find(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    keys, owners = _list_cells(points, gap)
    for first, second in _list_neighbours(keys, owners):
        parent[find(second)] = find(first)
    groups: dict[int, list[int]] = {}
    for index in range(len(points)):
        groups.setdefault(find(index), []).append(index)
    return list(groups.values())


def _list_cells(points: Sequence[Points], gap: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each occupied cell as a number, sorted, with the part in it; a cell with two parts comes twice."""
    everything = np.concatenate(points)
    owners = np.repeat(np.arange(len(points)), [len(part) for part in points])
    cells = np.floor((everything - everything.min(axis=0)) / gap).astype(np.int64) + 1
    keys = (cells[:, 0] * _STRIDE + cells[:, 1]) * _STRIDE + cells[:, 2]
    rows = np.unique(np.stack([keys, owners], axis=1), axis=0)
    return rows[:, 0], rows[:, 1]


_STRIDE = np.int64(1 << 20)


def _list_neighbours(keys: NDArray[np.int64], owners: NDArray[np.int64]) -> set[tuple[int, int]]:
    """Pairs of parts that lie in the same cell or in neighbouring ones."""
    same = keys[1:] == keys[:-1]
    pairs = set(zip(owners[:-1][same].tolist(), owners[1:][same].tolist(), strict=True))
    first = np.concatenate([[True], ~same])
    keys, owners = keys[first], owners[first]
    for x, y, z in itertools.product((-1, 0, 1), repeat=3):
        if (x, y, z) <= (0, 0, 0):
            continue
        wanted = keys + (x * _STRIDE + y) * _STRIDE + z
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        hit = (keys[at] == wanted) & (owners[at] != owners)
        pairs |= set(zip(owners[hit].tolist(), owners[at[hit]].tolist(), strict=True))
    return pairs
