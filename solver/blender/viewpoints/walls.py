"""Which parts of the shell stand between a camera outside and the room."""

from solver.blender.outline import find_wall

SIGNS = {"north": 1.0, "south": -1.0, "east": 1.0, "west": -1.0}


def find_hidden(room, shell, place):
    """Names, sorted, of the shell's objects that a camera at `place` must not see: walls that turn their
    outside to it with all that is fitted into them, and the ceiling where the camera is above it."""
    walls = {wall["name"] for wall in room["walls"] if is_behind(room, wall["name"], place)}
    above = place[2] > room["height_m"]
    return sorted(
        obj.name for obj in shell if obj.get("wall") in walls or (above and obj["shell"] == "ceiling")
    )


def is_behind(room, name, place):
    """True where `place` lies on the outer side of a wall's inner face."""
    wall = find_wall(room, name)
    across = place[1] if wall["direction"] in ("north", "south") else place[0]
    return (across - wall["at_m"]) * SIGNS[wall["direction"]] > 0.0
