"""Run in a Blender process: the extents of what Cycles draws of a file, seen from three sides.

A second way to measure, sharing nothing with the importer: the file is rendered from the front, the
side and above, and the outermost drawn pixels give its extents. `python silhouettes.py JOB.json`,
JOB = {"files": {name: {"file": path, "objects": [names] or null}}, "answer": path, "pixel": share of the
window that one pixel of the fine pictures is, "views": 2 or 3}. Answers
{name: {"x": [low, high], "y": …, "z": …}} in the file's units; of two views of an axis the wider counts.
"""

import fnmatch
import json
import math
import os
import sys
import tempfile
import traceback

import bpy
import numpy as np
from mathutils import Vector

COARSE_PX = 512
# (name, camera rotation, world axis along the picture's x, along its y), each with its sign.
VIEWS = (
    ("front", (math.pi / 2, 0.0, 0.0), (0, 1), (2, 1)),
    ("top", (0.0, 0.0, 0.0), (0, 1), (1, 1)),
    ("side", (math.pi / 2, 0.0, math.pi / 2), (1, 1), (2, 1)),
)
# Camera distance in widths of the whole: near, because an instance is hit in its own space, where a
# ray from afar loses precision (from 2 km, a 3 cm part was drawn 1.5 mm too large).
FAR = 3.0


def prepare(scene):
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 4
    scene.cycles.max_bounces = 0
    scene.cycles.use_denoising = False
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.pixel_filter_type = "BOX"
    scene.cycles.filter_width = 1.0
    scene.render.film_transparent = True
    scene.render.use_persistent_data = True
    scene.render.use_compositing = scene.render.use_sequencer = False
    scene.render.resolution_percentage = 100
    scene.render.pixel_aspect_x = scene.render.pixel_aspect_y = 1.0
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    paint = bpy.data.materials.new("Silhouette")
    for layer in scene.view_layers:
        layer.material_override = paint
    data = bpy.data.cameras.new("Silhouette")
    data.type, data.clip_start, data.clip_end = "ORTHO", 0.001, 1e6
    scene.camera = bpy.data.objects.new("Silhouette", data)
    scene.collection.objects.link(scene.camera)


def guess_box(scene):
    """A window to begin with, widened below until nothing is cut: rough viewport boxes, not a measure."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    points = [
        (instance.matrix_world.copy() @ Vector(corner))
        for instance in depsgraph.object_instances
        for corner in instance.object.bound_box
        if instance.object.type in ("MESH", "CURVE", "FONT", "META", "SURFACE")
    ]
    points = np.array([tuple(point) for point in points]) if points else np.zeros((1, 3))
    return points.mean(axis=0), max(float(np.ptp(points, axis=0).max()), 0.1) * 1.6


def draw(scene, centre, rotation, window, pixels, border=None):
    """Alpha of one picture, rows from below, and the share of the window where it starts."""
    camera = scene.camera
    camera.rotation_euler = rotation
    camera.data.ortho_scale = window
    bpy.context.view_layer.update()
    back = camera.rotation_euler.to_matrix() @ Vector((0.0, 0.0, FAR * camera["whole"]))
    camera.location = [centre[k] + back[k] for k in range(3)]
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.render.use_border = scene.render.use_crop_to_border = border is not None
    if border is not None:
        scene.render.border_min_x, scene.render.border_max_x = border[0]
        scene.render.border_min_y, scene.render.border_max_y = border[1]
    path = os.path.join(tempfile.gettempdir(), f"silhouette-{os.getpid()}.png")
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True, scene=scene.name)
    image = bpy.data.images.load(path)
    wide, high = image.size
    values = np.empty(wide * high * 4, dtype=np.float32)
    image.pixels.foreach_get(values)
    bpy.data.images.remove(image)
    os.remove(path)
    return values.reshape(high, wide, 4)[:, :, 3] > 0


def find_coarse(scene, centre, rotation, window):
    """Lit columns and rows as shares of a window that nothing is cut by; returns (window, bounds), or None
    where nothing shows at all: a sheet seen edge-on."""
    for _ in range(6):
        lit = draw(scene, centre, rotation, window, COARSE_PX)
        rows, columns = np.flatnonzero(lit.any(axis=1)), np.flatnonzero(lit.any(axis=0))
        edge = lit[0].any() or lit[-1].any() or lit[:, 0].any() or lit[:, -1].any()
        if len(rows) and not edge:
            return window, [(columns[0], columns[-1] + 1), (rows[0], rows[-1] + 1)]
        window *= 2
    return None


def find_extents(scene, centre, view, window, pixel):
    """(low, high) along the two world axes that the view shows, in the file's units."""
    _, rotation, *axes = view
    centre = list(centre)
    coarse = find_coarse(scene, centre, rotation, window)
    if coarse is None:
        return None
    window, bounds = coarse
    # Once more, closer and central, so that the fine pictures' pixels are small.
    for (axis, sign), (first, last) in zip(axes, bounds, strict=True):
        centre[axis] += sign * ((first + last) / 2 / COARSE_PX - 0.5) * window
    window *= 1.1 * max(last - first for first, last in bounds) / COARSE_PX
    window, bounds = find_coarse(scene, centre, rotation, window)
    found = []
    for index, (axis, sign) in enumerate(axes):
        shares = [find_end(scene, centre, rotation, window, pixel, bounds, index, end) for end in (0, 1)]
        found.append(sorted(centre[axis] + sign * share * window for share in shares))
    return found


def find_end(scene, centre, rotation, window, pixel, bounds, index, end):
    """One end of what is drawn along the picture's x (`index` 0) or y (1), from the window's centre."""
    pixels = round(1 / pixel)
    at, other = bounds[index][end], bounds[1 - index]
    strip = [None, None]
    strip[index] = ((at - 2) / COARSE_PX, (at + 2) / COARSE_PX)
    strip[1 - index] = ((other[0] - 2) / COARSE_PX, (other[1] + 2) / COARSE_PX)
    places = np.flatnonzero(draw(scene, centre, rotation, window, pixels, strip).any(axis=index))
    start = round(strip[index][0] * pixels)
    return (start + (places[0] if end == 0 else places[-1] + 1)) / pixels - 0.5


def measure(job, pixel, views):
    bpy.ops.wm.open_mainfile(filepath=job["file"], load_ui=False, use_scripts=False)
    scene = bpy.context.scene
    if job.get("objects"):
        names = [item.name for item in bpy.data.objects]
        names = {name for pattern in job["objects"] for name in fnmatch.filter(names, pattern)}
        wanted = {bpy.data.objects[name] for name in names}
        wanted |= {child for item in wanted for child in item.children_recursive}
        for item in scene.objects:
            item.hide_render = item not in wanted
    prepare(scene)
    centre, window = guess_box(scene)
    scene.camera["whole"] = window
    extents = {}
    for view in VIEWS[:views]:
        found = find_extents(scene, centre, view, window, pixel)
        if found is None:
            continue
        for (axis, _), ends in zip(view[2:], found, strict=True):
            name = "xyz"[axis]
            old = extents.get(name, ends)
            extents[name] = [min(old[0], ends[0]), max(old[1], ends[1])]
    if not extents:
        raise RuntimeError(f"nothing is drawn of {job['file']}")
    # An axis that no view shows is the thickness of a sheet.
    return {axis: extents.get(axis, [0.0, 0.0]) for axis in "xyz"}


if __name__ == "__main__":
    try:
        with open(sys.argv[-1], encoding="utf-8") as file:
            order = json.load(file)
        answer = {name: measure(job, order["pixel"], order["views"]) for name, job in order["files"].items()}
        with open(order["answer"], "w", encoding="utf-8") as file:
            json.dump(answer, file)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
