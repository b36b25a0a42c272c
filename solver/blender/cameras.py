"""The room's cameras: level at eye height where the pieces are seen best, and a plan from above."""

import math

import bpy

from solver.blender.viewpoints import choose_views
from solver.blender.viewpoints.frame import SENSOR_MM
from solver.core.topview import measure_seen_width_m
from solver.core.views import ABOVE, MAIN, list_more, name_camera

CLIP_START_M = 0.05


def add_perspective_cameras(plan, pieces, shell, collection):
    """Level cameras at the best viewpoints of a ScenePlan; returns [(view's name, camera, its numbers)].

    The best of all candidates is used even when it is not good; `check` decides whether it is enough.
    """
    render = plan["render"]
    wide, high = render["size_px"]
    names = (MAIN, *list_more(render["views"]))
    views = choose_views(
        plan["room"], pieces, shell, wide / high, len(names), inside_only=render["view"] == "inside"
    )
    return [
        (name, add_level_camera(name_camera(name), view, collection), view)
        for name, view in zip(names, views, strict=True)
    ]


def add_level_camera(name, view, collection):
    """A camera object with a chosen view's place, heading and lens."""
    data = bpy.data.cameras.new(name)
    data.sensor_width, data.sensor_fit, data.lens = SENSOR_MM, "HORIZONTAL", view["lens_mm"]
    data.shift_y, data.clip_start = view["shift_y"], CLIP_START_M
    camera = bpy.data.objects.new(name, data)
    camera.location = view["location"]
    # A camera looks along its -z; upright and unturned it faces north, which is heading 90.
    camera.rotation_euler = (math.pi / 2, 0.0, math.radians(view["heading_deg"] - 90.0))
    collection.objects.link(camera)
    return camera


def add_top_camera(room, size_px, collection):
    """An orthographic camera from above, north up, with the whole room and its walls in frame."""
    width, depth, wall = room["width_m"], room["depth_m"], room["wall_thickness_m"]
    data = bpy.data.cameras.new(name_camera(ABOVE))
    data.type, data.sensor_fit = "ORTHO", "AUTO"
    aspect = size_px[0] / size_px[1]
    seen_width = measure_seen_width_m(width, depth, wall, size_px)
    # ortho_scale spans the longer side of the picture
    data.ortho_scale = seen_width if aspect >= 1.0 else seen_width / aspect
    data.clip_end = room["height_m"] + 20.0
    camera = bpy.data.objects.new(name_camera(ABOVE), data)
    camera.location = (width / 2, depth / 2, room["height_m"] + 5.0)
    collection.objects.link(camera)
    return camera
