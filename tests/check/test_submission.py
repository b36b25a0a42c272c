"""Deliverables that are missing, special, damaged or oversized are refused in words, one by one."""

from __future__ import annotations

import os
import resource
import socket
import stat
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from solver.check.submission import list_deliverables, read_blend, read_submission
from solver.errors import OutputError
from tests.check.sample import make_blend_bytes, write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "out")


def test_a_sound_folder_has_no_faults(folder: Path) -> None:
    found = read_submission(folder)
    assert found.faults == {}
    assert found.blend == folder / "room.blend"
    assert found.rows is not None and [row.object for row in found.rows][:2] == ["Sofa", "CoffeeTable"]
    picture = found.pictures["render.png"]
    assert picture is not None
    assert picture.size_px == (1920, 1080) and picture.grey.shape == (1080, 1920)
    assert picture.small.shape == (108, 192, 3)
    assert picture.file_bytes == (folder / "render.png").stat().st_size


def test_each_view_has_a_picture(folder: Path) -> None:
    assert list_deliverables(1) == ("room.blend", "render.png", "top_view.png", "layout.csv")
    pictures = ("render.png", "render_2.png", "render_3.png", "top_view.png")
    assert list_deliverables(3) == ("room.blend", *pictures, "layout.csv")
    (folder / "render_2.png").write_bytes((folder / "render.png").read_bytes())
    found = read_submission(folder, 3)
    assert tuple(found.pictures) == pictures
    assert found.faults == {"render_3.png": ("render_3.png: missing",)}


def test_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no such folder"):
        read_submission(tmp_path / "nowhere")


def make_png(wide: int, high: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def write_text_bomb(path: Path) -> None:
    """A sound picture with a text of 100 MB in it, packed to 100 kB."""
    data = path.read_bytes()
    text = b"Comment\x00\x00" + zlib.compress(bytes(100_000_000), 9)
    chunk = struct.pack(">I", len(text)) + b"zTXt" + text + struct.pack(">I", zlib.crc32(b"zTXt" + text))
    path.write_bytes(data[:33] + chunk + data[33:])


def make_sparse(size: int) -> Callable[[Path], object]:
    """The same file, as long as that; no room is taken on the disk."""
    return lambda path: os.truncate(path, size)


def make_device(path: Path) -> None:
    path.unlink()
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root makes devices")


def make_socket(path: Path) -> None:
    path.unlink()
    # A socket's address is short: it is made where its name is, not by its whole path.
    here = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{here}/{path.name}")
    os.close(here)


def write_bomb(side_px: int) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(make_png(side_px, side_px, bytes(1000)))


def link(path: Path) -> None:
    target = path.rename(path.with_suffix(".other"))
    path.symlink_to(target)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def write_jpeg(path: Path) -> None:
    Image.fromarray(np.zeros((20, 20), np.uint8)).save(path, format="JPEG")


DAMAGES: list[tuple[str, str, Callable[[Path], object], str]] = [
    ("missing blend", "room.blend", Path.unlink, "missing"),
    ("missing csv", "layout.csv", Path.unlink, "missing"),
    ("empty", "render.png", lambda path: path.write_bytes(b""), "is empty"),
    ("a link", "render.png", link, "is a link"),
    ("a dead link", "layout.csv", lambda path: (path.unlink(), path.symlink_to("nowhere")), "is a link"),
    ("a pipe", "layout.csv", pipe, "no regular file"),
    ("a folder", "room.blend", make_folder, "no regular file"),
    ("no picture", "render.png", lambda path: path.write_bytes(b"text"), "not a whole PNG"),
    ("a JPEG", "render.png", write_jpeg, "not a whole PNG"),
    ("half a picture", "top_view.png",
     lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "not a whole PNG"),
    ("a bomb", "render.png", write_bomb(60000), "refused"),
    ("a large bomb", "render.png", write_bomb(9000), "9000 x 9000 pixels are more than 33177600"),
    ("a line more than 8K", "render.png",
     lambda path: path.write_bytes(make_png(7680, 4321, b"")), "7680 x 4321 pixels are more than 33177600"),
    ("8K without a line", "render.png",
     lambda path: path.write_bytes(make_png(7680, 4320, b"")), "not a whole PNG"),
    ("a header that lies", "render.png",
     lambda path: path.write_bytes(make_png(1920, 1080, bytes(100))), "not a whole PNG"),
    ("a bomb in a text", "render.png", write_text_bomb, "not a whole PNG"),
    ("a picture of 201 MB", "top_view.png", make_sparse(200_000_001),
     "200000001 bytes; at most 200000000 are read"),
    ("a picture of 200 MB", "top_view.png",
     lambda path: (path.write_bytes(b"x"), os.truncate(path, 200_000_000)), "not a whole PNG"),
    ("a blend of 4 GB", "room.blend", make_sparse(4_000_000_001), "4000000001 bytes; at most 4000000000"),
    ("4 GB of nothing", "room.blend",
     lambda path: (path.write_bytes(b""), os.truncate(path, 4_000_000_000)), "not a .blend"),
    ("a device", "top_view.png", make_device, "no regular file"),
    ("a socket", "render.png", make_socket, "no regular file"),
    ("a link to a device", "room.blend",
     lambda path: (path.unlink(), path.symlink_to("/dev/zero")), "is a link"),
    ("not UTF-8", "layout.csv", lambda path: path.write_bytes(b"object,x\n\xff\xfe"), "not UTF-8"),
    ("a huge csv", "layout.csv", lambda path: path.write_bytes(b"a" * 1_000_001), "at most 1000000"),
    ("no blend", "room.blend", lambda path: path.write_bytes(b"PK\x03\x04" + bytes(40)), "not a .blend"),
    ("a cut blend", "room.blend", lambda path: path.write_bytes(make_blend_bytes()[:12]), "cut off"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "damage", "words"), [case[1:] for case in DAMAGES], ids=[case[0] for case in DAMAGES]
)
def test_a_damaged_deliverable(folder: Path, name: str, damage: Callable[[Path], object], words: str) -> None:
    damage(folder / name)
    found = read_submission(folder)
    assert list(found.faults) == [name]
    assert words in found.faults[name][0]
    assert {"room.blend": found.blend, "layout.csv": found.rows, **found.pictures}[name] is None


def test_a_csv_as_long_as_is_let_pass_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.check.submission.MAX_CSV_BYTES", (folder / "layout.csv").stat().st_size)
    assert read_submission(folder).faults == {}


def test_a_thin_picture_has_a_small_copy_of_one_line(folder: Path) -> None:
    Image.fromarray(np.zeros((2, 1000, 3), np.uint8)).save(folder / "render.png")
    picture = read_submission(folder).pictures["render.png"]
    assert picture is not None
    assert (picture.size_px, picture.small.shape) == ((1000, 2), (1, 192, 3))


@pytest.mark.parametrize(
    ("error", "words"), [(OSError(5, "disk fails"), "disk fails"), (OSError("odd"), "odd")]
)
def test_what_the_disk_does_not_give_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def fail(path: Path) -> bytes:
        raise error

    monkeypatch.setattr(Path, "read_bytes", fail)
    assert read_submission(folder).faults == {"layout.csv": (f"layout.csv: cannot be read: {words}",)}


def test_the_header_of_the_blend(folder: Path) -> None:
    assert read_blend(folder).saved_by == (4, 5)
    (folder / "room.blend").write_bytes(b"BLENDER")
    with pytest.raises(OutputError):
        read_blend(folder)


def test_bombs_are_refused_within_little_memory(folder: Path) -> None:
    """12,000 x 12,000 pixels are 432 MB as RGB; what is refused takes none of them."""
    write_bomb(12000)(folder / "render.png")
    write_text_bomb(folder / "top_view.png")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + 100_000_000,) * 2)
            found = read_submission(folder)
            words = " ".join(fault for faults in found.faults.values() for fault in faults)
            code = (
                0 if set(found.faults) == {"render.png", "top_view.png"} and "12000 x 12000" in words else 2
            )
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
