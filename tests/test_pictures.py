"""PNG files depend on their pixels alone."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from solver.pictures import rewrite_png


def test_equal_pixels_give_equal_bytes_without_dates(tmp_path: Path) -> None:
    pixels = Image.effect_mandelbrot((64, 48), (-2.0, -1.5, 1.0, 1.5), 20).convert("RGB")
    for name, date in (("a.png", "2001"), ("b.png", "2002")):
        info = PngInfo()
        info.add_text("Date", date)
        pixels.save(tmp_path / name, pnginfo=info)
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
    for name in ("a.png", "b.png"):
        rewrite_png(tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode == "RGB"
        assert image.info.get("srgb") == 0
        assert "Date" not in image.info
        assert image.tobytes() == pixels.tobytes()
