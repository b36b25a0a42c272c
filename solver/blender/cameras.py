"""The room's two cameras: level at eye height where the pieces are seen best, and a plan from above."""

import math

import bpy

from solver.blender.viewpoints import choose_view
from solver.blender.viewpoints.frame import SENSOR_MM
from solver.core.topview import measure_seen_width_m

CLIP_START_M = 0.05


def add_perspective_camera(plan, pieces, shell, collection):
    """A level camera at the best viewpoint of a ScenePlan; returns (camera, the view's numbers).

    The best of all candidates is used even when it is not good; `check` decides whether it is enough.
    """
    wide, high = plan["render"]["size_px"]
    view = choose_view(plan["room"], pieces, shell, wide / high, plan["render"]["view"] == "inside")
    data = bpy.data.cameras.new("Camera")
    data.sensor_width, data.sensor_fit, data.lens = SENSOR_MM, "HORIZONTAL", view["lens_mm"]
    data.shift_y, data.clip_start = view["shift_y"], CLIP_START_M
    camera = bpy.data.objects.new("Camera", data)
    camera.location = view["location"]
    # A camera looks along its -z; upright and unturned it faces north, which is heading 90.
    camera.rotation_euler = (math.pi / 2, 0.0, math.radians(view["heading_deg"] - 90.0))
    collection.objects.link(camera)
    return camera, view


def add_top_camera(room, size_px, collection):
    """An orthographic camera from above, north up, with the whole room and its walls in frame."""
    width, depth, wall = room["width_m"], room["depth_m"], room["wall_thickness_m"]
    data = bpy.data.cameras.new("TopCamera")
    data.type, data.sensor_fit = "ORTHO", "AUTO"
    aspect = size_px[0] / size_px[1]
    seen_width = measure_seen_width_m(width, depth, wall, size_px)
    # ortho_scale spans the longer side of the picture
    data.ortho_scale = seen_width if aspect >= 1.0 else seen_width / aspect
    data.clip_end = room["height_m"] + 20.0
    camera = bpy.data.objects.new("TopCamera", data)
    camera.location = (width / 2, depth / 2, room["height_m"] + 5.0)
    collection.objects.link(camera)
    return camera
