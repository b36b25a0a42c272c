"""Run in a Blender process: `render_swatches.py ANSWER` renders every material on a tile of its own.

ANSWER receives {"names": [...], "roles": [[role, style], ...], "pixels": {name: [[r, g, b], ...]}},
linear values; all tiles lie under one even white sky.
"""

import json
import os
import sys
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from solver.blender import materials

TILE_PX = 12
COLUMNS = 8
TILE_M = 0.4


def add_tile(number, material):
    x, y = number % COLUMNS * TILE_M, number // COLUMNS * TILE_M
    corners = [(x, y, 0), (x + TILE_M, y, 0), (x + TILE_M, y + TILE_M, 0), (x, y + TILE_M, 0)]
    mesh = bpy.data.meshes.new("Tile")
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", [0, 0, TILE_M, 0, TILE_M, TILE_M, 0, TILE_M])
    mesh.materials.append(material)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("Tile", mesh))


def set_scene(rows):
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("Sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (1, 1, 1, 1)
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = max(COLUMNS, rows) * TILE_M
    camera.location = (COLUMNS * TILE_M / 2, rows * TILE_M / 2, 3)
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = COLUMNS * TILE_PX, rows * TILE_PX
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "OPEN_EXR"


def main(answer):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    names = materials.list_finishes()
    roles = [(role, style) for style in materials.STYLES for role in materials.ROLES]
    made = [materials.make_finish(name) for name in names]
    made += [materials.make_material(role, style) for role, style in roles]
    for number, material in enumerate(made):
        add_tile(number, material)
    rows = -(-len(made) // COLUMNS)
    set_scene(rows)
    bpy.context.scene.render.filepath = answer + ".exr"
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(answer + ".exr")
    image.colorspace_settings.name = "Non-Color"
    pixels = np.array(image.pixels[:]).reshape(rows * TILE_PX, COLUMNS * TILE_PX, -1)[:, :, :3]
    tiles = {}
    for number, material in enumerate(made):
        y, x = number // COLUMNS * TILE_PX, number % COLUMNS * TILE_PX
        tiles[material.name] = pixels[y : y + TILE_PX, x : x + TILE_PX].reshape(-1, 3).tolist()
    reused = materials.make_finish(names[0]) is made[0]
    Path(answer).write_text(json.dumps({"names": names, "roles": roles, "pixels": tiles, "reused": reused}))


main(sys.argv[-1])
sys.stdout.flush()
os._exit(0)
