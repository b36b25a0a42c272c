"""The room's outline in the plan: its walls, its corners, and wall coordinates (along, outwards, up)."""

import math

from mathutils import Matrix


def find_wall(room, name):
    """The wall called `name`."""
    return next(wall for wall in room["walls"] if wall["name"] == name)


def is_inside(corners, x, y):
    """True where a point is inside a polygon: an odd number of its edges lie to the east."""
    crossed = False
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


def grow_outline(corners, by_m):
    """An outline of right angles (counter-clockwise), each edge moved outwards by `by_m`."""
    grown = []
    for (x0, y0), (x, y), (x1, y1) in zip(
        [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
    ):
        # outwards is to the right of an edge's way
        for dx, dy in ((x - x0, y - y0), (x1 - x, y1 - y)):
            length = abs(dx) + abs(dy)
            x, y = x + by_m * dy / length, y - by_m * dx / length
        grown.append((x, y))
    return grown


def wall_span(room, wall):
    """Where a wall's solid starts and ends along its axis (x for north and south, else y), in metres.

    At an outer corner of the house north and south walls reach past their inner face by the thickness of
    the next wall; where the room goes round a corner, east and west walls leave that much to them.
    """
    thickness = room["wall_thickness_m"]
    along_x = wall["direction"] in ("north", "south")
    start, end = wall["start_m"], wall["end_m"]
    if along_x:
        start -= thickness if not turns_back(room, wall, start) else 0.0
        end += thickness if not turns_back(room, wall, end) else 0.0
    else:
        start += thickness if turns_back(room, wall, start) else 0.0
        end -= thickness if turns_back(room, wall, end) else 0.0
    return start, end


def turns_back(room, wall, end_m):
    """True where the room goes round the corner at this end of a wall: three quarters of it are floor."""
    corners = room["corners_m"]
    here = (end_m, wall["at_m"]) if wall["direction"] in ("north", "south") else (wall["at_m"], end_m)
    k = min(range(len(corners)), key=lambda i: math.dist(corners[i], here))
    (x0, y0), (x, y), (x1, y1) = corners[k - 1], corners[k], corners[(k + 1) % len(corners)]
    return (x - x0) * (y1 - y) - (y - y0) * (x1 - x) < 0.0


def wall_matrix(wall):
    """Takes wall coordinates (along, outwards, up) into the room's frame."""
    at = wall["at_m"]
    along, outwards, origin = {
        "north": ((1, 0, 0), (0, 1, 0), (0, at, 0)),
        "south": ((1, 0, 0), (0, -1, 0), (0, at, 0)),
        "east": ((0, 1, 0), (1, 0, 0), (at, 0, 0)),
        "west": ((0, 1, 0), (-1, 0, 0), (at, 0, 0)),
    }[wall["direction"]]
    columns = (along, outwards, (0, 0, 1), origin)
    return Matrix([[column[row] for column in columns] for row in range(3)] + [[0, 0, 0, 1]])
