"""PNG files that depend on nothing but their pixels."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

SRGB_PERCEPTUAL = b"\x00"


def rewrite_png(path: Path) -> None:
    """Write the PNG again from its pixels: 8-bit RGB, sRGB tagged, without dates or render times."""
    with Image.open(path) as image:
        pixels = image.convert("RGB")
    info = PngInfo()
    info.add(b"sRGB", SRGB_PERCEPTUAL)
    partial = path.with_name(path.name + ".part")
    pixels.save(partial, format="PNG", pnginfo=info, compress_level=6)
    partial.replace(path)
