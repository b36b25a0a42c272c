"""Daylight through the windows, one area light under the ceiling, a sky outside."""

import math

import bpy
from mathutils import Vector

from solver.blender.outline import find_wall

SUN_ELEVATION_DEG = 34.0
SUN_OFF_AXIS_DEG = 28.0
INWARDS = {"north": (0, -1), "south": (0, 1), "east": (-1, 0), "west": (1, 0)}

# Per style: area light (watts a square metre of floor), its colour; sun (W/m2); window fill (W/m2 of
# glass); sky strength. The exposure is measured afterwards, so only their ratios matter: little from
# the ceiling and much from the window spreads the grey values (standard deviation 28 at 4 : 4 : 28,
# 38 at 1.2 : 10 : 42 for the built-in furniture, whose materials are all light). More sun would spread
# them further (41 at 0.4 : 30 : 21), but where the camera sees its patch the rest goes dark.
STYLES = {
    "plain": {"area": 0.8, "area_rgb": (1.0, 0.95, 0.88), "sun": 12.0, "fill": 31.0, "sky": 1.7},
    "scandinavian": {"area": 0.8, "area_rgb": (1.0, 0.96, 0.9), "sun": 13.0, "fill": 35.0, "sky": 1.8},
    "classic": {"area": 1.2, "area_rgb": (1.0, 0.9, 0.78), "sun": 11.0, "fill": 29.0, "sky": 1.6},
    "dark": {"area": 1.6, "area_rgb": (1.0, 0.86, 0.7), "sun": 8.0, "fill": 30.0, "sky": 1.8},
}
FILL_TILT_DEG, FILL_SPREAD_DEG = 18.0, 140.0  # light of the sky falls; straight in it would burn the ceiling


def add_lights(room, style, collection):
    """A Sun that shines in through the first window, a ceiling Area light, a soft fill a window."""
    values = STYLES[style]
    windows = [opening for opening in room["openings"] if opening["kind"] == "window"]
    lights = [add_sun(room, windows, values["sun"], collection)]
    lights.append(add_ceiling_area(room, values, collection))
    lights += [add_window_fill(room, window, values["fill"], collection) for window in windows]
    set_sky(values["sky"])
    return lights


def add_sun(room, windows, strength, collection):
    """A Sun whose rays come through the first window, slanting towards the longer side of the room.

    Without a window it stands high in the south-west.
    """
    data = bpy.data.lights.new("Sun", "SUN")
    data.energy, data.angle, data.color = strength, math.radians(1.5), (1.0, 0.93, 0.82)
    direction = find_sun_direction(room, windows[0] if windows else None)
    sun = link_light(data, collection, (room["width_m"] / 2, room["depth_m"] / 2, room["height_m"] + 3.0))
    sun.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    return sun


def find_sun_direction(room, window):
    """Unit vector in which sunlight travels."""
    elevation = math.radians(SUN_ELEVATION_DEG)
    if window is None:
        return Vector((0.5, 0.5, -1.2)).normalized()
    wall = find_wall(room, window["wall"])
    x, y = INWARDS[wall["direction"]]
    middle = sum(window["along_m"]) / 2
    # towards the larger part of the wall, seen along +x or +y
    side = 1.0 if middle <= (wall["start_m"] + wall["end_m"]) / 2 else -1.0
    slant = math.tan(math.radians(SUN_OFF_AXIS_DEG)) * side
    flat = Vector((x + (slant if x == 0 else 0.0), y + (slant if y == 0 else 0.0), 0.0)).normalized()
    return (flat * math.cos(elevation) - Vector((0, 0, math.sin(elevation)))).normalized()


def add_ceiling_area(room, values, collection):
    """A wide soft light just under the ceiling, unseen by the camera."""
    data = bpy.data.lights.new("Area_Ceiling", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = room["width_m"] * 0.5, room["depth_m"] * 0.5
    data.energy = values["area"] * room["width_m"] * room["depth_m"]
    data.color = values["area_rgb"]
    place = (room["width_m"] / 2, room["depth_m"] / 2, room["height_m"] - 0.02)
    return hide_from_camera(link_light(data, collection, place))


def add_window_fill(room, window, strength, collection):
    """The sky's soft light through one window, as an area light just inside the pane."""
    (a, b), (c, d) = window["along_m"], window["z_m"]
    data = bpy.data.lights.new("Area_Sky", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", b - a, d - c
    data.energy, data.color = strength * (b - a) * (d - c), (0.82, 0.9, 1.0)
    wall = find_wall(room, window["wall"])
    x, y = INWARDS[wall["direction"]]
    middle, height, inside = (a + b) / 2, (c + d) / 2, wall["at_m"] + 0.02 * (x + y)
    place = (middle, inside, height) if x == 0 else (inside, middle, height)
    light = hide_from_camera(link_light(data, collection, place))
    data.spread = math.radians(FILL_SPREAD_DEG)
    down = -math.tan(math.radians(FILL_TILT_DEG))
    light.rotation_euler = Vector((x, y, down)).to_track_quat("-Z", "Z").to_euler()
    return light


def link_light(data, collection, location):
    """A light object with `data` at `location`, in metres."""
    obj = bpy.data.objects.new(data.name, data)
    obj.location = location
    collection.objects.link(obj)
    return obj


def hide_from_camera(obj):
    """Keep an area light out of the picture: in Cycles it would be a white rectangle."""
    obj.visible_camera = False
    obj.visible_glossy = False
    return obj


def set_sky(strength):
    """A pale blue sky; an empty file has no world at all."""
    world = bpy.data.worlds.new("Sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    background.inputs["Color"].default_value = (0.62, 0.79, 1.0, 1.0)
    background.inputs["Strength"].default_value = strength
