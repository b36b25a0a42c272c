"""Models fetched from Poly Haven's public API into an asset folder.

`GET <api>/files/<name>` answers {"blend": {"1k": {"blend": {"url", "size", "md5", "include": {path:
{"url", "size", "md5"}}}}}}: a .blend for each resolution, with the textures it expects beside it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from solver.assets.download import Offline, RemoteFile, fetch_file, read_url
from solver.bridge import Event
from solver.core.catalog import Catalog
from solver.core.yaml_source import suggest
from solver.errors import AssetError

API = "https://api.polyhaven.com"
_LISTING_LIMIT = 4_000_000
# A model at 8k takes some hundred megabytes; more than this is no furniture.
MAX_FILE_BYTES = 2 * 1024**3


@dataclass(frozen=True)
class Fetched:
    """Files written for each catalogue key, and what was taken from the cache for lack of a network."""

    files: dict[str, Path]
    offline: bool


def fetch_assets(
    catalog: Catalog,
    keys: Iterable[str],
    folder: Path,
    cache: Path,
    *,
    resolution: str = "1k",
    api: str = API,
    on_event: Callable[[Event], None] | None = None,
) -> Fetched:
    """Put the catalogue's models, as Poly Haven publishes them, into `folder` under the catalogue's file
    names. Raises AssetError with the faults of all models together; the good ones are written."""
    faults: list[str] = []
    plans: dict[str, list[RemoteFile]] = {}
    offline = False
    for key in keys:
        try:
            answer, fresh = _read_listing(catalog, key, cache, api)
            plans[key] = list_files(answer, catalog.assets[key].file, resolution, key)
            offline |= not fresh
        except AssetError as error:
            faults.extend(error.faults)
    tell = _count_bytes(plans, on_event)
    written: dict[str, Path] = {}
    for key, plan in plans.items():
        try:
            for file in plan:
                _place(fetch_file(file, cache, tell), folder / file.path)
            written[key] = folder / plan[0].path
        except AssetError as error:
            faults.extend(f"asset {key!r}: {fault}" for fault in error.faults)
    if faults:
        raise AssetError(faults)
    return Fetched(written, offline)


def list_files(answer: Any, name: str, resolution: str, key: str) -> list[RemoteFile]:
    """The .blend, to be called `name`, and the files it needs beside it.

    Raises AssetError for an answer of another shape, or a path that would leave the folder.
    """
    try:
        sizes = answer["blend"]
        if resolution not in sizes:
            raise AssetError(
                f"asset {key!r}: Poly Haven has no resolution {resolution!r}{suggest(resolution, sizes)}"
            )
        main = sizes[resolution]["blend"]
        files = [_make_file(name, main, key)]
        beside = PurePosixPath(name).parent
        for path, facts in sorted(main.get("include", {}).items()):
            files.append(_make_file(str(beside / _require_inside(path, key)), facts, key))
    except (KeyError, TypeError, AttributeError, ValueError):
        raise AssetError(f"asset {key!r}: Poly Haven's answer has another shape than it had") from None
    return files


def _make_file(path: str, facts: Any, key: str) -> RemoteFile:
    size, md5 = int(facts["size"]), str(facts["md5"]).lower()
    if not re.fullmatch(r"[0-9a-f]{32}", md5):
        raise ValueError
    if not 0 <= size <= MAX_FILE_BYTES:
        raise AssetError(f"asset {key!r}: {path} would be {size} bytes; refused")
    return RemoteFile(path, str(facts["url"]), size, md5)


def _require_inside(path: str, key: str) -> str:
    parts = PurePosixPath(path)
    if not path or parts.is_absolute() or ".." in parts.parts or "\\" in path or ":" in path:
        raise AssetError(f"asset {key!r}: names the file {path!r}, outside the asset folder; refused")
    return path


def _read_listing(catalog: Catalog, key: str, cache: Path, api: str) -> tuple[Any, bool]:
    """The API's answer for one model, and whether it is fresh: without a network the last one is used."""
    if key not in catalog.assets:
        raise AssetError(f"asset {key!r} is not in the catalogue{suggest(key, catalog.assets)}")
    name = catalog.assets[key].polyhaven
    if name is None:
        raise AssetError(f"asset {key!r}: has no polyhaven: name in the catalogue; nothing to fetch")
    kept = cache / f"{name}.listing.json"
    try:
        data, fresh = read_url(f"{api}/files/{name}", _LISTING_LIMIT), True
    except Offline as error:
        if not kept.is_file():
            raise AssetError(
                f"asset {key!r}: {error}; it was never fetched before, so it needs the network"
            ) from None
        data, fresh = kept.read_bytes(), False
    try:
        answer = json.loads(data)
    except ValueError:
        raise AssetError(f"asset {key!r}: {api} answers with something else than JSON") from None
    if fresh:
        cache.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(".part")
        partial.write_bytes(data)
        partial.replace(kept)
    return answer, fresh


def _count_bytes(
    plans: dict[str, list[RemoteFile]], on_event: Callable[[Event], None] | None
) -> Callable[[int], None]:
    total = max(1, sum(file.size for plan in plans.values() for file in plan))
    done = 0

    def tell(count: int) -> None:
        nonlocal done
        done += count
        if on_event is not None:
            share = min(1.0, done / total)
            on_event({"event": "progress", "stage": "fetching", "done": share, "left_s": None})

    return tell


def _place(kept: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.part")
    shutil.copyfile(kept, partial)
    partial.replace(target)
