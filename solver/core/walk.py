"""Whether a square gets from one place to another on a finished layout, and by which way.

Free places of the square's low corner are the room less each footprint grown by the square's width to
the west and south. A way of the fewest straight stretches can always be slid onto the edges of those
grown boxes or the lines of start and goal, so a search on that grid is exact, not a sampling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solver.core.conditions import WIDTH, Absent, Spot, Values, Variable, Walk

Box = tuple[int, int, int, int]  # west, south, east, north
Point = tuple[int, int]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Grid:
    """Lines that a low corner may move on. Arrays are indexed [i, j] for (xs[i], ys[j]); two nodes with
    the same run number are joined by a free straight stretch along that axis."""

    xs: npt.NDArray[np.int64]
    ys: npt.NDArray[np.int64]
    free: Mask
    runs_x: npt.NDArray[np.int64]
    runs_y: npt.NDArray[np.int64]

    def mark(self, boxes: list[Box]) -> Mask:
        """The free nodes in any of the closed boxes."""
        marked = np.zeros_like(self.free)
        for west, south, east, north in boxes:
            in_x, in_y = (self.xs >= west) & (self.xs <= east), (self.ys >= south) & (self.ys <= north)
            marked |= in_x[:, None] & in_y[None, :]
        return marked & self.free


def read_walk(walk: Walk, values: Values) -> int:
    """Slack of a Walk in mm: the width of the widest square that gets there, less the asked width."""
    if find_way(walk, values) is not None:
        low, high = walk.width_mm, min(walk.room_mm) + 1
    else:
        low, high = 0, walk.width_mm
    while high - low > 1:
        middle = (low + high) // 2
        if find_way(walk, values, middle) is None:
            high = middle
        else:
            low = middle
    return low - walk.width_mm


def find_way(walk: Walk, values: Values, width_mm: int | None = None) -> list[Point] | None:
    """Low corners of the square's way from start to goal, with the fewest stretches, or None."""
    width = walk.width_mm if width_mm is None else width_mm
    known: dict[Variable, int] = {**values, WIDTH: width}
    room = (walk.room_mm[0] - width, walk.room_mm[1] - width)
    if min(room) < 0:
        return None
    starts, goals = _find_boxes(walk.starts, known, room), _find_boxes(walk.goals, known, room)
    if not starts or not goals:
        return None
    blocks = [
        (f.west.value(known) - width, f.south.value(known) - width, f.east.value(known), f.north.value(known))
        for f in walk.around
        if not known.get(Absent(f.piece).variable)
    ]
    grid = _build_grid(room, blocks, starts + goals)
    return _search(grid, grid.mark(starts), grid.mark(goals), walk.stretches)


def _find_boxes(spots: tuple[Spot, ...], known: Mapping[Variable, int], room: Point) -> list[Box]:
    boxes = []
    for spot in spots:
        if all(known.get(faces.variable, 0) == 1 for faces in spot.when):
            west, south = max(spot.west.value(known), 0), max(spot.south.value(known), 0)
            east, north = min(spot.east.value(known), room[0]), min(spot.north.value(known), room[1])
            if west <= east and south <= north:
                boxes.append((west, south, east, north))
    return boxes


def _build_grid(room: Point, blocks: list[Box], spots: list[Box]) -> _Grid:
    lines = [{0, room[0]}, {0, room[1]}]
    for box in (*blocks, *spots):
        for axis in (0, 1):
            lines[axis].update(v for v in (box[axis], box[axis + 2]) if 0 <= v <= room[axis])
    xs, ys = (np.array(sorted(line), dtype=np.int64) for line in lines)
    free = np.ones((len(xs), len(ys)), dtype=bool)
    step_x = np.ones((len(xs) - 1, len(ys)), dtype=bool)
    step_y = np.ones((len(xs), len(ys) - 1), dtype=bool)
    for west, south, east, north in blocks:
        # A node or a step is blocked where it meets the open box; touching its edge is free.
        in_x, in_y = (xs > west) & (xs < east), (ys > south) & (ys < north)
        free &= ~(in_x[:, None] & in_y[None, :])
        step_x &= ~(((xs[1:] > west) & (xs[:-1] < east))[:, None] & in_y[None, :])
        step_y &= ~(in_x[:, None] & ((ys[1:] > south) & (ys[:-1] < north))[None, :])
    return _Grid(xs, ys, free, _number_runs(step_x, 0), _number_runs(step_y, 1))


def _number_runs(steps: Mask, axis: int) -> npt.NDArray[np.int64]:
    """Numbers nodes so that neighbours along `axis` share one where the step between them is free."""
    breaks = np.insert(~steps, 0, True, axis=axis)
    order = breaks if axis == 1 else breaks.T
    numbers: npt.NDArray[np.int64] = (np.cumsum(order.ravel()) - 1).reshape(order.shape)
    return numbers if axis == 1 else numbers.transpose()


def _search(grid: _Grid, starts: Mask, goals: Mask, stretches: int) -> list[Point] | None:
    """Breadth first by stretches: each round goes straight on from every node reached so far."""
    rounds = [starts]
    while not (rounds[-1] & goals).any():
        if len(rounds) > stretches:
            return None
        reached = rounds[-1].copy()
        for runs in (grid.runs_x, grid.runs_y):
            hit = np.zeros(runs.max() + 1, dtype=bool)
            hit[runs[rounds[-1]]] = True
            reached |= hit[runs]
        reached &= grid.free
        if (reached == rounds[-1]).all():
            return None
        rounds.append(reached)
    return _trace(grid, rounds, goals)


def _trace(grid: _Grid, rounds: list[Mask], goals: Mask) -> list[Point]:
    """The way back from the first goal reached, each corner the first node of the round before that is
    straight behind."""
    node = _first(rounds[-1] & goals)
    nodes = [node]
    for before in reversed(rounds[:-1]):
        behind = (grid.runs_x == grid.runs_x[node]) | (grid.runs_y == grid.runs_y[node])
        node = _first(before & behind)
        nodes.append(node)
    way = [(int(grid.xs[i]), int(grid.ys[j])) for i, j in reversed(nodes)]
    return way[:1] + [point for last, point in pairwise(way) if point != last]


def _first(mask: Mask) -> Point:
    index = int(np.argmax(mask.ravel()))
    return index // mask.shape[1], index % mask.shape[1]
