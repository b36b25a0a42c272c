"""Run in a Blender process: writes a small room of plain boxes from a JSON description.

`python make_room.py JOB.json`, JOB = {"blend", "boxes": [{"name", "low", "high", "props"?, "turn_deg"?,
"parent"?, "scale"?}], "sun": bool, "area": bool, "camera": [x, y, z, target...] | None, "top": bool}.
"""

import json
import math
import os
import sys
from pathlib import Path

import bpy
from mathutils import Vector

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def add_box(scene, name, low, high, props=None, turn_deg=0.0, colour=None):
    middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    points = [[(low[k], high[k])[c[k]] - middle[k] for k in range(3)] for c in CORNERS]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], FACES)
    item = bpy.data.objects.new(name, mesh)
    item.location = middle
    item.rotation_euler[2] = math.radians(turn_deg)
    for key, value in (props or {}).items():
        item[key] = value
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (
        *(colour or (0.7,) * 3),
        1,
    )
    mesh.materials.append(material)
    scene.collection.objects.link(item)
    return item


def look_at(item, target):
    item.rotation_euler = (Vector(target) - item.location).to_track_quat("-Z", "Y").to_euler()


def add_camera(scene, name, kind, location, target):
    data = bpy.data.cameras.new(name)
    data.type = kind
    item = bpy.data.objects.new(name, data)
    item.location = location
    look_at(item, target)
    scene.collection.objects.link(item)
    return item


def add_light(scene, kind, location, energy):
    data = bpy.data.lights.new(kind.title(), kind)
    data.energy = energy
    if kind == "AREA":
        data.size = 2.0
    item = bpy.data.objects.new(kind.title(), data)
    item.location = location
    scene.collection.objects.link(item)


def make_room(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    for box in job["boxes"]:
        item = add_box(scene, *(box[k] for k in ("name", "low", "high")), box.get("props"),
                       box.get("turn_deg", 0.0), box.get("colour"))  # fmt: skip
        item.hide_render = bool(box.get("hidden"))
        if box.get("subdivide"):
            item.modifiers.new("Rounding", "SUBSURF").render_levels = box["subdivide"]
    if job.get("sun", True):
        add_light(scene, "SUN", (1, 1, 5), 2.0)
    if job.get("area", True):
        add_light(scene, "AREA", (2.5, 3.0, 2.7), 150.0)
    if job.get("camera"):
        scene.camera = add_camera(scene, "View", "PERSP", job["camera"][:3], job["camera"][3:])
        scene.camera.data.lens = 16.0
    if job.get("top"):
        camera = add_camera(scene, "Above", "ORTHO", (2.5, 3.0, 6.0), (2.5, 3.0, 0.0))
        camera.data.ortho_scale = job["top"]
        camera.rotation_euler = (0, 0, 0)
    for extra in job.get("code", ()):
        exec(extra, {"bpy": bpy, "scene": scene})  # noqa: S102 - the test's own text
    bpy.ops.wm.save_as_mainfile(filepath=job["blend"])


if __name__ == "__main__":
    make_room(json.loads(Path(sys.argv[-1]).read_text()))
    sys.stdout.flush()
    os._exit(0)
