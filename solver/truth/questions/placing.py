"""Things placed by the placer: random windows for each, the placer proves that all fit and none overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.core.layout import Piece
from solver.core.spec import parse_scene, resolve_world
from solver.place.placing import build_layout
from solver.place.search import Deadline, find_answer
from solver.truth.questions.draws import Draws

TIME_S = 120.0  # a draw takes hundredths of a second; more than this is a fault, and raised


@dataclass(frozen=True)
class Item:
    """Something to place: a name, its size in plan at yaw 0 (metres), the way its front looks (a wall's
    name), and the window for its box: (x_low, x_high, y_low, y_high), metres from west and south."""

    name: str
    size_m: tuple[float, float]
    facing: str
    window_m: tuple[float, float, float, float]


@dataclass(frozen=True)
class Spot:
    """Where the placer put an item: middle in metres, yaw in degrees."""

    x_m: float
    y_m: float
    yaw_deg: int


def place_items(
    items: Sequence[Item], room_m: tuple[float, float], *, gap_m: float = 0.0, unit_mm: float = 1.0
) -> dict[str, Spot] | None:
    """Every item's Spot on a floor of `room_m`, at least `gap_m` between any two; None where none exists.

    `unit_mm` is the placer's step: 0.1 for small surfaces.
    """
    per_m = 1000.0 / unit_mm
    pieces = tuple(_make_piece(item, gap_m, per_m) for item in items)
    lines = [
        "scene: items",
        f"room: {{width: {round(room_m[0] * per_m)} mm, depth: {round(room_m[1] * per_m)} mm, height: 3 m}}",
    ]
    lines += ["pieces:", *(f"  {item.name}: {{asset: item}}" for item in items), "rules:"]
    for item, piece in zip(items, pieces, strict=True):
        lines += _write_rules(item, piece, gap_m, per_m)
    spec = parse_scene("\n".join(lines), "items")
    world = resolve_world(spec, pieces)
    # Not place_pieces: a draw that does not fit is drawn again, and nobody reads why.
    answer = find_answer(
        world, [line.rule.condition(world) for line in spec.rules], [], Deadline.after(TIME_S)
    )
    if answer is None:
        return None
    layout = build_layout(world, answer)
    return {
        spot.piece: Spot(spot.x_mm / per_m, spot.y_mm / per_m, spot.yaw_deg) for spot in layout.placements
    }


def _make_piece(item: Item, gap_m: float, per_m: float) -> Piece:
    # Half of the gap is added to every side, so that boxes that do not overlap are a gap apart.
    width, depth = (int((side + gap_m) * per_m / 2.0) + 1 for side in item.size_m)
    return Piece(item.name, item.name, "item", (width, depth), 100)


def _write_rules(item: Item, piece: Piece, gap_m: float, per_m: float) -> list[str]:
    turned = item.facing in ("east", "west")
    half = piece.half_mm[::-1] if turned else piece.half_mm
    x_low, x_high, y_low, y_high = (round(value * per_m) for value in item.window_m)
    lines = [f"  - facing: {{piece: {item.name}, to: {item.facing}}}"]
    for wall, low, high, side in (("west", x_low, x_high, half[0]), ("south", y_low, y_high, half[1])):
        most = max(low, high - 2 * side)
        lines.append(f"  - gap: {{piece: {item.name}, to: {wall}, at_least: {low} mm, at_most: {most} mm}}")
    return lines


def draw_window(
    draws: Draws, size_m: tuple[float, float], region_m: tuple[float, float, float, float], slack_m: float
) -> tuple[float, float, float, float]:
    """A random window inside a region (x_low, x_high, y_low, y_high): `slack_m` longer than the size."""
    window = []
    for axis in (0, 1):
        low, high = region_m[2 * axis], region_m[2 * axis + 1]
        length = min(size_m[axis] + slack_m, high - low)
        start = draws.number(low, high - length)
        window += [start, start + length]
    return window[0], window[1], window[2], window[3]
