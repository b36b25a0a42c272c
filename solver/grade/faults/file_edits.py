"""Changes of pictures and whole files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from solver.grade.faults.fault import Edit, Gold

RENDER, TOP_VIEW, BLEND, LAYOUT = "render.png", "top_view.png", "room.blend", "layout.csv"
ALL = (RENDER, TOP_VIEW, BLEND, LAYOUT)


def remove_files(*names: str) -> Edit:
    """Leave deliverables out."""

    def edit(folder: Path, gold: Gold) -> None:
        for name in names:
            (folder / name).unlink()

    return edit


def keep_files(*names: str) -> Edit:
    """Leave every other deliverable out."""
    return remove_files(*(name for name in ALL if name not in names))


def write_file(name: str, data: bytes) -> Edit:
    """Put these bytes in place of a deliverable."""
    return lambda folder, gold: replace_file(folder / name, data)


def replace_file(path: Path, data: bytes) -> None:
    """Write a new file; never through to what the old one shares its bytes with."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def rename_file(name: str, to: str) -> Edit:
    """Call a deliverable otherwise."""

    def edit(folder: Path, gold: Gold) -> None:
        (folder / name).rename(folder / to)

    return edit


def add_file(name: str, data: bytes) -> Edit:
    """One more file in the folder."""
    return write_file(name, data)


def cut_file(name: str, share: float) -> Edit:
    """Keep only the first part of a deliverable."""

    def edit(folder: Path, gold: Gold) -> None:
        data = (folder / name).read_bytes()
        replace_file(folder / name, data[: int(len(data) * share)])

    return edit


def swap_files(first: str, second: str) -> Edit:
    """Exchange two deliverables."""

    def edit(folder: Path, gold: Gold) -> None:
        spare = folder / "spare"
        (folder / first).rename(spare)
        (folder / second).rename(folder / first)
        spare.rename(folder / second)

    return edit


def copy_file(source: str, target: str) -> Edit:
    """One deliverable twice."""

    def edit(folder: Path, gold: Gold) -> None:
        (folder / target).unlink()
        shutil.copyfile(folder / source, folder / target)

    return edit


def change_picture(name: str, change: Callable[[Image.Image], Image.Image], kind: str = "PNG") -> Edit:
    """Decode, change and encode a picture."""

    def edit(folder: Path, gold: Gold) -> None:
        with Image.open(folder / name) as image:
            changed = change(image.convert("RGB"))
        (folder / name).unlink()
        changed.save(folder / name, format=kind, compress_level=1)

    return edit


def fill(value: int) -> Callable[[Image.Image], Image.Image]:
    """One grey value everywhere."""
    return lambda image: Image.new("RGB", image.size, (value,) * 3)


def make_noise(image: Image.Image) -> Image.Image:
    """Noise of the same size, always the same."""
    wide, high = image.size
    values = np.random.default_rng(20260601).integers(0, 256, (high, wide, 3), dtype=np.uint8)
    return Image.fromarray(values)


def shrink(size: tuple[int, int]) -> Callable[[Image.Image], Image.Image]:
    """The same picture at another size."""
    return lambda image: image.resize(size, Image.Resampling.BOX)


def enlarge_from(small: tuple[int, int]) -> Callable[[Image.Image], Image.Image]:
    """As if drawn small and enlarged."""
    return lambda image: image.resize(small, Image.Resampling.BOX).resize(
        image.size, Image.Resampling.BICUBIC
    )


def crop_to(share: float) -> Callable[[Image.Image], Image.Image]:
    """The middle part of the picture, at the picture's own size."""

    def change(image: Image.Image) -> Image.Image:
        wide, high = image.size
        dx, dy = round(wide * (1 - share) / 2), round(high * (1 - share) / 2)
        return image.crop((dx, dy, wide - dx, high - dy)).resize(image.size, Image.Resampling.LANCZOS)

    return change


def expose(factor: float) -> Callable[[Image.Image], Image.Image]:
    """Everything brighter or darker by a factor, cut off at white."""
    return lambda image: image.point(lambda value: min(255, round(value * factor)))


def mirror(image: Image.Image) -> Image.Image:
    """Left and right exchanged."""
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def draw_room(image: Image.Image) -> Image.Image:
    """A drawing of a room made without any scene: shapes in perspective, with some grain."""
    wide, high = image.size
    canvas = Image.new("RGB", image.size, (214, 205, 190))
    pen = ImageDraw.Draw(canvas)
    pen.polygon(
        [(0, high), (wide, high), (wide * 0.75, high * 0.6), (wide * 0.25, high * 0.6)], (120, 84, 52)
    )
    pen.polygon([(0, 0), (wide * 0.25, high * 0.2), (wide * 0.25, high * 0.6), (0, high)], (188, 178, 160))
    pen.rectangle([wide * 0.35, high * 0.5, wide * 0.6, high * 0.72], (70, 60, 90))
    pen.rectangle([wide * 0.66, high * 0.55, wide * 0.8, high * 0.8], (60, 40, 24))
    pen.rectangle([wide * 0.4, high * 0.22, wide * 0.55, high * 0.42], (240, 246, 255))
    grain = np.random.default_rng(7).integers(-12, 13, (high, wide, 1))
    return Image.fromarray(np.clip(np.asarray(canvas, dtype=np.int16) + grain, 0, 255).astype(np.uint8))
