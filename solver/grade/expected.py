"""The benchmark's expected.json, reconstructed from a scene's rules.

The original is published nowhere; what its grader reads of it is known from the task file: room size,
tolerance, least number of meshes, and a list of rules with a wall, a distance and a middle.
"""

from __future__ import annotations

from typing import Any

from solver.core.spec import SceneSpec

TOLERANCE_M = 0.05
MIN_MESHES = 6
# The grader knows these walls only, and finds an object's category by these words inside its name.
WALLS = ("north", "south", "east")
WORDS = {
    "sofa": "sofa",
    "coffee_table": "coffee",
    "tv_stand": "tv",
    "dining_table": "dining",
    "chair": "chair",
    "nightstand": "nightstand",
}
NOTE = "A reconstruction from the scene's rules; the benchmark's own file is not published."


def make_expected(spec: SceneSpec) -> dict[str, Any]:
    """The content of expected.json for a scene: one rule a piece that stands at a wall or in the middle."""
    room = spec.room
    rules: dict[str, dict[str, Any]] = {}
    for line in spec.rules:
        rule: Any = line.rule
        if rule.weight is not None or rule.word not in ("against", "gap", "centred"):
            continue
        word = WORDS.get(getattr(spec.pieces.get(rule.piece), "asset", ""))
        if word is None:
            continue
        facts = _read_facts(rule, room.width_mm)
        if facts:
            rules.setdefault(rule.piece, {"object": word}).update(facts)
    return {
        "note": NOTE,
        "room_dims_m": {"x": room.width_mm / 1000.0, "y": room.depth_mm / 1000.0},
        "tolerance_m": TOLERANCE_M,
        "min_meshes": MIN_MESHES,
        "rules": list(rules.values()),
    }


def _read_facts(rule: Any, width_mm: int) -> dict[str, Any]:
    """What one rule of the scene says in the grader's words; empty when that grader has no word for it."""
    if rule.word == "against" and rule.wall in WALLS:
        return {"wall": rule.wall, "distance_m": rule.gap_mm / 1000.0}
    if rule.word == "gap" and rule.to in WALLS and rule.exactly_mm is not None:
        return {"wall": rule.to, "distance_m": rule.exactly_mm / 1000.0}
    if rule.word == "centred" and (rule.on in ("north", "south") or (rule.on == "room" and rule.axis == "x")):
        return {"x_center_m": width_mm / 2000.0}
    return {}
