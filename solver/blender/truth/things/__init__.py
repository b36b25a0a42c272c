"""Small things and props, modelled in code: kind -> a function giving its parts (see shapes.py)."""

from __future__ import annotations

from solver.blender.truth.things.colours import COLOURS, FIXED
from solver.blender.truth.things.household import HOUSEHOLD
from solver.blender.truth.things.props import PROPS
from solver.blender.truth.things.toys import TOYS

THINGS = {**HOUSEHOLD, **TOYS}

__all__ = ["COLOURS", "FIXED", "PROPS", "THINGS"]
