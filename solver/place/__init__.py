"""Pieces and rules -> Layout, exact over whole millimetres, or the rules that conflict. No bpy here."""

from solver.place.placing import place_pieces

__all__ = ["place_pieces"]
