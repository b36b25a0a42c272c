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

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from solver.blender.render import render_still, set_up_cycles
from solver.blender.session import set_if_present


def apply_setting(item):
    """The scene's Cycles settings as shipped, or as the project sets them, then the item's changes."""
    scene = bpy.context.scene
    cycles, exposure = scene.cycles, scene.view_settings.exposure
    for known in cycles.bl_rna.properties:
        if not known.is_readonly:
            cycles.property_unset(known.identifier)
    if item["base"] == "ours":
        set_up_cycles({"samples": 16, "denoise": True}, lambda kind, **fields: None)
        scene.view_settings.exposure = exposure
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


def render_item(item, size_px, picture):
    """{"cpu_s", "wall_s"} of one render into the file `picture`."""
    apply_setting(item)
    wall, cpu = time.perf_counter(), time.process_time()
    render_still(bpy.context.scene.camera, size_px, picture)
    return {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}


def run_items(job):
    """Render what has no answer yet."""
    folder = Path(job["folder"])
    waiting = [item for item in job["items"] if not (folder / f"{item['name']}.json").is_file()]
    for flat in (False, True):
        items = [item for item in waiting if item["flat"] == flat]
        if not items:
            continue
        bpy.ops.wm.open_mainfile(filepath=job["blend"], load_ui=False, use_scripts=False)
        if flat:
            remove_textures()
        warm_up = {**items[0], "changes": {**items[0]["changes"], "samples": 1}}
        render_item(warm_up, [16, 9], str(folder / "warm_up.png"))
        for item in items:
            answer = render_item(item, job["size_px"], str(folder / f"{item['name']}.png"))
            (folder / f"{item['name']}.json").write_text(json.dumps(answer))
            sys.stdout.write(f"\nDONE {item['name']} {answer['cpu_s']:.1f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    try:
        run_items(json.loads(Path(sys.argv[-1]).read_text()))
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
