"""A folder's own assets_manifest.yaml: entries added to it, and read beside the project's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from solver.core.catalog import Catalog, read_catalog
from solver.core.yaml_source import parse_yaml, validate
from solver.errors import SpecError

NAME = "assets_manifest.yaml"
_HEAD = "# Furniture of this folder; the project's assets_manifest.yaml explains the entries.\n\nassets:\n"


def find_catalog(manifest: Path, folder: Path | None) -> Catalog:
    """The project's catalogue, with the entries of the asset folder's own manifest where it has one.

    The folder's entries win. Raises SpecError with every fault of both.
    """
    own = folder / NAME if folder is not None else None
    base = read_catalog(manifest)
    if own is None or not own.is_file() or own.resolve() == manifest.resolve():
        return base
    extra = read_catalog(own)
    labels = {asset.label.lower(): key for key, asset in extra.assets.items()}
    kept = {
        key: asset
        for key, asset in base.assets.items()
        if key in extra.assets or labels.get(asset.label.lower(), key) == key
    }
    return Catalog(assets={**kept, **extra.assets})


def make_key(name: str, taken: Iterable[str]) -> str:
    """A free catalogue key from any name: "Corner sofa" -> "corner_sofa", then "corner_sofa_2" …"""
    words = re.findall(r"[a-z0-9]+", name.lower()) or ["asset"]
    base = "_".join(words)[:40]
    base = base if base[0].isalpha() else f"asset_{base}"
    return _find_free(base, "_", taken)


def make_label(key: str, taken: Iterable[str]) -> str:
    """A free object name from a key: "corner_sofa" -> "CornerSofa"."""
    return _find_free("".join(word.capitalize() for word in key.split("_")), "V", taken)


def _find_free(base: str, joint: str, taken: Iterable[str]) -> str:
    used = {name.lower() for name in taken}
    number, name = 1, base
    while name.lower() in used:
        number += 1
        name = f"{base}{joint}{number}"
    return name


def add_entries(folder: Path, entries: Mapping[str, Mapping[str, Any]]) -> Path:
    """Add entries to the folder's manifest, keeping what stands there; returns its path.

    Raises SpecError where the file there is faulty or holds such a key; it is unchanged then.
    """
    path = folder / NAME
    text = path.read_text(encoding="utf-8") if path.is_file() else _HEAD
    if path.is_file():
        clash = sorted(set(read_catalog(path).assets) & set(entries))
        if clash:
            raise SpecError(f"{path}: has {', '.join(clash)} already")
    block = yaml.safe_dump(dict(entries), sort_keys=False, allow_unicode=True, width=1000)
    indented = "".join(f"  {line}\n" for line in block.splitlines())
    whole = f"{text.rstrip()}\n{indented}"
    validate(Catalog, parse_yaml(whole, str(path)))
    partial = path.with_suffix(".part")
    partial.write_text(whole, encoding="utf-8")
    partial.replace(path)
    return path
