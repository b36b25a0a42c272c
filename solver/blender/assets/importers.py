"""The task `import_models`: glTF, OBJ and FBX models into .blend files of their own."""

import os
import traceback

import bpy
from mathutils import Matrix

from solver.blender.session import start_empty_scene
from solver.errors import AssetError


def import_models(request, emit):
    """{"models": [{"key", "file", "blend", "turn"}]} -> {"count"}.

    Writes each `blend` with its textures packed. `turn`: nine numbers, a rotation in the model's own
    frame (y up, as OBJ files have it), or None. Events as in `clean_assets`: "asset", then "piece" or
    "fault".
    """
    for model in request["models"]:
        start_empty_scene()
        emit("asset", key=model["key"])
        try:
            _import_file(model["file"])
            _turn_roots(model.get("turn"))
            warnings = _pack_images(os.path.dirname(model["file"]))
            bpy.ops.wm.save_as_mainfile(filepath=model["blend"], check_existing=False, compress=True)
            emit("piece", key=model["key"], facts={"warnings": warnings})
        except AssetError as error:
            emit("fault", key=model["key"], faults=list(error.faults))
        except Exception as error:
            # The importers are add-ons that meet strangers' files: whatever they raise is the file's.
            traceback.print_exc()
            reason = str(error).strip().splitlines()
            emit("fault", key=model["key"], faults=[_explain(model["file"], reason[-1] if reason else "")])
    return {"count": len(request["models"])}


def _explain(file, reason):
    return f"{file}: Blender cannot import it ({reason or 'no reason given'}); export the model again"


def _import_file(file):
    kind = os.path.splitext(file)[1].lower()
    if kind in (".glb", ".gltf"):
        found = bpy.ops.import_scene.gltf(filepath=file)
    elif kind == ".obj":
        found = bpy.ops.wm.obj_import(filepath=file, forward_axis="NEGATIVE_Z", up_axis="Y")
    elif kind == ".fbx":
        # 4.5 brought an importer of its own; the add-on before it.
        with_own = hasattr(bpy.types, "WM_OT_fbx_import")
        found = (bpy.ops.wm.fbx_import if with_own else bpy.ops.import_scene.fbx)(filepath=file)
    else:
        raise AssetError(
            f"{file}: {kind or 'no'} file; glTF (.glb, .gltf), OBJ, FBX and .sh3f can be imported"
        )
    if "FINISHED" not in found or not any(item.type == "MESH" for item in bpy.data.objects):
        raise AssetError(_explain(file, "no mesh came out of it"))


def _turn_roots(turn):
    if not turn:
        return
    rows = Matrix([turn[0:3], turn[3:6], turn[6:9]]).to_4x4()
    upright = Matrix.Rotation(1.5707963267948966, 4, "X")  # y up to z up
    matrix = upright @ rows @ upright.inverted()
    for item in bpy.data.objects:
        if item.parent is None:
            item.matrix_world = matrix @ item.matrix_world


def _pack_images(folder):
    """Pack what can be packed; returns a warning for each image that cannot, named as the model in
    `folder` names it."""
    warnings = []
    for image in bpy.data.images:
        if image.packed_file is not None or image.source != "FILE":
            continue
        if not os.path.isfile(bpy.path.abspath(image.filepath)):
            name = (image.filepath or image.name).removeprefix(folder + os.sep)
            warnings.append(f"texture {name} is missing")
            continue
        image.pack()
    return warnings
