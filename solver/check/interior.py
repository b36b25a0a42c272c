"""The room's inside as measured: every wall of its outline, where its inner face really is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from solver.check.case import Case
from solver.check.footprint import find_footprint
from solver.core.directions import AXIS_OF, DIRECTIONS, GROWING, Direction
from solver.core.measured import Solid
from solver.core.outline import WallSegment
from solver.core.room import Room


def find_walls(case: Case) -> tuple[WallSegment, ...]:
    """The scene's walls, each at its measured place and ending at its measured neighbours (mm, not whole);
    one that was not measured is taken from the scene file."""
    measured = case.measured
    interior = (measured.interior if measured is not None else None) or {}
    planned = case.spec.room.walls
    at_mm: dict[str, float] = {}
    for wall in planned:
        side = interior.get(wall.name)
        at_mm[wall.name] = wall.at_mm if side is None or side.at_m is None else side.at_m * 1000.0

    def find_end(wall: WallSegment, along_mm: int) -> float:
        meets = (
            other.name
            for other in planned
            if other.at_mm == along_mm
            and AXIS_OF[other.direction] != AXIS_OF[wall.direction]
            and wall.at_mm in (other.start_mm, other.end_mm)
        )
        return at_mm[next(meets)]

    return tuple(
        replace(
            wall,
            at_mm=at_mm[wall.name],  # type: ignore[arg-type]
            start_mm=find_end(wall, wall.start_mm),  # type: ignore[arg-type]
            end_mm=find_end(wall, wall.end_mm),  # type: ignore[arg-type]
        )
        for wall in planned
    )


def find_box_mm(walls: tuple[WallSegment, ...]) -> dict[Direction, float]:
    """Where the outermost walls of each direction are."""
    places = {d: [float(wall.at_mm) for wall in walls if wall.direction == d] for d in DIRECTIONS}
    return {d: max(found) if d in GROWING else min(found) for d, found in places.items()}


def make_outline(room: Room, walls: tuple[WallSegment, ...]) -> Polygon:
    """The floor as a polygon in mm: the scene's corners, each moved with its two measured walls."""
    nominal = {wall.name: wall for wall in room.walls}
    corners: list[tuple[float, float]] = []
    for x, y in room.corners_mm:
        at: dict[str, float] = {"x": x, "y": y}
        for wall in walls:
            planned = nominal[wall.name]
            axis = AXIS_OF[wall.direction]
            on_line, along = (x, y) if axis == "x" else (y, x)
            if on_line == planned.at_mm and along in (planned.start_mm, planned.end_mm):
                at[axis] = wall.at_mm
        corners.append((at["x"], at["y"]))
    return Polygon(corners)


def measure_wall_mm(room: Room, solid: Solid) -> float:
    """Distance in mm of a piece's box from the nearest wall as planned; negative where it is outside."""
    foot = find_footprint(solid)
    floor, taken = Polygon(room.corners_mm), box(*foot.low, *foot.high)
    if floor.contains(taken):
        return float(taken.distance(floor.exterior))
    sides = (foot.low[0], foot.low[1], room.width_mm - foot.high[0], room.depth_mm - foot.high[1])
    return min(*sides, -measure_excess_mm(taken, floor))


def find_reach_beyond(room: Room, solid: Solid) -> tuple[float, str]:
    """How far a piece's outline reaches out of the room as planned (mm), and beyond which wall.

    Negative inside: then it is the distance from the nearest wall.
    """
    floor = Polygon(room.corners_mm)
    outline = Polygon([(x * 1000.0, y * 1000.0) for x, y in solid.outline])
    lines = {wall.name: _draw_wall(wall) for wall in room.walls}
    if floor.contains(outline):
        distance, name = min((line.distance(outline), name) for name, line in lines.items())
        return -float(distance), name
    west, south, east, north = outline.bounds
    past = max(-west, -south, east - room.width_mm, north - room.depth_mm)
    outside = outline.difference(floor)
    where = Point(outside.centroid)
    _, name = min((line.distance(where), name) for name, line in lines.items())
    # What is trimmed away whole says no more than half of its own width.
    return max(measure_excess_mm(outline, floor), past), name


def measure_excess_mm(shape: BaseGeometry, floor: BaseGeometry) -> float:
    """The least width by which a shape must be trimmed all round to lie in the floor."""
    # A hair more floor, since shapes that share a side do not lie in each other to the last bit.
    wider = floor.buffer(0.001)
    return _find_least_trim(shape, lambda left: left.is_empty or wider.contains(left))


def measure_depth_mm(shape: BaseGeometry, block: BaseGeometry) -> float:
    """The least width by which a shape must be trimmed all round to keep off a block; 0 where it does."""
    if not shape.intersection(block).area:
        return 0.0
    return _find_least_trim(shape, lambda left: not left.intersection(block).area)


def _find_least_trim(shape: BaseGeometry, is_enough: Callable[[BaseGeometry], bool]) -> float:
    """The least width of a rim (mm, to a hundredth) without which a shape is as wanted."""
    low, high = 0.0, float(shape.length)  # a rim as wide as the shape is long round leaves nothing
    while high - low > 0.01:
        middle = (low + high) / 2.0
        left = shape.buffer(-middle, join_style="mitre")
        low, high = (low, middle) if is_enough(left) else (middle, high)
    return high


def _draw_wall(wall: WallSegment) -> LineString:
    ends = [(wall.at_mm, wall.start_mm), (wall.at_mm, wall.end_mm)]
    return LineString(ends if AXIS_OF[wall.direction] == "x" else [(y, x) for x, y in ends])
