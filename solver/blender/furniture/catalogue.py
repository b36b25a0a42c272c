"""Which built-in pieces there are: key = file name without .blend, value = function giving its parts."""

from __future__ import annotations

from solver.blender.furniture.beds import model_double_bed, model_single_bed
from solver.blender.furniture.chair import model_chair
from solver.blender.furniture.cupboards import model_bookshelf, model_dresser, model_wardrobe
from solver.blender.furniture.decor import (
    model_plant,
    model_round_table,
    model_rug,
    model_side_table,
    model_standing_lamp,
    model_table_lamp,
    model_television,
)
from solver.blender.furniture.kitchen import model_kitchen_counter, model_kitchen_island, model_refrigerator
from solver.blender.furniture.office import model_desk, model_office_chair, model_school_desk
from solver.blender.furniture.seats import model_armchair, model_bar_stool, model_bench, model_school_chair
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
    "armchair": model_armchair,
    "bar_stool": model_bar_stool,
    "bed_double": model_double_bed,
    "bed_single": model_single_bed,
    "bench": model_bench,
    "bookshelf": model_bookshelf,
    "desk": model_desk,
    "dresser": model_dresser,
    "kitchen_counter": model_kitchen_counter,
    "kitchen_island": model_kitchen_island,
    "office_chair": model_office_chair,
    "plant": model_plant,
    "refrigerator": model_refrigerator,
    "round_table": model_round_table,
    "rug": model_rug,
    "school_chair": model_school_chair,
    "school_desk": model_school_desk,
    "side_table": model_side_table,
    "standing_lamp": model_standing_lamp,
    "table_lamp": model_table_lamp,
    "television": model_television,
    "wardrobe": model_wardrobe,
}
