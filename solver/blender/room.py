"""One room from a ScenePlan: built, lit, seen, saved and rendered, in that order."""

import contextlib
import json
from dataclasses import asdict

import bpy

from solver.blender.budget import Budget
from solver.blender.cameras import add_perspective_cameras, add_top_camera
from solver.blender.lights import add_lights
from solver.blender.pieces import add_pieces, world_box
from solver.blender.render import RenderProgress, render_still, set_up_cycles
from solver.blender.save import save_room
from solver.blender.session import describe_blender, start_empty_scene
from solver.blender.shell import build_shell
from solver.blender.tone import apply_tone, choose_tone
from solver.core.views import ABOVE, name_picture


def build_room(request, emit):
    """Task: build the ScenePlan `request["plan"]` into the folder `request["out_dir"]`.

    Writes room.blend, render.png, top_view.png and between them the further pictures that a plan asks for;
    returns the chosen views, the tones and samples of the pictures in that order, what came of a budget, and
    the Blender version. Events: "progress" with stage, done (0..1) and left_s, and "note" with text.
    """
    plan, out = request["plan"], request["out_dir"]
    emit("progress", stage="building", done=0.0, left_s=None)
    scene = start_empty_scene(plan["scene"])
    keep_plan(scene, plan)
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
    aimed = add_perspective_cameras(plan, pieces, shell, rig)
    top_camera = add_top_camera(plan["room"], render["top_size_px"], rig)
    set_up_cycles(render, emit)
    emit("progress", stage="building", done=1.0, left_s=None)
    scene.render.use_persistent_data = True
    budget = Budget(render["budget_s"])
    shots = plan_shots(render, aimed, top_camera, roof)
    budget.fit_samples(shots, set_stage, emit)
    save_blend(scene, shots[0], out, emit)
    for shot in shots:
        budget.fit_again(shot, emit)
        render_shot(shot, out, emit)
    return {
        "views": [view for _name, _camera, view in aimed],
        "tones": [asdict(shot["tone"]) for shot in shots],
        "blender": describe_blender(),
        "samples": [shot["samples"] for shot in shots],
        "budget": budget.settle(shots, emit),
    }


def save_blend(scene, shot, out, emit):
    """Write room.blend, which shows `shot` when it is rendered."""
    emit("progress", stage="saving", done=0.0, left_s=None)
    show_shot(shot)
    scene.render.filepath = "//render.png"
    # Kept between the tone's probes and the pictures, but not in the file.
    scene.render.use_persistent_data = False
    save_room(f"{out}/room.blend")
    scene.render.use_persistent_data = True
    emit("progress", stage="saving", done=1.0, left_s=None)


def keep_plan(scene, plan):
    """Keep in the file what it was made from: the scene file's text for `check`, the pieces' places for
    `repair`, which compares them with where the pieces stand later."""
    scene["scene_solver_scene"], scene["scene_solver_text"] = plan["scene"], plan["scene_text"]
    kept = ("name", "label", "x_m", "y_m", "z_m", "yaw_deg")
    scene["scene_solver_places"] = json.dumps([{key: piece[key] for key in kept} for piece in plan["pieces"]])


def add_collection(name):
    """A collection of the scene."""
    collection = bpy.data.collections.new(name)
    bpy.context.scene.collection.children.link(collection)
    return collection


def plan_shots(render, aimed, above, roof):
    """The pictures: file name, camera, what it looks through, size, samples, what is hidden, and the
    measured tone.

    `aimed` lists (name, camera, chosen view), `above` is the camera of the top view, which is taken without
    the objects of `roof`.
    """
    samples = bpy.context.scene.cycles.samples
    top_samples = round(samples * render["top_samples"] / render["samples"])
    views = [
        (name_picture(name), camera, view["hidden"], render["size_px"], samples, [])
        for name, camera, view in aimed
    ]
    views.append((name_picture(ABOVE), above, [], render["top_size_px"], top_samples, roof))
    keys = ("name", "camera", "through", "size_px", "samples", "hidden")
    shots = [dict(zip(keys, view, strict=True)) for view in views]
    for shot in shots:
        show_through(shot["through"])
        with Hidden(shot["hidden"]):
            shot["tone"] = choose_tone(shot["camera"], shot["size_px"])
        # The file shows the first picture's tone; `check` draws the further ones again in their own.
        shot["camera"]["exposure"], shot["camera"]["gamma"] = shot["tone"].exposure, shot["tone"].gamma
    return shots


def show_shot(shot):
    """Set the scene to a shot's camera, size, samples and exposure."""
    scene = bpy.context.scene
    scene.camera, scene.cycles.samples = shot["camera"], shot["samples"]
    scene.render.resolution_x, scene.render.resolution_y = shot["size_px"]
    apply_tone(shot["tone"])
    show_through(shot["through"])


def show_through(names):
    """Have the camera look through these parts of the shell, and no others; light still meets them."""
    for obj in bpy.context.scene.objects:
        if "shell" in obj:
            obj.visible_camera = obj.name not in names


@contextlib.contextmanager
def set_stage(shot):
    """A shot's camera, settings and hidden objects, for as long as it is rendered."""
    show_shot(shot)
    with Hidden(shot["hidden"]):
        yield


def render_shot(shot, out, emit):
    """Render one shot into the folder `out`."""
    with set_stage(shot), RenderProgress(emit, shot["name"]):
        render_still(shot["camera"], shot["size_px"], f"{out}/{shot['name']}")


class Hidden:
    """Takes objects out of a shot for camera and light alike. A ceiling that only the camera does not
    see still shades the floor; and without a ceiling the sun would shine over the walls."""

    def __init__(self, hidden):
        self.hidden = hidden

    def __enter__(self):
        for obj in self.hidden:
            obj.hide_render = True

    def __exit__(self, *error):
        for obj in self.hidden:
            obj.hide_render = False
