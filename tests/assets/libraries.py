"""Tiny model files and Sweet Home 3D libraries, written as text and zips by the tests."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

_CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]

Size = tuple[float, float, float]


def make_obj(size: Size, material: bool = False) -> str:
    """A box as OBJ text; `size` along the file's x, y (up) and z (to the viewer)."""
    lines = ["mtllib box.mtl", "usemtl paint"] if material else []
    lines += ["v " + " ".join(f"{size[k] * corner[k]:g}" for k in range(3)) for corner in _CORNERS]
    lines += ["vt 0 0", "vt 1 0", "vt 1 1", "vt 0 1"]
    faces = [" ".join(f"{vertex + 1}/{index + 1}" for index, vertex in enumerate(face)) for face in _FACES]
    return "\n".join([*lines, *(f"f {face}" for face in faces)]) + "\n"


def make_mtl(texture: str) -> str:
    return f"newmtl paint\nKd 0.7 0.1 0.05\nmap_Kd {texture}\n"


def make_png() -> bytes:
    """A PNG of 2 × 2 red pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = b"".join(b"\0" + b"\xb0\x20\x10" * 2 for _ in range(2))
    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(pixels))
        + chunk(b"IEND", b"")
    )


# Two models; the second lies on its back and is turned upright by its rotation (x stays, y and z change).
CATALOGUE = r"""# A library of two
id=tests
license=CC0
name#1=Box \u00e9l\u00e9gant
category#1=Living room
model#1=/boxes/box/box.obj
width#1=60
depth#1=40.5
height#1=80
creator#1=Some Body
name#2=Tall box
category#2=Bedroom
model#2=/boxes/tall/tall.obj
modelRotation#2=1 0 0 0 0 -1 \
  0 1 0
width#2=30
depth#2=20
height#2=150
license#2=CC-BY 3.0
"""


def write_library(path: Path, extra: dict[str, bytes] | None = None, catalogue: str = CATALOGUE) -> Path:
    """A .sh3f file with the two models of CATALOGUE and `extra` entries."""
    entries = {
        "PluginFurnitureCatalog.properties": catalogue.encode("latin-1"),
        "boxes/box/box.obj": make_obj((3.0, 4.0, 2.0), material=True).encode(),
        "boxes/box/box.mtl": make_mtl("skin/red.png").encode(),
        "boxes/box/skin/red.png": make_png(),
        "boxes/tall/tall.obj": make_obj((0.3, 0.2, 1.5)).encode(),
        **(extra or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path
