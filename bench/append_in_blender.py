"""The part of bench/append.py that runs in Blender: `python append_in_blender.py JOB.json`."""

import json
import os
import statistics
import sys
import time
import traceback
from pathlib import Path

import bpy  # noqa: TID251

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from solver.blender.assets.clean import clean_asset
from solver.core.catalog import AssetOptions  # noqa: F401  (so that its import is in nobody's time)

OPTIONS = {"front": "-y", "scale": 1.0}


def open_and_evaluate(file):
    """What Blender itself does: open the file, evaluate the scene, and make every object's mesh."""
    bpy.ops.wm.open_mainfile(filepath=file, load_ui=False, use_scripts=False)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    for instance in depsgraph.object_instances:
        if instance.object.type == "MESH":
            instance.object.to_mesh()
            instance.object.to_mesh_clear()


def time_file(file, rounds, folder):
    opened, imported = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        open_and_evaluate(file)
        middle = time.perf_counter()
        clean_asset(file, os.path.join(folder, "clean.blend"), OPTIONS)
        opened.append(middle - start)
        imported.append(time.perf_counter() - middle)
    return {"file": file, "open_s": statistics.median(opened), "import_s": statistics.median(imported)}


if __name__ == "__main__":
    try:
        job = json.loads(Path(sys.argv[-1]).read_text())
        rows = [time_file(file, job["rounds"], job["folder"]) for file in job["files"]]
        Path(job["answer"]).write_text(json.dumps(rows))
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)
