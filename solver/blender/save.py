"""Saves room.blend so that it opens anywhere: textures inside, nothing unused, no backup beside it."""

import os

import bpy

from solver.errors import RenderError


def save_room(path):
    """Write the open scene to `path`. Raises RenderError when Blender cannot."""
    purge_unused()
    pack_images()
    bpy.context.preferences.filepaths.save_version = 0  # no room.blend1
    try:
        bpy.ops.wm.save_as_mainfile(
            filepath=str(path), check_existing=False, compress=True, relative_remap=False
        )
    except RuntimeError as error:
        raise RenderError(f"Blender could not save {os.path.basename(path)}: {error}") from error
    if not os.path.isfile(path):
        raise RenderError(f"Blender wrote no {os.path.basename(path)}; is the disk full?")


def purge_unused():
    """Drop what nothing uses, so that the file holds the room alone."""
    for _ in range(4):
        bpy.data.orphans_purge(do_local_ids=True, do_linked_ids=True, do_recursive=True)


def pack_images():
    """Pack image files one by one; pack_all gives up at the first missing one (FACTS, pitfall 6)."""
    for image in bpy.data.images:
        if image.source in ("FILE", "TILED") and not image.packed_file and image.users:
            image.pack()
