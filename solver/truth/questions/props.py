"""Stages for TRACE: a small room with props, and things that stand on, under, in and beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.truth.camera import Array, Camera
from solver.truth.questions.draws import Draws
from solver.truth.questions.placing import Item, Spot, draw_window, place_items
from solver.truth.questions.relation import PROPS, REACH
from solver.truth.questions.studio import Shot, Stage, Things, plan_stage
from solver.truth.relations import REACH_M, cast_ray
from solver.truth.solids import Solid

STYLES = ("plain", "scandinavian", "classic", "dark")
GAP_M = 0.06  # between things on the floor
EDGE_M = 0.035  # things keep this far within a relation's footprint, so that a percent changes nothing
SCALE = (1.25, 1.6)  # of things on the floor, on and in props
UNDER_SCALE = (1.0, 1.2)
LIFT_M = 1.5  # ray start above the floor when looking for a surface
# Where a thing can be hosted by which prop.
HOSTS = {"table": ("on_top_of_prop", "under_prop"), "shelf": ("on_top_of_prop",),
         "arch": ("on_top_of_prop", "under_prop"), "open box": ("inside_prop",)}  # fmt: skip


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

    query: str
    room_m: tuple[float, float, float]
    style: str
    wall: str
    things: tuple[Thing, ...]
    shot: Shot

    def to_stage(self, name: str) -> Stage:
        """As a scene to be built."""
        pieces = [thing.to_plan() for thing in self.things]
        return plan_stage(name, self.style, self.room_m, self.wall, pieces, (self.shot,))


def draw_prop_stage(draws: Draws, query: str, things: Things, candidates: int) -> PropStage | None:
    """One random stage; None when its things do not fit (draw again)."""
    room = (round(draws.number(3.4, 4.4), 2), round(draws.number(3.6, 4.4), 2), 2.6)
    reference = draws.pick(PROPS[query])
    contexts = draws.sample([kind for kind in things.props if kind != reference], draws.whole(1, 3))
    kinds = draws.sample(things.things, candidates)
    colours = draws.shuffle(things.colours)
    hosted = _choose_hosts(draws, query, reference, contexts, kinds)
    floor = _place_floor(draws, things, room, reference, contexts, [k for k in kinds if k not in hosted])
    if floor is None:
        return None
    placed = [
        _make_thing(kind, "reference" if kind == reference else "context", colours[n], scale, spot, 0.0)
        for n, (kind, (spot, scale)) in enumerate(floor.items())
        if kind in (reference, *contexts)
    ]
    for number, kind in enumerate(kinds):
        colour = colours[(number + 4) % len(colours)]
        if kind in hosted:
            thing = _host_thing(draws, things, placed, kind, colour, *hosted[kind])
            if thing is None:
                return None
        else:
            thing = _make_thing(kind, "candidate", colour, floor[kind][1], floor[kind][0], 0.0)
        placed.append(thing)
    middle = next(thing for thing in placed if thing.role == "reference")
    return PropStage(
        query,
        room,
        draws.pick(STYLES),
        draws.pick(("west", "east", "south")),
        tuple(placed),
        _draw_shot(draws, query, room, middle),
    )


def _choose_hosts(
    draws: Draws, query: str, reference: str, contexts: list[str], kinds: list[str]
) -> dict[str, tuple[str, str]]:
    """Thing -> (prop, relation): the answer first, then some that keep another relation or another prop."""
    left = draws.shuffle(kinds)
    hosted = {left.pop(): (reference, query)}
    ways = [
        (prop, way)
        for prop in (reference, *contexts)
        for way in HOSTS[prop]
        if (prop, way) != (reference, query)
    ]
    taken = set[str]()
    for prop, way in draws.shuffle(ways):
        if prop not in taken and len(left) > 2 and draws.fraction() < 0.55:
            hosted[left.pop()] = (prop, way)
            taken.add(prop)
    return hosted


def _place_floor(
    draws: Draws,
    things: Things,
    room: tuple[float, float, float],
    reference: str,
    contexts: list[str],
    loose: list[str],
) -> dict[str, tuple[Spot, float]] | None:
    """Spot and scale of everything that stands on the floor, by kind; placed by the placer."""
    width, depth, _height = room
    items, scales = list[Item](), dict[str, float]()
    for kind in [reference, *contexts, *loose]:
        scales[kind] = 1.0 if kind in things.props else round(draws.number(*SCALE), 3)
        size = things.size_m(kind, scales[kind])[:2]
        facing = "south" if kind in things.props else draws.pick(("south", "east", "west"))
        turned = size[::-1] if facing in ("east", "west") else size
        if kind == reference:
            region = (width / 2 - 0.8, width / 2 + 0.8, 1.5, 2.3)
        elif kind in contexts:
            region = (0.15, width - 0.15, 2.3, depth - 0.1)
        else:
            region = (0.45, width - 0.45, 1.0, depth - 0.8)
        window = draw_window(draws, (turned[0] + GAP_M, turned[1] + GAP_M), region, 0.6)
        items.append(Item(f"i{len(items)}", size, facing, window))
    spots = place_items(items, (width, depth), gap_m=GAP_M)
    if spots is None:
        return None
    return {kind: (spots[item.name], scales[kind]) for kind, item in zip(scales, items, strict=True)}


def _make_thing(kind: str, role: str, colour: str, scale: float, spot: Spot, z_m: float) -> Thing:
    name = kind.replace(" ", "_")
    return Thing(name, kind, role, colour, scale, spot.x_m, spot.y_m, z_m, spot.yaw_deg)


def _host_thing(
    draws: Draws, things: Things, placed: list[Thing], kind: str, colour: str, prop_kind: str, way: str
) -> Thing | None:
    """A thing on, under or in a prop, placed by the placer on the prop's own surface, in real contact."""
    prop = next(thing for thing in placed if thing.kind == prop_kind)
    scale = round(draws.number(*(UNDER_SCALE if way == "under_prop" else SCALE)), 3)
    size = things.size_m(kind, scale)
    reach = [2 * REACH[way] * side - 2 * EDGE_M for side in things.size_m(prop_kind)[:2]]
    # The middle may go to the edge of the reach; the box may stand over it as far as the surface goes.
    surface = [side - 2 * 0.05 for side in things.size_m(prop_kind)[:2]]
    region = [min(reach[k] + size[k], surface[k]) for k in (0, 1)]
    if min(region[k] - size[k] for k in (0, 1)) < 0.0:
        return None
    window = draw_window(draws, (size[0], size[1]), (0.0, region[0], 0.0, region[1]), 0.05)
    spots = place_items(
        [Item("thing", (size[0], size[1]), "south", window)], (region[0], region[1]), unit_mm=0.1
    )
    if spots is None:
        return None
    x = prop.x_m + spots["thing"].x_m - region[0] / 2
    y = prop.y_m + spots["thing"].y_m - region[1] / 2
    start = LIFT_M if way != "under_prop" else 0.01
    drop = cast_ray(np.array([x, y, start]), np.array([0.0, 0.0, -1.0]), prop.to_solid(things).triangles)
    if way == "under_prop":
        roof = cast_ray(np.array([x, y, 0.01]), np.array([0.0, 0.0, 1.0]), prop.to_solid(things).triangles)
        if size[2] > roof - 0.02:
            return None
    base = 0.0 if way == "under_prop" else start - drop
    if drop >= REACH_M and way != "under_prop":
        return None
    return _make_thing(kind, "candidate", colour, scale, Spot(x, y, 0), base)


def _draw_shot(draws: Draws, query: str, room: tuple[float, float, float], middle: Thing) -> Shot:
    width, _depth, _height = room
    height = (1.0, 1.4) if query == "under_prop" else (1.6, 2.1)
    location = (
        round(width / 2 + draws.number(-0.7, 0.7), 3),
        round(draws.number(0.12, 0.3), 3),
        round(draws.number(*height), 3),
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
