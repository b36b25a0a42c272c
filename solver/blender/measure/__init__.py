"""A saved room.blend, opened from disk and measured: boxes, contacts, the shell, what cameras see.

Everything is read from the meshes that render, never from names or metadata; the custom properties
are passed on beside it, so that `solver.check` can compare the two. The answer is plain JSON values,
read back by `solver.core.measured`. What cannot be measured is None, never 0.
"""

import bpy

from solver.blender.measure import contacts, meshes, pictures, shell, supports, views
from solver.blender.measure.opening import open_room
from solver.errors import OutputError

LABEL_LIMIT = 2000  # a room of more objects than this is refused: boxes are compared pair by pair


def measure_room(request, emit):
    """Measure the room in `request["blend"]`.

    Request: `blend` (path), `labels` (object names that count as furniture when the file carries no
    `piece` properties), `saved_by` and `readable_from` (optional; Blender versions of the file's header),
    `room` (optional: the walls of a room that is no rectangle, see `measure_interior`), `sizes_px` (width,
    height of each view's picture, by view; further ones are as the first's), and `pictures` (True: also draw
    the views small, to be compared with the delivered pictures).
    Raises OutputError when Blender cannot open the file.
    """
    scene = open_room(request)
    emit("measure", step="meshes")
    solids = meshes.read_solids(scene, set(request.get("labels", ())))
    if len(solids) > LABEL_LIMIT:
        raise OutputError(
            f"{request['blend']}: {len(solids)} objects render; at most {LABEL_LIMIT} are measured"
        )
    pieces = [solid for solid in solids if solid.role == "piece"]
    interior = shell.measure_interior(
        [solid for solid in solids if solid.role == "shell"], request.get("room")
    )
    emit("measure", step="contacts")
    answer = {
        **_describe_file(scene),
        "solids": [solid.describe() for solid in solids],
        "contacts": contacts.find_contacts(pieces),
        "supports": supports.find_supports(pieces),
        "interior": interior,
    }
    emit("measure", step="views")
    answer["views"] = views.measure_views(scene, solids, interior, request)
    answer["previews"] = {}
    if request.get("pictures"):
        emit("measure", step="pictures")
        answer["previews"] = pictures.draw_previews(scene, solids, request)
    return answer


def _describe_file(scene):
    """What else the file holds: versions, scenes, lights, cameras, and what a stranger's file may bring."""
    return {
        "blender_version": bpy.app.version_string,
        "file_version": list(bpy.data.version),
        "scene_count": len(bpy.data.scenes),
        "scene_name": scene.get("scene_solver_scene"),
        "scene_text": scene.get("scene_solver_text"),
        "lights": _list_lights(scene),
        "cameras": views.list_cameras(scene),
        "images": _list_images(),
        "texts": sorted(text.name for text in bpy.data.texts),
        "drivers": _count_drivers(),
        "libraries": sorted(library.filepath for library in bpy.data.libraries),
    }


def _list_lights(scene):
    return [
        {
            "name": item.name,
            "type": item.data.type,
            "energy": float(item.data.energy),
            "location": list(item.matrix_world.translation),
        }
        for item in sorted(scene.objects, key=lambda item: item.name)
        if item.type == "LIGHT" and not item.hide_render
    ]


def _list_images():
    return [
        {"name": image.name, "packed": bool(image.packed_files), "source": image.source}
        for image in sorted(bpy.data.images, key=lambda image: image.name)
        if image.source in {"FILE", "SEQUENCE", "MOVIE", "TILED"} and image.users > 0
    ]


def _count_drivers():
    return sum(
        len(item.animation_data.drivers) for item in bpy.data.objects if item.animation_data is not None
    )
