"""Which parts of the shell stand between a camera outside and the room."""

from math import inf

from solver.blender.outline import find_wall

AT_WALL_M = 0.1
SIGNS = {"north": 1.0, "south": -1.0, "east": 1.0, "west": -1.0}


def find_hidden(room, shell, place):
    """Names, sorted, of the shell's objects that a camera at `place` must not see: walls that turn their
    outside to it with all that is fitted into them, and the ceiling where the camera is above it."""
    walls = {wall["name"] for wall in room["walls"] if is_behind(room, wall["name"], place)}
    above = place[2] > room["height_m"]
    return sorted(
        obj.name for obj in shell if obj.get("wall") in walls or (above and obj["shell"] == "ceiling")
    )


def find_backs(room, sight, place):
    """Names of the pieces that stand at a wall which a camera at `place` must not see: it would look at
    their backs, where no light falls."""
    walls = [wall for wall in room["walls"] if is_behind(room, wall["name"], place)]
    return [
        name
        for name, triangles in sight.triangles.items()
        if name not in sight.kinds
        for wall in walls
        if measure_gap_m(wall, triangles.reshape(-1, 3)) < AT_WALL_M
    ]


def measure_gap_m(wall, points):
    """From a wall's plane to the nearest of `points` (n, 3), in metres; inf where they are not before it."""
    across, along = (1, 0) if wall["direction"] in ("north", "south") else (0, 1)
    if points[:, along].max() < wall["start_m"] or points[:, along].min() > wall["end_m"]:
        return inf
    return float(((wall["at_m"] - points[:, across]) * SIGNS[wall["direction"]]).min())


def is_behind(room, name, place):
    """True where `place` lies on the outer side of a wall's inner face."""
    wall = find_wall(room, name)
    across = place[1] if wall["direction"] in ("north", "south") else place[0]
    return (across - wall["at_m"]) * SIGNS[wall["direction"]] > 0.0
