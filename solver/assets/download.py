"""Files downloaded by their published checksum: resumed, checked, kept in a cache by that checksum."""

from __future__ import annotations

import errno
import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from solver import __version__
from solver.errors import AssetError

TRIES = 4
TIMEOUT_S = 30.0
_CHUNK = 1 << 16
_HEADERS = {"User-Agent": f"scene-solver/{__version__}"}
_BROKEN = (urllib.error.URLError, http.client.HTTPException, OSError)


class Offline(AssetError):
    """Nothing could be reached."""


@dataclass(frozen=True)
class RemoteFile:
    """One file to fetch: where it goes below the asset folder, its address, size and MD5."""

    path: str
    url: str
    size: int
    md5: str


def read_url(url: str, limit: int) -> bytes:
    """The answer of one address. Raises Offline where it cannot be reached, AssetError where it answers
    with an error or more than `limit` bytes."""
    try:
        with _open(url, 0) as answer:
            data: bytes = answer.read(limit + 1)
    except urllib.error.HTTPError as error:
        raise AssetError(f"{url}: the server answers {error.code} {error.reason}") from None
    except _BROKEN as error:
        raise Offline(f"{url}: cannot be reached ({_reason(error)})") from None
    if len(data) > limit:
        raise AssetError(f"{url}: answers with more than {limit} bytes")
    return data


def fetch_file(file: RemoteFile, cache: Path, tell: Callable[[int], None]) -> Path:
    """The file in the cache, downloaded where it is not there yet; `tell` gets the bytes as they come.

    A cut connection is taken up where it broke, also by a later run. Raises AssetError where size or
    checksum differ from what was published, Offline where the server cannot be reached.
    """
    kept = cache / file.md5
    if kept.is_file() and _hash(kept) == file.md5:
        tell(file.size)
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    partial = cache / f"{file.md5}.part"
    failure = ""
    for _ in range(TRIES):
        try:
            _append_rest(file, partial, tell)
        except urllib.error.HTTPError as error:
            raise AssetError(f"{file.url}: the server answers {error.code} {error.reason}") from None
        except _BROKEN as error:
            if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
                raise AssetError(f"{partial}: the disk is full; make room and run again") from None
            failure = _reason(error)
            continue
        if partial.stat().st_size == file.size and _hash(partial) == file.md5:
            partial.replace(kept)
            return kept
        # Whole but wrong: what is there is worth nothing, so the next try starts anew.
        failure = f"its content is not what was published (MD5 {_hash(partial)}, not {file.md5})"
        partial.unlink()
    if "not what was published" in failure:
        raise AssetError(f"{file.url}: {failure}; try again later")
    raise Offline(f"{file.url}: cannot be reached ({failure}); run again to go on where it broke off")


def _append_rest(file: RemoteFile, partial: Path, tell: Callable[[int], None]) -> None:
    start = partial.stat().st_size if partial.is_file() else 0
    if start >= file.size:
        return
    with _open(file.url, start) as answer:
        if answer.status != 206:  # the server sends all of it
            start = 0
        with partial.open("ab" if start else "wb") as out:
            count = start
            while chunk := answer.read(_CHUNK):
                count += len(chunk)
                if count > file.size:
                    out.close()
                    partial.unlink()
                    raise AssetError(f"{file.url}: sends more than the {file.size} bytes published; refused")
                out.write(chunk)
                tell(len(chunk))
    if count < file.size:
        raise ConnectionError(f"broke off after {count} of {file.size} bytes")


def _open(url: str, start: int) -> http.client.HTTPResponse:
    if urlsplit(url).scheme not in ("http", "https"):
        raise AssetError(f"{url}: only http and https addresses are fetched")
    headers = {**_HEADERS, **({"Range": f"bytes={start}-"} if start else {})}
    request = urllib.request.Request(url, headers=headers)
    answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=TIMEOUT_S)
    return answer


def _reason(error: Exception) -> str:
    return str(getattr(error, "reason", None) or error or type(error).__name__)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()
