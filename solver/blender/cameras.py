"""Cameras: the best of many viewpoints inside the room, and a plan view from above."""

import itertools
import math

import bpy
from mathutils import Vector

EYE_HEIGHT_M = 1.6
INSET_M = 0.28  # from the walls: room for a person's head
LENSES_MM = (14, 15, 16, 17, 18, 20, 22, 24, 28)
SENSOR_MM = 36.0
CLEARANCE_M = 0.5  # no piece nearer than this to the camera
TOP_MARGIN = 0.045  # share of the picture left free beside the walls
SAMPLES_PER_PIECE = 160
GOOD_SIZE = 0.004  # share of the frame from which a piece is easy to recognise (about 91 x 91 of 1080p)


def add_perspective_camera(room, pieces, aspect, collection):
    """Put a level camera at eye height where it sees the pieces best; returns (camera, view report).

    `aspect` is width / height of the picture. Raises nothing: the best of all candidates is used and
    its numbers are in the report; `check` decides whether it is good enough.
    """
    views = sorted(list_views(room, pieces, aspect), key=lambda view: -view["score"])
    best = views[0]
    data = bpy.data.cameras.new("Camera")
    data.sensor_width, data.sensor_fit, data.lens = SENSOR_MM, "HORIZONTAL", best["lens_mm"]
    data.shift_y = best["shift_y"]
    data.clip_start = 0.05
    camera = bpy.data.objects.new("Camera", data)
    camera.location = best["location"]
    camera.rotation_euler = (math.pi / 2, 0.0, math.radians(best["heading_deg"]) - math.pi / 2)
    collection.objects.link(camera)
    return camera, best


def list_views(room, pieces, aspect):
    """Every candidate view with its score; positions that are too near a piece are left out."""
    targets = {obj.name: sample_surface(obj) for obj in pieces}
    places = list(list_positions(room))
    clear = [place for place in places if nearest_piece_m(place, targets) >= CLEARANCE_M] or places
    for place in clear:
        seen = {name: cast_at_samples(place, name, points) for name, points in targets.items()}
        for lens, heading in itertools.product(LENSES_MM, list_headings(place, room)):
            yield score_view(place, lens, heading, seen, aspect)


def list_positions(room):
    """Corners first, then the middles of the walls, at eye height."""
    w, d, i = room["width_m"], room["depth_m"], INSET_M
    xs, ys = (i, w / 2, w - i), (i, d / 2, d - i)
    corners = [(x, y) for x in (xs[0], xs[2]) for y in (ys[0], ys[2])]
    middles = [(xs[1], ys[0]), (xs[1], ys[2]), (xs[0], ys[1]), (xs[2], ys[1])]
    z = min(EYE_HEIGHT_M, room["height_m"] - 0.3)
    return [Vector((x, y, z)) for x, y in corners + middles]


def list_headings(place, room):
    """Directions in degrees (0 = east, counter-clockwise) around the one to the room's centre."""
    x, y = room["width_m"] / 2 - place.x, room["depth_m"] / 2 - place.y
    middle = math.degrees(math.atan2(y, x))
    return [middle + turn for turn in range(-24, 25, 4)]


def sample_surface(obj):
    """Up to SAMPLES_PER_PIECE world points spread over an object's faces."""
    polygons = obj.data.polygons
    step = max(1, len(polygons) // SAMPLES_PER_PIECE)
    return [obj.matrix_world @ polygons[i].center for i in range(0, len(polygons), step)]


def nearest_piece_m(place, targets):
    """Distance from a camera position to the nearest sampled point of any piece."""
    return min(((point - place).length for points in targets.values() for point in points), default=math.inf)


def cast_at_samples(place, name, points):
    """(point, True when the first thing on the way to it is this piece) for every sample."""
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    seen = []
    for point in points:
        hit, *_, obj, _matrix = scene.ray_cast(graph, place, (point - place).normalized())
        seen.append((point, bool(hit) and obj.name == name))
    return seen


def score_view(place, lens, heading, seen, aspect):
    """One candidate: how much of each piece is in the frame and not hidden, and how large it is.

    The score is the least piece's share, then the mean share, then size, less a small price for a
    short lens (stretched corners) and for pieces cut by the frame.
    """
    angle = math.radians(heading)
    forward, right = (
        Vector((math.cos(angle), math.sin(angle), 0)),
        Vector((math.sin(angle), -math.cos(angle), 0)),
    )
    tan_x = SENSOR_MM / 2 / lens
    shift = -0.06
    frame = (tan_x, tan_x / aspect, shift * 2 * tan_x)
    shares, sizes, cut = {}, {}, 0
    for name, samples in seen.items():
        spots = [project_point(point - place, forward, right, frame) for point, _ in samples]
        inside = [spot is not None and max(abs(spot[0]), abs(spot[1])) < 0.985 for spot in spots]
        clear = [hit and within for (_, hit), within in zip(samples, inside, strict=True)]
        shares[name] = sum(clear) / max(1, sum(hit for _, hit in samples)) * visible_share(samples)
        sizes[name] = frame_share([spot for spot, ok in zip(spots, clear, strict=True) if ok])
        cut += not all(inside)
    least, mean = min(shares.values(), default=0.0), sum(shares.values()) / max(1, len(shares))
    small = min(1.0, min(sizes.values(), default=0.0) / GOOD_SIZE)
    score = 2.0 * min(least, 0.6) + mean + small - 0.12 * cut - 0.01 * max(0, 20 - lens)
    return {
        "score": round(score, 6), "location": tuple(place), "lens_mm": lens, "heading_deg": heading,
        "shift_y": shift, "least_share": least, "shares": shares, "sizes": sizes, "cut": cut,
    }  # fmt: skip


def visible_share(samples):
    """Share of a piece's samples that face the camera unhidden, against the half that could."""
    return min(1.0, 2.0 * sum(hit for _, hit in samples) / max(1, len(samples)))


def project_point(offset, forward, right, frame):
    """Picture coordinates in -1..1 (x right, y up) of a point seen by a level camera, or None behind."""
    depth = offset.dot(forward)
    if depth < 0.05:
        return None
    tan_x, tan_y, shift = frame
    return offset.dot(right) / depth / tan_x, (offset.z / depth - shift) / tan_y


def frame_share(spots):
    """Share of the picture covered by the box around `spots`."""
    if not spots:
        return 0.0
    xs, ys = zip(*spots, strict=True)
    return (max(xs) - min(xs)) * (max(ys) - min(ys)) / 4.0


def add_top_camera(room, size_px, collection):
    """An orthographic camera from above, north up, with the whole room and its walls in frame."""
    t = room["wall_thickness_m"]
    width, depth = room["width_m"] + 2 * t, room["depth_m"] + 2 * t
    data = bpy.data.cameras.new("TopCamera")
    data.type, data.sensor_fit = "ORTHO", "AUTO"
    aspect = size_px[0] / size_px[1]
    seen_width = max(width, depth * aspect) / (1.0 - 2.0 * TOP_MARGIN)
    # ortho_scale spans the longer side of the picture
    data.ortho_scale = seen_width if aspect >= 1.0 else seen_width / aspect
    data.clip_end = room["height_m"] + 20.0
    camera = bpy.data.objects.new("TopCamera", data)
    camera.location = (room["width_m"] / 2, room["depth_m"] / 2, room["height_m"] + 5.0)
    collection.objects.link(camera)
    return camera
