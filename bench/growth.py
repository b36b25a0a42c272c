"""The growth of the placer's time over the number of pieces, as a small SVG plot on two log scales."""

from __future__ import annotations

import math

WIDTH, HEIGHT, EDGE = 520, 340, 50
PIECES, SECONDS = (5, 60), (0.005, 100.0)


def draw_growth(points: list[tuple[int, float, float]]) -> str:
    """The plot of (pieces, median s, 95th percentile s)."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    ]
    for pieces in (5, 7, 10, 20, 40, 60):
        x = _across(pieces)
        parts.append(f'<path d="M{x:.1f} {EDGE}V{HEIGHT - EDGE}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{pieces}</text>')
    for seconds in (0.01, 0.1, 1, 10, 100):
        y = _up(seconds)
        parts.append(f'<path d="M{EDGE} {y:.1f}H{WIDTH - EDGE}" stroke="#ddd"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{seconds:g}</text>')
    for column, colour, name in ((1, "#1f5fa8", "median"), (2, "#c0562b", "95th percentile")):
        line = " ".join(f"{_across(point[0]):.1f},{_up(point[column]):.1f}" for point in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{EDGE + 12}" y="{EDGE + 16 * column}" fill="{colour}">{name}</text>')
    middle = WIDTH / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">pieces in the room</text>')
    parts.append(f'<text x="{middle}" y="28" text-anchor="middle">CPU seconds until proven</text></svg>')
    return "\n".join(parts) + "\n"


def _share(value: float, span: tuple[float, float]) -> float:
    return math.log(value / span[0]) / math.log(span[1] / span[0])


def _across(pieces: int) -> float:
    return EDGE + _share(pieces, PIECES) * (WIDTH - 2 * EDGE)


def _up(seconds: float) -> float:
    return HEIGHT - EDGE - _share(max(seconds, SECONDS[0]), SECONDS) * (HEIGHT - 2 * EDGE)
