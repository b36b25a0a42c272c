"""Everything that renders, as world triangles of the evaluated meshes."""

import math
import re

import bpy
import numpy

from solver.blender.triangles import read_triangles

GEOMETRY = {"MESH", "CURVE", "SURFACE", "FONT", "META", "POINTCLOUD", "VOLUME", "CURVES"}
TRIANGLE_LIMIT = 20_000_000  # 1.4 GB of corners; more is refused instead of filling the memory
UPPER_PART = 0.7  # above this share of its height a seat is all back
# Objects of files that carry no `shell` property: a room's own parts are called so.
SHELL_WORDS = re.compile(r"wall|floor|ceil|roof|room|ground|skirt|baseboard|window|door", re.IGNORECASE)


class Solid:
    """One object that renders: its world triangles (n, 3, 3) in metres, and what the file says of it.

    `role` is "piece" (a `piece` property, or a wanted label), "shell" (a `shell` property or a name like
    wall or floor) or "other". Triangles of instances belong to the object that makes them.
    """

    def __init__(self, item, triangles, role):
        self.item = item
        self.name = item.name
        self.triangles = triangles
        self.role = role
        points = triangles.reshape(-1, 3)
        self.box_min = points.min(axis=0)
        self.box_max = points.max(axis=0)

    @property
    def shell(self):
        """The value of the `shell` property, or None."""
        return self.item.get("shell")

    def describe(self):
        """The solid as JSON values; lengths in metres, angles in degrees."""
        item = self.item
        return {
            "object": item.name,
            "role": self.role,
            "piece": _text(item.get("piece")),
            "category": _text(item.get("category")),
            "asset": _text(item.get("asset")),
            "shell": _text(item.get("shell")),
            "yaw_deg": _number(item.get("yaw_deg")),
            "turn_deg": [math.degrees(angle) for angle in item.matrix_world.to_euler()],
            "parent": item.parent.name if item.parent else None,
            "location": list(item.matrix_world.translation),
            "scale": list(item.matrix_world.to_scale()),
            "dimensions": list(item.dimensions),
            "box_min": self.box_min.tolist(),
            "box_max": self.box_max.tolist(),
            "triangles": len(self.triangles),
            "centroid": surface_centroid(self.triangles).tolist(),
            "upper_centroid": surface_centroid(self._upper_triangles()).tolist(),
            "outline": hull_xy(self.triangles.reshape(-1, 3)),
        }

    def _upper_triangles(self):
        middles = self.triangles.mean(axis=1)[:, 2]
        limit = self.box_min[2] + UPPER_PART * (self.box_max[2] - self.box_min[2])
        upper = self.triangles[middles >= limit]
        return upper if len(upper) else self.triangles


def surface_centroid(triangles):
    """Middle of the surface, each triangle weighted with its area; metres."""
    edges = triangles[:, 1:] - triangles[:, :1]
    areas = numpy.linalg.norm(numpy.cross(edges[:, 0], edges[:, 1]), axis=1)
    if areas.sum() <= 0.0:
        return triangles.reshape(-1, 3).mean(axis=0)
    return (triangles.mean(axis=1) * areas[:, None]).sum(axis=0) / areas.sum()


def read_solids(scene, labels):
    """Every object of the scene that renders, by name. Sets the session to show what renders first."""
    _show_what_renders(scene)
    found = {}
    total = 0
    for instance in bpy.context.evaluated_depsgraph_get().object_instances:
        if instance.object.type not in GEOMETRY:
            continue
        owner = (instance.parent if instance.is_instance else instance.object).original
        triangles = _world_triangles(instance)
        total += len(triangles)
        if total > TRIANGLE_LIMIT:
            raise MemoryError(f"more than {TRIANGLE_LIMIT} triangles")
        if len(triangles):
            found.setdefault(owner.name, (owner, []))[1].append(triangles)
    return [
        Solid(owner, numpy.concatenate(parts), _role(owner, labels))
        for _name, (owner, parts) in sorted(found.items())
    ]


def _show_what_renders(scene):
    # The evaluated scene of a session follows the viewport's switches; rendering follows others
    # (hide_render, show_render, render levels). Copying the second onto the first measures the picture.
    for item in scene.objects:
        item.hide_viewport = item.hide_render
        if item.name in bpy.context.view_layer.objects:
            item.hide_set(False)
        for modifier in getattr(item, "modifiers", ()):
            modifier.show_viewport = modifier.show_render
            if hasattr(modifier, "render_levels"):
                modifier.levels = modifier.render_levels
    for collection in scene.collection.children_recursive:
        collection.hide_viewport = collection.hide_render
    bpy.context.view_layer.update()


def _world_triangles(instance):
    try:
        mesh = instance.object.to_mesh()
    except RuntimeError:  # an object type without a surface
        return numpy.zeros((0, 3, 3))
    if mesh is None:
        return numpy.zeros((0, 3, 3))
    triangles = read_triangles(mesh, instance.matrix_world)
    instance.object.to_mesh_clear()
    return triangles


def _role(item, labels):
    if item.get("piece") is not None:
        return "piece"
    if item.get("shell") is not None:
        return "shell"
    if item.name in labels:
        return "piece"
    return "shell" if SHELL_WORDS.search(item.name) else "other"


def _text(value):
    return value if isinstance(value, str) else None


def _number(value):
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def hull_xy(points):
    """The convex hull of `points` (n, 3) seen from above, counter-clockwise, as [x, y] lists in metres."""
    flat = numpy.unique(points[:, :2].round(6), axis=0)
    if len(flat) > 400:
        flat = flat[_extreme_rows(flat)]
        flat = flat[numpy.lexsort((flat[:, 1], flat[:, 0]))]
    lower = _half_hull(flat.tolist())
    upper = _half_hull(flat.tolist()[::-1])
    return lower[:-1] + upper[:-1] if len(flat) > 2 else flat.tolist()


def _extreme_rows(flat):
    # A point off the hull lies inside its lattice cell's row and column, so the outermost point of each
    # of many thin slices keeps the hull; 2,048 directions miss less than a micrometre on a 5 m piece.
    angles = numpy.linspace(0.0, 2.0 * numpy.pi, 2048, endpoint=False)
    directions = numpy.stack([numpy.cos(angles), numpy.sin(angles)])
    centred = flat - flat.mean(axis=0)
    return numpy.unique([int(numpy.argmax(centred @ directions[:, k])) for k in range(directions.shape[1])])


def _half_hull(ordered):
    hull = []
    for point in ordered:
        while len(hull) > 1 and _turns_right(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return hull


def _turns_right(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0
