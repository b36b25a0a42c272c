"""Changes of a picture's pixels: each makes a new picture of one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

Repaint = Callable[[Image.Image], Image.Image]


def keep(image: Image.Image) -> Image.Image:
    """The same picture."""
    return image


def touch_pixel(image: Image.Image) -> Image.Image:
    """One pixel at the upper left another colour."""
    image.putpixel((0, 0), (1, 2, 3))
    return image


def fill(value: int) -> Repaint:
    """One grey value everywhere."""
    return lambda image: Image.new("L", image.size, value).convert("RGB")


def make_noise(image: Image.Image) -> Image.Image:
    """Noise of the same size, always the same."""
    wide, high = image.size
    values = np.random.default_rng(20260601).integers(0, 256, (high, wide, 3), dtype=np.uint8)
    return Image.fromarray(values)


def shrink(size: tuple[int, int]) -> Repaint:
    """The same picture at another size."""
    return lambda image: image.resize(size, Image.Resampling.BOX)


def enlarge_from(small: tuple[int, int]) -> Repaint:
    """As if drawn small and enlarged."""
    return lambda image: image.resize(small, Image.Resampling.BOX).resize(
        image.size, Image.Resampling.BICUBIC
    )


def crop_to(share: float) -> Repaint:
    """The middle part of the picture, at the picture's own size."""

    def change(image: Image.Image) -> Image.Image:
        wide, high = image.size
        dx, dy = round(wide * (1 - share) / 2), round(high * (1 - share) / 2)
        return image.crop((dx, dy, wide - dx, high - dy)).resize(image.size, Image.Resampling.LANCZOS)

    return change


def expose(factor: float) -> Repaint:
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
    return Image.fromarray(np.minimum(np.asarray(canvas, dtype=np.int16) + grain, 255).astype(np.uint8))
