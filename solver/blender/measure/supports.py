"""What pieces that do not stand on the floor stand on: surfaces right below them."""

from mathutils import Vector
from mathutils.bvhtree import BVHTree

OFF_FLOOR_M = 0.003  # a piece that begins lower stands on the floor
POINTS = 15  # rays a side over a piece's box: 225, one each 2 cm under a table lamp's foot
# Rays start this far above a piece's underside, so that a surface it has sunk into is met too.
ABOVE_M = 0.02


def find_supports(solids):
    """{piece: {piece below: mm}} for every solid off the floor.

    The number is how far the surface of the piece below lies under the solid's underside where it is
    nearest to it, negative where it reaches above. Only what lies under the solid's own box counts.
    """
    return {solid.name: _find_below(solid, solids) for solid in solids if solid.box_min[2] > OFF_FLOOR_M}


def _find_below(solid, solids):
    found = {}
    for other in solids:
        apart = (other.box_min[:2] >= solid.box_max[:2]) | (other.box_max[:2] <= solid.box_min[:2])
        if other is solid or apart.any():
            continue
        gap_mm = _measure_drop(solid, other)
        if gap_mm is not None:
            found[other.name] = gap_mm
    return found


def _measure_drop(solid, other):
    corners = other.triangles.reshape(-1, 3).tolist()
    faces = [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(other.triangles))]
    tree = BVHTree.FromPolygons(corners, faces, all_triangles=True)
    (west, south, base), (east, north, _top) = solid.box_min.tolist(), solid.box_max.tolist()
    steps = [(k + 0.5) / POINTS for k in range(POINTS)]
    drops = []
    for u in steps:
        for v in steps:
            start = Vector((west + u * (east - west), south + v * (north - south), base + ABOVE_M))
            location, *_ = tree.ray_cast(start, Vector((0.0, 0.0, -1.0)))
            if location is not None:
                drops.append((base - location[2]) * 1000.0)
    return min(drops) if drops else None
