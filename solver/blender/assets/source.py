"""A furniture file opened safely, and which of its objects are wanted."""

import os

import bpy

from solver.blender.session import forbid_scripts
from solver.errors import AssetError

_SHOWS = {"MESH", "CURVE", "SURFACE", "FONT", "META", "CURVES"}


def open_file(path):
    """Open a .blend without running anything in it, and forget everything that was open before.

    Raises AssetError where Blender cannot read it.
    """
    if not os.path.isfile(path):
        raise AssetError(f"{path}: no such file")
    forbid_scripts()
    try:
        # Opened, not appended: visibility, view layers, unit scale and animation belong to the file's
        # scene and are lost on append.
        bpy.ops.wm.open_mainfile(filepath=path, load_ui=False, use_scripts=False)
    except RuntimeError as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else "unknown reason"
        raise AssetError(f"{path}: Blender cannot open it ({reason}); save it again with Blender") from None
    forbid_scripts()


def read_unit_m(scene):
    """Metres of one Blender unit as the scene's own settings say."""
    settings = scene.unit_settings
    return 1.0 if settings.system == "NONE" else float(settings.scale_length)


def select_objects(path, scene, options):
    """Full names of the objects to take, or None for all that render.

    Chosen objects render even where the file hides them, or keeps them out of its scene: whoever
    names a thing wants it. Raises AssetError for a name that the file lacks.
    """
    if options.get("objects"):
        roots = [_find_named(path, bpy.data.objects, name, "object") for name in options["objects"]]
        chosen = [item for root in roots for item in (root, *root.children_recursive)]
    elif options.get("collection"):
        collection = _find_named(path, bpy.data.collections, options["collection"], "collection")
        chosen = list(collection.all_objects)
        if not chosen:
            raise AssetError(f"{path}: collection {collection.name!r} is empty; name another one")
    else:
        return None
    _show_objects(scene, chosen, explicit=set(options.get("objects") or ()))
    return {item.name_full for item in chosen}


def _find_named(path, items, name, kind):
    import difflib

    found = [item for item in items if item.name == name]
    if found:
        return found[0]
    names = sorted(item.name for item in items)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"it has: {', '.join(names[:20]) or 'none'}"
    raise AssetError(f"{path}: no {kind} named {name!r}; {hint}")


def _show_objects(scene, objects, explicit):
    holder = bpy.data.collections.new("Chosen")
    scene.collection.children.link(holder)
    for item in objects:
        if item.name in explicit:
            item.hide_render = False
        if item.name not in holder.objects:
            holder.objects.link(item)


def list_missing_libraries():
    """Paths of linked libraries that are not there, as the file names them."""
    return [
        library.filepath
        for library in bpy.data.libraries
        if not os.path.isfile(bpy.path.abspath(library.filepath))
    ]


def list_unrun_drivers():
    """Names of objects with drivers in Python, which are not run: their last saved values hold."""
    return sorted({item.name for item in bpy.data.objects if any(map(_runs_python, _list_drivers(item)))})


def _list_drivers(item):
    for block in (item, item.data, getattr(item.data, "shape_keys", None)):
        if getattr(block, "animation_data", None) is not None:
            yield from (curve.driver for curve in block.animation_data.drivers)


def _runs_python(driver):
    return driver.type == "SCRIPTED" and not driver.is_simple_expression
