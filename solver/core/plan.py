"""Everything Blender needs to build and render one room, as plain values in metres and degrees.

A ScenePlan crosses the process border as JSON (`dataclasses.asdict`); nothing in it knows bpy.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OpeningPlan:
    """A hole in a wall. `along_m` is the opening's start and end along the wall: x for the north and
    south walls, y for the east and west walls; `z_m` its lower and upper edge."""

    kind: str  # "window" or "door"
    wall: str  # "north", "east", "south", "west"
    along_m: tuple[float, float]
    z_m: tuple[float, float]


@dataclass(frozen=True)
class RoomPlan:
    """The shell: interior size and wall thickness in metres; walls grow outwards."""

    width_m: float
    depth_m: float
    height_m: float
    wall_thickness_m: float
    openings: tuple[OpeningPlan, ...]


@dataclass(frozen=True)
class PiecePlan:
    """One piece to be stood in the room: its clean one-object .blend and its pose.

    `x_m, y_m` is the centre of the mesh's box, `z_m` the height of its underside. The yaw is baked
    into the mesh and kept as the custom property `yaw_deg`.
    """

    name: str
    label: str
    category: str
    blend: str
    x_m: float
    y_m: float
    z_m: float
    yaw_deg: int


@dataclass(frozen=True)
class RenderPlan:
    """Picture sizes in pixels (width, height) and the quality's settings."""

    quality: str
    samples: int
    top_samples: int
    denoise: bool
    size_px: tuple[int, int]
    top_size_px: tuple[int, int]


@dataclass(frozen=True)
class ScenePlan:
    """One room, ready to build. `scene_text` is the scene file itself, kept in room.blend so that
    `check` can tell what the room was meant to be."""

    scene: str
    scene_text: str
    style: str
    room: RoomPlan
    pieces: tuple[PiecePlan, ...]
    render: RenderPlan
