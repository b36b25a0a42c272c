"""Tiny .blend files for tests, written by a Blender process of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def write_empty_blend(path: Path) -> None:
    """A .blend whose scene holds nothing that renders: one camera."""
    code = (
        "import bpy, os, sys\n"
        "bpy.ops.wm.read_factory_settings(use_empty=True)\n"
        "camera = bpy.data.objects.new('Eye', bpy.data.cameras.new('Eye'))\n"
        "bpy.context.scene.collection.objects.link(camera)\n"
        "bpy.ops.wm.save_as_mainfile(filepath=sys.argv[1])\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True)
