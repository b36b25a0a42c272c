"""Opens somebody's room.blend from disk: nothing in it runs, and what cannot be opened is told."""

from pathlib import Path

import bpy

from solver.errors import OutputError


def open_room(request):
    """Open `request["blend"]` and return its scene. `saved_by` and `readable_from` (optional) are the
    Blender versions of the file's header. Raises OutputError when Blender cannot open the file.
    """
    _refuse_newer(request)
    path = Path(request["blend"])
    # No scripts of the file run: drivers in Python, registered texts and handlers stay dead.
    try:
        bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False, use_scripts=False)
    except RuntimeError as error:
        reason = str(error).strip().splitlines()[-1]
        raise OutputError(f"{path}: Blender {bpy.app.version_string} cannot open it: {reason}") from error
    if bpy.context.scene is None:
        raise OutputError(f"{path}: the file holds no scene")
    return bpy.context.scene


def _refuse_newer(request):
    # An older Blender crashes on some files of newer ones, so their own word is taken first.
    running, oldest = bpy.app.version[:2], tuple(request.get("readable_from", (0, 0)))
    if running < oldest:
        saved_by = ".".join(str(part) for part in request["saved_by"])
        raise OutputError(
            f"{request['blend']}: saved by Blender {saved_by}, which the running Blender "
            f"{running[0]}.{running[1]} cannot open; use {oldest[0]}.{oldest[1]} or newer"
        )
