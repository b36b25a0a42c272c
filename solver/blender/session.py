"""A clean start, and the facts that differ between Blender versions."""

import bpy


def start_empty_scene(name="Room"):
    """Forget everything and start with one empty scene in metres; returns it.

    Objects held from before become invalid (FACTS: ReferenceError), so call it first.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    forbid_scripts()
    scene = bpy.context.scene
    scene.name = name
    scene.unit_settings.system = "METRIC"
    scene.unit_settings.scale_length = 1.0
    return scene


def forbid_scripts():
    """No file opened from here on may run its scripts or scripted drivers."""
    bpy.context.preferences.filepaths.use_scripts_auto_execute = False


def describe_blender():
    """Version and kind of the running Blender, as plain values."""
    return {
        "version": list(bpy.app.version),
        "version_string": bpy.app.version_string,
        "binary": bpy.app.binary_path,
    }


def has_denoiser():
    """Whether this build has OpenImageDenoise (Debian's builds do not).

    The enum is filled at run time, so its listing is empty everywhere: assigning is the only test.
    """
    try:
        bpy.context.scene.cycles.denoiser = "OPENIMAGEDENOISE"
    except TypeError:
        return False
    return True


def set_if_present(holder, **values):
    """Set the properties that this Blender version knows; skip the others."""
    for name, value in values.items():
        if hasattr(holder, name):
            setattr(holder, name, value)
