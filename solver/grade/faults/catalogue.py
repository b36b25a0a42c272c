"""The list of faults, made from what a gold output holds: one function a theme."""

from __future__ import annotations

from itertools import pairwise

from solver.errors import SpecError
from solver.grade.faults import file_faults, furniture_faults, layout_faults, picture_faults, room_faults
from solver.grade.faults.fault import Fault, Gold


def list_faults(gold: Gold) -> tuple[Fault, ...]:
    """Every fault for a gold output, in a fixed order, names distinct."""
    faults = (
        *furniture_faults.list_furniture_faults(gold),
        *room_faults.list_room_faults(gold),
        *picture_faults.list_picture_faults(gold),
        *layout_faults.list_layout_faults(gold),
        *file_faults.list_file_faults(gold),
    )
    names = [fault.name for fault in faults]
    repeated = sorted({name for name, other in pairwise(sorted(names)) if name == other})
    if repeated:
        raise SpecError(f"faults of one name: {', '.join(repeated)}")
    return faults
