"""Pieces and rules to a layout, or the reason why there is none. OR-Tools CP-SAT; no bpy."""
