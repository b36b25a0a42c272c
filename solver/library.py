"""Furniture files found in a folder and made into clean pieces, kept in a cache by content.

A clean piece is a .blend holding one mesh object `Piece`: metres, front at local -y, origin at its
box centre in x and y, underside at z = 0 (solver/blender/assets). Making one costs a Blender run, so
it is kept under the hash of everything it depends on: the file's bytes, the options, the importer's
own code, the Blender version, and the textures and libraries that the file reaches for.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.batch import run_batch
from solver.bridge import Event, blender_version, find_blender
from solver.core.blendfile import find_version_fault, read_header
from solver.core.catalog import AssetOptions, Catalog
from solver.core.hashing import hash_file
from solver.core.yaml_source import suggest
from solver.errors import AssetError

_IMPORTER = Path(__file__).parent / "blender"


@dataclass(frozen=True)
class CleanAsset:
    """One usable piece: its source file, its size [x, y, z] in metres with the front at -y, and the
    clean .blend. `front` is the source's axis ("none" without one), found with `front_confidence`
    (1 where it was given) for the reasons in `front_evidence`. `objects`: what of the file is used;
    `contains`: how many objects of each type it has."""

    key: str
    file: Path
    sha256: str
    blend: Path
    size_m: tuple[float, float, float]
    front: str
    front_confidence: float
    front_evidence: str
    unit_m: float
    objects: tuple[str, ...]
    contains: dict[str, int]
    meshes: int
    triangles: int
    textures: dict[str, int]
    warnings: tuple[str, ...]


def find_assets(catalog: Catalog, keys: Iterable[str], assets_dir: Path) -> dict[str, Path]:
    """The file of each catalogue key in `assets_dir`. Raises AssetError naming all that are missing."""
    if not assets_dir.is_dir():
        raise AssetError(f"{assets_dir}: no such folder of assets; give one with --assets")
    there = sorted(p.relative_to(assets_dir).as_posix() for p in assets_dir.rglob("*.blend"))
    found: dict[str, Path] = {}
    faults = []
    for key in dict.fromkeys(keys):
        if key not in catalog.assets:
            faults.append(f"asset {key!r} is not in assets_manifest.yaml{suggest(key, catalog.assets)}")
            continue
        path = assets_dir / catalog.assets[key].file
        if path.is_file():
            found[key] = path
        else:
            faults.append(_explain_missing(key, path, assets_dir, there))
    if faults:
        raise AssetError(faults)
    return found


def _explain_missing(key: str, path: Path, folder: Path, there: list[str]) -> str:
    name = path.relative_to(folder).as_posix()
    near = difflib.get_close_matches(name, there, n=1)
    hint = f"the folder has {near[0]!r}" if near else f"the folder has {', '.join(there[:12]) or 'no .blend'}"
    return (
        f"{path}: missing (asset {key!r}); {hint}; put the file there, or name yours under file: "
        "in assets_manifest.yaml"
    )


def clean_assets(
    requests: Mapping[str, tuple[Path, AssetOptions]],
    cache_dir: Path,
    on_event: Callable[[Event], None] | None = None,
    *,
    strict: bool = False,
) -> dict[str, CleanAsset]:
    """Each request's clean piece, from the cache below `cache_dir` or made by one Blender process.

    `on_event` gets {"event": "asset", "key"} as each uncached file is begun, and {"event": "note",
    "text"} for each warning. Raises AssetError with the faults of all files together, warnings included
    where `strict`; a file that crashes Blender is named, and the others go on.
    """
    folder = cache_dir / "pieces"
    jobs, faults = _prepare_jobs(requests, folder)
    waiting = [job for job in jobs if job.read_facts() is None]
    if waiting:
        folder.mkdir(parents=True, exist_ok=True)
        faults.update(_run_jobs(waiting, on_event))
    if faults:
        raise AssetError([fault for key in requests for fault in faults.get(key, ())])
    clean = {job.key: job.read_piece() for job in jobs}
    _tell_warnings(clean, on_event, strict)
    return clean


def _tell_warnings(
    clean: Mapping[str, CleanAsset], on_event: Callable[[Event], None] | None, strict: bool
) -> None:
    """One note a warning, the same file's once; as errors where `strict`."""
    texts = [f"{asset.file}: {text}" for asset in clean.values() for text in asset.warnings]
    if strict and texts:
        raise AssetError(list(dict.fromkeys(texts)))
    for text in dict.fromkeys(texts):
        if on_event is not None:
            on_event({"event": "note", "text": text})


@dataclass(frozen=True)
class _Job:
    """One request with its place in the cache: `<name>.blend` and, written last, `<name>.json`."""

    key: str
    file: Path
    options: AssetOptions
    sha256: str
    blend: Path

    @property
    def record(self) -> Path:
        return self.blend.with_suffix(".json")

    def read_facts(self) -> dict[str, Any] | None:
        """The facts kept in the cache, or None where there are none, or they no longer hold."""
        try:
            facts: dict[str, Any] = json.loads(self.record.read_text(encoding="utf-8"))
            if facts["clean_sha256"] != hash_file(self.blend):
                return None
            for name, digest in facts["depends_on"].items():
                if _hash_if_file(self.file.parent / name) != digest:
                    return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return facts

    def keep(self, made: Path, facts: dict[str, Any]) -> None:
        """Move a freshly made file into the cache and write its facts."""
        base = self.file.parent.resolve()
        depends_on = {
            os.path.relpath(path, base): _hash_if_file(Path(path)) for path in facts.pop("depends_on")
        }
        facts = {**facts, "depends_on": depends_on, "clean_sha256": hash_file(made)}
        made.replace(self.blend)
        partial = made.with_suffix(".json")
        partial.write_text(json.dumps(facts, indent=1), encoding="utf-8")
        partial.replace(self.record)

    def read_piece(self) -> CleanAsset:
        facts = self.read_facts()
        if facts is None:
            raise AssetError(f"{self.blend}: vanished from the cache; run again")
        x, y, z = facts["size_m"]
        return CleanAsset(
            key=self.key, file=self.file, sha256=self.sha256, blend=self.blend, size_m=(x, y, z),
            front=facts["front"]["axis"], front_confidence=facts["front"]["confidence"],
            front_evidence=facts["front"]["evidence"], unit_m=facts["unit_m"],
            objects=tuple(facts["objects"]), contains=facts["contains"],
            meshes=facts["meshes"], triangles=facts["triangles"],
            textures=facts["textures"], warnings=tuple(facts["warnings"]),
        )  # fmt: skip


def _prepare_jobs(
    requests: Mapping[str, tuple[Path, AssetOptions]], folder: Path
) -> tuple[list[_Job], dict[str, tuple[str, ...]]]:
    """A job for each file that can be opened, and the faults of the others; Blender not needed."""
    find_blender()
    running = blender_version()
    major, minor = (int(part) for part in running.split(".")[:2])
    base = f"{_hash_importer()} {running}"
    jobs, faults = [], {}
    for key, (file, options) in requests.items():
        try:
            fault = find_version_fault(read_header(file), (major, minor))
            if fault:
                raise AssetError(fault)
            digest = hash_file(file)
        except AssetError as error:
            faults[key] = error.faults
            continue
        text = json.dumps(options.to_request(), sort_keys=True)
        name = hashlib.sha256(f"{base} {digest} {text}".encode()).hexdigest()
        jobs.append(_Job(key, file, options, digest, folder / f"{name}.blend"))
    return jobs, faults


def _run_jobs(jobs: list[_Job], on_event: Callable[[Event], None] | None) -> dict[str, tuple[str, ...]]:
    """Make every waiting piece; returns faults by request key."""
    same: dict[str, list[_Job]] = {}
    for job in jobs:
        same.setdefault(job.blend.stem, []).append(job)
    with tempfile.TemporaryDirectory(prefix="making-", dir=jobs[0].blend.parent) as made:
        requests = {
            name: {"key": name, "file": str(twins[0].file.resolve()), "clean": f"{made}/{name}.blend",
                   "options": twins[0].options.to_request()}
            for name, twins in same.items()
        }  # fmt: skip

        def keep(name: str, facts: dict[str, Any]) -> None:
            same[name][0].keep(Path(made) / f"{name}.blend", facts)

        def begin(name: str) -> None:
            if on_event is not None:
                on_event({"event": "asset", "key": same[name][0].key})

        found = run_batch("clean_assets", "assets", requests, keep, begin)
    return {job.key: faults for name, faults in found.items() for job in same[name]}


def _hash_if_file(path: Path) -> str | None:
    return hash_file(path) if path.is_file() else None


def _hash_importer() -> str:
    """Changes whenever the importer's code does, so that no version number can be forgotten."""
    digest = hashlib.sha256()
    sources = [_IMPORTER / "append.py", _IMPORTER / "session.py", *(_IMPORTER / "assets").glob("*.py")]
    sources += [_IMPORTER.parent / "core" / f"{name}.py" for name in ("front", "grouping", "surface")]
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
