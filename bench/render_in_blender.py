"""The part of bench/render.py that runs in Blender: `python render_in_blender.py JOB.json`.

Renders room.blend once for each item of the job that has no answer yet, and writes its picture and its
seconds as soon as it is done, so that a stopped run goes on where it was.
"""

import json
import os
import sys
import time
import traceback
from pathlib import Path

import bpy  # noqa: TID251
import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from solver.blender.render import render_still, set_file_format, set_up_cycles
from solver.blender.session import set_if_present


def apply_setting(item):
    """The scene's Cycles settings as shipped, or as the project sets them, then the item's changes."""
    scene = bpy.context.scene
    cycles, view = scene.cycles, scene.view_settings
    tone = view.exposure, view.gamma
    for known in cycles.bl_rna.properties:
        if not known.is_readonly:
            cycles.property_unset(known.identifier)
    if item["base"] == "ours":
        set_up_cycles({"samples": 16, "denoise": True}, lambda kind, **fields: None)
        view.exposure, view.gamma = tone
    else:
        cycles.use_denoising = True
    # A shared machine has no graphics card to compare with, and one render must not warm up the next.
    cycles.device, scene.render.use_persistent_data = "CPU", False
    set_if_present(cycles, **item["changes"])


def remove_textures():
    """Every Principled material in one colour: what a scene without textures would be."""
    for material in bpy.data.materials:
        tree = material.node_tree
        for link in list(tree.links) if tree else ():
            if link.to_node.type == "BSDF_PRINCIPLED":
                tree.links.remove(link)


def render_item(item, size_px, folder):
    """{"cpu_s", "wall_s"} of one render into the folder: as PNG, a part of a reference in linear light."""
    apply_setting(item)
    part = "_part" in item["name"]
    picture = str(folder / (item["name"] + (".exr" if part else ".png")))
    wall, cpu = time.perf_counter(), time.process_time()
    render_still(bpy.context.scene.camera, size_px, picture, "OPEN_EXR" if part else "PNG")
    return {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}


def list_waiting(job, folder):
    """The items without an answer."""
    return [item for item in job["items"] if not (folder / f"{item['name']}.json").is_file()]


def run_items(job):
    """Render what has no answer yet, until the job's processor seconds are spent."""
    folder = Path(job["folder"])
    for flat in (False, True):
        items = [item for item in list_waiting(job, folder) if item["flat"] == flat]
        if not items:
            continue
        bpy.ops.wm.open_mainfile(filepath=job["blend"], load_ui=False, use_scripts=False)
        if flat:
            remove_textures()
        warm_up = {**items[0], "name": "warm_up", "changes": {**items[0]["changes"], "samples": 1}}
        render_item(warm_up, [16, 9], folder)
        for item in items:
            if time.process_time() > job["limit_s"]:
                return
            answer = render_item(item, job["size_px"], folder)
            (folder / f"{item['name']}.json").write_text(json.dumps(answer))
            sys.stdout.write(f"\nDONE {item['name']} {answer['cpu_s']:.1f}\n")
            sys.stdout.flush()
    if not list_waiting(job, folder):
        bpy.ops.wm.open_mainfile(filepath=job["blend"], load_ui=False, use_scripts=False)
        set_file_format("PNG")
        for name, parts in job["means"].items():
            write_mean([str(folder / f"{part}.exr") for part in parts], str(folder / f"{name}.png"))


def write_mean(parts, picture):
    """The mean of linear pictures, shown as the scene shows its own."""
    total, sides = 0.0, None
    for part in parts:
        image = bpy.data.images.load(part)
        pixels = numpy.empty(len(image.pixels), dtype=numpy.float32)
        image.pixels.foreach_get(pixels)
        total, sides = total + pixels.astype(numpy.float64), image.size[:]
        bpy.data.images.remove(image)
    mean = bpy.data.images.new("mean", *sides, float_buffer=True)
    mean.pixels.foreach_set((total / len(parts)).astype(numpy.float32))
    mean.save_render(picture, scene=bpy.context.scene)


if __name__ == "__main__":
    try:
        run_items(json.loads(Path(sys.argv[-1]).read_text()))
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
