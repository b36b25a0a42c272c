"""The list of faults, made from what a gold output holds: one function a theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise

from solver.errors import SpecError
from solver.grade.faults import file_faults, furniture_faults, layout_faults, picture_faults, room_faults
from solver.grade.faults.fault import Fault, Gold


def list_faults(gold: Gold) -> tuple[Fault, ...]:
    """Every fault that applies to a gold output, in a fixed order, names distinct."""
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


def choose_faults(gold: Gold, names: Sequence[str]) -> tuple[Fault, ...]:
    """The faults called `names`, in that order; all where there is no name.

    Raises SpecError for every name of no fault that applies to this room, with the nearest that do.
    """
    known = {fault.name: fault for fault in list_faults(gold)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SpecError([_explain_unknown(name, known, gold.spec.scene) for name in unknown])
    return tuple(known[name] for name in names) if names else tuple(known.values())


def _explain_unknown(name: str, known: Iterable[str], scene: str) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "see --list"
    return f"--only {name}: no fault of that name applies to the scene {scene!r}; {hint}"
