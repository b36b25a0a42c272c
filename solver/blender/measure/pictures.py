"""The views drawn again, small, from the saved file: what the delivered pictures must look like."""

import base64
import tempfile
from pathlib import Path

import bpy
import numpy

from solver.blender.measure.views import above_pieces, find_cameras
from solver.blender.session import has_denoiser
from solver.core.views import ABOVE, MAIN

ACROSS_PX = 96
SAMPLES = 32


def draw_previews(scene, solids, request):
    """For each view: `{"size", "rgb"}` with base64 of the 8-bit sRGB rows, or None.

    Only the file's own geometry, light and view settings are used: no compositor, no sequencer, no
    script nodes, and nothing is written outside a temporary folder.
    """
    _make_safe(scene)
    previews, sizes_px = {}, request["sizes_px"]
    kept = scene.view_settings.exposure, scene.view_settings.gamma
    for view, camera in find_cameras(scene).items():
        tone = kept if view in (MAIN, ABOVE) else _read_tone(camera) or kept
        scene.view_settings.exposure, scene.view_settings.gamma = tone
        if view == ABOVE:
            _open_from_above(scene, solids)
        previews[view] = _draw(scene, camera, sizes_px.get(view, sizes_px[MAIN]))
        for solid in solids:
            if solid.role == "shell":
                solid.item.visible_camera = True  # only the first view may look through walls
    return previews


def _read_tone(camera):
    """The exposure and gamma that a further view's camera carries, or None."""
    tone = camera.get("exposure"), camera.get("gamma")
    return tone if all(isinstance(value, float) for value in tone) else None


def _open_from_above(scene, solids):
    """Take away the ceiling, and the sun that would then shine over the walls."""
    hidden = above_pieces(solids)
    for solid in solids:
        if solid.name in hidden:
            solid.item.hide_render = True
    for item in scene.objects:
        if item.type == "LIGHT" and item.data.type == "SUN":
            item.hide_render = True


def _make_safe(scene):
    scene.use_nodes = False
    scene.render.use_compositing = False
    scene.render.use_sequencer = False
    scene.render.use_border = False
    scene.render.use_motion_blur = False
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.shading_system = False
    cycles.samples = SAMPLES
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = has_denoiser()
    cycles.seed = 1
    cycles.use_animated_seed = False


def _draw(scene, camera, size_px):
    if camera is None:
        return None
    width, height = ACROSS_PX, max(1, round(ACROSS_PX * size_px[1] / size_px[0]))
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    with tempfile.TemporaryDirectory(prefix="scene-solver-") as folder:
        target = Path(folder) / "view.png"
        settings = scene.render.image_settings
        settings.file_format, settings.color_mode, settings.color_depth = "PNG", "RGB", "8"
        scene.render.use_file_extension = True
        scene.render.filepath = str(target)
        bpy.ops.render.render(write_still=True)
        if not target.is_file():
            return None
        image = bpy.data.images.load(str(target))
        values = numpy.empty(width * height * 4, dtype=numpy.float32)
        image.colorspace_settings.name = "Non-Color"
        image.pixels.foreach_get(values)
        bpy.data.images.remove(image)
    rows = values.reshape(height, width, 4)[::-1, :, :3]
    data = numpy.rint(rows * 255.0).clip(0, 255).astype(numpy.uint8).tobytes()
    return {"size": [width, height], "rgb": base64.b64encode(data).decode("ascii")}
