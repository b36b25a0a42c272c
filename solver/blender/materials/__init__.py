"""Procedural materials, the same look in every Blender from 3.4 on: no image, nothing to lose.

Furniture materials read their texture coordinates (u along the grain, metres); materials of the room's
shell read world positions, so the shell needs no coordinates at all. Colours are linear RGB.
"""

from __future__ import annotations

import bpy

from solver.blender.materials import shell, surfaces, textile, wood
from solver.core.styles import STYLES

__all__ = ["ROLES", "STYLES", "list_finishes", "make_finish", "make_material"]

FINISHES = {**wood.FINISHES, **textile.FINISHES, **surfaces.FINISHES}
ROLES = tuple(shell.ROLES)


def list_finishes():
    """Names that make_finish knows, sorted."""
    return sorted(FINISHES)


def make_finish(name):
    """The furniture material `name` (see list_finishes), made once a file and then reused.

    Raises KeyError for a name that does not exist: names come from our own models, not from users.
    """
    made = bpy.data.materials.get(name)
    if made is not None:
        return made
    draw, settings = FINISHES[name]
    return draw(name, **settings)


def make_material(role, style="plain"):
    """The material of a part of the room, made once a file and then reused.

    role: one of ROLES ("floor", "wall", "accent" for the north wall, "ceiling", "trim", "window", "pane",
    "door", "metal", "rug", "curtain"). style: one of STYLES. Raises KeyError for what is neither: the
    reader of scene files knows both.
    """
    name = f"Shell_{role}_{style}"
    made = bpy.data.materials.get(name)
    if made is not None:
        return made
    draw, settings = shell.ROLES[role](shell.STYLES[style])
    return draw(name, **settings)
