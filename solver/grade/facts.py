"""Sorted, fixed-format facts of a saved room: the text gold, compared line by line and told in words."""

from __future__ import annotations

from solver.core.measured import Measured, Solid

# Facts are kept to a tenth of a millimetre: far above the noise of 32-bit vertices, far below any rule.
STEP_MM = 0.1


def write_facts(measured: Measured) -> str:
    """scene.txt: one fact a line, sorted within its kind, lengths in millimetres."""
    lines = [f"scene {measured.scene_name or '?'}"]
    for name, side in sorted((measured.interior or {}).items()):
        lines.append(f"side {name} {'open' if side.at_m is None else _mm(side.at_m)}")
    for solid in sorted(measured.solids, key=lambda solid: (solid.role, solid.object)):
        lines.append(_write_solid(solid))
    lines += [f"light {light.type} {light.name}" for light in sorted(measured.lights, key=lambda x: x.name)]
    lines += [f"camera {camera.type} {camera.name} {'active' if camera.active else 'idle'}"
              for camera in sorted(measured.cameras, key=lambda c: c.name)]  # fmt: skip
    return "\n".join(lines) + "\n"


def _write_solid(solid: Solid) -> str:
    low, high = (" ".join(_mm(value) for value in corner) for corner in (solid.box_min, solid.box_max))
    facing = "?" if solid.facing_deg is None else f"{round(solid.facing_deg, 1) % 360.0:g}"
    kind = solid.shell if solid.role == "shell" else solid.piece
    return f"{solid.role} {solid.object} {kind or '?'} low {low} high {high} facing {facing}"


def _mm(metres: float) -> str:
    return f"{round(metres * 1000.0, 1) + 0.0:.1f}"


def compare_facts(old: str, new: str) -> list[str]:
    """What changed between two scene.txt, in words; empty when nothing did."""
    before, after = _index(old), _index(new)
    changes = [f"{key} is gone" for key in before if key not in after]
    changes += [f"{key} is new" for key in after if key not in before]
    for key, fields in before.items():
        if key in after and after[key] != fields:
            changes += _explain(key, fields, after[key])
    return changes


def _index(text: str) -> dict[str, list[str]]:
    found = {}
    for line in text.splitlines():
        kind, name, *fields = line.split(" ")
        found[name if kind in ("piece", "shell", "other") else f"{kind} {name}"] = fields
    return found


def _explain(key: str, before: list[str], after: list[str]) -> list[str]:
    old, new = _read_boxes(before), _read_boxes(after)
    if old is None or new is None:
        return [f"{key}: {' '.join(before)} -> {' '.join(after)}"]
    words = []
    names = (("west", "east"), ("south", "north"), ("down", "up"))
    for k in range(3):
        by = new[0][k] + new[1][k] - old[0][k] - old[1][k]
        if by:
            words.append(f"{key} moved {abs(by) * STEP_MM / 2.0:.4g} mm {names[k][by > 0]}")
    for k, axis in enumerate("xyz"):
        grown = (new[1][k] - new[0][k]) - (old[1][k] - old[0][k])
        if abs(grown) > 1:  # one step comes of rounding both sides
            change = "longer" if grown > 0 else "shorter"
            words.append(f"{key} is {abs(grown) * STEP_MM:.4g} mm {change} along {axis}")
    if before[-1] != after[-1]:
        words.append(f"{key} faces {after[-1]} degrees instead of {before[-1]}")
    if before[0] != after[0]:
        words.append(f"{key} is a {after[0]} instead of a {before[0]}")
    return words


def _read_boxes(fields: list[str]) -> tuple[list[int], list[int]] | None:
    """Lower and upper corner in whole steps of STEP_MM."""
    if "low" not in fields:
        return None
    k = fields.index("low")
    low, high = fields[k + 1 : k + 4], fields[k + 5 : k + 8]
    return [round(float(v) / STEP_MM) for v in low], [round(float(v) / STEP_MM) for v in high]
