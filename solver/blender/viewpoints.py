"""Viewpoints inside the room: many candidates, scored by what rays really see, the best one chosen."""

import itertools
import math
from collections import Counter

import bpy
import numpy
from mathutils import Vector

from solver.blender.outline import grow_outline

EYE_HEIGHT_M = 1.6
INSET_M = 0.28  # from the walls: room for a person's head
STEP_M = 0.6  # between viewpoints along a wall
LENSES_MM = (14, 16, 18, 20, 22, 24, 28)
TURNS_DEG = range(-24, 25, 4)  # headings tried, about the one to the room's centre
SENSOR_MM = 36.0
CLEARANCE_M = 0.5  # no piece nearer than this to the camera
SHIFT = -0.06  # lens shift in sensor widths: more floor than ceiling while upright lines stay upright
SAMPLES_PER_PIECE = 120
FINALISTS = 40  # candidates that are looked at pixel by pixel, at most two from one position
GRID_PX = (96, 54)
EDGE = 0.985  # a sample nearer to the frame's edge than this counts as cut
# A piece is easy to recognise from this share of the picture on (about 160 x 160 of 1920 x 1080), and
# seen well enough from this visible share on; more of either adds nothing to the score.
GOOD_AREA, GOOD_SHARE = 0.012, 0.7


def choose_view(room, pieces, aspect):
    """The best view of `pieces` at eye height; `aspect` is the picture's width / height.

    Returns a dict: location, lens_mm, heading_deg (0 = east, counter-clockwise), shift_y, score,
    and per piece `shares` (visible of what could be seen), `areas` (of the picture), `framed` (inside
    the frame). Deterministic: ties go to the earlier candidate. First all candidates are scored by
    rays to points on the pieces, then the best of each position by rays through a grid of pixels.
    """
    targets = {obj.name: sample_surface(obj) for obj in pieces}
    candidates = []
    for place in list_clear_positions(room, targets):
        seen = {name: cast_at_samples(place, name, points) for name, points in targets.items()}
        pairs = itertools.product(LENSES_MM, list_headings(place, room))
        views = [judge_samples(place, *pair, seen, aspect) for pair in pairs]
        candidates += sorted(views, key=lambda view: -view["score"])[:2]
    finalists = sorted(candidates, key=lambda view: -view["score"])[:FINALISTS]
    views = [judge_pixels(view, aspect) for view in finalists]
    return max(views, key=lambda view: view["score"])


def list_clear_positions(room, targets):
    """Corners, then points along the walls, at eye height, where no piece is too near; all if none is."""
    w, d, i = room["width_m"], room["depth_m"], INSET_M
    if len(room["corners_m"]) > 4:
        spots = list_outline_spots(room)
    else:
        spots = [(x, y) for x in (i, w - i) for y in (i, d - i)]
        spots += [(x, y) for y in divide_span(i, d - i) for x in (i, w - i)]
        spots += [(x, y) for x in divide_span(i, w - i) for y in (i, d - i)]
    z = min(EYE_HEIGHT_M, room["height_m"] - 0.3)
    places = [Vector((x, y, z)) for x, y in spots]
    clear = [place for place in places if nearest_piece_m(place, targets) >= CLEARANCE_M]
    return clear or places


def list_outline_spots(room):
    """Corners of a room that is no rectangle, then points along its walls, all INSET_M inside."""
    inset = grow_outline(room["corners_m"], -INSET_M)
    spots = list(inset)
    for (x0, y0), (x1, y1) in zip(inset, [*inset[1:], inset[0]], strict=True):
        parts = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / STEP_M))
        shares = [part / parts for part in range(1, parts)]
        spots += [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares]
    return spots


def divide_span(low, high):
    """Points strictly between `low` and `high`, about STEP_M apart."""
    parts = max(1, round((high - low) / STEP_M))
    return [low + (high - low) * part / parts for part in range(1, parts)]


def list_headings(place, room):
    """Directions in degrees to try from a position."""
    x, y = room["width_m"] / 2 - place.x, room["depth_m"] / 2 - place.y
    middle = math.degrees(math.atan2(y, x))
    return [middle + turn for turn in TURNS_DEG]


def sample_surface(obj):
    """Up to SAMPLES_PER_PIECE world points (with outward normals) spread over an object's faces."""
    polygons = obj.data.polygons
    step = max(1, len(polygons) // SAMPLES_PER_PIECE)
    return [
        (obj.matrix_world @ polygons[i].center, polygons[i].normal.copy())
        for i in range(0, len(polygons), step)
    ]


def nearest_piece_m(place, targets):
    """Distance from a camera position to the nearest sampled point of any piece."""
    return min(
        ((point - place).length for points in targets.values() for point, _ in points), default=math.inf
    )


def cast_at_samples(place, name, points):
    """For the samples that face `place`: offsets (n, 3) from it in metres, and whether the first thing
    on the way is this piece (n,)."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    offsets, hits = [], []
    for point, normal in points:
        way = point - place
        if normal.dot(way) < 0.0:
            hit, *_, obj, _matrix = scene.ray_cast(graph, place, way.normalized())
            offsets.append(tuple(way))
            hits.append(bool(hit) and obj.name == name)
    return numpy.array(offsets, dtype=float).reshape(-1, 3), numpy.array(hits, dtype=bool)


def list_axes(heading_deg):
    """Unit vectors (forward, right) of a level camera."""
    angle = math.radians(heading_deg)
    return Vector((math.cos(angle), math.sin(angle), 0)), Vector((math.sin(angle), -math.cos(angle), 0))


def list_tangents(lens_mm, aspect):
    """Half the picture's width and height, and its shift, as tangents: what a ray is made of."""
    tan_x = SENSOR_MM / 2 / lens_mm
    return tan_x, tan_x / aspect, SHIFT * 2 * tan_x


def judge_samples(place, lens_mm, heading_deg, seen, aspect):
    """A candidate view with `shares` and `framed` of each piece from its samples, and a first score."""
    axes, tangents = list_axes(heading_deg), list_tangents(lens_mm, aspect)
    shares, framed = {}, {}
    for name, (offsets, hits) in seen.items():
        inside = find_inside(offsets, axes, tangents)
        total = max(1, len(hits))
        framed[name] = float(inside.sum()) / total
        shares[name] = float((hits & inside).sum()) / total
    view = {
        "location": tuple(place), "lens_mm": lens_mm, "heading_deg": heading_deg, "shift_y": SHIFT,
        "shares": shares, "framed": framed,
    }  # fmt: skip
    return {**view, "score": score_shares(view) + lens_mm / 100}


def find_inside(offsets, axes, tangents):
    """Which points at `offsets` (n, 3) from the camera fall inside the picture, not at its very edge."""
    forward, right = (numpy.array(axis) for axis in axes)
    tan_x, tan_y, shift = tangents
    depth = offsets @ forward
    ahead = numpy.maximum(depth, 1e-9)
    across, up = offsets @ right / ahead, offsets[:, 2] / ahead - shift
    return (depth > 0.05) & (abs(across) < EDGE * tan_x) & (abs(up) < EDGE * tan_y)


def score_shares(view):
    """The least piece's visible share counts most, then the mean, then how whole the pieces are."""
    shares = [min(share, GOOD_SHARE) / GOOD_SHARE for share in view["shares"].values()]
    if not shares:
        return 0.0
    framed = view["framed"].values()
    return 2.0 * min(shares) + sum(shares) / len(shares) + sum(framed) / len(shares) + 2.0 * min(framed)


def judge_pixels(view, aspect):
    """The view with each piece's area in the picture and its final score.

    Small pieces are what goes wrong in practice, so the least area counts as much as the least share;
    furniture filling the picture and a window in it count a little; a short lens costs, because it
    stretches the edges.
    """
    hits = Counter(cast_through_pixels(view, aspect))
    areas = {name: hits[name] / (GRID_PX[0] * GRID_PX[1]) for name in view["shares"]}
    daylight = 0.4 if any(name.startswith("Window") for name in hits) else 0.0
    sizes = [min(1.0, area / GOOD_AREA) for area in areas.values()] or [0.0]
    fill = min(0.4, sum(areas.values()))
    score = score_shares(view) + 2.0 * min(sizes) + sum(sizes) / len(sizes) + 2.0 * fill + daylight
    return {**view, "areas": areas, "score": round(score - 0.03 * max(0, 20 - view["lens_mm"]), 6)}


def cast_through_pixels(view, aspect):
    """Names of the objects first hit through the centres of a grid of pixels."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    place = Vector(view["location"])
    (forward, right), (tan_x, tan_y, shift) = (
        list_axes(view["heading_deg"]),
        list_tangents(view["lens_mm"], aspect),
    )
    columns, rows = GRID_PX
    for row, column in itertools.product(range(rows), range(columns)):
        across = (2 * (column + 0.5) / columns - 1) * tan_x
        up = shift + (1 - 2 * (row + 0.5) / rows) * tan_y
        way = forward + right * across + Vector((0.0, 0.0, up))
        hit, *_, obj, _matrix = scene.ray_cast(graph, place, way.normalized())
        if hit:
            yield obj.name
