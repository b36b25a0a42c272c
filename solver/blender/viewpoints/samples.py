"""Points spread over every piece and over the walkable floor, and which of them a place sees."""

from dataclasses import dataclass

import numpy

from solver.blender.outline import is_inside
from solver.blender.viewpoints.places import find_box

MOST_SAMPLES, PER_PIECE = 2400, (24, 110)
# What a person needs to walk: 0.75 m (FACTS: the least walkway of designers), below door height.
WALK_M, DOOR_M, STEP_OVER_M = 0.75, 2.0, 0.04
MOST_CELLS = 160
ABOVE_FLOOR_M = 0.02
SAME_M = 0.06  # a ray that gets this near to a point of the floor sees it, rug or not


@dataclass(frozen=True)
class Samples:
    """World points (n, 3) with outward normals, the surface in m2 that each stands for, and whose each is:
    `group` counts `names`; the last of them, "", is the aisle."""

    names: tuple
    points: numpy.ndarray
    normals: numpy.ndarray
    areas: numpy.ndarray
    group: numpy.ndarray


@dataclass(frozen=True)
class Seen:
    """The samples that face a place: offsets (m, 3) from it, hit by a ray (m,), group (m,), the area each
    would take at depth 1 times the depth cubed (m,), and whether no light falls there (m,)."""

    offsets: numpy.ndarray
    hits: numpy.ndarray
    group: numpy.ndarray
    weight: numpy.ndarray
    dark: numpy.ndarray


def find_samples(room, pieces, sight):
    """Samples of all pieces, evenly by surface, and of the aisle."""
    low, high = PER_PIECE
    count = min(high, max(low, MOST_SAMPLES // max(1, len(pieces))))
    meshes = [sight.triangles[obj.name] for obj in pieces]
    aisle = find_aisle(room, [find_box(mesh) for mesh in meshes])
    upwards = numpy.tile([0.0, 0.0, 1.0], (len(aisle), 1))
    parts = [spread_points(mesh, count) for mesh in meshes] + [(aisle, upwards, numpy.zeros(len(aisle)))]
    sizes = [len(part[0]) for part in parts]
    return Samples(
        names=(*(obj.name for obj in pieces), ""),
        points=numpy.concatenate([part[0] for part in parts]),
        normals=numpy.concatenate([part[1] for part in parts]),
        areas=numpy.concatenate([part[2] for part in parts]),
        group=numpy.repeat(numpy.arange(len(parts)), sizes),
    )


def spread_points(triangles, count):
    """(points, normals, areas) of `count` samples, spread over the surface without chance."""
    edges = triangles[:, 1:] - triangles[:, :1]
    normals = numpy.cross(edges[:, 0], edges[:, 1])
    doubled = numpy.linalg.norm(normals, axis=1)
    total = doubled.sum()
    k = numpy.arange(count)
    chosen = numpy.searchsorted(numpy.cumsum(doubled), (k + 0.5) / count * total).clip(max=len(doubled) - 1)
    # Roberts' R2 sequence, folded into the triangle: even without a generator
    u, v = (k * 0.7548776662) % 1.0, (k * 0.5698402910) % 1.0
    over = u + v > 1.0
    u, v = numpy.where(over, 1.0 - u, u), numpy.where(over, 1.0 - v, v)
    points = triangles[chosen, 0] + u[:, None] * edges[chosen, 0] + v[:, None] * edges[chosen, 1]
    units = normals[chosen] / numpy.maximum(doubled[chosen], 1e-12)[:, None]
    return points, units, numpy.full(count, total / 2.0 / count)


def find_aisle(room, boxes):
    """Points (n, 3) of the floor on which a person of WALK_M can stand clear of walls and furniture."""
    corners, half = room["corners_m"], WALK_M / 2
    boxes = [box for box in boxes if box[1][2] > STEP_OVER_M and box[0][2] < DOOR_M]
    boxes += [(numpy.array(o["low_m"]), numpy.array(o["high_m"])) for o in room.get("obstacles", ())]
    step = max(0.2, (room["width_m"] * room["depth_m"] / MOST_CELLS) ** 0.5)
    xs = numpy.arange(step / 2, room["width_m"], step)
    ys = numpy.arange(step / 2, room["depth_m"], step)
    cells = [
        (x, y, ABOVE_FLOOR_M)
        for y in ys.tolist()
        for x in xs.tolist()
        if all(is_inside(corners, x + dx, y + dy) for dx in (-half, half) for dy in (-half, half))
    ]
    cells = numpy.array(cells, dtype=float).reshape(-1, 3)
    for low, high in boxes:
        beside = numpy.maximum(numpy.maximum(low[:2] - cells[:, :2], cells[:, :2] - high[:2]), 0.0)
        cells = cells[numpy.hypot(beside[:, 0], beside[:, 1]) >= half]
    return cells


def look_at_samples(place, sight, samples, dark=None):
    """What the camera place (x, y, z) sees of the samples, in whatever direction it looks; `dark` (n,) are
    those where no light falls, None for none."""
    ways = samples.points - numpy.array(place)
    facing = (samples.normals * ways).sum(axis=1) < 0.0
    ways, group = ways[facing], samples.group[facing]
    wanted = [samples.names[k] for k in group.tolist()]
    lengths = numpy.linalg.norm(ways, axis=1)
    hits = [
        met == name if name else distance > length - SAME_M
        for way, length, name in zip(ways.tolist(), lengths.tolist(), wanted, strict=True)
        for met, distance in (sight.first(place, way),)
    ]
    turned = -(samples.normals[facing] * ways).sum(axis=1)
    weight = samples.areas[facing] * turned
    unlit = numpy.zeros(len(ways), dtype=bool) if dark is None else dark[facing]
    return Seen(ways, numpy.array(hits, dtype=bool), group, weight, unlit)
