"""What a .blend file's header tells, read without Blender.

Blender itself crashes on some files that are too new for it and shows nothing useful for damaged
ones; so every file is looked at here before it is opened. Layout of the format: Blender's
`BLO_core_blend_header.hh` and `BLO_core_bhead.hh` (both header generations) and `DNA_fileGlobal_types.h`.
"""

from __future__ import annotations

import gzip
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import zstandard

from solver.errors import AssetError

Version = tuple[int, int]

_ZSTD = b"\x28\xb5\x2f\xfd"
_GZIP = b"\x1f\x8b"
_LEGACY = re.compile(rb"BLENDER([_-])([vV])(\d)(\d\d)", re.DOTALL)
_MODERN = re.compile(rb"BLENDER(\d\d)-(\d\d)v(\d\d)(\d\d)", re.DOTALL)
# A furniture file is far below this; a small file that unpacks to more is refused before Blender
# would fill the memory with it.
MAX_UNPACKED_BYTES = 2 * 1024**3
_CHUNK = 1 << 20


@dataclass(frozen=True)
class BlendHeader:
    """Facts of one .blend file. `saved_by` is Blender's (major, minor); `readable_from` the oldest
    version that the file itself says can read it, or None where it does not say."""

    file: Path
    saved_by: Version
    readable_from: Version | None
    compression: str  # "none", "gzip" or "zstd"
    unpacked_bytes: int


@dataclass(frozen=True)
class _Format:
    """How the blocks of one file are laid out: `struct` format of a block's head, and the places of
    its code and length in it."""

    version: Version
    head: struct.Struct
    length_at: int


def read_header(path: Path) -> BlendHeader:
    """Read and walk one .blend file. Raises AssetError naming file, cause and cure where it is none,
    is cut off or damaged."""
    try:
        with path.open("rb") as raw:
            compression, stream = _open_stream(raw)
            return _read_stream(path, compression, stream)
    except FileNotFoundError:
        raise AssetError(f"{path}: no such file") from None
    except OSError as error:
        raise AssetError(f"{path}: cannot be read: {error.strerror or error}") from None


def format_version(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def find_version_fault(header: BlendHeader, running: Version) -> str | None:
    """Why a Blender of version `running` cannot open the file, or None where it can.

    A newer file is readable where its own minimum says so (files of 4.x: from 3.6; of 5.x: from 4.5).
    """
    if running >= header.saved_by:
        return None
    oldest = header.readable_from or header.saved_by
    if running >= oldest:
        return None
    return (
        f"{header.file}: saved by Blender {format_version(header.saved_by)}, which the running Blender "
        f"{format_version(running)} cannot open; use Blender {format_version(oldest)} or newer, or save "
        f"the file again with Blender {format_version(running)}"
    )


def _open_stream(raw: IO[bytes]) -> tuple[str, IO[bytes]]:
    magic = raw.read(4)
    raw.seek(0)
    if magic == _ZSTD:
        # Blender writes one zstd frame per chunk, with a seek table as a skippable frame at the end.
        return "zstd", zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
    if magic[:2] == _GZIP:
        return "gzip", gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
    return "none", raw


def _read_stream(path: Path, compression: str, stream: IO[bytes]) -> BlendHeader:
    reader = _Reader(path, stream)
    try:
        layout = _read_format(path, reader, compression != "none")
        readable_from: Version | None = None
        ended = False
        for code, length in _read_blocks(reader, layout):
            if code == b"ENDB":
                ended = True
                break
            if code == b"GLOB" and length >= 8:
                readable_from = _read_minimum(reader.take(8), layout)
                length -= 8
            reader.skip(length)
        reader.drain()
    except (zstandard.ZstdError, zlib.error, gzip.BadGzipFile, EOFError) as error:
        cause = "its compressed data is damaged or cut off"
        raise AssetError(f"{path}: {cause} ({error}); copy or download the file again") from None
    if not ended:
        raise AssetError(f"{path}: the file is cut off (no end mark); copy or download it again")
    return BlendHeader(path, layout.version, readable_from, compression, reader.count)


def _read_format(path: Path, reader: _Reader, compressed: bool) -> _Format:
    start = reader.take(12, partial=not compressed)
    legacy = _LEGACY.fullmatch(start)
    if legacy:
        pointer, endian, major, minor = legacy.groups()
        order = "<" if endian == b"v" else ">"
        head = struct.Struct(order + ("4siQii" if pointer == b"-" else "4siIii"))
        return _Format((int(major), int(minor)), head, 1)
    if start[:7] == b"BLENDER" and start[7:9].isdigit():
        rest = reader.take(max(0, int(start[7:9]) - 12), partial=True)
        modern = _MODERN.fullmatch(start + rest)
        if modern:
            _, file_format, major, minor = (int(group) for group in modern.groups())
            if file_format == 1:
                return _Format((major, minor), struct.Struct("<4siQqq"), 3)
            raise AssetError(
                f"{path}: saved by Blender {major}.{minor} in a file format ({file_format}) that is too "
                "new to be read; save the file again with Blender 4.5"
            )
    cause = "the file is empty" if not start else "not a .blend file"
    raise AssetError(f"{path}: {cause}; give a file saved by Blender")


def _read_blocks(reader: _Reader, layout: _Format) -> Iterator[tuple[bytes, int]]:
    while True:
        head = reader.take(layout.head.size, partial=True)
        if head[:4] == b"ENDB":
            yield b"ENDB", 0
            return
        if len(head) < layout.head.size:
            return
        fields = layout.head.unpack(head)
        length = fields[layout.length_at]
        if length < 0:
            raise EOFError("a block of negative length")
        yield fields[0], length


def _read_minimum(data: bytes, layout: _Format) -> Version | None:
    # FileGlobal: char subvstr[4]; short subversion; short minversion. Old files hold 0 here, or a
    # number of the 2.x years (250, 270): major * 100 + minor all the same.
    (minimum,) = struct.unpack_from(f"{layout.head.format[0]}h", data, 6)
    return divmod(minimum, 100) if 200 <= minimum < 2000 else None


class _Reader:
    """A stream that counts, refuses to unpack endlessly, and can skip."""

    def __init__(self, path: Path, stream: IO[bytes]) -> None:
        self.path, self.stream, self.count = path, stream, 0

    def take(self, size: int, partial: bool = False) -> bytes:
        data = b""
        while len(data) < size:
            chunk = self.stream.read(size - len(data))
            if not chunk:
                break
            data += chunk
        self._add(len(data))
        if len(data) < size and not partial:
            raise EOFError("data ends early")
        return data

    def skip(self, size: int) -> None:
        while size > 0:
            chunk = self.stream.read(min(size, _CHUNK))
            if not chunk:
                raise EOFError("data ends early")
            size -= len(chunk)
            self._add(len(chunk))

    def drain(self) -> None:
        """Read what is left, so that a compressed stream proves its own end."""
        while chunk := self.stream.read(_CHUNK):
            self._add(len(chunk))

    def _add(self, size: int) -> None:
        self.count += size
        if self.count > MAX_UNPACKED_BYTES:
            limit = MAX_UNPACKED_BYTES // 1024**3
            raise AssetError(
                f"{self.path}: unpacks to more than {limit} GiB; a furniture file is far smaller"
            )
