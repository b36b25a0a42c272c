"""A scene file as a SceneSpec: what the author asked for, checked, in whole millimetres."""

from solver.core.room import Door, Opening, Room, Window
from solver.core.spec.reading import parse_scene, read_scene
from solver.core.spec.resolving import find_blocks, resolve_world
from solver.core.spec.scene import PieceSpec, RenderSpec, RuleLine, SceneSpec

__all__ = [
    "Door",
    "Opening",
    "PieceSpec",
    "RenderSpec",
    "Room",
    "RuleLine",
    "SceneSpec",
    "Window",
    "find_blocks",
    "parse_scene",
    "read_scene",
    "resolve_world",
]
