"""The files of OUT/truth: arrays, pictures, JSON, and the exports beside them."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver.truth.objects import describe_objects
from solver.truth.relations import find_relations
from solver.truth.view import View

DIGITS = 9  # decimals kept in JSON: a nanometre, and no noise of the last bits


def write_view(view: View, folder: Path) -> list[dict[str, Any]]:
    """Write one view's files into `folder`, made now; returns the entries of objects.json."""
    folder.mkdir(parents=True)
    np.save(folder / "depth.npy", view.depth)
    np.save(folder / "normals.npy", view.normals)
    Image.fromarray(view.ids).save(folder / "ids.png")
    write_exr(view.depth, folder / "depth.exr")
    objects = describe_objects(view)
    write_json(view.camera.to_json(), folder / "camera.json")
    write_json(objects, folder / "objects.json")
    write_json(find_relations(view), folder / "relations.json")
    return objects


def write_json(value: Any, path: Path) -> None:
    """JSON with a line end, numbers rounded to DIGITS decimals."""
    path.write_text(json.dumps(round_numbers(value), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def round_numbers(value: Any) -> Any:
    """The same JSON value with every float rounded to DIGITS decimals, and no minus zero."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: round_numbers(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [round_numbers(item) for item in value]
    return value


def write_exr(depth: NDArray[np.float32], path: Path) -> None:
    """One 32-bit float channel `Z` as an uncompressed scan-line OpenEXR file (its file layout document)."""
    height, width = depth.shape
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    channel = b"Z\0" + struct.pack("<iiii", 2, 0, 1, 1) + b"\0"
    attributes = [
        (b"channels", b"chlist", channel),
        (b"compression", b"compression", b"\0"),
        (b"dataWindow", b"box2i", window),
        (b"displayWindow", b"box2i", window),
        (b"lineOrder", b"lineOrder", b"\0"),
        (b"pixelAspectRatio", b"float", struct.pack("<f", 1.0)),
        (b"screenWindowCenter", b"v2f", struct.pack("<2f", 0.0, 0.0)),
        (b"screenWindowWidth", b"float", struct.pack("<f", 1.0)),
    ]
    header = struct.pack("<2i", 20000630, 2)
    for name, kind, value in attributes:
        header += name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value
    header += b"\0"
    row_bytes = 8 + 4 * width
    first = len(header) + 8 * height
    with path.open("wb") as file:
        file.write(header)
        file.write((first + np.arange(height, dtype="<u8") * row_bytes).astype("<u8").tobytes())
        for row, line in enumerate(depth.astype("<f4")):
            file.write(struct.pack("<2i", row, 4 * width) + line.tobytes())
