"""Run in a Blender process: one box as .glb, .gltf, .obj and .fbx. `python make_models.py FOLDER`."""

import os
import sys
import traceback

import bpy

if __name__ == "__main__":
    folder = sys.argv[-1]
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.mesh.primitive_cube_add(size=1.0)
        bpy.context.object.scale = (0.6, 0.4, 0.8)  # z up
        bpy.ops.export_scene.gltf(filepath=f"{folder}/glb_box.glb", export_format="GLB")
        bpy.ops.export_scene.gltf(filepath=f"{folder}/gltf_box.gltf", export_format="GLTF_SEPARATE")
        bpy.ops.wm.obj_export(filepath=f"{folder}/obj_box.obj")
        bpy.ops.export_scene.fbx(filepath=f"{folder}/fbx_box.fbx")
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
