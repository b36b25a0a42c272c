"""The room's inside, measured with rays from its middle to the faces that look inwards."""

import numpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from solver.blender.outline import is_inside

# Part of the shell, but not what bounds the room: they stand in or before the walls.
FITTINGS = ("window", "door", "trim", "obstacle", "curtain")
RAYS = 13  # rays a side: 169 a wall, so that a door or window leaves most of the wall to be hit
SIDES = (
    ("west", 0, -1),
    ("east", 0, 1),
    ("south", 1, -1),
    ("north", 1, 1),
    ("floor", 2, -1),
    ("ceiling", 2, 1),
)
# A ray's hit counts for a side's plane when it lies within this of the nearest one.
SAME_PLANE_M = 0.002
# Rays to a wall of an outline start this far before it, inside the room whatever its shape.
BEFORE_WALL_M = 0.1


def measure_interior(solids, room=None):
    """Where the inner faces of walls, floor and ceiling are, or None when there is no shell.

    For each side: `at_m`, the plane's coordinate as the nearest hit; `flat_share`, the share of the rays
    that hit within 2 mm of it; `hit_share`, the share that hit anything. A side that no ray hits has
    `at_m` None.

    A rectangular room has the sides west, east, south, north, floor and ceiling. For any other, `room`
    says where rays start and what its walls are called: `corners_m`, `height_m`, and `walls`, each with
    name, direction, at_m, start_m, end_m as planned; what is measured is the meshes all the same.
    """
    bounds = [solid for solid in solids if solid.shell not in FITTINGS]
    if not bounds:
        return None
    triangles = numpy.concatenate([solid.triangles for solid in bounds])
    corners = triangles.reshape(-1, 3)
    tree = BVHTree.FromPolygons(
        corners.tolist(), [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(triangles))], all_triangles=True
    )
    if room is not None:
        return _measure_outline(tree, room)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return {name: _measure_side(tree, low, high, axis, sign) for name, axis, sign in SIDES}


def _measure_side(tree, low, high, axis, sign):
    middle = (low + high) / 2.0
    direction = [0.0, 0.0, 0.0]
    direction[axis] = float(sign)
    hits = []
    for u, v in _ray_grid():
        start = middle.copy()
        across = [k for k in range(3) if k != axis]
        # Rays start inside 70 % of the shell's box, so that the walls' own thickness is not met.
        start[across[0]] += 0.7 * u * (high - low)[across[0]] / 2.0
        start[across[1]] += 0.7 * v * (high - low)[across[1]] / 2.0
        location, _normal, _index, _distance = tree.ray_cast(Vector(start.tolist()), Vector(direction))
        if location is not None:
            hits.append(location[axis])
    return _describe_side(hits, sign, RAYS * RAYS)


def _measure_outline(tree, room):
    sides = {wall["name"]: _measure_wall(tree, room, wall) for wall in room["walls"]}
    for name, axis, sign in SIDES[4:]:
        sides[name] = _measure_level(tree, room, axis, sign)
    return sides


def _measure_wall(tree, room, wall):
    axis, sign = next((axis, sign) for name, axis, sign in SIDES if name == wall["direction"])
    direction = [0.0, 0.0, 0.0]
    direction[axis] = float(sign)
    hits = []
    for u, v in _ray_grid():
        start = [0.0, 0.0, room["height_m"] * (0.5 + 0.35 * v)]
        start[axis] = wall["at_m"] - sign * BEFORE_WALL_M
        start[1 - axis] = wall["start_m"] + (wall["end_m"] - wall["start_m"]) * (0.5 + 0.5 * u)
        location, _normal, _index, _distance = tree.ray_cast(Vector(start), Vector(direction))
        if location is not None:
            hits.append(location[axis])
    return _describe_side(hits, sign, RAYS * RAYS)


def _measure_level(tree, room, axis, sign):
    """Floor or ceiling, by rays from half the room's height, only from points inside its outline."""
    corners = room["corners_m"]
    width, depth = (max(corner[k] for corner in corners) for k in (0, 1))
    starts = [(width * (0.5 + 0.5 * u), depth * (0.5 + 0.5 * v)) for u, v in _ray_grid()]
    starts = [start for start in starts if is_inside(corners, *start)]
    hits = []
    for x, y in starts:
        up = Vector((0.0, 0.0, float(sign)))
        location, *_ = tree.ray_cast(Vector((x, y, room["height_m"] / 2.0)), up)
        if location is not None:
            hits.append(location[axis])
    return _describe_side(hits, sign, max(1, len(starts)))


def _describe_side(hits, sign, count):
    if not hits:
        return {"at_m": None, "flat_share": 0.0, "hit_share": 0.0}
    at_m = min(hits, key=lambda hit: hit * sign)
    flat = sum(abs(hit - at_m) <= SAME_PLANE_M for hit in hits)
    return {"at_m": at_m, "flat_share": flat / count, "hit_share": len(hits) / count}


def _ray_grid():
    steps = [2.0 * (k + 0.5) / RAYS - 1.0 for k in range(RAYS)]
    return [(u, v) for u in steps for v in steps]
