"""Run in a Blender process: what clean pieces hold. `python read_pieces.py JOB.json`,
JOB = {"blends": {name: path}, "answer": path}."""

import itertools
import json
import os
import sys
import traceback

import bpy
import numpy as np


def read_piece(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with bpy.data.libraries.load(path, link=False) as (there, wanted):
        wanted.objects = there.objects
        holds = {
            kind: list(getattr(there, kind))
            for kind in dir(there)
            if isinstance(getattr(there, kind), list) and getattr(there, kind)
        }
    item = wanted.objects[0]
    mesh = item.data
    points = np.array([tuple(vertex.co) for vertex in mesh.vertices])
    volume = 0.0
    agree = True
    for face in mesh.polygons:
        corners = [points[index] for index in face.vertices]
        agree &= bool(np.dot(np.cross(corners[1] - corners[0], corners[2] - corners[0]), face.normal) > -1e-9)
        for second, third in itertools.pairwise(corners[1:]):
            volume += float(np.dot(corners[0], np.cross(second, third)) / 6)
    return {
        "holds": holds,
        "low": points.min(axis=0).tolist(),
        "high": points.max(axis=0).tolist(),
        "volume": volume,
        "smooth": any(face.use_smooth for face in mesh.polygons),
        "transform": [list(item.location), list(item.rotation_euler), list(item.scale)],
        "free": item.parent is None and not item.constraints and item.animation_data is None,
        "libraries": [lib.filepath for lib in bpy.data.libraries if bpy.path.abspath(lib.filepath) != path],
        "images": {image.name: image.packed_file is not None for image in bpy.data.images},
        "colours": {material.name: read_colour(material) for material in mesh.materials if material},
        "uv": [layer.name for layer in mesh.uv_layers],
        "uv_of_first": [list(corner.uv) for corner in mesh.uv_layers[0].data[:4]] if mesh.uv_layers else [],
        "attributes": sorted(attribute.name for attribute in mesh.attributes),
        "corner_normals": read_normals(mesh)[:6],
    }


def read_normals(mesh):
    if hasattr(mesh, "corner_normals"):
        return [list(item.vector) for item in mesh.corner_normals]
    mesh.calc_normals_split()
    return [list(loop.normal) for loop in mesh.loops]


def read_colour(material):
    """[base colour, whether something is linked to it]."""
    for node in material.node_tree.nodes if material.node_tree else ():
        if node.type == "BSDF_PRINCIPLED":
            socket = node.inputs["Base Color"]
            return [[round(value, 3) for value in socket.default_value[:3]], socket.is_linked]
    return None


if __name__ == "__main__":
    try:
        with open(sys.argv[-1], encoding="utf-8") as file:
            job = json.load(file)
        found = {name: read_piece(path) for name, path in job["blends"].items()}
        with open(job["answer"], "w", encoding="utf-8") as file:
            json.dump(found, file)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
