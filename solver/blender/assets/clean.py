"""One furniture file to one clean piece: opened, probed, merged, packed, written."""

from collections import Counter

import bpy
import numpy as np

from solver.blender.assets.candidates import require_single_piece
from solver.blender.assets.merge import build_piece, place_parts
from solver.blender.assets.probe import count_corners, probe_scene
from solver.blender.assets.source import (
    explain_empty,
    list_missing_libraries,
    list_unrun_drivers,
    open_file,
    read_unit_m,
    select_objects,
)
from solver.blender.assets.textures import list_attributes, list_files, make_local, pack_textures, walk_nodes
from solver.core.front import SAMPLES, Front, find_front
from solver.core.surface import sample_surface, split_faces
from solver.errors import AssetError

# Furniture's largest side lies between these; beyond them a unit is likelier to be wrong.
_USUAL_SIDE_M = (0.15, 4.0)
_SURE = 0.5  # a front told with less confidence is a guess, and said to be one


def clean_asset(path, clean, options):
    """Write the file `clean` holding one object `Piece` and return its facts as plain values.

    The piece: one mesh, world transforms applied, front at local -y, origin at the box centre in x
    and y, underside at z = 0, metres, textures packed, no parent, animation or constraint.
    Raises AssetError naming file, cause and cure.
    """
    open_file(path)
    scene = bpy.context.scene
    contains = dict(sorted(Counter(item.type.lower() for item in bpy.data.objects).items()))
    unit_m = options.get("unit_m") or read_unit_m(scene)
    wanted = select_objects(path, scene, options)
    parts, ignored = probe_scene(scene, wanted)
    if not parts:
        raise AssetError(explain_empty(path, scene, wanted))
    if wanted is None:
        require_single_piece(path, parts, unit_m)
    front = _choose_front(parts, options, unit_m)
    size_m = place_parts(parts, options, front.axis, unit_m)
    used = {material for part in parts for material in part.materials if material is not None}
    depends_on = list_files(used)
    collection = build_piece(parts, list_attributes(used))
    make_local()
    materials = [material for material in collection.objects[0].data.materials if material is not None]
    textures, lost = pack_textures(materials)
    _write_piece(collection, materials, clean)
    return {
        "size_m": size_m,
        "meshes": len(parts),
        "triangles": sum(int((count_corners(part) - 2).sum()) for part in parts),
        "textures": textures,
        "front": {"axis": front.axis, "confidence": front.confidence, "evidence": front.evidence},
        "unit_m": unit_m,
        "contains": contains,
        "objects": list(dict.fromkeys(part.owner for part in parts)),
        "warnings": _warn_of_losses(ignored) + _warn_of_guesses(front, size_m, options) + lost,
        "depends_on": depends_on,
    }


def _choose_front(parts, options, unit_m):
    if options.get("front"):
        return Front(options["front"], 1.0, "given")
    offsets = np.cumsum([0] + [len(part.vertices) for part in parts])
    triangles = [split_faces(part.corners, part.starts) + offsets[i] for i, part in enumerate(parts)]
    vertices = np.concatenate([part.vertices for part in parts]) * unit_m * options.get("scale", 1.0)
    points = sample_surface(vertices, np.concatenate(triangles), SAMPLES)
    if len(points) == 0:
        return Front("none", 0.0, "it has no surface")
    return find_front(points)


def _warn_of_losses(ignored):
    warnings = [f"{name}: {what} cannot be kept and is left out" for name, what in ignored]
    for library in list_missing_libraries():
        warnings.append(f"linked library {library} is missing; what it holds is left out")
    drivers = list_unrun_drivers()
    if drivers:
        warnings.append(f"drivers in Python are not run ({', '.join(drivers)}); their saved values are used")
    return warnings


def _warn_of_guesses(front, size_m, options):
    warnings = []
    if front.confidence < _SURE:
        warnings.append(
            f"its front is a guess: {front.axis} ({front.evidence}; confidence {front.confidence:.2f}); "
            "give front:"
        )
    least, most = _USUAL_SIDE_M
    given = options.get("unit_m") or options.get("size_m") or options.get("scale", 1.0) != 1.0
    if not given and not least <= max(size_m) <= most:
        warnings.append(
            f"its largest side is {max(size_m):.3g} m, unusual for furniture; give unit:, scale: or size:"
        )
    return warnings


def _write_piece(collection, materials, clean):
    for material in materials:
        if material.library is None:
            _strip_material(material)
    bpy.data.libraries.write(clean, {collection}, fake_user=False, compress=False)


def _strip_material(material):
    """Leave nothing in a material that moves, runs or reaches for another object."""
    material.animation_data_clear()
    for node in walk_nodes(material.node_tree if material.use_nodes else None):
        node.id_data.animation_data_clear()
        if node.type == "TEX_COORD":
            node.object = None
