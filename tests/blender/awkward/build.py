"""Entry in a Blender process: builds every awkward file into FOLDER/<name>/<name>.blend."""

import os
import sys
import traceback
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.blender.awkward import (
    cases_files,
    cases_hierarchy,
    cases_instances,
    cases_shapes,
    cases_textures,
    cases_visibility,
)
from tests.blender.awkward.shapes import BUILDERS

MODULES = (cases_files, cases_hierarchy, cases_instances, cases_shapes, cases_textures, cases_visibility)


def build_all(folder):
    """Build each file in a Blender emptied before; a builder that saves by itself returns True."""
    for name, builder in BUILDERS.items():
        bpy.ops.wm.read_factory_settings(use_empty=True)
        place = Path(folder) / name
        place.mkdir(parents=True)
        if not builder(place):
            bpy.ops.wm.save_as_mainfile(filepath=str(place / f"{name}.blend"), check_existing=False)


if __name__ == "__main__":
    try:
        build_all(sys.argv[-1])
    except BaseException:
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(1)
    sys.stdout.flush()
    os._exit(0)
