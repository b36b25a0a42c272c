"""A furniture file opened safely, and which of its objects are wanted."""

import difflib
import fnmatch
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
    # Stored in single precision: 0.1 comes back as 0.10000000149.
    return 1.0 if settings.system == "NONE" else float(f"{settings.scale_length:.7g}")


def select_objects(path, scene, options):
    """Full names of the objects to take, or None for all that render.

    `objects` may hold patterns (`Leg*`). Chosen objects render even where the file hides them, or keeps
    them out of its scene: whoever names a thing wants it. Without options, the one thing that the file
    marks as an asset is taken. Raises AssetError for a name that the file lacks.
    """
    if options.get("objects"):
        roots = [item for name in options["objects"] for item in _find_objects(path, name)]
        chosen = [item for root in roots for item in (root, *root.children_recursive)]
        _show_objects(scene, chosen, roots)
    elif options.get("collection"):
        collection = _find_named(path, bpy.data.collections, options["collection"], "collection")
        chosen = list(collection.all_objects)
        if not chosen:
            raise AssetError(f"{path}: collection {collection.name!r} is empty; name another one")
        _show_collection(scene, collection)
    else:
        chosen = _find_marked(scene)
    return {item.name_full for item in chosen} if chosen else None


def _find_marked(scene):
    """Objects of the scene in the one collection, or below the one object, marked as an asset."""
    marked = [item for item in (*bpy.data.collections, *bpy.data.objects) if item.asset_data is not None]
    if len(marked) != 1 or marked[0].library is not None:
        return []
    item = marked[0]
    inside = item.all_objects if isinstance(item, bpy.types.Collection) else (item, *item.children_recursive)
    return [thing for thing in inside if thing.name in scene.objects]


def _find_objects(path, name):
    matches = sorted(fnmatch.filter([item.name for item in bpy.data.objects], name))
    if name not in bpy.data.objects and matches:
        return [bpy.data.objects[match] for match in matches]
    return [_find_named(path, bpy.data.objects, name, "object")]


def _find_named(path, items, name, kind):
    found = [item for item in items if item.name == name]
    if found:
        return found[0]
    names = sorted(item.name for item in items)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"it has: {', '.join(names[:20]) or 'none'}"
    raise AssetError(f"{path}: no {kind} named {name!r}; {hint}")


def _show_collection(scene, collection):
    """Let the collection render; what is hidden inside it stays hidden."""
    collection.hide_render = False
    if collection.name not in scene.collection.children:
        scene.collection.children.link(collection)
    for layer in scene.view_layers:
        layer.layer_collection.children[collection.name].exclude = False


def _show_objects(scene, objects, named):
    holder = bpy.data.collections.new("Chosen")
    scene.collection.children.link(holder)
    for item in named:
        item.hide_render = False
    for item in objects:
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


def explain_empty(path, scene, wanted):
    """Why nothing renders, and what to do."""
    missing = list_missing_libraries()
    if missing:
        return (
            f"{path}: its geometry lies in a linked library that is missing ({', '.join(missing)}); "
            "put that file back, or make the link local in Blender"
        )
    solid = [item for item in bpy.data.objects if item.type == "MESH" and len(item.data.polygons)]
    if not solid:
        return f"{path}: holds no geometry; give a file with a mesh"
    if wanted is not None:
        return f"{path}: nothing of what was chosen renders; choose other objects"
    elsewhere = [
        other.name for other in bpy.data.scenes if other != scene and set(other.objects) & set(solid)
    ]
    where = (
        f"its scene {scene.name!r} renders nothing, but scene {elsewhere[0]!r} holds"
        if elsewhere
        else ("nothing in it renders; it hides")
    )
    names = ", ".join(sorted(item.name for item in solid)[:10])
    return f"{path}: {where} {names}; show them, or name them with objects:"
