"""Which parts of the shell stand between a camera outside and the room."""

import numpy

from solver.blender.outline import find_wall

AT_WALL_M, TURNED_TO_IT = 0.1, 0.7  # of a surface from a wall; cosine between its normal and the way there
SIGNS = {"north": 1.0, "south": -1.0, "east": 1.0, "west": -1.0}


def find_hidden(room, shell, walls, place):
    """Names, sorted, of the shell's objects that a camera at `place` must not see: `walls` with all that is
    fitted into them, and the ceiling where the camera is above it."""
    above = place[2] > room["height_m"]
    return sorted(
        obj.name for obj in shell if obj.get("wall") in walls or (above and obj["shell"] == "ceiling")
    )


def find_dark(room, walls, samples):
    """Which samples (n,) lie close before one of these walls and face it: light does not get there, and from
    behind, where the wall is taken away, they are black."""
    dark = numpy.zeros(len(samples.points), dtype=bool)
    for wall in (find_wall(room, name) for name in walls):
        across, sign = (1 if wall["direction"] in ("north", "south") else 0), SIGNS[wall["direction"]]
        along = samples.points[:, 1 - across]
        gap = (wall["at_m"] - samples.points[:, across]) * sign
        turned = samples.normals[:, across] * sign > TURNED_TO_IT
        dark |= turned & (abs(gap) < AT_WALL_M) & (along > wall["start_m"]) & (along < wall["end_m"])
    return dark


def list_behind(room, place):
    """Names of the walls that turn their outside to a camera at `place`."""
    return [wall["name"] for wall in room["walls"] if is_behind(room, wall["name"], place)]


def is_behind(room, name, place):
    """True where `place` lies on the outer side of a wall's inner face."""
    wall = find_wall(room, name)
    across = place[1] if wall["direction"] in ("north", "south") else place[0]
    return (across - wall["at_m"]) * SIGNS[wall["direction"]] > 0.0
