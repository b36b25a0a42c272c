"""One furniture file to one clean piece: opened, probed, merged, packed, written."""

import bpy

from solver.blender.assets.merge import build_piece, place_parts
from solver.blender.assets.probe import count_corners, probe_scene
from solver.blender.assets.source import (
    list_missing_libraries,
    list_unrun_drivers,
    open_file,
    read_unit_m,
    select_objects,
)
from solver.blender.assets.textures import list_attributes, list_files, make_local, pack_textures, walk_nodes
from solver.errors import AssetError


def clean_asset(path, clean, options):
    """Write the file `clean` holding one object `Piece` and return its facts as plain values.

    The piece: one mesh, world transforms applied, front at local -y, origin at the box centre in x
    and y, underside at z = 0, metres, textures packed, no parent, animation or constraint.
    Raises AssetError naming file, cause and cure.
    """
    open_file(path)
    scene = bpy.context.scene
    unit_m = options.get("unit_m") or read_unit_m(scene)
    wanted = select_objects(path, scene, options)
    parts, ignored = probe_scene(scene, wanted)
    if not parts:
        raise AssetError(_explain_empty(path))
    warnings = _warn_of_losses(ignored)
    front = options.get("front")
    if front is None:
        front = "-y"
        warnings.append("no front is given: -y is assumed; give front:")
    size_m = place_parts(parts, options, front, unit_m)
    facts = {
        "size_m": size_m,
        "meshes": len(parts),
        "triangles": sum(int((count_corners(part) - 2).sum()) for part in parts),
        "front": front,
    }
    linked = {material for part in parts for material in part.materials if material is not None}
    facts["depends_on"] = list_files(linked)
    collection = build_piece(parts, list_attributes(linked))
    make_local()
    materials = [material for material in collection.objects[0].data.materials if material is not None]
    facts["textures"], lost = pack_textures(materials)
    _write_piece(collection, materials, clean)
    return {**facts, "warnings": warnings + lost}


def _warn_of_losses(ignored):
    warnings = [f"{name}: {what} cannot be kept and is left out" for name, what in ignored]
    for library in list_missing_libraries():
        warnings.append(f"linked library {library} is missing; what it holds is left out")
    drivers = list_unrun_drivers()
    if drivers:
        warnings.append(f"drivers in Python are not run ({', '.join(drivers)}); their saved values are used")
    return warnings


def _explain_empty(path):
    missing = list_missing_libraries()
    if missing:
        return (
            f"{path}: its geometry lies in a linked library that is missing ({', '.join(missing)}); "
            "put that file back, or make the link local in Blender"
        )
    meshes = [item.name for item in bpy.data.objects if item.type == "MESH" and len(item.data.polygons)]
    if not meshes:
        return f"{path}: holds no geometry; give a file with a mesh"
    names = ", ".join(sorted(meshes)[:10])
    return f"{path}: nothing in it renders (it hides {names}); show them, or name them with objects:"


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
