"""Parts to a Blender mesh, and a piece to its .blend file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import bpy
import numpy as np

from solver.blender import materials
from solver.errors import OutputError

# Neighbouring boards must not show the same stretch of the endless wood pattern.
GRAIN_STEP_M = (3.71, 1.37)


def build_mesh(name, parts):
    """One bpy mesh of all parts (see shapes.Part), with materials and texture coordinates in metres."""
    mesh = join_parts(name, parts)
    slots = list(dict.fromkeys(part.material for part in parts))
    for slot in slots:
        mesh.materials.append(materials.make_finish(slot))
    index = [slots.index(part.material) for part in parts for _ in part.faces]
    mesh.polygons.foreach_set("material_index", index)
    return mesh


def join_parts(name, parts):
    """One bpy mesh of all parts without materials, with texture coordinates in metres."""
    offsets = np.cumsum([0] + [len(part.vertices) for part in parts])
    vertices = np.concatenate([part.vertices for part in parts])
    faces = [
        [int(i + start) for i in face]
        for part, start in zip(parts, offsets, strict=False)
        for face in part.faces
    ]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices.tolist(), [], faces)
    mesh.polygons.foreach_set("use_smooth", [flag for part in parts for flag in part.smooth])
    step = np.array(GRAIN_STEP_M)
    uvs = np.concatenate([part.uvs + step * number for number, part in enumerate(parts)])
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", uvs.astype(np.float32).ravel())
    mesh.update()
    if mesh.validate():
        raise ValueError(f"{name}: the mesh had invalid geometry")
    return mesh


def save_piece(key, parts, folder):
    """Write the parts as `folder/key.blend`: one collection `key` with one object, nothing else.

    The file is written under another name beside the target and renamed. Raises OutputError.
    """
    target = Path(folder).resolve() / f"{key}.blend"
    bpy.ops.wm.read_factory_settings(use_empty=True)
    collection = bpy.data.collections.new(key)
    bpy.context.scene.collection.children.link(collection)
    collection.objects.link(bpy.data.objects.new(key, build_mesh(key, parts)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{key}-") as partial:
            whole = Path(partial) / target.name
            bpy.ops.wm.save_as_mainfile(filepath=str(whole), check_existing=False)
            os.replace(whole, target)
    except (OSError, RuntimeError) as error:
        raise OutputError(f"{target}: the built-in furniture cannot be written ({error})") from None
    return target
