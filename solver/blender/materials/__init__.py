"""Procedural materials, the same look in every Blender from 3.4 on: no image, nothing to lose.

Furniture materials read their texture coordinates (u along the grain, metres); materials of the room's
shell read world positions, so the shell needs no coordinates at all. Colours are linear RGB.
"""

from __future__ import annotations

import difflib

import bpy

from solver.blender.materials import shell, surfaces, textile, wood
from solver.errors import SpecError

__all__ = ["ROLES", "STYLES", "list_finishes", "make_finish", "make_material"]

FINISHES = {**wood.FINISHES, **textile.FINISHES, **surfaces.FINISHES}
STYLES = tuple(shell.STYLES)
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
    "door", "metal", "rug", "curtain"). style: one of STYLES. Raises KeyError for an unknown role, SpecError
    for an unknown style.
    """
    if style not in shell.STYLES:
        near = difflib.get_close_matches(style, STYLES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SpecError(f"unknown style {style!r}{hint} (known: {', '.join(STYLES)})")
    name = f"Shell_{role}_{style}"
    made = bpy.data.materials.get(name)
    if made is not None:
        return made
    draw, settings = shell.ROLES[role](shell.STYLES[style])
    return draw(name, **settings)
