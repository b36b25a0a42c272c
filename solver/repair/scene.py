"""A scene file with the pins of edits in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.core.layout import Placement
from solver.core.rules.walls import Pin
from solver.core.spec import SceneSpec, parse_scene
from solver.repair.edits import Edits
from solver.repair.pins import write_pins


def pin_scene(spec: SceneSpec, places: Sequence[Placement]) -> SceneSpec:
    """The scene with every piece of `places` pinned there. Raises SpecError as `write_pins`."""
    return parse_scene(write_pins(spec.text, spec.path, places), spec.path) if places else spec


def name_sources(spec: SceneSpec, edits: Edits) -> SceneSpec:
    """The scene as messages shall speak of it before it is written: its new pins are not on a line of a
    file that the user has, but where the user made the edit."""
    sources = {edit.place.piece: f"{edit.source} ({edit.label})" for edit in edits.edits}
    lines = (
        replace(line, where=sources[line.rule.piece])
        if isinstance(line.rule, Pin) and line.rule.piece in sources
        else line
        for line in spec.rules
    )
    return replace(spec, rules=tuple(lines))
