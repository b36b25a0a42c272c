"""Furniture that shares space: pairs of meshes that intersect, and how deep."""

import itertools

import numpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

# Directions in which a pair is pushed apart to tell how deep it sits in each other.
PUSHES = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
DEEPEST_MM = 2048
# A touch is not a collision: world vertices are 32-bit floats, so coordinates of some metres are known
# to about half a micrometre, and faces that meet exactly may cross by that much.
TOUCH_M = 2e-5


def find_contacts(solids):
    """Pairs of solids whose surfaces cross or of which one holds the other.

    Each is `{"a", "b", "depth_mm", "contained"}`; `depth_mm` is the least move along an axis that
    separates the pair, to 0.5 mm below 4 mm and about an eighth of the depth beyond.
    """
    found = []
    for a, b in itertools.combinations(solids, 2):
        if not _boxes_meet(a, b):
            continue
        crossing, contained = _cross(a.triangles, b.triangles), False
        if not crossing:
            contained = _holds(a, b) or _holds(b, a)
        if crossing or contained:
            depth_mm = _measure_depth(a, b, contained)
            if depth_mm > 0.0:
                found.append({"a": a.name, "b": b.name, "depth_mm": depth_mm, "contained": contained})
    return found


def _boxes_meet(a, b):
    return bool(numpy.all(a.box_min < b.box_max - TOUCH_M) and numpy.all(b.box_min < a.box_max - TOUCH_M))


def _cross(first, second):
    near_first = _near(first, second)
    near_second = _near(second, first)
    if not len(near_first) or not len(near_second):
        return False
    return bool(_tree(near_first).overlap(_tree(near_second)))


def _near(triangles, other):
    """The triangles whose boxes meet the other mesh's box."""
    low, high = other.min(axis=(0, 1)), other.max(axis=(0, 1))
    meets = (triangles.min(axis=1) <= high).all(axis=1) & (triangles.max(axis=1) >= low).all(axis=1)
    return triangles[meets]


def _tree(triangles):
    corners = triangles.reshape(-1, 3).tolist()
    faces = [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(triangles))]
    return BVHTree.FromPolygons(corners, faces, all_triangles=True)


def _holds(outer, inner):
    """True when `inner` lies inside the closed surface of `outer` (odd crossings on most of 3 rays)."""
    if not (numpy.all(outer.box_min <= inner.box_min) and numpy.all(outer.box_max >= inner.box_max)):
        return False
    tree = _tree(outer.triangles)
    start = Vector(inner.triangles[0].mean(axis=0).tolist())
    # Odd directions, so that rays miss edges that follow the axes.
    rays = (Vector((0.11, 0.07, 1.0)), Vector((0.93, 0.21, 0.17)), Vector((-0.19, 0.97, 0.13)))
    return sum(_count_crossings(tree, start, ray.normalized()) % 2 for ray in rays) >= 2


def _count_crossings(tree, start, direction):
    count = 0
    while count < 1000:
        location, _normal, _index, _distance = tree.ray_cast(start, direction)
        if location is None:
            break
        count += 1
        start = location + direction * 1e-6
    return count


def _measure_depth(a, b, contained):
    """The least push in mm that separates the pair along an axis; 0 for a touch within rounding."""
    if not contained and _is_apart(a, b, TOUCH_M * 1000.0, contained):
        return 0.0
    bound = 0.5
    while bound < DEEPEST_MM and not _is_apart(a, b, bound, contained):
        bound *= 2.0
    low, high = bound / 2.0, bound
    for _step in range(3 if bound > 4.0 else 0):
        middle = (low + high) / 2.0
        low, high = (low, middle) if _is_apart(a, b, middle, contained) else (middle, high)
    return high


def _is_apart(a, b, push_mm, contained):
    for push in PUSHES:
        moved = b.triangles + numpy.array(push) * push_mm / 1000.0
        if _boxes_apart(a, moved):
            return True
        # A held piece pushed a little is still held although no surfaces cross: only its box tells.
        if not contained and not _cross(a.triangles, moved):
            return True
    return False


def _boxes_apart(a, moved):
    low, high = moved.min(axis=(0, 1)), moved.max(axis=(0, 1))
    return bool(numpy.any(a.box_min >= high) or numpy.any(low >= a.box_max))
