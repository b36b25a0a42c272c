"""glTF, OBJ, FBX and Sweet Home 3D models made into .blend assets with catalogue entries."""

from __future__ import annotations

import fnmatch
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.assets.manifest import NAME, add_entries, make_key, make_label
from solver.assets.sweethome import LibraryModel, extract_model, read_library
from solver.batch import run_batch
from solver.bridge import Event
from solver.core.catalog import Catalog, read_catalog
from solver.errors import AssetError

MODEL_SUFFIXES = (".glb", ".gltf", ".obj", ".fbx")
LIBRARY_SUFFIX = ".sh3f"


@dataclass(frozen=True)
class Choice:
    """One model to import: its file or its library, and what its entry will say."""

    key: str
    source: Path
    model: LibraryModel | None
    entry: dict[str, Any]


@dataclass(frozen=True)
class Imported:
    """What an import wrote: keys of the new entries, faults of models that were left out, warnings."""

    folder: Path
    keys: tuple[str, ...]
    faults: tuple[str, ...]
    warnings: tuple[str, ...]


def import_models(
    files: Sequence[Path],
    folder: Path,
    *,
    only: Sequence[str] = (),
    category: str | None = None,
    licence: str | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Imported:
    """Import models into `folder` as .blend files with entries in its assets_manifest.yaml.

    `only`: patterns of model names to take out of libraries. Faulty models are left out and told, the
    others are kept. Raises AssetError where nothing can be imported.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known = read_catalog(folder / NAME) if (folder / NAME).is_file() else Catalog(assets={})
    choices, faults = choose_models(files, only, known, category, licence)
    warnings: list[str] = []
    with tempfile.TemporaryDirectory(prefix=".importing-", dir=folder) as work:
        requests, more = _prepare_requests(choices, Path(work))
        faults += more
        done: list[str] = []

        def keep(key: str, facts: dict[str, Any]) -> None:
            done.append(key)
            warnings.extend(f"{key}: {text}" for text in facts["warnings"])

        def begin(key: str) -> None:
            if on_event is not None:
                on_event({"event": "progress", "stage": "importing", "done": len(done) / len(requests),
                          "left_s": None})  # fmt: skip

        found = run_batch("import_models", "models", requests, keep, begin) if requests else {}
        faults += [fault for texts in found.values() for fault in texts]
        if not done:
            raise AssetError(faults or ["nothing to import"])
        for key in done:
            (Path(work) / f"{key}.blend").replace(folder / f"{key}.blend")
        add_entries(folder, {choice.key: choice.entry for choice in choices if choice.key in done})
    return Imported(folder, tuple(done), tuple(faults), tuple(warnings))


def choose_models(
    files: Sequence[Path], only: Sequence[str], known: Catalog, category: str | None, licence: str | None
) -> tuple[list[Choice], list[str]]:
    """The models to import, each under a free key and label, and the faults of files that are none."""
    keys, labels = set(known.assets), {asset.label for asset in known.assets.values()}
    choices: list[Choice] = []
    faults: list[str] = []
    for file in files:
        try:
            found = _list_models(file, only)
        except AssetError as error:
            faults.extend(error.faults)
            continue
        for name, model in found:
            key = make_key(name, keys)
            label = make_label(key, labels)
            keys.add(key)
            labels.add(label)
            entry = {"file": f"{key}.blend", "category": category or make_key(name, ()), "label": label}
            choices.append(Choice(key, file, model, entry | _describe_origin(file, model, licence)))
    for text in only:
        if not any(choice.model and _matches(choice.model, text) for choice in choices):
            faults.append(f"no model in the libraries is called {text!r}; patterns such as '*sofa*' do too")
    return choices, faults


def _list_models(file: Path, only: Sequence[str]) -> list[tuple[str, LibraryModel | None]]:
    suffix = file.suffix.lower()
    if suffix in MODEL_SUFFIXES:
        if not file.is_file():
            raise AssetError(f"{file}: no such file")
        return [(file.stem, None)]
    if suffix != LIBRARY_SUFFIX:
        kinds = ", ".join((*MODEL_SUFFIXES, LIBRARY_SUFFIX))
        raise AssetError(f"{file}: cannot be imported; {kinds} files can (.blend files need no import)")
    models = read_library(file)
    wanted = [model for model in models if not only or any(_matches(model, text) for text in only)]
    return [(model.name, model) for model in wanted]


def _matches(model: LibraryModel, pattern: str) -> bool:
    return fnmatch.fnmatchcase(model.name.lower(), pattern.lower())


def _describe_origin(file: Path, model: LibraryModel | None, licence: str | None) -> dict[str, Any]:
    if model is None:
        return {"licence": licence or "unknown", "source": file.name}
    size = {"width": model.width_m, "depth": model.depth_m, "height": model.height_m}
    by = f" by {model.creator}" if model.creator else ""
    return {
        "front": "-y",
        "size": {side: f"{round(metres * 1000, 3):g} mm" for side, metres in size.items()},
        "licence": licence or model.licence or "unknown",
        "source": f"{model.name}{by}, {file.name}",
    }


def _prepare_requests(choices: list[Choice], work: Path) -> tuple[dict[str, dict[str, Any]], list[str]]:
    requests: dict[str, dict[str, Any]] = {}
    faults: list[str] = []
    for choice in choices:
        model, file = choice.model, choice.source
        try:
            if model is not None:
                file = extract_model(choice.source, model, work / choice.key)
        except AssetError as error:
            faults.extend(error.faults)
            continue
        turn = list(model.turn) if model is not None and model.turn else None
        requests[choice.key] = {
            "key": choice.key,
            "file": str(file.absolute()),
            "blend": str(work / f"{choice.key}.blend"),
            "turn": turn,
        }
    return requests, faults
