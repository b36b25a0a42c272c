"""Which built-in pieces there are: key = file name without .blend, value = function giving its parts."""

from __future__ import annotations

from solver.blender.furniture.chair import model_chair
from solver.blender.furniture.sofa import model_sofa
from solver.blender.furniture.storage import model_nightstand, model_tv_stand
from solver.blender.furniture.tables import model_coffee_table, model_dining_table

PIECES = {
    "sofa": model_sofa,
    "coffee_table": model_coffee_table,
    "tv_stand": model_tv_stand,
    "dining_table": model_dining_table,
    "chair": model_chair,
    # the benchmark's file of this name holds a nightstand, and ours must be found under the same name
    "floor_lamp": model_nightstand,
}
