"""Run in a Blender process: `python read_curtains.py BLEND` prints as JSON what the curtains of a finished
room are, and at which of some spots before a panel a camera may stand."""

import json
import os
import sys
from collections import Counter
from pathlib import Path

import bpy
import numpy

sys.path.insert(0, str(Path(__file__).parents[2]))
from solver.blender.viewpoints.places import list_inside
from solver.blender.viewpoints.sight import Sight

SPOTS = ((0.06, 0.87), (0.13, 0.87), (0.28, 0.87))


def describe(item):
    mesh = item.data
    points = numpy.array([tuple(item.matrix_world @ vertex.co) for vertex in mesh.vertices])
    edges = Counter(edge for face in mesh.polygons for edge in face.edge_keys)
    return {
        "name": item.name,
        "wall": item["wall"],
        "material": [material.name for material in mesh.materials],
        "low": points.min(axis=0).tolist(),
        "high": points.max(axis=0).tolist(),
        "area_m2": sum(face.area for face in mesh.polygons),
        "closed": set(edges.values()) == {2},
        "smooth": all(face.use_smooth for face in mesh.polygons),
        "textured": bool(mesh.uv_layers),
    }


bpy.ops.wm.open_mainfile(filepath=sys.argv[1], load_ui=False)
shell = [item for item in bpy.data.objects if "shell" in item]
pieces = [item for item in bpy.data.objects if "piece" in item]
places = list_inside({"height_m": 2.5}, Sight(pieces, shell), 1.4, SPOTS)
found = {
    "parts": [describe(item) for item in shell if item["shell"] == "curtain"],
    "places": [place[:2] for place in places],
}
print(json.dumps(found))
sys.stdout.flush()
os._exit(0)
