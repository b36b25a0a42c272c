"""A saved room's geometry and cameras, handed over as plain numbers (see solver/truth)."""

from pathlib import Path

import bpy
import numpy

from solver.blender.measure.meshes import read_solids
from solver.blender.measure.opening import open_room
from solver.blender.measure.views import Frame, find_cameras, list_seen
from solver.errors import OutputError


def export_truth(request, emit):
    """Task: the world triangles and cameras of the room `request["blend"]`.

    Request: `labels` (object names that count as pieces where the file has no `piece` properties),
    `sizes` ({view: [width, height]} in pixels), `out` (an .npy to write: (n, 3, 3) world corners, metres,
    in the order of the returned solids), `glb` (a .glb to write, or None). Returns `solids`, `cameras` by
    view (None without one), `skipped` (objects each view leaves out) and the Blender version.
    """
    scene = open_room(request)
    sizes = request.get("sizes", {})
    full = scene.render.resolution_x, scene.render.resolution_y
    cameras = {view: (camera, sizes.get(view) or full) for view, camera in find_cameras(scene).items()}
    answer = describe_scene(scene, set(request.get("labels", ())), cameras, request["out"])
    if request.get("glb"):
        write_glb(request["glb"])
    return answer


def describe_scene(scene, labels, cameras, out):
    """The open scene as `export_truth` returns it; triangles go to the file `out`.

    `cameras`: {view: (camera object or None, (width, height))}.
    """
    solids = read_solids(scene, labels)
    if not solids:
        raise OutputError("the file holds nothing that renders")
    numpy.save(out, numpy.concatenate([solid.triangles for solid in solids]))
    kept = scene.render.resolution_x, scene.render.resolution_y
    described = {
        view: camera and describe_camera(scene, camera, size) for view, (camera, size) in cameras.items()
    }
    scene.render.resolution_x, scene.render.resolution_y = kept
    names = {solid.name for solid in solids}
    skipped = {view: sorted(names - {solid.name for solid in list_seen(view, solids)}) for view in cameras}
    return {
        "solids": [describe_solid(solid) for solid in solids],
        "cameras": described,
        "skipped": skipped,
        "blender_version": bpy.app.version_string,
        "scene_name": scene.get("scene_solver_scene"),
    }


def describe_solid(solid):
    """What the file says of a solid, with its colour and material names where it has them."""
    colour = solid.item.get("colour")
    return {
        **solid.describe(),
        "materials": list_materials(solid.item),
        "colour": colour if isinstance(colour, str) else None,
    }


def list_materials(item):
    """Names of an object's materials, in slot order."""
    return [slot.material.name for slot in getattr(item, "material_slots", ()) if slot.material]


def describe_camera(scene, camera, size_px):
    """A camera as camera.json values (see solver/truth/camera.py), from Blender's own view frame."""
    width, height = (int(side) for side in size_px)
    frame = Frame(scene, camera, (width, height))
    scale = 1.0 if frame.flat else abs(frame.plane_z)
    per_x, per_y = width / (frame.right - frame.left), height / (frame.top - frame.bottom)
    # Blender's camera looks along its -z with y up; OpenCV's along +z with y down.
    flip = numpy.diag([1.0, -1.0, -1.0])
    pose = numpy.array(frame.matrix, dtype=float)
    rotation = flip @ pose[:3, :3].T
    return {
        "name": camera.name,
        "type": "orthographic" if frame.flat else "perspective",
        "width": width,
        "height": height,
        "K": [
            [per_x * scale, 0.0, -frame.left * per_x],
            [0.0, per_y * scale, frame.top * per_y],
            [0.0, 0.0, 1.0],
        ],
        "R": rotation.tolist(),
        "t": (-rotation @ pose[:3, 3]).tolist(),
        "near_m": float(camera.data.clip_start),
    }


def write_glb(path):
    """The open scene as one .glb: meshes with their materials, cameras, custom properties as extras."""
    bpy.ops.export_scene.gltf(
        filepath=str(path), export_format="GLB", export_cameras=True, export_extras=True, export_apply=True
    )
    if not Path(path).is_file():
        raise OutputError(f"Blender wrote no {Path(path).name}")
