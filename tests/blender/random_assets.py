"""Run in a Blender process: furniture files of random hierarchy, scale, modifiers and instances.

`python random_assets.py FOLDER FIRST COUNT` writes FOLDER/<seed>.blend for seeds FIRST, FIRST + 1, …
A seed always gives the same file. Each file is about a metre in size, in metres, centimetres or tenths.
"""

import math
import os
import random
import sys
import traceback
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

SIZE_M = (0.4, 1.4)


def add_shape(rng, collection):
    make = rng.choice(
        [
            lambda: bpy.ops.mesh.primitive_cube_add(size=rng.uniform(0.2, 1.0)),
            lambda: bpy.ops.mesh.primitive_cylinder_add(
                radius=rng.uniform(0.1, 0.5), depth=rng.uniform(0.1, 1.0), vertices=rng.randint(5, 24)
            ),
            lambda: bpy.ops.mesh.primitive_cone_add(
                radius2=0.1, depth=rng.uniform(0.2, 1.0), vertices=rng.randint(4, 16)
            ),
            lambda: bpy.ops.mesh.primitive_uv_sphere_add(
                segments=12, ring_count=8, radius=rng.uniform(0.1, 0.5)
            ),
            lambda: bpy.ops.mesh.primitive_torus_add(major_segments=16, minor_segments=6),
            lambda: bpy.ops.mesh.primitive_grid_add(x_subdivisions=4, y_subdivisions=4),
            lambda: bpy.ops.object.text_add(),
            lambda: bpy.ops.curve.primitive_bezier_circle_add(),
            lambda: bpy.ops.object.metaball_add(radius=rng.uniform(0.3, 0.6)),
        ]
    )
    make()
    item = bpy.context.object
    for old in list(item.users_collection):
        old.objects.unlink(item)
    collection.objects.link(item)
    if item.type == "FONT":
        item.data.extrude, item.data.body = 0.1, "Aq"
    elif item.type == "CURVE":
        item.data.bevel_depth = 0.05
    elif item.type == "META":
        item.data.resolution, item.data.render_resolution = 0.4, 0.1
    elif rng.random() < 0.6:
        for _ in range(rng.randint(1, 2)):
            add_modifier(rng, item)
    return item


def add_modifier(rng, item):
    kind = rng.choice(["SUBSURF", "BEVEL", "ARRAY", "SOLIDIFY", "SIMPLE_DEFORM", "CAST", "MIRROR", "SCREW"])
    modifier = item.modifiers.new(kind.title(), kind)
    if kind == "SUBSURF":
        modifier.levels, modifier.render_levels = rng.randint(0, 2), rng.randint(0, 2)
    elif kind == "BEVEL":
        modifier.width = 0.03
    elif kind == "ARRAY":
        modifier.count = rng.randint(2, 3)
    elif kind == "SOLIDIFY":
        modifier.thickness = rng.uniform(0.02, 0.1)
    elif kind == "SIMPLE_DEFORM":
        modifier.deform_method, modifier.angle = rng.choice(["TWIST", "BEND"]), rng.uniform(0.2, 1.0)
    elif kind == "CAST":
        modifier.factor = rng.uniform(-0.3, 0.5)
    elif kind == "SCREW":
        modifier.angle, modifier.steps, modifier.render_steps = 1.0, 4, 6
    modifier.show_viewport, modifier.show_render = rng.random() < 0.8, rng.random() < 0.8


def place(rng, item):
    item.location = [rng.uniform(-1, 1) for _ in range(3)]
    item.rotation_euler = [rng.uniform(-math.pi, math.pi) for _ in range(3)]
    item.scale = [rng.choice([1, 1, 1, -1]) * rng.uniform(0.4, 1.6) for _ in range(3)]
    if rng.random() < 0.15:
        item.delta_location = [rng.uniform(-0.3, 0.3) for _ in range(3)]
    item.hide_viewport = rng.random() < 0.1


def add_tree(rng, collection, root, depth=0):
    """Shapes and empties below `root`, up to three levels, some sharing their data."""
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.25:
            item = bpy.data.objects.new("Empty", None)
            collection.objects.link(item)
        else:
            item = add_shape(rng, collection)
            if rng.random() < 0.2:
                twin = bpy.data.objects.new("Twin", item.data)
                collection.objects.link(twin)
                twin.parent = root
                place(rng, twin)
        item.parent = root
        place(rng, item)
        if item.type not in ("META",) and depth < 2 and rng.random() < 0.5:
            add_tree(rng, collection, item, depth + 1)


def build(seed):
    rng = random.Random(seed)
    scene = bpy.context.scene
    everything = bpy.data.collections.new("All")
    scene.collection.children.link(everything)
    root = bpy.data.objects.new("Root", None)
    everything.objects.link(root)
    add_tree(rng, everything, root)
    sure = add_shape(rng, everything)  # at least this one renders
    sure.modifiers.clear()
    sure.parent = root
    place(rng, sure)  # turned, so that no sheet is seen edge-on, where it has no silhouette
    sure.hide_viewport = False
    if rng.random() < 0.4:
        source = bpy.data.collections.new("Source")
        add_tree(rng, source, None, depth=2)
        for _ in range(rng.randint(1, 2)):
            empty = bpy.data.objects.new("Instance", None)
            empty.instance_type, empty.instance_collection = "COLLECTION", source
            everything.objects.link(empty)
            empty.parent = root
            place(rng, empty)
    add_shape(rng, everything).hide_render = True
    fit(rng, scene, root)


def fit(rng, scene, root):
    """Scale the root so that the whole is about a metre, in a unit of the file's own."""
    bpy.context.view_layer.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    points = [
        tuple(instance.matrix_world @ Vector(corner))
        for instance in depsgraph.object_instances
        for corner in instance.object.bound_box
        if instance.object.type != "EMPTY"
    ]
    extent = (float(np.ptp(np.array(points), axis=0).max()) if points else 0.0) or 1.0
    unit = rng.choice([1.0, 0.1, 0.01])
    scene.unit_settings.system, scene.unit_settings.scale_length = "METRIC", unit
    factor = rng.uniform(*SIZE_M) / extent / unit
    root.scale = (factor, factor, factor)
    root.location = [rng.uniform(-2, 2) / unit for _ in range(3)]


if __name__ == "__main__":
    try:
        folder, first, count = Path(sys.argv[-3]), int(sys.argv[-2]), int(sys.argv[-1])
        for seed in range(first, first + count):
            bpy.ops.wm.read_factory_settings(use_empty=True)
            build(seed)
            bpy.ops.wm.save_as_mainfile(filepath=str(folder / f"{seed}.blend"), check_existing=False)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
