"""A camera in the OpenCV frame: x right, y down, z forwards along the optical axis.

Pixel coordinates are continuous: (0, 0) is the picture's upper left corner, and the pixel in column c
and row r has its centre at (c + 0.5, r + 0.5). Libraries that put centres at whole numbers must take
0.5 off `K[0][2]` and `K[1][2]`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
PERSPECTIVE, ORTHOGRAPHIC = "perspective", "orthographic"


@dataclass(frozen=True)
class Camera:
    """A camera's picture of the world.

    `rotation` (3, 3) and `translation` (3,) take world metres into the camera's frame: X = R x + t.
    Perspective: (u z, v z, z) = K X. Orthographic: u = K00 X + K02, v = K11 Y + K12, with K00 and K11
    in pixels a metre. Lens shift sits in K02 and K12. Nothing nearer than `near_m` is seen.
    """

    name: str
    kind: str
    intrinsics: Array
    rotation: Array
    translation: Array
    width: int
    height: int
    near_m: float

    @property
    def is_flat(self) -> bool:
        """True for an orthographic camera."""
        return self.kind == ORTHOGRAPHIC

    @property
    def position(self) -> Array:
        """The camera's place in the world, metres."""
        place: Array = -self.rotation.T @ self.translation
        return place

    @property
    def heading_deg(self) -> float:
        """Where the camera looks over the floor: degrees clockwise from world north (+y).

        For a camera that looks straight down it is where the picture's upper edge points.
        """
        forward, up = self.rotation[2], -self.rotation[1]
        way = forward if math.hypot(forward[0], forward[1]) > 0.2 else up
        return math.degrees(math.atan2(way[0], way[1])) % 360.0

    def to_local(self, points: Array) -> Array:
        """World points (..., 3) in the camera's frame, metres; the last value is the depth."""
        local: Array = points @ self.rotation.T + self.translation
        return local

    def project(self, points: Array) -> Array:
        """World points (..., 3) to (..., 2) pixel coordinates; not a number where not before the camera."""
        local = self.to_local(points)
        scale = np.ones_like(local[..., 2:]) if self.is_flat else local[..., 2:]
        focal = np.array([self.intrinsics[0, 0], self.intrinsics[1, 1]])
        spots: Array = np.where(local[..., 2:] > 1e-9, focal * local[..., :2], np.nan)
        spots = spots / np.where(scale > 1e-9, scale, 1.0) + self.intrinsics[:2, 2]
        return spots

    def back_project(self, spots: Array, depth: Array) -> Array:
        """Pixel coordinates (n, 2) with depths (n,) in metres along the optical axis to world points."""
        focal = np.array([self.intrinsics[0, 0], self.intrinsics[1, 1]])
        flat = (spots - self.intrinsics[:2, 2]) / focal
        local = np.column_stack([flat if self.is_flat else flat * depth[:, None], depth])
        points: Array = (local - self.translation) @ self.rotation
        return points

    def to_json(self) -> dict[str, Any]:
        """camera.json: K, R, t and the conventions beside them."""
        return {
            "type": self.kind,
            "width": self.width,
            "height": self.height,
            "K": self.intrinsics.tolist(),
            "R": self.rotation.tolist(),
            "t": self.translation.tolist(),
            "near_m": self.near_m,
            "frame": "world to camera X = R x + t, metres; camera x right, y down, z forwards",
            "projection": (
                "u = K00 X + K02, v = K11 Y + K12 (pixels a metre); depth = Z"
                if self.is_flat
                else "(u z, v z, z) = K X; depth = z"
            ),
            "pixel_centre": 0.5,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], name: str = "") -> Camera:
        """The camera of a camera.json."""
        return cls(
            name=name, kind=data["type"], intrinsics=np.array(data["K"], dtype=float),
            rotation=np.array(data["R"], dtype=float), translation=np.array(data["t"], dtype=float),
            width=data["width"], height=data["height"], near_m=data["near_m"],
        )  # fmt: skip
