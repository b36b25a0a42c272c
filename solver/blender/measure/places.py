"""Where the pieces of a room.blend stand now, and what the file keeps of how it was made."""

import math

import bpy

from solver.blender.measure.opening import open_room


def read_places(request, emit):
    """The pieces of `request["blend"]`, hidden ones too, as somebody may have moved them.

    Returns `scene_text` and `kept` (JSON text of the places as built; see `solver/blender/room.py`), both
    None in a file that keeps none; `objects`, one a mesh with a `piece` property; and `others`, the names
    of meshes that are neither piece nor shell. Raises OutputError when Blender cannot open the file.
    """
    scene = open_room(request)
    bpy.context.view_layer.update()
    items = sorted((item for item in scene.objects if item.type == "MESH"), key=lambda item: item.name)
    return {
        "scene_text": scene.get("scene_solver_text"),
        "kept": scene.get("scene_solver_places"),
        "objects": [_describe(item) for item in items if item.get("piece")],
        "others": [item.name for item in items if not item.get("piece") and not item.get("shell")],
    }


def _describe(item):
    """One piece; lengths in metres. `at_m` is the middle of its own box, low in z, wherever its origin is;
    `size_m` is its box before its own turn and scale."""
    low, high = (tuple(pick(corner[i] for corner in item.bound_box) for i in range(3)) for pick in (min, max))
    middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    matrix = item.matrix_world
    at = [sum(matrix[row][i] * middle[i] for i in range(3)) + matrix[row][3] for row in range(3)]
    stood_at = item.get("stood_at")
    # Somebody's own property of that name may be anything.
    is_point = hasattr(stood_at, "to_list") and len(stood_at) == 3
    return {
        "object": item.name,
        "piece": str(item["piece"]),
        "at_m": at,
        "stood_at_m": [float(value) for value in stood_at] if is_point else None,
        "turn_deg": [math.degrees(angle) for angle in matrix.to_euler()],
        "scale": list(matrix.to_scale()),
        "size_m": [high[i] - low[i] for i in range(3)],
        "locked": bool(item.lock_location[0] and item.lock_location[1]),
    }
