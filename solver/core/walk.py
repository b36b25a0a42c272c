"""Whether a square gets from one place to another on a finished layout, and by which way.

Free places of the square's low corner are the room less each footprint grown by the square's width to
the west and south. A way of the fewest straight stretches can always be slid onto the edges of those
grown boxes or the lines of start and goal, so a search on that grid is exact, not a sampling.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from solver.core.conditions import WIDTH, Spot, Values, Variable, Walk

Box = tuple[int, int, int, int]  # west, south, east, north
Point = tuple[int, int]


@dataclass(frozen=True)
class _Grid:
    """Lines that a low corner may move on, and which steps between neighbours are free."""

    xs: list[int]
    ys: list[int]
    free_x: list[list[bool]]  # [j][i]: the step from (i, j) to (i + 1, j)
    free_y: list[list[bool]]  # [i][j]: the step from (i, j) to (i, j + 1)


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
    ]
    return _search(_build_grid(room, blocks, starts + goals), blocks, starts, goals, walk.stretches)


def _find_boxes(spots: tuple[Spot, ...], known: Mapping[Variable, int], room: Point) -> list[Box]:
    boxes = []
    for spot in spots:
        if all(known.get(faces.variable, 0) == 1 for faces in spot.when):
            box = (
                max(spot.west.value(known), 0),
                max(spot.south.value(known), 0),
                min(spot.east.value(known), room[0]),
                min(spot.north.value(known), room[1]),
            )
            if box[0] <= box[2] and box[1] <= box[3]:
                boxes.append(box)
    return boxes


def _build_grid(room: Point, blocks: list[Box], spots: list[Box]) -> _Grid:
    lines = [{0, room[0]}, {0, room[1]}]
    for box in (*blocks, *spots):
        for axis in (0, 1):
            lines[axis].update(v for v in (box[axis], box[axis + 2]) if 0 <= v <= room[axis])
    xs, ys = sorted(lines[0]), sorted(lines[1])
    free_x = [[True] * (len(xs) - 1) for _ in ys]
    free_y = [[True] * (len(ys) - 1) for _ in xs]
    for west, south, east, north in blocks:
        # Steps whose open interior meets the open box; touching its edge is free.
        x_steps = range(max(bisect_left(xs, west + 1) - 1, 0), bisect_left(xs, east))
        y_steps = range(max(bisect_left(ys, south + 1) - 1, 0), bisect_left(ys, north))
        for j in range(bisect_left(ys, south + 1), bisect_left(ys, north)):
            for i in x_steps:
                if i < len(xs) - 1 and xs[i + 1] > west:
                    free_x[j][i] = False
        for i in range(bisect_left(xs, west + 1), bisect_left(xs, east)):
            for j in y_steps:
                if j < len(ys) - 1 and ys[j + 1] > south:
                    free_y[i][j] = False
    return _Grid(xs, ys, free_x, free_y)


def _search(
    grid: _Grid, blocks: list[Box], starts: list[Box], goals: list[Box], stretches: int
) -> list[Point] | None:
    """Breadth first by stretches: each round goes straight on from every node reached so far."""
    nodes = [(i, j) for i in range(len(grid.xs)) for j in range(len(grid.ys))]
    free = [n for n in nodes if not _is_inside(grid, n, blocks)]
    came: dict[Point, Point] = {n: n for n in free if _is_in(grid, n, starts)}
    fresh = list(came)
    goal = next((n for n in fresh if _is_in(grid, n, goals)), None)
    for _ in range(stretches):
        if goal is not None:
            break
        found: list[Point] = []
        for node in fresh:
            for reached in _go_straight(grid, node):
                if reached not in came:
                    came[reached] = node
                    found.append(reached)
        fresh = found
        goal = next((n for n in fresh if _is_in(grid, n, goals)), None)
    return None if goal is None else _trace(grid, came, goal)


def _go_straight(grid: _Grid, node: Point) -> list[Point]:
    i, j = node
    reached = []
    for step, limit in ((1, len(grid.xs) - 1), (-1, 0)):
        at = i
        while at != limit and grid.free_x[j][min(at, at + step)]:
            at += step
            reached.append((at, j))
    for step, limit in ((1, len(grid.ys) - 1), (-1, 0)):
        at = j
        while at != limit and grid.free_y[i][min(at, at + step)]:
            at += step
            reached.append((i, at))
    return reached


def _is_inside(grid: _Grid, node: Point, blocks: list[Box]) -> bool:
    x, y = grid.xs[node[0]], grid.ys[node[1]]
    return any(west < x < east and south < y < north for west, south, east, north in blocks)


def _is_in(grid: _Grid, node: Point, boxes: list[Box]) -> bool:
    x, y = grid.xs[node[0]], grid.ys[node[1]]
    return any(west <= x <= east and south <= y <= north for west, south, east, north in boxes)


def _trace(grid: _Grid, came: dict[Point, Point], node: Point) -> list[Point]:
    way = [node]
    while came[node] != node:
        node = came[node]
        way.append(node)
    return [(grid.xs[i], grid.ys[j]) for i, j in reversed(way)]
