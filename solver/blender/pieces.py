"""Stands the clean one-object files in the room."""

import math

import bpy
from mathutils import Matrix

from solver.errors import RenderError


def add_pieces(pieces, collection):
    """Append each PiecePlan's clean object and bake its pose; returns the objects in order.

    A file is loaded once; a piece used twice gets its own copy of the mesh, because its yaw is baked.
    """
    meshes = {}
    return [add_piece(piece, meshes, collection) for piece in pieces]


def add_piece(piece, meshes, collection):
    """One object with unit transform: location at the box centre in x and y, underside at `z_m`."""
    source = meshes.get(piece["blend"])
    if source is None:
        source = meshes[piece["blend"]] = load_mesh(piece["blend"])
    mesh = source.copy()  # always: the yaw is baked, and the next piece starts from yaw 0 again
    mesh.name = piece["label"]
    mesh.transform(Matrix.Rotation(math.radians(piece["yaw_deg"]), 4, "Z"))
    centre = centre_in_plan(mesh)
    mesh.transform(Matrix.Translation((-centre[0], -centre[1], 0.0)))
    mesh.update()
    obj = bpy.data.objects.new(piece["label"], mesh)
    if obj.name != piece["label"]:
        raise RenderError(f"{piece['label']}: two objects of that name")
    obj.location = (piece["x_m"] + centre[0], piece["y_m"] + centre[1], piece["z_m"])
    for key in ("name", "category", "asset", "yaw_deg"):
        obj["piece" if key == "name" else key] = piece[key]
    # Where it was built, so that `repair` can tell how far somebody has moved it.
    obj["stood_at"] = list(obj.location)
    collection.objects.link(obj)
    return obj


def load_mesh(path):
    """The mesh of the one object in a clean file."""
    with bpy.data.libraries.load(path, link=False) as (source, target):
        target.objects = list(source.objects)
    if len(target.objects) != 1:
        raise RenderError(
            f"{path}: {len(target.objects)} objects in a clean file; delete the cache and try again"
        )
    obj = target.objects[0]
    mesh = obj.data
    bpy.data.objects.remove(obj)
    return mesh


def centre_in_plan(mesh):
    """The centre of the mesh's box in x and y. A turn by 15 degrees can move it off the origin."""
    import numpy

    flat = numpy.empty(len(mesh.vertices) * 3, dtype=numpy.float32)
    mesh.vertices.foreach_get("co", flat)
    points = flat.reshape(-1, 3)
    middle = (points.min(axis=0).astype(float) + points.max(axis=0).astype(float)) / 2
    return float(middle[0]), float(middle[1])


def world_box(obj):
    """((x0, y0, z0), (x1, y1, z1)) of an object with an unturned, unscaled mesh."""
    corners = [obj.location + obj.matrix_basis.to_3x3() @ vertex.co for vertex in obj.data.vertices]
    return tuple(tuple(pick(c[i] for c in corners) for i in range(3)) for pick in (min, max))
