"""Stages for TRACE: a small room with props, and things that stand on, under, in and beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.core.styles import STYLES
from solver.truth.camera import Array, Camera
from solver.truth.questions.casting import SCALE, Cast, Way, find_scales, find_surface
from solver.truth.questions.draws import Draws
from solver.truth.questions.placing import Item, Spot, draw_window, place_items
from solver.truth.questions.studio import Shot, Stage, Things, plan_stage
from solver.truth.relations import REACH_M, cast_ray
from solver.truth.solids import Solid

GAP_M = 0.06  # between things on the floor
LIFT_M = 1.5  # ray start above the floor when looking for a surface
HEADROOM_M = 0.02  # between a thing and the prop that it stands under


@dataclass(frozen=True)
class Thing:
    """One thing or prop with its pose: middle in plan, underside, degrees."""

    name: str
    kind: str
    role: str  # "reference", "context" or "candidate"
    colour: str
    scale: float
    x_m: float
    y_m: float
    z_m: float
    yaw_deg: int

    def to_plan(self) -> dict[str, Any]:
        """As a piece of a stage's plan."""
        return {
            "name": self.name, "label": self.name, "category": self.kind, "asset": self.kind,
            "thing": self.kind, "scale": self.scale, "colour": self.colour,
            "x_m": self.x_m, "y_m": self.y_m, "z_m": self.z_m, "yaw_deg": self.yaw_deg,
        }  # fmt: skip

    def to_solid(self, things: Things) -> Solid:
        """As a solid, so that a view can be tried before anything is built."""
        return Solid(
            self.name, "piece", self.name, self.kind, self.kind, None, float(self.yaw_deg), False,
            stand(things.triangles[self.kind] * self.scale, self.yaw_deg, (self.x_m, self.y_m, self.z_m)),
            colour=self.colour,
        )  # fmt: skip


def stand(triangles: Array, yaw_deg: float, place: tuple[float, float, float]) -> Array:
    """Triangles turned about z and moved."""
    angle = math.radians(yaw_deg)
    turn = np.array(
        [[math.cos(angle), math.sin(angle), 0.0], [-math.sin(angle), math.cos(angle), 0.0], [0, 0, 1.0]]
    )
    stood: Array = triangles @ turn + np.array(place)
    return stood


@dataclass(frozen=True)
class PropStage:
    """A drawn TRACE scene: its things, room and camera."""

    room_m: tuple[float, float, float]
    style: str
    wall: str
    things: tuple[Thing, ...]
    shot: Shot

    def to_stage(self, name: str) -> Stage:
        """As a scene to be built."""
        pieces = [thing.to_plan() for thing in self.things]
        return plan_stage(name, self.style, self.room_m, self.wall, pieces, (self.shot,))


def draw_prop_stage(draws: Draws, cast: Cast, things: Things) -> PropStage | None:
    """One random arrangement of a cast; None when its things do not fit (draw again)."""
    room = (round(draws.number(3.4, 4.4), 2), round(draws.number(3.6, 4.4), 2), 2.6)
    colours = draws.shuffle(things.colours)
    floor = _place_floor(draws, things, room, cast)
    if floor is None:
        return None
    placed = [
        _make_thing(kind, role, colours[n], floor[kind][1], floor[kind][0], 0.0)
        for n, (kind, role) in enumerate(cast.list_props())
    ]
    for number, kind in enumerate(cast.kinds):
        colour = colours[(number + 4) % len(colours)]
        if kind in cast.hosted:
            thing = _host_thing(draws, things, placed, kind, colour, cast.hosted[kind])
            if thing is None:
                return None
        else:
            thing = _make_thing(kind, "candidate", colour, floor[kind][1], floor[kind][0], 0.0)
        placed.append(thing)
    style, wall = draws.pick(STYLES), draws.pick(("west", "east", "south"))
    return PropStage(room, style, wall, tuple(placed), _draw_shot(draws, cast.eye_m, room, placed[0]))


def _place_floor(
    draws: Draws, things: Things, room: tuple[float, float, float], cast: Cast
) -> dict[str, tuple[Spot, float]] | None:
    """Spot and scale of everything that stands on the floor, by kind; placed by the placer."""
    width, depth, _height = room
    regions = {
        "reference": (width / 2 - 0.8, width / 2 + 0.8, 1.5, 2.3),
        "context": (0.15, width - 0.15, 2.3, depth - 0.1),
        "candidate": (0.45, width - 0.45, 1.0, depth - 0.8),
    }
    loose = [(kind, "candidate") for kind in cast.kinds if kind not in cast.hosted]
    items, scales = list[Item](), dict[str, float]()
    for kind, role in [*cast.list_props(), *loose]:
        scales[kind] = round(draws.number(*SCALE), 3) if role == "candidate" else 1.0
        size = things.size_m(kind, scales[kind])[:2]
        facing = draws.pick(("south", "east", "west")) if role == "candidate" else "south"
        turned = size[::-1] if facing in ("east", "west") else size
        window = draw_window(draws, (turned[0] + GAP_M, turned[1] + GAP_M), regions[role], 0.6)
        items.append(Item(f"i{len(items)}", size, facing, window))
    spots = place_items(items, (width, depth), gap_m=GAP_M)
    if spots is None:
        return None
    return {kind: (spots[item.name], scales[kind]) for kind, item in zip(scales, items, strict=True)}


def _make_thing(kind: str, role: str, colour: str, scale: float, spot: Spot, z_m: float) -> Thing:
    name = kind.replace(" ", "_")
    return Thing(name, kind, role, colour, scale, spot.x_m, spot.y_m, z_m, spot.yaw_deg)


def _host_thing(
    draws: Draws, things: Things, placed: list[Thing], kind: str, colour: str, way: Way
) -> Thing | None:
    """A thing on, under or in a prop, placed by the placer on the prop's own surface, in real contact."""
    prop, scales = next(thing for thing in placed if thing.kind == way[0]), find_scales(things, kind, *way)
    if scales is None:
        return None
    scale = round(draws.number(*scales), 3)
    size = things.size_m(kind, scale)
    surface = find_surface(things, *way, size)
    window = draw_window(draws, size[:2], (0.0, surface[0], 0.0, surface[1]), 0.05)
    spots = place_items([Item("thing", size[:2], "south", window)], surface, unit_mm=0.1)
    if spots is None:
        return None
    x = prop.x_m + spots["thing"].x_m - surface[0] / 2
    y = prop.y_m + spots["thing"].y_m - surface[1] / 2
    base = _find_base(prop.to_solid(things), way[1], (x, y), size[2])
    return None if base is None else _make_thing(kind, "candidate", colour, scale, Spot(x, y, 0), base)


def _find_base(prop: Solid, way: str, place: tuple[float, float], height_m: float) -> float | None:
    """How high a thing's underside lies there; None where there is no surface, or no room under it."""
    if way == "under_prop":
        up = cast_ray(np.array([*place, 0.01]), np.array([0.0, 0.0, 1.0]), prop.triangles)
        return 0.0 if height_m <= up - HEADROOM_M else None
    drop = cast_ray(np.array([*place, LIFT_M]), np.array([0.0, 0.0, -1.0]), prop.triangles)
    return LIFT_M - drop if drop < REACH_M else None


def _draw_shot(
    draws: Draws, eye_m: tuple[float, float], room: tuple[float, float, float], middle: Thing
) -> Shot:
    width, _depth, _height = room
    location = (
        round(width / 2 + draws.number(-0.7, 0.7), 3),
        round(draws.number(0.12, 0.3), 3),
        round(draws.number(*eye_m), 3),
    )
    target = (
        round((middle.x_m + width / 2) / 2, 3),
        round(middle.y_m + 0.1, 3),
        round(draws.number(0.15, 0.3), 3),
    )
    return Shot("view", location, target, round(draws.number(22.0, 26.0), 1))


def make_camera(shot: Shot, size_px: tuple[int, int]) -> Camera:
    """The camera of a shot as the studio will build it (a 36 mm sensor across the picture's width)."""
    forward = np.array(shot.target) - np.array(shot.location)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    focal = shot.lens_mm / 36.0 * size_px[0]
    intrinsics = np.array([[focal, 0.0, size_px[0] / 2], [0.0, focal, size_px[1] / 2], [0.0, 0.0, 1.0]])
    shift = -rotation @ np.array(shot.location)
    return Camera(shot.name, "perspective", intrinsics, rotation, shift, *size_px, 0.05)
