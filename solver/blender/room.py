"""One room from a ScenePlan: built, lit, seen, rendered and saved, in that order."""

import bpy

from solver.blender.cameras import add_perspective_camera, add_top_camera
from solver.blender.lights import add_lights
from solver.blender.pieces import add_pieces, world_box
from solver.blender.render import RenderProgress, choose_exposure, render_still, set_up_cycles
from solver.blender.save import save_room
from solver.blender.session import describe_blender, start_empty_scene
from solver.blender.shell import build_shell


def build_room(request, emit):
    """Task: build the ScenePlan `request["plan"]` into the folder `request["out_dir"]`.

    Writes room.blend, render.png and top_view.png; returns the chosen view, the exposures and the
    Blender version. Events: "progress" with stage, done (0..1) and left_s, and "note" with text.
    """
    plan, out = request["plan"], request["out_dir"]
    emit("progress", stage="building", done=0.0, left_s=None)
    scene = start_empty_scene(plan["scene"])
    scene["scene_solver_scene"], scene["scene_solver_text"] = plan["scene"], plan["scene_text"]
    pieces = add_pieces(plan["pieces"], add_collection("Furnishing"))
    bpy.context.view_layer.update()
    shell = build_shell(
        plan["room"], plan["style"], add_collection("Shell"), [world_box(obj) for obj in pieces]
    )
    rig = add_collection("Rig")
    lights = add_lights(plan["room"], plan["style"], rig)
    roof = [obj for obj in shell if obj["shell"] == "ceiling"] + [
        obj for obj in lights if obj.data.type == "SUN"
    ]
    bpy.context.view_layer.update()
    render = plan["render"]
    aspect = render["size_px"][0] / render["size_px"][1]
    camera, view = add_perspective_camera(plan["room"], pieces, aspect, rig)
    top_camera = add_top_camera(plan["room"], render["top_size_px"], rig)
    set_up_cycles(render, emit)
    emit("progress", stage="building", done=1.0, left_s=None)
    exposures = render_views(render, camera, top_camera, roof, out, emit)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = render["size_px"]
    scene.view_settings.exposure = exposures[0]
    scene.render.filepath = "//render.png"
    emit("progress", stage="saving", done=0.0, left_s=None)
    save_room(f"{out}/room.blend")
    return {
        "view": view,
        "exposures": exposures,
        "blender": describe_blender(),
        "samples": scene.cycles.samples,
    }


def add_collection(name):
    """A collection of the scene."""
    collection = bpy.data.collections.new(name)
    bpy.context.scene.collection.children.link(collection)
    return collection


def render_views(render, camera, top_camera, roof, out, emit):
    """Both pictures, each at its own measured exposure, the top view without the objects of `roof`;
    returns the two exposures in stops."""
    view = bpy.context.scene.view_settings
    exposures = []
    for shot, size, path in (
        (camera, render["size_px"], "render.png"),
        (top_camera, render["top_size_px"], "top_view.png"),
    ):
        with OpenCeiling(roof if shot is top_camera else ()):
            view.exposure = 0.0
            exposure = choose_exposure(shot, size)
            view.exposure = exposure
            with RenderProgress(emit, path):
                render_still(shot, size, f"{out}/{path}")
        exposures.append(exposure)
    return exposures


class OpenCeiling:
    """Takes the ceiling out of a shot for camera and light alike (FACTS, pitfall 12), and the sun with
    it: without a ceiling it would shine over the walls and draw their shadows across the floor."""

    def __init__(self, hidden):
        self.hidden = hidden

    def __enter__(self):
        for obj in self.hidden:
            obj.hide_render = True

    def __exit__(self, *error):
        for obj in self.hidden:
            obj.hide_render = False
