"""Changed pictures, pixel by pixel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from solver.grade.faults import picture_edits as edits
from solver.grade.faults.file_edits import change_picture, copy_file, cut_file, rename_file, swap_files


def make_ramp(wide: int = 8, high: int = 4) -> Image.Image:
    """Every pixel another colour: red counts columns, green rows."""
    x, y = np.meshgrid(np.arange(wide), np.arange(high))
    return Image.fromarray(np.stack([10 * x, 20 * y, 90 + 0 * x], axis=2).astype(np.uint8))


def test_one_pixel_is_touched() -> None:
    touched = np.asarray(edits.touch_pixel(make_ramp()))
    same = (touched == np.asarray(make_ramp())).all(axis=2)
    assert not same[0, 0] and same.sum() == 31
    assert tuple(touched[0, 0]) == (1, 2, 3)


def test_grey_noise_and_mirror() -> None:
    assert edits.fill(7)(make_ramp()).getcolors() == [(32, (7, 7, 7))]
    noise = np.asarray(edits.make_noise(make_ramp(80, 40)))
    assert noise.shape == (40, 80, 3) and (noise.min(), noise.max()) == (0, 255)
    assert (noise == np.asarray(edits.make_noise(make_ramp(80, 40)))).all()
    assert abs(noise.mean() - 127.5) < 3.0
    assert noise[0, :2].tolist() == NOISE  # on any machine
    assert edits.mirror(make_ramp()).getpixel((0, 1)) == (70, 20, 90)
    assert edits.keep(make_ramp()) == make_ramp()


def test_sizes() -> None:
    half = edits.shrink((4, 2))(make_ramp())
    assert half.size == (4, 2) and half.getpixel((0, 0)) == (5, 10, 90)
    enlarged = edits.enlarge_from((2, 1))(make_ramp(160, 80))
    assert enlarged.size == (160, 80)
    steps = np.abs(np.diff(np.asarray(enlarged.convert("L")).astype(int), axis=1))
    assert steps.max() <= 6  # smooth
    blocks = np.asarray(edits.enlarge_from((2, 1))(make_ramp(8, 4)))
    assert blocks[:, 0, 1].tolist() == blocks[:, 7, 1].tolist()  # rows are gone: one was left


def test_the_middle_is_cut_out_and_enlarged() -> None:
    # A frame of another grey, as wide as what is cut away: nothing of it stays but a soft edge.
    picture = Image.new("L", (100, 50), 200)
    picture.paste(50, (20, 10, 80, 40))
    cut = np.asarray(edits.crop_to(0.6)(picture))
    assert cut.shape == (50, 100) and (cut == 50).all()
    assert not (np.asarray(edits.crop_to(0.62)(picture)) == 50).all()
    picture = Image.new("L", (100, 50), 200)
    picture.paste(50, (21, 11, 79, 39))
    assert (np.asarray(edits.crop_to(0.6)(picture)) > 60).any()


def test_light() -> None:
    bright = edits.expose(3.0)(make_ramp(30, 4))
    assert bright.getpixel((4, 2)) == (120, 120, 255)
    assert bright.getpixel((9, 0))[0] == 255
    assert edits.expose(0.125)(make_ramp()).getpixel((7, 3)) == (9, 8, 11)


def test_the_painted_room() -> None:
    room = np.asarray(edits.draw_room(make_ramp(400, 200))).astype(int)
    assert room.shape == (200, 400, 3)
    # Middle of wall, floor, left wall, sofa, cupboard and window.
    for place, colour in {
        (0.05, 0.9): (214, 205, 190), (0.95, 0.5): (120, 84, 52), (0.5, 0.1): (188, 178, 160),
        (0.6, 0.5): (70, 60, 90), (0.7, 0.72): (60, 40, 24), (0.3, 0.5): (240, 246, 255),
    }.items():  # fmt: skip
        y, x = round(place[0] * 200), round(place[1] * 400)
        patch = room[y - 3 : y + 3, x - 3 : x + 3].reshape(-1, 3)
        assert np.abs(patch - np.array(colour)).max() <= 12, place
        # The grain is the same in all three: apart from it the colour is exact.
        off = patch[:, :1] - colour[0]
        assert (patch == np.minimum(np.array(colour) + off, 255)).all() and np.abs(off.mean()) <= 5, place
    grain = room[40:80, 380:400, 0] - 214
    assert (grain.min(), grain.max()) == (-12, 12)
    assert (room[40:80, 380:400, 0] - 214 == room[40:80, 380:400, 1] - 205).all()
    edges = {"sofa": (140, 240, 100, 144), "cupboard": (264, 320, 110, 160), "window": (160, 220, 44, 84)}
    colours = {"sofa": 70, "cupboard": 60, "window": 240}
    for name, (west, east, top, bottom) in edges.items():
        inside = np.abs(room[:, :, 0] - colours[name]) <= 12
        middle_y, middle_x = (top + bottom) // 2, (west + east) // 2
        across, along = inside[middle_y, west - 4 : east + 5], inside[top - 4 : bottom + 5, middle_x]
        assert across[:4].sum() == 0 and across[4:-4].all() and across[-4:].sum() == 0, name
        assert along[:4].sum() == 0 and along[4:-4].all() and along[-4:].sum() == 0, name


NOISE = [[160, 3, 25], [65, 137, 71]]
GRAIN = [8, -5, -4, -6]
PAINTED = """
l.......................................
lll.....................................
llllll..................................
llllllll................................
lllllllllll.....wwwwwww.................
lllllllllll.....wwwwwww.................
lllllllllll.....wwwwwww.................
lllllllllll.....wwwwwww.................
lllllllllll.....wwwwwww.................
lllllllllll.............................
lllllllllll...sssssssssss...............
lllllllllll...sssssssssss.ccccccc.......
lllllllllllfffsssssssssssfccccccc.......
llllllllllffffsssssssssssfccccccc.......
llllllllffffffsssssssssssfccccccc.......
lllllllfffffffffffffffffffcccccccff.....
llllllffffffffffffffffffffcccccccfff....
lllllffffffffffffffffffffffffffffffff...
lllfffffffffffffffffffffffffffffffffff..
llffffffffffffffffffffffffffffffffffffff
"""
COLOURS = {
    ".": (214, 205, 190), "f": (120, 84, 52), "l": (188, 178, 160), "s": (70, 60, 90), "c": (60, 40, 24),
    "w": (240, 246, 255),
}  # fmt: skip


def sketch(room: Image.Image) -> list[str]:
    """A letter a pixel: which of the painted colours is nearest."""
    pixels = np.asarray(room).astype(int)[:, :, None, :]
    nearest = np.abs(pixels - np.array(list(COLOURS.values()))).sum(axis=3).argmin(axis=2)
    return ["".join("".join(COLOURS)[k] for k in row) for row in nearest]


def test_the_painted_room_as_letters() -> None:
    assert sketch(edits.draw_room(make_ramp(40, 20))) == PAINTED.split()
    grain = np.asarray(edits.draw_room(make_ramp(40, 20))).astype(int)[0, 20:24, 0] - 214
    assert grain.tolist() == GRAIN  # on any machine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_ramp().save(tmp_path / "render.png")
    (tmp_path / "room.blend").write_bytes(bytes(range(100)))
    return tmp_path


def test_files(folder: Path) -> None:
    gold = None
    cut_file("room.blend", 0.255)(folder, gold)  # type: ignore[arg-type]
    assert (folder / "room.blend").read_bytes() == bytes(range(25))
    copy_source = (folder / "render.png").read_bytes()
    (folder / "top_view.png").write_bytes(b"x")
    swap_files("render.png", "top_view.png")(folder, gold)  # type: ignore[arg-type]
    assert (folder / "render.png").read_bytes() == b"x" and not (folder / "spare").exists()
    copy_file("top_view.png", "render.png")(folder, gold)  # type: ignore[arg-type]
    assert (folder / "render.png").read_bytes() == copy_source
    rename_file("room.blend", "x.blend")(folder, gold)  # type: ignore[arg-type]
    assert (folder / "x.blend").exists() and not (folder / "room.blend").exists()


def test_a_changed_picture_is_a_new_file(folder: Path) -> None:
    (folder / "twin.png").hardlink_to(folder / "render.png")
    change_picture("render.png", edits.fill(9), "JPEG")(folder, None)  # type: ignore[arg-type]
    with Image.open(folder / "render.png") as changed, Image.open(folder / "twin.png") as kept:
        assert changed.format == "JPEG" and changed.getpixel((0, 0)) == (9, 9, 9)
        assert kept.getpixel((7, 3)) == (70, 60, 90)
