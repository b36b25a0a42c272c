"""Runs one task inside a Blender process: `python worker.py JOB` or `blender -b -P worker.py -- JOB`.

JOB is a JSON file {"task", "request", "answer"}. The answer file appears only when the task ended,
as {"result": …} or {"error": {"kind", "faults"}}. Each task is a function (request, emit) -> dict.
"""

import importlib
import json
import os
import sys
import traceback
from pathlib import Path

EVENT_PREFIX = "@scene-solver "

TASKS = {
    "build_furniture": "solver.blender.furniture:build_furniture",
    "clean_assets": "solver.blender.append:clean_assets",
    "import_models": "solver.blender.assets.importers:import_models",
    "build_room": "solver.blender.room:build_room",
    "measure_room": "solver.blender.measure:measure_room",
    "read_places": "solver.blender.measure.places:read_places",
    "list_meshes": "solver.blender.measure.listing:list_meshes",
    "make_faults": "solver.blender.faults:make_faults",
    "export_truth": "solver.blender.truth:export_truth",
    "witness_truth": "solver.blender.truth.witness:witness_truth",
    "survey_things": "solver.blender.truth.studio:survey_things",
    "shoot_scenes": "solver.blender.truth.studio:shoot_scenes",
}


def emit(kind, **fields):
    """Tell the parent something while the task runs; one JSON line."""
    sys.stdout.write("\n" + EVENT_PREFIX + json.dumps({"event": kind, **fields}) + "\n")
    sys.stdout.flush()


def end_with_parent():
    """Have the system end this process when the one that started it is gone, even by kill -9."""
    if sys.platform == "linux":
        import ctypes
        import signal

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def run_job(path):
    """Run the job in the file `path` and write its answer."""
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from solver.errors import SolverError
    from solver.packages import add_blender_packages

    add_blender_packages()

    module, function = TASKS[job["task"]].split(":")
    try:
        reply = {"result": getattr(importlib.import_module(module), function)(job["request"], emit)}
    except SolverError as error:
        reply = {"error": {"kind": error.kind, "faults": list(error.faults)}}
    except Exception as error:
        traceback.print_exc()
        reply = {
            "error": {"kind": "RenderError", "faults": [f"{job['task']}: {type(error).__name__}: {error}"]}
        }
    answer = Path(job["answer"])
    partial = answer.with_suffix(".part")
    partial.write_text(json.dumps(reply), encoding="utf-8")
    partial.replace(answer)


if __name__ == "__main__":
    end_with_parent()
    run_job(sys.argv[-1])
    sys.stdout.flush()
    # Leaving through the interpreter's end can hang in Blender's leak report while handlers or data
    # are still referenced (bpy 4.5); everything is written, so leave at once.
    os._exit(0)
