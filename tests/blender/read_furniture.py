"""Run in a Blender process: `read_furniture.py FOLDER ANSWER` says what each .blend of a folder holds."""

import json
import os
import sys
from pathlib import Path

import bpy


def describe(path):
    bpy.ops.wm.open_mainfile(filepath=str(path))
    meshes = [item for item in bpy.data.objects if item.type == "MESH"]
    corners = [item.matrix_world @ vertex.co for item in meshes for vertex in item.data.vertices]
    return {
        "objects": [item.name for item in bpy.data.objects],
        "collections": [item.name for item in bpy.data.collections],
        "loose": [item.name for item in bpy.data.objects if item.parent or item.modifiers],
        "low": [min(point[axis] for point in corners) for axis in range(3)],
        "high": [max(point[axis] for point in corners) for axis in range(3)],
        "triangles": sum(len(face.vertices) - 2 for item in meshes for face in item.data.polygons),
        "materials": sorted(material.name for item in meshes for material in item.data.materials),
        "coordinates": [[layer.name for layer in item.data.uv_layers] for item in meshes],
        "images": len([image for image in bpy.data.images if image.source == "FILE"]),
    }


folder, answer = sys.argv[-2:]
found = {path.stem: describe(path) for path in sorted(Path(folder).glob("*.blend"))}
Path(answer).write_text(json.dumps(found))
sys.stdout.flush()
os._exit(0)
