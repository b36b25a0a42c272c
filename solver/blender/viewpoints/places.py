"""Where a camera may stand: in corners and along the walls at eye height, or outside for a cut-away view."""

import itertools
import math

import numpy

from solver.blender.outline import grow_outline, is_inside

EYE_HEIGHT_M, OTHER_HEIGHTS_M = 1.6, (1.4, 1.5, 1.7, 1.8)
SHIFT = -0.06  # in sensor widths: more floor than ceiling while upright lines stay upright
INSET_M = 0.28  # from the walls: room for a person's head
STEP_M = 0.6  # between places along a wall, more where a room is so large that MOST_PLACES are reached
MOST_PLACES = 48
CLEARANCE_M = 0.5  # no piece nearer than this to the camera
NEAREST_TRIED = 4  # places tried in a room so full that none is clear
BESIDE_M = 0.12  # nor anything else: a column, a curtain, a frame
BELOW_CEILING_M = 0.3
# Outside, in shares of the room's longer side: how far off the walls, and how high above eye height.
OUTSIDE, ABOVE = (0.2, 0.4, 0.65), (0.0, 0.25, 0.45, 0.7)
WALL_SHARES = (0.5, 0.2, 0.8)
AIMED_M = 0.6  # the height that a raised, level camera's picture is centred on by its lens shift
MOST_SHIFT, MIDDLE_TAN = 0.5, 0.9  # in sensor widths; half a 20 mm lens' width at depth 1


def list_inside(room, sight, height_m, spots=None):
    """Places (x, y, z) at `height_m` or, in a low room, below the ceiling: clear ones if there are any.

    `spots` are those of the plan to use; without it corners and points along the walls. Where no place is
    clear of furniture by CLEARANCE_M, the ones farthest from it are taken, never one inside a piece's box.
    """
    z = min(height_m, room["height_m"] - BELOW_CEILING_M)
    places = [(x, y, z) for x, y in (spots or list_spots(room))]
    solid = [name for name in sight.triangles if sight.kinds.get(name, "obstacle") == "obstacle"]
    boxes = [find_box(sight.triangles[name]) for name in solid]
    free = [
        place
        for place in places
        if sight.shell.nearest_m(place) >= BESIDE_M and not any(is_within(place, *box) for box in boxes)
    ]
    gaps_m = {place: sight.pieces.nearest_m(place) for place in free}
    clear = [place for place in free if gaps_m[place] >= CLEARANCE_M]
    return clear or sorted(free, key=lambda place: -gaps_m[place])[:NEAREST_TRIED]


def find_box(triangles):
    """(lowest corner, highest corner) of world triangles."""
    points = triangles.reshape(-1, 3)
    return points.min(axis=0), points.max(axis=0)


def is_within(place, low, high):
    """True where a place is inside a box."""
    return bool((numpy.array(place) >= low).all() and (numpy.array(place) <= high).all())


def list_spots(room):
    """Corners (x, y), then points along the walls, all INSET_M inside the outline."""
    inset = grow_outline(room["corners_m"], -INSET_M)
    edges = list(zip(inset, [*inset[1:], inset[0]], strict=True))
    around = sum(math.dist(*edge) for edge in edges)
    step = max(STEP_M, around / (MOST_PLACES - len(inset)))
    spots = list(inset)
    for (x0, y0), (x1, y1) in edges:
        # an even number of parts: the middle of each wall is one of them
        parts = max(2, 2 * round(math.dist((x0, y0), (x1, y1)) / step / 2))
        shares = [part / parts for part in range(1, parts)]
        spots += [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares]
    return spots


def list_outside(room):
    """(place, lens shift) outside: before the middle of each wall and off each corner."""
    w, d = room["width_m"], room["depth_m"]
    ways = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
    starts = []
    for wall in room["walls"]:
        along_x = wall["direction"] in ("north", "south")
        for share in WALL_SHARES:
            along = wall["start_m"] + (wall["end_m"] - wall["start_m"]) * share
            spot = (along, wall["at_m"]) if along_x else (wall["at_m"], along)
            starts.append((spot, ways[wall["direction"]]))
    slant = math.sqrt(0.5)
    starts += [((x * w, y * d), ((2 * x - 1) * slant, (2 * y - 1) * slant)) for x in (0, 1) for y in (0, 1)]
    side, found = max(w, d), []
    for (x, y), (dx, dy) in starts:
        for off, above in itertools.product(OUTSIDE, ABOVE):
            place = (x + dx * off * side, y + dy * off * side, EYE_HEIGHT_M + above * side)
            if not is_inside(room["corners_m"], *place[:2]):
                found.append((place, find_shift(place, room)))
    return found


def find_shift(place, room):
    """Lens shift (in sensor widths) with which a level camera's picture is centred on the room's middle."""
    away = math.dist(place[:2], (room["width_m"] / 2, room["depth_m"] / 2))
    return max(-MOST_SHIFT, min(SHIFT, (AIMED_M - place[2]) / away / (2.0 * MIDDLE_TAN)))
