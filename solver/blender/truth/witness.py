"""Blender's own word on a saved room, to hold the truth against: ray casts, projections, flat colours."""

import tempfile
from pathlib import Path

import bpy
import numpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from solver.blender.measure.meshes import read_solids
from solver.blender.measure.opening import open_room
from solver.blender.measure.views import Frame, find_cameras, list_seen


def witness_truth(request, emit):
    """Task: what Blender says of one view of `request["blend"]`.

    Request: `labels`, `view`, `size` [width, height], `pixels` [[column, row], …] to cast rays through
    their centres, `points` [[x, y, z], …] to project, `near` [[object, [x, y, z]], …] to measure the
    distance from an object's surface, `colours` (an .npy to write, or None): the view rendered by Cycles
    with one flat colour an object, as the index in the sorted names plus one, 0 for none.
    `only`: the one object that the colours show, or None for all.
    Returns `rays` [[object or None, depth_m], …], `spots` [[u, v, depth], …], `gaps_m` and `names`.
    """
    scene = open_room(request)
    solids = read_solids(scene, set(request.get("labels", ())))
    camera = find_cameras(scene)[request["view"]]
    names = {solid.name for solid in solids}
    solids = list_seen(request["view"], solids)
    skipped = names - {solid.name for solid in solids}
    frame = Frame(scene, camera, request["size"])
    frame.columns, frame.rows = request["size"]
    answer = {
        "names": [solid.name for solid in solids],
        "rays": cast_rays(frame, solids, request.get("pixels", ())),
        "spots": project_points(scene, camera, request["size"], request.get("points", ())),
        "gaps_m": measure_gaps(solids, request.get("near", ())),
    }
    if request.get("colours"):
        if request.get("only"):
            skipped = {item.name for item in scene.objects if item.name != request["only"]}
        colours = draw_colours(scene, camera, request["size"], solids, skipped)
        numpy.save(request["colours"], colours)
    return answer


def cast_rays(frame, solids, pixels):
    """The first surface on each pixel centre's ray: [object, depth along the optical axis in metres]."""
    triangles = numpy.concatenate([solid.triangles for solid in solids])
    owners = numpy.repeat(numpy.arange(len(solids)), [len(solid.triangles) for solid in solids])
    tree = make_tree(triangles)
    forward = -(frame.matrix.to_3x3().col[2])
    found = []
    for column, row in pixels:
        start, aim = frame.ray(column, row)
        place, _normal, index, _distance = tree.ray_cast(start, aim)
        if place is None:
            found.append([None, None])
        else:
            depth = (place - frame.matrix.translation).dot(forward)
            found.append([solids[owners[index]].name, depth])
    return found


def make_tree(triangles):
    """A search tree over world triangles (n, 3, 3)."""
    faces = numpy.arange(len(triangles) * 3).reshape(-1, 3).tolist()
    return BVHTree.FromPolygons(triangles.reshape(-1, 3).tolist(), faces, all_triangles=True)


def project_points(scene, camera, size, points):
    """World points through Blender's own projection: [u, v] in pixels from the upper left, and depth."""
    spots = []
    for point in points:
        x, y, depth = world_to_camera_view(scene, camera, Vector(point))
        spots.append([x * size[0], (1.0 - y) * size[1], depth])
    return spots


def measure_gaps(solids, near):
    """Distance in metres from each [object, point]'s point to that object's surface."""
    trees = {solid.name: make_tree(solid.triangles) for solid in solids}
    return [trees[name].find_nearest(Vector(point))[3] for name, point in near]


def draw_colours(scene, camera, size, solids, skipped):
    """The picture as object numbers (h, w): Cycles, one sample at each pixel's centre, flat colours."""
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.use_nodes = False
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling = "CPU", 1, False, False
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
    scene.view_settings.view_transform, scene.view_settings.look = "Standard", "None"
    scene.view_settings.exposure, scene.view_settings.gamma = 0.0, 1.0
    scene.world = bpy.data.worlds.new("Dark")
    scene.render.film_transparent = True
    wanted = {solid.name: number for number, solid in enumerate(solids, 1)}
    for item in scene.objects:
        if item.type == "LIGHT" or item.name in skipped:
            item.hide_render = True
        if item.name in wanted:
            paint_flat(item, wanted[item.name])
            item.visible_camera = True
    with tempfile.TemporaryDirectory() as folder:
        settings = scene.render.image_settings
        settings.file_format, settings.color_mode, settings.color_depth = "OPEN_EXR", "RGBA", "32"
        scene.render.filepath = str(Path(folder) / "colours.exr")
        scene.render.use_file_extension = False
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(scene.render.filepath)
        values = numpy.empty(size[0] * size[1] * 4, dtype=numpy.float32)
        image.pixels.foreach_get(values)
    rows = values.reshape(size[1], size[0], 4)[::-1]
    return numpy.rint(rows[:, :, 0] * rows[:, :, 3])


def paint_flat(item, number):
    """Replace an object's materials by one that shines with the strength `number`."""
    material = bpy.data.materials.new("Flat")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    shine, out = tree.nodes.new("ShaderNodeEmission"), tree.nodes.new("ShaderNodeOutputMaterial")
    shine.inputs["Strength"].default_value = float(number)
    shine.inputs["Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    tree.links.new(shine.outputs[0], out.inputs[0])
    item.data.materials.clear()
    item.data.materials.append(material)
