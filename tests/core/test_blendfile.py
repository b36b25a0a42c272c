"""A .blend's header read without Blender: both generations, compression, damage, versions."""

from __future__ import annotations

import gzip
import hashlib
import struct
from pathlib import Path

import pytest
import zstandard

from solver.core import blendfile
from solver.core.blendfile import BlendHeader, find_version_fault, read_header
from solver.errors import AssetError

# Incompressible, so that a share of a packed file is a share of its content.
NOISE = hashlib.shake_256(b"noise").digest(5000)


def make_legacy(
    version: bytes = b"402", minimum: int = 306, pointer: bytes = b"-", endian: bytes = b"v"
) -> bytes:
    order, address = ("<" if endian == b"v" else ">"), ("Q" if pointer == b"-" else "I")
    head = struct.Struct(f"{order}4si{address}ii")
    glob = struct.pack(f"{order}4shhh", b"  68", 68, minimum, 13) + bytes(30)
    blocks = [(b"REND", bytes(72)), (b"GLOB", glob), (b"DATA", NOISE)]
    body = b"".join(head.pack(code, len(data), 7, 0, 1) + data for code, data in blocks)
    return b"BLENDER" + pointer + endian + version + body + head.pack(b"ENDB", 0, 0, 0, 0)


def make_modern(version: bytes = b"0502", file_format: bytes = b"01") -> bytes:
    head = struct.Struct("<4siQqq")
    glob = struct.pack("<4shhh", b"   4", 4, 405, 85) + bytes(30)
    blocks = [(b"REND", bytes(264)), (b"GLOB", glob), (b"DATA", bytes(5000))]
    body = b"".join(head.pack(code, 0, 7, len(data), 1) + data for code, data in blocks)
    return b"BLENDER17-" + file_format + b"v" + version + body + head.pack(b"ENDB", 0, 0, 0, 0)


def write(folder: Path, data: bytes) -> Path:
    path = folder / "chair.blend"
    path.write_bytes(data)
    return path


def read_fault(folder: Path, data: bytes) -> str:
    path = write(folder, data)
    with pytest.raises(AssetError) as caught:
        read_header(path)
    (fault,) = caught.value.faults
    assert fault.startswith(f"{path}: ")
    return fault


@pytest.mark.parametrize("pointer", [b"-", b"_"])
@pytest.mark.parametrize("endian", [b"v", b"V"])
def test_legacy_headers(tmp_path: Path, pointer: bytes, endian: bytes) -> None:
    data = make_legacy(pointer=pointer, endian=endian)
    header = read_header(write(tmp_path, data))
    assert header == BlendHeader(tmp_path / "chair.blend", (4, 2), (3, 6), "none", len(data))


def test_old_numbers(tmp_path: Path) -> None:
    header = read_header(write(tmp_path, make_legacy(b"279", minimum=270)))
    assert (header.saved_by, header.readable_from) == ((2, 79), (2, 70))
    assert read_header(write(tmp_path, make_legacy(b"270", minimum=0))).readable_from is None


def test_modern_header(tmp_path: Path) -> None:
    header = read_header(write(tmp_path, make_modern()))
    assert (header.saved_by, header.readable_from) == ((5, 2), (4, 5))


def compress_frames(data: bytes) -> bytes:
    """Several frames and a skippable one at the end, as Blender writes them."""
    pack = zstandard.ZstdCompressor().compress
    frames = [pack(data[at : at + 2000]) for at in range(0, len(data), 2000)]
    return b"".join(frames) + b"\x5e\x2a\x4d\x18" + struct.pack("<I", 9) + bytes(9)


@pytest.mark.parametrize(("kind", "pack"), [("gzip", gzip.compress), ("zstd", compress_frames)])
def test_compressed(tmp_path: Path, kind: str, pack) -> None:
    data = make_legacy()
    header = read_header(write(tmp_path, pack(data)))
    assert (header.saved_by, header.compression, header.unpacked_bytes) == ((4, 2), kind, len(data))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, compress_frames])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.97])
def test_cut_off_anywhere(tmp_path: Path, pack, share: float) -> None:
    data = pack(make_legacy())
    fault = read_fault(tmp_path, data[: int(len(data) * share)])
    assert "cut off" in fault or "damaged" in fault
    assert "again" in fault


def test_cut_at_a_block_s_edge(tmp_path: Path) -> None:
    assert "cut off" in read_fault(tmp_path, make_legacy()[: -struct.calcsize("<4siQii")])


@pytest.mark.parametrize(
    "data", [b"not a blend file at all", b"PK\x03\x04", b"BLENDER", b"\x89PNG\r\n\x1a\n" * 9]
)
def test_not_a_blend(tmp_path: Path, data: bytes) -> None:
    assert "not a .blend file" in read_fault(tmp_path, data)


def test_empty_missing_folder(tmp_path: Path) -> None:
    assert "the file is empty" in read_fault(tmp_path, b"")
    with pytest.raises(AssetError, match="no such file"):
        read_header(tmp_path / "none.blend")
    with pytest.raises(AssetError, match="cannot be read"):
        read_header(tmp_path)


def test_a_format_of_the_future(tmp_path: Path) -> None:
    fault = read_fault(tmp_path, make_modern(b"0700", b"02"))
    assert "saved by Blender 7.0" in fault and "too new" in fault


def test_damaged_lengths(tmp_path: Path) -> None:
    data = make_legacy()
    at = data.index(b"REND") + 4
    assert "damaged" in read_fault(tmp_path, data[:at] + struct.pack("<i", -5) + data[at + 4 :])
    assert "cut off" in read_fault(tmp_path, data[:at] + struct.pack("<i", 2**31 - 1) + data[at + 4 :])


def test_a_file_that_unpacks_endlessly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blendfile, "MAX_UNPACKED_BYTES", 3000)
    assert "unpacks to more" in read_fault(tmp_path, gzip.compress(make_legacy()))


def describe(
    saved_by: tuple[int, int], oldest: tuple[int, int] | None, running: tuple[int, int]
) -> str | None:
    return find_version_fault(BlendHeader(Path("chair.blend"), saved_by, oldest, "none", 1), running)


def test_which_blender_opens_what() -> None:
    assert describe((4, 2), (3, 6), (4, 5)) is None
    assert describe((4, 5), (3, 6), (4, 0)) is None
    assert describe((5, 2), (4, 5), (4, 5)) is None
    assert describe((2, 79), (2, 70), (3, 4)) is None
    fault = describe((4, 2), (3, 6), (3, 4))
    assert fault is not None
    assert "Blender 4.2" in fault and "running Blender 3.4" in fault and "Blender 3.6 or newer" in fault
    assert describe((5, 2), (4, 5), (4, 2)) is not None
    assert describe((3, 5), None, (3, 4)) is not None


def test_real_files(shared: Path) -> None:
    saved_by = {path.stem: read_header(path).saved_by for path in (shared / "hostile").glob("*.blend")}
    assert saved_by["q2016_Nightstand"] == (2, 75)
    assert saved_by["39_parenting_full_hierarchy"] == (5, 2)
    assert saved_by["01_linked_collection"] == (4, 3)
    assert saved_by["table_and_chair"] == (2, 70)
    for path in (shared / "workspace" / "assets").glob("*.blend"):
        header = read_header(path)
        assert (header.saved_by, header.readable_from, header.compression) == ((4, 2), (3, 6), "zstd")
