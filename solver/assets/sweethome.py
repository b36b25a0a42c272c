"""Sweet Home 3D furniture libraries (.sh3f): a zip of models and a catalogue of their sizes.

The catalogue is a Java properties file, PluginFurnitureCatalog.properties, with numbered keys: name#3,
model#3, width#3 (cm), depth#3, height#3, creator#3, modelRotation#3. Models face south, as -y does here.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from solver.errors import AssetError

_CATALOGUE = "PluginFurnitureCatalog.properties"
# A model with its textures is some megabytes; more is refused before it fills the disk.
MAX_MODEL_BYTES = 512 * 1024**2
_MAX_CATALOGUE_BYTES = 32 * 1024**2


@dataclass(frozen=True)
class LibraryModel:
    """One model of a library; sizes in metres as seen from the front; `turn` nine numbers or None."""

    name: str
    model: str
    category: str
    width_m: float
    depth_m: float
    height_m: float
    creator: str
    licence: str
    turn: tuple[float, ...] | None


def read_library(path: Path) -> list[LibraryModel]:
    """All models of a .sh3f file, in the catalogue's order. Raises AssetError for what is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            text = _read_entry(archive, path, _CATALOGUE, _MAX_CATALOGUE_BYTES).decode("latin-1")
    except FileNotFoundError:
        raise AssetError(f"{path}: no such file") from None
    except (OSError, zipfile.BadZipFile) as error:
        raise AssetError(f"{path}: not a Sweet Home 3D library ({error}); download it again") from None
    properties = _parse_properties(text)
    shared = properties.get("license", "")
    numbers = sorted({int(key.split("#")[1]) for key in properties if re.fullmatch(r"model#\d+", key)})
    models = [_make_model(properties, number, shared, path) for number in numbers]
    if not models:
        raise AssetError(f"{path}: its catalogue names no models")
    return models


def extract_model(path: Path, model: LibraryModel, folder: Path) -> Path:
    """Unpack one model with the files beside it into `folder`; returns the model file.

    Raises AssetError for entries that would leave the folder, and for more than MAX_MODEL_BYTES.
    """
    inside = PurePosixPath(model.model.lstrip("/"))
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        if str(inside) not in names:
            raise AssetError(f"{path}: names the model {inside} but does not hold it")
        left = MAX_MODEL_BYTES
        for name in names:
            entry = PurePosixPath(name)
            if inside.parent not in entry.parents:
                continue
            target = folder / _require_inside(path, entry.relative_to(inside.parent))
            data = _read_entry(archive, path, name, left)
            left -= len(data)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    return folder / inside.name


def _require_inside(path: Path, entry: PurePosixPath) -> PurePosixPath:
    if entry.is_absolute() or ".." in entry.parts or "\\" in str(entry) or ":" in str(entry):
        raise AssetError(f"{path}: holds {str(entry)!r}, which would be written outside its folder; refused")
    return entry


def _read_entry(archive: zipfile.ZipFile, path: Path, name: str, limit: int) -> bytes:
    try:
        with archive.open(name) as file:
            data = file.read(limit + 1)
    except KeyError:
        raise AssetError(f"{path}: not a Sweet Home 3D library (no {name} in it)") from None
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError) as error:
        raise AssetError(f"{path}: {name} in it is damaged ({error}); download it again") from None
    if len(data) > limit:
        raise AssetError(f"{path}: {name} unpacks to more than {limit // 1024**2} MiB; refused")
    return data


def _parse_properties(text: str) -> dict[str, str]:
    """Java properties: `key=value` lines, `#` comments, `\\` continues a line, `\\uXXXX` escapes."""
    joined = re.sub(r"\\\r?\n[ \t]*", "", text)
    found = {}
    for line in joined.splitlines():
        match = re.match(r"\s*([^=:\s#!][^=:\s]*)\s*[=:]\s*(.*)", line)
        if match:
            value = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), match[2])
            found[match[1]] = re.sub(r"\\(.)", r"\1", value).strip()
    return found


def _make_model(properties: dict[str, str], number: int, licence: str, path: Path) -> LibraryModel:
    def get(name: str, default: str = "") -> str:
        return properties.get(f"{name}#{number}", default)

    try:
        width, depth, height = (float(get(name)) / 100 for name in ("width", "depth", "height"))
        turn = tuple(float(value) for value in get("modelRotation").split()) or None
        if min(width, depth, height) <= 0 or (turn is not None and len(turn) != 9):
            raise ValueError
    except ValueError:
        raise AssetError(f"{path}: entry {number} ({get('name')}) has no proper size or rotation") from None
    return LibraryModel(
        name=get("name", f"model {number}"), model=get("model"), category=get("category"),
        width_m=width, depth_m=depth, height_m=height, creator=get("creator"),
        licence=get("license", licence), turn=turn,
    )  # fmt: skip
