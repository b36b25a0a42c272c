"""A view pixel by pixel: how much of the picture each piece and each part of the room takes."""

from collections import Counter

import numpy

from solver.blender.viewpoints.frame import find_tangent, list_axes
from solver.blender.viewpoints.score import NEAR_M, rate_frames, rate_parts, sum_terms

GRID_ACROSS = 192  # as many as `check` counts by: what is just seen here is just seen there


def look_closely(view, sight, aspect):
    """The view with `areas` and `parts` counted on a grid of pixels, all `terms` and the final score."""
    sight = sight.without(view["hidden"])
    met = list(cast_through_pixels(view, sight, aspect))
    pixels, counted = len(met), Counter(name for name, _ in met)
    near = sum(distance < NEAR_M for _, distance in met) / pixels
    areas = {name: counted[name] / pixels for name in view["shares"]}
    parts = Counter()
    for name, count in counted.items():
        if name in sight.kinds or not name:
            parts[sight.kinds.get(name, "")] += count / pixels
    table = [numpy.array(list(view[key].values()))[:, None] for key in ("shares", "framed")]
    table.append(numpy.array(list(areas.values()))[:, None])
    terms = rate_frames(*table, view["aisle"], view["dark"], [view["lens_mm"]])
    terms = {key: float(numpy.ravel(value)[0]) for key, value in terms.items()} | rate_parts(parts, near)
    return {
        **view,
        "areas": areas,
        "parts": dict(sorted(parts.items())),
        "terms": terms,
        "score": round(float(sum_terms(terms)), 6),
    }


def cast_through_pixels(view, sight, aspect):
    """(name, distance in m) of what is first met through each pixel of a grid; "", inf of nothing."""
    start, tan = tuple(view["location"]), find_tangent(view["lens_mm"])
    forward, right = list_axes(view["heading_deg"])
    rows = max(1, round(GRID_ACROSS / aspect))
    across = (2 * (numpy.arange(GRID_ACROSS) + 0.5) / GRID_ACROSS - 1) * tan
    up = 2 * view["shift_y"] * tan + (1 - 2 * (numpy.arange(rows) + 0.5) / rows) * tan / aspect
    ways = forward + across[None, :, None] * right + up[:, None, None] * numpy.array((0.0, 0.0, 1.0))
    for way in ways.reshape(-1, 3).tolist():
        yield sight.first(start, way)
