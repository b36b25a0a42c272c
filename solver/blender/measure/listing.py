"""What a grader that trusts object data reads: every mesh object's name, location and dimensions."""

import bpy


def list_meshes(request, emit):
    """All mesh objects of each file in `request["blends"]`, rendered or not, in Blender's own order.

    Returns `{"files": {path: {"meshes": [[name, location, dimensions], …]} | {"error": text}}}`.
    """
    return {"files": {path: _list_file(path) for path in request["blends"]}}


def _list_file(path):
    try:
        bpy.ops.wm.open_mainfile(filepath=path, load_ui=False, use_scripts=False)
    except RuntimeError as error:
        return {"error": str(error).strip()}
    return {
        "meshes": [
            [item.name, list(item.location), list(item.dimensions)]
            for item in bpy.data.objects
            if item.type == "MESH"
        ]
    }
