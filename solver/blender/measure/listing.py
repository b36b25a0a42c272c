"""What a grader that trusts object data reads: every mesh object's name, location and dimensions."""

from pathlib import Path

import bpy

from solver.errors import OutputError


def list_meshes(request, emit):
    """All mesh objects of `request["blend"]`, whether they render or not, in Blender's order.

    Returns `{"meshes": [[name, location, dimensions], …]}`. Raises OutputError when it cannot be opened.
    """
    path = Path(request["blend"])
    try:
        bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False, use_scripts=False)
    except RuntimeError as error:
        raise OutputError(f"{path}: Blender cannot open it: {str(error).strip()}") from error
    return {
        "meshes": [
            [item.name, list(item.location), list(item.dimensions)]
            for item in bpy.data.objects
            if item.type == "MESH"
        ]
    }
