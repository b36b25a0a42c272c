"""What somebody changed by hand in a finished room, and the same written into its scene file as pins.

Knows files and numbers only: the room is placed again by `place` and built again by `blender`.
"""

from solver.repair.edits import Edit, Edits, find_edits
from solver.repair.room import KeptRoom, read_room
from solver.repair.scene import name_sources, pin_scene
from solver.repair.table import Table, read_table

__all__ = [
    "Edit",
    "Edits",
    "KeptRoom",
    "Table",
    "find_edits",
    "name_sources",
    "pin_scene",
    "read_room",
    "read_table",
]
