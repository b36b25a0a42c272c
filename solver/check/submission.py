"""The output folder as it lies on disk: the four deliverables, read with suspicion.

A deliverable that cannot be used is no exception here: it is `None` beside its faults, so that the
rest of the folder can still be judged. Links, devices, and pictures that unpack to more than
`MAX_PIXELS` are refused before they are opened or decoded.
"""

from __future__ import annotations

import stat
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver.core.blendfile import BlendHeader, read_header
from solver.core.hashing import hash_file
from solver.core.layout import LayoutRow, read_csv
from solver.core.views import list_views, name_picture
from solver.errors import AssetError, OutputError

BLEND, RENDER, TOP_VIEW, LAYOUT = "room.blend", "render.png", "top_view.png", "layout.csv"

# 33 megapixels are 8K; a decoded RGB picture of that size takes 100 MB.
MAX_PIXELS = 7680 * 4320
MAX_PICTURE_BYTES = 200_000_000
MAX_CSV_BYTES = 1_000_000
MAX_BLEND_BYTES = 4_000_000_000
SMALL_PX = 192  # width of the small copy that is compared with other pictures

Found = TypeVar("Found")


@dataclass(frozen=True)
class Picture:
    """A decoded picture: luminance 0–255 of every pixel (H x W), and a small RGB copy 192 wide."""

    name: str
    size_px: tuple[int, int]
    file_bytes: int
    sha256: str
    grey: NDArray[np.uint8]
    small: NDArray[np.uint8]


@dataclass(frozen=True)
class Submission:
    """What lies in an output folder. `faults` maps a deliverable's name to what is wrong with it."""

    folder: Path
    blend: Path | None
    pictures: dict[str, Picture | None]
    rows: tuple[LayoutRow, ...] | None
    faults: dict[str, tuple[str, ...]] = field(default_factory=dict)


def list_deliverables(views: int) -> tuple[str, ...]:
    """The files of a scene with this many perspective views: four, and a picture for each further view."""
    return (BLEND, *map(name_picture, list_views(views)), LAYOUT)


def read_submission(folder: Path, views: int = 1) -> Submission:
    """Read the deliverables in `folder` of a scene with this many perspective views. Raises OutputError only
    when there is no such folder."""
    if not folder.is_dir():
        raise OutputError(f"{folder}: no such folder")
    faults: dict[str, tuple[str, ...]] = {}
    blend = _read(BLEND, folder, faults, _check_blend)
    pictures = {
        name: _read(name, folder, faults, _read_picture) for name in map(name_picture, list_views(views))
    }
    rows = _read(LAYOUT, folder, faults, _read_rows)
    return Submission(folder, blend, pictures, rows, faults)


def _read(
    name: str, folder: Path, faults: dict[str, tuple[str, ...]], reader: Callable[[Path], Found]
) -> Found | None:
    path = folder / name
    try:
        _refuse_special(path)
        return reader(path)
    except OutputError as error:
        faults[name] = error.faults
    except OSError as error:
        faults[name] = (f"{name}: cannot be read: {error.strerror or error}",)
    return None


def _refuse_special(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        raise OutputError(f"{path.name}: missing") from None
    if stat.S_ISLNK(mode):
        raise OutputError(f"{path.name}: is a link, not a file of its own")
    if not stat.S_ISREG(mode):
        raise OutputError(f"{path.name}: is no regular file")
    if path.stat().st_size == 0:
        raise OutputError(f"{path.name}: is empty")


def _refuse_large(path: Path, most: int) -> None:
    size = path.stat().st_size
    if size > most:
        raise OutputError(f"{path.name}: {size} bytes; at most {most} are read")


def read_blend(folder: Path) -> BlendHeader:
    """What the header of a folder's room.blend says. Raises OutputError when it cannot be used."""
    path = folder / BLEND
    _refuse_special(path)
    _refuse_large(path, MAX_BLEND_BYTES)
    try:
        return read_header(path)
    except AssetError as error:
        raise OutputError(error.faults) from None


def _check_blend(path: Path) -> Path:
    return read_blend(path.parent).file


def _read_rows(path: Path) -> tuple[LayoutRow, ...]:
    _refuse_large(path, MAX_CSV_BYTES)
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise OutputError(f"layout.csv: is not UTF-8 text ({error.reason} at byte {error.start})") from None
    return tuple(read_csv(text))


def _read_picture(path: Path) -> Picture:
    _refuse_large(path, MAX_PICTURE_BYTES)
    try:
        with warnings.catch_warnings():
            # Pillow warns at its own pixel limit before ours is compared; ours decides.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG",)) as image:
                return _decode(path, image)
    except Image.DecompressionBombError as error:
        raise OutputError(f"{path.name}: refused, it unpacks to far too many pixels ({error})") from None
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise OutputError(f"{path.name}: is not a whole PNG picture ({error})") from None


def _decode(path: Path, image: Image.Image) -> Picture:
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise OutputError(f"{path.name}: refused, {width} x {height} pixels are more than {MAX_PIXELS}")
    rgb = image.convert("RGB")
    small = rgb.resize((SMALL_PX, max(1, round(SMALL_PX * height / width))), Image.Resampling.BOX)
    return Picture(
        name=path.name,
        size_px=(width, height),
        file_bytes=path.stat().st_size,
        sha256=hash_file(path),
        grey=np.asarray(rgb.convert("L")),
        small=np.asarray(small),
    )
