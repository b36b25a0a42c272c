"""A sound output folder made by hand: the default scene with box furniture, nothing rendered.

Positions are worked out here from the scene's sentences, not by the placer, so that the checks are
tried on something that was not made by the code beside them.
"""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from solver.core.layout import format_csv
from solver.core.measured import Camera, Light, Measured, Preview, SeenPiece, Side, Solid, View
from solver.core.spec import SceneSpec, read_scene

SCENE = Path(__file__).parents[2] / "scenes" / "weavebench_living_room.yaml"
LABELS = {
    "sofa": "Sofa",
    "coffee_table": "CoffeeTable",
    "tv_stand": "TVStand",
    "dining_table": "DiningTable",
    "chair_1": "Chair_1",
    "chair_2": "Chair_2",
    "nightstand": "Bedside",
}
# Centre x, y; extents along x, y as they stand; height; yaw. Millimetres and degrees.
PLACES: dict[str, tuple[int, int, int, int, int, int]] = {
    "sofa": (2500, 5440, 2100, 920, 820, 0),
    "coffee_table": (2500, 2700, 1200, 650, 420, 0),
    "tv_stand": (2500, 210, 1600, 420, 500, 180),
    "dining_table": (3750, 3000, 900, 1600, 750, 270),
    "chair_1": (3750, 1900, 460, 500, 880, 180),
    "chair_2": (3750, 4100, 460, 500, 880, 0),
    "nightstand": (3790, 5790, 480, 420, 550, 0),
}
CATEGORIES = {"chair_1": "chair", "chair_2": "chair"}
ROOM_M = (5.0, 6.0, 2.8)


@cache
def make_spec() -> SceneSpec:
    return read_scene(SCENE)


def make_solid(piece: str) -> Solid:
    x, y, wide, deep, high, yaw = (value / 1000.0 for value in PLACES[piece])
    yaw *= 1000.0
    low, top = (x - wide / 2, y - deep / 2, 0.0), (x + wide / 2, y + deep / 2, high)
    # The back's middle: a fifth of the depth behind the centre; at yaw 0 the front looks along -y.
    back = {0: (0.0, 0.2 * deep), 90: (-0.2 * wide, 0.0), 180: (0.0, -0.2 * deep), 270: (0.2 * wide, 0.0)}
    dx, dy = back[int(yaw)]
    corners = ((low[0], low[1]), (top[0], low[1]), (top[0], top[1]), (low[0], top[1]))
    return Solid(
        object=LABELS[piece], role="piece", piece=piece, category=CATEGORIES.get(piece, piece),
        asset=CATEGORIES.get(piece, piece), shell=None, yaw_deg=yaw, turn_deg=(0.0, 0.0, 0.0), parent=None,
        location=(x, y, 0.0), scale=(1.0, 1.0, 1.0), dimensions=(wide, deep, high), box_min=low, box_max=top,
        triangles=12, centroid=(x + dx / 2, y + dy / 2, high / 2), upper_centroid=(x + dx, y + dy, high),
        outline=corners,
    )  # fmt: skip


def make_shell(name: str) -> Solid:
    solid = make_solid("sofa")
    return replace(solid, object=name.title(), role="shell", piece=None, shell=name, yaw_deg=None, asset=None)


def make_view(camera: str, **frame: Any) -> View:
    pieces = tuple(SeenPiece(label, 500, 600, 1.0) for label in LABELS.values())
    return View(camera, 20736, 192, 0, pieces, (0.05, 0.05, 0.95, 0.95) if not frame else frame["frame"])


def make_measured() -> Measured:
    sides = {"west": 0.0, "east": 5.0, "south": 0.0, "north": 6.0, "floor": 0.0, "ceiling": 2.8}
    return Measured(
        blender_version="4.5.15", file_version=(4, 5, 15), scene_count=1,
        scene_name="weavebench_living_room", scene_text="",
        solids=(*(make_solid(piece) for piece in LABELS), make_shell("floor"), make_shell("wall_north")),
        contacts=(), interior={name: Side(at_m, 1.0, 1.0) for name, at_m in sides.items()},
        lights=(Light("Sun", "SUN", 3.0, (0.0, 0.0, 5.0)), Light("Area", "AREA", 100.0, (2.5, 3.0, 2.7))),
        cameras=(
            Camera("Camera", "PERSP", True, (0.3, 5.7, 1.6), 17.0, 6.0),
            Camera("TopCamera", "ORTHO", False, (2.5, 3.0, 7.8), 50.0, 7.0),
        ),
        unpacked=(), texts=(), drivers=0, libraries=(),
        views={"render": make_view("Camera"), "top_view": make_view("TopCamera")},
        previews={
            "render": make_preview("render", (192, 108)),
            "top_view": make_preview("top_view", (192, 229)),
        },
    )  # fmt: skip


def make_drawing(name: str, size_px: tuple[int, int]) -> Image.Image:
    """A picture with coarse and fine structure: boxes on a gradient, the same at every size."""
    wide, high = size_px
    u, v = np.meshgrid((np.arange(wide) + 0.5) / wide, (np.arange(high) + 0.5) / high)
    grey = 90.0 + 50.0 * v + 12.0 * np.sin(40.0 * u)
    boxes = {
        "render": ((0.1, 0.6, 30.0), (0.45, 0.3, 220.0), (0.7, 0.55, 60.0)),
        "render_2": ((0.05, 0.1, 230.0), (0.4, 0.6, 20.0), (0.75, 0.2, 240.0)),
        "top_view": ((0.3, 0.1, 200.0), (0.6, 0.5, 30.0)),
    }
    for left, top, value in boxes[name]:
        grey[(u > left) & (u < left + 0.22) & (v > top) & (v < top + 0.3)] = value
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8)).convert("RGB")


@cache
def make_preview(name: str, size_px: tuple[int, int]) -> Preview:
    return Preview(size_px, make_drawing(name, size_px).tobytes())


def make_blend_bytes(version: bytes = b"405") -> bytes:
    """The shortest file that is whole by its header: the magic and an end block."""
    return b"BLENDER-v" + version + struct.pack("<4siQii", b"ENDB", 0, 0, 0, 0)


def make_rows() -> list[tuple[str, int, int, int, int, int]]:
    rows = []
    for piece, (x, y, wide, deep, _high, yaw) in PLACES.items():
        wall = min(x - wide // 2, y - deep // 2, 5000 - x - wide // 2, 6000 - y - deep // 2)
        rows.append((LABELS[piece], x, y, 0, yaw, wall))
    return rows


@cache
def encode_drawing(name: str, size_px: tuple[int, int]) -> bytes:
    data = io.BytesIO()
    make_drawing(name, size_px).save(data, format="PNG", compress_level=1)
    return data.getvalue()


def write_folder(folder: Path) -> Path:
    """The four deliverables as files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "room.blend").write_bytes(make_blend_bytes())
    (folder / "render.png").write_bytes(encode_drawing("render", (1920, 1080)))
    (folder / "top_view.png").write_bytes(encode_drawing("top_view", make_spec().top_size_px))
    (folder / "layout.csv").write_text(format_csv(make_rows()))
    return folder
