"""relations.json: which relations hold between pieces, each with the change that would break it.

A margin is in metres, except for `left_of` and `right_of`, which are of the picture and in pixels. Each
holds while its margin is above zero:

of the room, whatever the camera
- on: a stands on b: underside within TOUCH_M of a face of b below a's middle; margin: what is left of
  TOUCH_M, or the way of a's middle to the edge of b's outline if that is less.
- inside: a's box lies in b's box, and rays from a's middle meet b below and on at least three sides.
- under: a's middle is under a face of b and a's top is below b's top; not inside.
- beside: outlines at most BESIDE_M apart, heights overlap, neither on, under nor inside.
- touching: outlines and heights at most TOUCH_M apart (convex outlines: a round and a square piece touch
  only where their outlines do).
- aligned: centres within ALIGNED_M in x or in y.
- in_front_of, behind: a's centre lies before (behind) b's front (back) edge, within b's width.
- facing: a's front points at b: the ray from a's centre along its front meets b's outline; margin: the
  sideways move that would make it miss.
- between (three pieces): a's centre lies beside the line from b's to c's centre, nearer to it than half
  the length times BETWEEN_SHARE; margin: what is left.
of the picture
- left_of, right_of: centres of the visible boxes, pixels.
- nearer, farther: distances of the centres from the camera.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from shapely.geometry import LineString, Point

from solver.truth.camera import Array
from solver.truth.objects import describe_objects
from solver.truth.solids import Solid
from solver.truth.view import View

TOUCH_M = 0.005
BESIDE_M = 0.5
ALIGNED_M = 0.01
BETWEEN_SHARE = 0.5
INSIDE_M = 0.001  # a box may stick out of the other by this much
REACH_M = 100.0

Found = dict[str, float]


def find_relations(view: View) -> dict[str, Any]:
    """{"pairs": [{a, b, relations: {name: margin}}], "triples": [{a, b, c, between: margin}]}.

    Pairs are ordered: `a` stands in the relation to `b`. Names are object names.
    """
    seen = {entry["name"]: entry for entry in describe_objects(view)}
    pairs = []
    for a, b in itertools.permutations(view.pieces, 2):
        found = relate_pair(a, b) | relate_in_picture(seen[a.name], seen[b.name])
        pairs.append({"a": a.name, "b": b.name, "relations": dict(sorted(found.items()))})
    triples = []
    for b, c in itertools.combinations(view.pieces, 2):
        for a in view.pieces:
            margin = measure_between(a, b, c) if a not in (b, c) else 0.0
            if margin > 0.0:
                triples.append({"a": a.name, "b": b.name, "c": c.name, "between": margin})
    return {"units": {"left_of": "px", "right_of": "px", "others": "m"}, "pairs": pairs, "triples": triples}


def relate_pair(a: Solid, b: Solid) -> Found:
    """The relations of the room in which a stands to b, with margins in metres."""
    found = _measure_contact(a, b)
    gap = float(a.outline.distance(b.outline))
    height_gap = float(max(a.low[2] - b.high[2], b.low[2] - a.high[2]))
    if max(gap, height_gap) < TOUCH_M:
        found["touching"] = TOUCH_M - max(gap, height_gap, 0.0)
    stacked = found.keys() & {"on", "inside", "under"} or _measure_contact(b, a).keys()
    if not stacked and gap < BESIDE_M and height_gap < 0.0:
        found["beside"] = min(BESIDE_M - gap, -height_gap)
    off = float(np.abs(a.centre - b.centre)[:2].min())
    if off < ALIGNED_M:
        found["aligned"] = ALIGNED_M - off
    return found | _measure_front(a, b)


def _measure_contact(a: Solid, b: Solid) -> Found:
    middle = Point(*a.centre[:2])
    reach = float(b.outline.exterior.distance(middle))
    if not b.outline.contains(middle) or reach <= 0.0:
        return {}
    sunk = min(float((b.high - a.high).min()), float((a.low - b.low).min()))
    if sunk > -INSIDE_M and _is_enclosed(a, b):
        return {"inside": sunk + INSIDE_M}
    start = np.array([*a.centre[:2], a.low[2] + TOUCH_M])
    drop = cast_ray(start, np.array([0.0, 0.0, -1.0]), b.triangles)
    if abs(drop - TOUCH_M) < TOUCH_M:
        return {"on": min(TOUCH_M - abs(drop - TOUCH_M), reach)}
    above = cast_ray(np.array([*a.centre[:2], a.high[2]]), np.array([0.0, 0.0, 1.0]), b.triangles)
    if above < REACH_M and a.high[2] < b.high[2]:
        return {"under": min(float(b.high[2] - a.high[2]), reach)}
    return {}


def _is_enclosed(a: Solid, b: Solid) -> bool:
    middle = (a.low + a.high) / 2.0
    sides = [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)]
    walls = sum(cast_ray(middle, np.array(side), b.triangles) < REACH_M for side in sides)
    return walls >= 3 and cast_ray(middle, np.array([0.0, 0.0, -1.0]), b.triangles) < REACH_M


def cast_ray(start: Array, aim: Array, triangles: Array) -> float:
    """Distance along a ray to the first triangle (n, 3, 3), REACH_M for none (Möller & Trumbore, 1997)."""
    side, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = np.cross(aim, other)
    volume = np.einsum("ij,ij->i", side, across)
    good = np.abs(volume) > 1e-12
    scale = 1.0 / np.where(good, volume, 1.0)
    offset = start - triangles[:, 0]
    u = np.einsum("ij,ij->i", offset, across) * scale
    turned = np.cross(offset, side)
    v, distance = turned @ aim * scale, np.einsum("ij,ij->i", other, turned) * scale
    hits = good & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1.0 + 1e-9) & (distance > 1e-9)
    return float(distance[hits].min()) if hits.any() else REACH_M


def _measure_front(a: Solid, b: Solid) -> Found:
    found = {}
    if b.front is not None:
        offset = (a.centre - b.centre)[:2]
        forward, aside = float(offset @ b.front), abs(float(offset @ (b.front[1], -b.front[0])))
        width, depth, _height = b.size_m
        within = width / 2.0 - aside
        for name, way in (("in_front_of", forward), ("behind", -forward)):
            margin = min(way - depth / 2.0, within)
            if margin > 0.0:
                found[name] = margin
    if a.front is not None:
        margin = _measure_aim(a, b)
        if margin > 0.0:
            found["facing"] = margin
    return found


def _measure_aim(a: Solid, b: Solid) -> float:
    """How far the front's ray of a could be shifted sideways and still meet b's outline; 0 if it misses."""
    front = a.front
    assert front is not None
    start = a.centre[:2]
    if not LineString([start, start + REACH_M * front]).intersects(b.outline) or b.outline.contains(
        Point(start)
    ):
        return 0.0
    aside = (np.array(b.outline.exterior.coords) - start) @ np.array([front[1], -front[0]])
    return float(min(aside.max(), -aside.min()))


def measure_between(a: Solid, b: Solid, c: Solid) -> float:
    """Margin in metres by which a's centre lies between b's and c's in plan; not above 0 otherwise."""
    line = (c.centre - b.centre)[:2]
    length = float(np.linalg.norm(line))
    if length < 1e-6:
        return 0.0
    along = float((a.centre - b.centre)[:2] @ line) / length
    aside = abs(float((a.centre - b.centre)[0] * line[1] - (a.centre - b.centre)[1] * line[0])) / length
    return min(along, length - along, BETWEEN_SHARE * length / 2.0 - aside)


def relate_in_picture(a: dict[str, Any], b: dict[str, Any]) -> Found:
    """left_of and right_of in pixels (both visible), nearer and farther in metres, of two object entries."""
    found = {}
    if a["bbox_visible"] and b["bbox_visible"]:
        shift = (
            b["bbox_visible"][0] + b["bbox_visible"][2] - a["bbox_visible"][0] - a["bbox_visible"][2]
        ) / 2.0
        if shift != 0.0:
            found["left_of" if shift > 0.0 else "right_of"] = abs(shift)
    farther = a["distance_m"] - b["distance_m"]
    if farther != 0.0:
        found["farther" if farther > 0.0 else "nearer"] = abs(farther)
    return found
