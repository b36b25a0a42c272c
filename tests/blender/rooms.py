"""Small rooms of boxes for tests, built by a Blender process and measured from the saved file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from solver.bridge import run_task

SCRIPT = Path(__file__).with_name("make_room.py")
SIZE = (5.0, 6.0, 2.8)


def list_shell(size: tuple[float, float, float] = SIZE, wall: float = 0.1) -> list[dict[str, Any]]:
    """Floor, ceiling and four walls around [0, W] x [0, D] x [0, H], each a box."""
    w, d, h = size
    boxes = {
        "floor": ((-wall, -wall, -wall), (w + wall, d + wall, 0.0)),
        "ceiling": ((-wall, -wall, h), (w + wall, d + wall, h + wall)),
        "wall_north": ((-wall, d, 0.0), (w + wall, d + wall, h)),
        "wall_south": ((-wall, -wall, 0.0), (w + wall, 0.0, h)),
        "wall_east": ((w, 0.0, 0.0), (w + wall, d, h)),
        "wall_west": ((-wall, 0.0, 0.0), (0.0, d, h)),
    }
    return [
        {"name": name.title(), "low": low, "high": high, "props": {"shell": name}}
        for name, (low, high) in boxes.items()
    ]


def piece_box(name: str, low: tuple[float, ...], high: tuple[float, ...], **more: Any) -> dict[str, Any]:
    """A furniture box with the custom properties of a solved room."""
    props = {"piece": name.lower(), "category": name.lower(), "asset": name.lower(), "yaw_deg": 0}
    return {"name": name, "low": low, "high": high, "props": props, **more}


def build_room(blend: Path, boxes: list[dict[str, Any]], **job: Any) -> Path:
    """Write `blend` with these boxes; further keys as in make_room.py."""
    order = blend.with_suffix(".json")
    order.write_text(json.dumps({"blend": str(blend), "boxes": boxes, **job}))
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(order)], capture_output=True, text=True, timeout=120
    )
    assert blend.is_file(), done.stdout + done.stderr
    return blend


def measure_blend(blend: Path, **request: Any) -> dict[str, Any]:
    """The `measure_room` answer for one file."""
    return run_task(
        "measure_room",
        {"blend": str(blend), "sizes_px": {"render": [1920, 1080], "top_view": [1280, 1536]}, **request},
    )
