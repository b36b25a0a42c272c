"""Solid parts of the shell: boxes and prisms, watertight, marked and linked."""

import bmesh
import bpy


def add_box(name, low, high):
    """An unlinked box object from corner `low` to corner `high`, in metres."""
    (a, b, c), (d, e, f) = low, high
    vertices = [(x, y, z) for z in (c, f) for y in (b, e) for x in (a, d)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    return bpy.data.objects.new(name, mesh)


def add_prism(name, outline, low_m, high_m):
    """An unlinked object: the polygon `outline` (counter-clockwise) from one height to another."""
    n = len(outline)
    vertices = [(x, y, z) for z in (low_m, high_m) for x, y in outline]
    sides = [(k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], [tuple(reversed(range(n))), tuple(range(n, 2 * n)), *sides])
    mesh.update()
    return bpy.data.objects.new(name, mesh)


def weld(mesh):
    """Join equal vertices and turn every face outwards."""
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-6)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()


def finish_object(obj, kind, material, collection, wall=None):
    """Mark `obj` as part of the shell (and of the wall it belongs to), give it its material and link it."""
    obj["shell"] = kind
    if wall is not None:
        obj["wall"] = wall["name"]
    obj.data.materials.append(material)
    collection.objects.link(obj)
    return obj
