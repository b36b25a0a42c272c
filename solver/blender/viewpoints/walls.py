"""Which parts of the shell stand between a camera outside and the room."""

from math import inf

from solver.blender.outline import find_wall
from solver.blender.viewpoints.places import find_box

AT_WALL_M = 0.1
SIGNS = {"north": 1.0, "south": -1.0, "east": 1.0, "west": -1.0}


def find_hidden(room, shell, walls, place):
    """Names, sorted, of the shell's objects that a camera at `place` must not see: `walls` with all that is
    fitted into them, and the ceiling where the camera is above it."""
    above = place[2] > room["height_m"]
    return sorted(
        obj.name for obj in shell if obj.get("wall") in walls or (above and obj["shell"] == "ceiling")
    )


def list_standing(room, sight):
    """The names of the pieces that stand at each wall: from behind they show a back where no light falls."""
    boxes = {name: find_box(mesh) for name, mesh in sight.triangles.items() if name not in sight.kinds}
    return {
        wall["name"]: [name for name, box in boxes.items() if measure_gap_m(wall, *box) < AT_WALL_M]
        for wall in room["walls"]
    }


def measure_gap_m(wall, low, high):
    """From a wall's plane to a box, in metres; inf where the box is not before it."""
    across, along = (1, 0) if wall["direction"] in ("north", "south") else (0, 1)
    if high[along] < wall["start_m"] or low[along] > wall["end_m"]:
        return inf
    return min((wall["at_m"] - corner[across]) * SIGNS[wall["direction"]] for corner in (low, high))


def list_behind(room, place):
    """Names of the walls that turn their outside to a camera at `place`."""
    return [wall["name"] for wall in room["walls"] if is_behind(room, wall["name"], place)]


def is_behind(room, name, place):
    """True where `place` lies on the outer side of a wall's inner face."""
    wall = find_wall(room, name)
    across = place[1] if wall["direction"] in ("north", "south") else place[0]
    return (across - wall["at_m"]) * SIGNS[wall["direction"]] > 0.0
