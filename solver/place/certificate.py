"""certificate.json: a layout with everything that somebody else needs to judge it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from solver.core.conditions import Values, iter_walks, read_condition
from solver.core.geometry import find_corners
from solver.core.layout import Layout, Piece
from solver.core.room import Opening
from solver.core.spec import RuleLine, SceneSpec, find_blocks, resolve_world
from solver.core.walk import find_way, read_walk
from solver.core.world import World, find_values

FORMAT = "scene-solver certificate 2"


def build_certificate(
    spec: SceneSpec, pieces: tuple[Piece, ...], layout: Layout, bound: int
) -> dict[str, Any]:
    """The certificate of a layout; `bound` is the proven least cost of the wishes."""
    world, values = resolve_world(spec, layout.pieces), find_values(layout)
    everything = resolve_world(spec, pieces)
    left_out = [name for name in everything.pieces if name not in world.pieces]
    rules = [_describe_rule(line, world, values) for line in spec.rules]
    objective = sum(rule["weight"] * max(0, -rule["slack_mm"]) for rule in rules)
    objective += sum(everything.optional[name] for name in left_out)
    asked = [{key: value for key, value in rule.items() if key != "slack_mm"} for rule in rules]
    described = [_describe_piece(everything, name) for name in everything.pieces]
    ways = [way for index, line in enumerate(spec.rules) for way in _list_ways(index, line, world, values)]
    data = {
        "format": FORMAT,
        "scene": spec.scene,
        "inputs": {
            "scene_sha256": hashlib.sha256(spec.text.encode()).hexdigest(),
            "pieces_sha256": _hash(described),
            "rules_sha256": _hash(asked),
        },
        "room": {"height_mm": spec.room.height_mm, "corners_mm": [list(c) for c in spec.room.corners_mm]},
        "openings": [_describe_opening(opening) for opening in spec.openings],
        "blocks": [{"name": name, "box_mm": list(box)} for name, box in find_blocks(spec).items()],
        "hung": [{"name": hung.name, "box_mm": list(hung.box), "low_mm": hung.low_mm} for hung in world.hung],
        "pieces": described,
        "placements": [_describe_place(layout, name) for name in world.pieces],
        "left_out": left_out,
        "rules": rules,
        "ways": ways,
        "objective": objective,
        "bound": bound,
        "gap": objective - bound,
    }  # fmt: skip
    return {**data, "digest": _hash(data)}


def format_certificate(certificate: dict[str, Any]) -> str:
    """The certificate as text: one value a line where it helps reading, LF line ends."""
    lines = []
    for key, value in certificate.items():
        if isinstance(value, list) and value:
            inner = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _hash(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _describe_opening(opening: Opening) -> dict[str, Any]:
    return {
        "name": opening.name,
        "kind": opening.kind,
        "wall": opening.wall,
        "centre_mm": opening.centre_mm,
        "span_mm": list(opening.span_mm),
    }


def _describe_piece(world: World, name: str) -> dict[str, Any]:
    piece = world.pieces[name]
    return {
        "piece": name,
        "half_mm": list(piece.half_mm),
        "height_mm": piece.height_mm,
        "level": world.level(name),
        "yaws_deg": list(world.yaws(name)),
        "cost": world.optional.get(name, 0),
    }


def _describe_place(layout: Layout, name: str) -> dict[str, Any]:
    piece, place = layout.piece(name), layout.placement(name)
    return {
        "piece": name,
        "x_mm": place.x_mm,
        "y_mm": place.y_mm,
        "z_mm": place.z_mm,
        "yaw_deg": place.yaw_deg,
        "footprint_mm": [list(corner) for corner in find_corners(piece, place)],
    }


def _describe_rule(line: RuleLine, world: World, values: Values) -> dict[str, Any]:
    reading = read_condition(line.rule.condition(world), values, read_walk)
    return {
        "rule": line.rule.word,
        "line": line.line,
        "weight": line.rule.weight or 0,
        "fields": line.rule.dump_fields(),
        "slack_mm": reading.slack_mm,
    }


def _list_ways(index: int, line: RuleLine, world: World, values: Values) -> Iterator[dict[str, Any]]:
    for walk in iter_walks(line.rule.condition(world)):
        width = walk.width_mm + read_walk(walk, values)
        way = find_way(walk, values, width) if width > 0 else None
        yield {
            "rule": index,
            "start": walk.start,
            "goal": walk.goal,
            "width_mm": width,
            "corners_mm": [list(corner) for corner in way or []],
        }
