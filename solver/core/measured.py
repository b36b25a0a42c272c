"""A finished room as it was measured in its file: plain values in metres and degrees.

Made by `solver/blender/measure` and read here from its JSON answer. `None` says "not measurable" (no
such camera, no shell, no property); it never stands for zero.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Solid:
    """One object that renders: its world box and what the file says of it.

    `role` is "piece", "shell" or "other". `yaw_deg` is the custom property, `turn_deg` the object's own
    rotation about x, y, z on top of it. `outline` is the convex hull seen from above, counter-clockwise.
    """

    object: str
    role: str
    piece: str | None
    category: str | None
    asset: str | None
    shell: str | None
    yaw_deg: float | None
    turn_deg: Point
    parent: str | None
    location: Point
    scale: Point
    dimensions: Point
    box_min: Point
    box_max: Point
    triangles: int
    centroid: Point
    upper_centroid: Point
    outline: tuple[tuple[float, float], ...]

    @property
    def centre(self) -> Point:
        """Middle of the world box."""
        low, high = self.box_min, self.box_max
        return ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)

    @property
    def facing_deg(self) -> float | None:
        """Where the front looks: the property plus the object's own turn about z, in [0, 360)."""
        return None if self.yaw_deg is None else (self.yaw_deg + self.turn_deg[2]) % 360.0


@dataclass(frozen=True)
class Contact:
    """Two pieces that share space; `depth_mm` is the least move along an axis that parts them."""

    a: str
    b: str
    depth_mm: float
    contained: bool


@dataclass(frozen=True)
class Side:
    """One inner face of the room: its coordinate, and the shares of 169 rays that hit the face within
    2 mm of it, and that hit anything. `at_m` is None where no ray hit."""

    at_m: float | None
    flat_share: float
    hit_share: float


@dataclass(frozen=True)
class Light:
    """A light that renders."""

    name: str
    type: str
    energy: float
    location: Point


@dataclass(frozen=True)
class Camera:
    """A camera of the scene; `active` marks the scene's own."""

    name: str
    type: str
    active: bool
    location: Point
    lens_mm: float
    ortho_scale: float


@dataclass(frozen=True)
class SeenPiece:
    """How much of a piece a camera sees: rays that hit it first, rays that would hit it alone, and the
    share of its vertices inside the frame."""

    object: str
    seen: int
    alone: int
    in_frame: float


@dataclass(frozen=True)
class View:
    """One camera's picture as a grid of rays. `room_frame` is the room's box in it as left, top, right,
    bottom (0 to 1 lies inside the picture); `misses` counts rays that met nothing."""

    camera: str
    rays: int
    rays_across: int
    misses: int
    pieces: tuple[SeenPiece, ...]
    room_frame: tuple[float, float, float, float] | None


@dataclass(frozen=True)
class Preview:
    """A view drawn again, small, from the file: 8-bit sRGB rows."""

    size_px: tuple[int, int]
    rgb: bytes


@dataclass(frozen=True)
class Measured:
    """Everything measured in one room.blend.

    `interior` holds a Side for floor, ceiling and each wall by its name. `supports` gives for every piece
    off the floor how far below it (mm) the surfaces of pieces under its box lie, nearest point each.
    """

    blender_version: str
    file_version: tuple[int, ...]
    scene_count: int
    scene_name: str | None
    scene_text: str | None
    solids: tuple[Solid, ...]
    contacts: tuple[Contact, ...]
    interior: dict[str, Side] | None
    lights: tuple[Light, ...]
    cameras: tuple[Camera, ...]
    unpacked: tuple[str, ...]
    texts: tuple[str, ...]
    drivers: int
    libraries: tuple[str, ...]
    views: dict[str, View | None]
    previews: dict[str, Preview | None]
    supports: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def pieces(self) -> tuple[Solid, ...]:
        """The furniture that renders."""
        return tuple(solid for solid in self.solids if solid.role == "piece")

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Measured:
        """Read the answer of the `measure_room` task."""
        interior = data["interior"]
        return cls(
            blender_version=data["blender_version"],
            file_version=tuple(data["file_version"]),
            scene_count=data["scene_count"],
            scene_name=data["scene_name"],
            scene_text=data["scene_text"],
            solids=tuple(_read_solid(item) for item in data["solids"]),
            contacts=tuple(Contact(**item) for item in data["contacts"]),
            interior=None if interior is None else {name: Side(**side) for name, side in interior.items()},
            lights=tuple(Light(**_with_tuples(item, "location")) for item in data["lights"]),
            cameras=tuple(Camera(**_with_tuples(item, "location")) for item in data["cameras"]),
            unpacked=tuple(image["name"] for image in data["images"] if not image["packed"]),
            texts=tuple(data["texts"]),
            drivers=data["drivers"],
            libraries=tuple(data["libraries"]),
            views={name: _read_view(view) for name, view in data["views"].items()},
            previews={name: _read_preview(item) for name, item in data["previews"].items()},
            supports=data["supports"],
        )


def _with_tuples(item: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: tuple(value) if key in names else value for key, value in item.items()}


def _read_solid(item: dict[str, Any]) -> Solid:
    vectors = (
        "turn_deg",
        "location",
        "scale",
        "dimensions",
        "box_min",
        "box_max",
        "centroid",
        "upper_centroid",
    )
    outline = tuple((float(x), float(y)) for x, y in item["outline"])
    return Solid(**{**_with_tuples(item, *vectors), "outline": outline})


def _read_view(view: dict[str, Any] | None) -> View | None:
    if view is None:
        return None
    pieces = tuple(SeenPiece(**item) for item in view["pieces"])
    frame = view["room_frame"]
    return View(**{**view, "pieces": pieces, "room_frame": None if frame is None else tuple(frame)})


def _read_preview(item: dict[str, Any] | None) -> Preview | None:
    if item is None:
        return None
    return Preview((item["size"][0], item["size"][1]), base64.b64decode(item["rgb"]))
