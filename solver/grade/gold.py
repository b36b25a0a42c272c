"""A gold output: the deliverables beside what is known of them as text.

Text is gold (scene.txt, expected.json, layout.csv, gold.json) and is kept; room.blend and the pictures
are made on demand into a cache. Pictures are compared decoded, since their bytes carry no meaning.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from solver.core.hashing import hash_file
from solver.core.measured import Measured
from solver.core.spec import SceneSpec
from solver.core.views import list_views, name_picture
from solver.errors import OutputError
from solver.grade.expected import make_expected
from solver.grade.facts import compare_facts, write_facts
from solver.grade.weavebench import Grade

FACTS, EXPECTED, RECORD, LAYOUT = "scene.txt", "expected.json", "gold.json", "layout.csv"
TEXTS = (FACTS, EXPECTED, LAYOUT, RECORD)


@dataclass(frozen=True)
class Texts:
    """The text gold of one output, by file name."""

    files: dict[str, str]

    def write(self, folder: Path) -> None:
        """Write every text into `folder`. Raises OutputError when that is not possible."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in self.files.items():
                (folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise OutputError(f"{folder}: cannot be written: {error.strerror or error}") from None


def describe_gold(
    folder: Path, spec: SceneSpec, measured: Measured, grade: Grade, inputs: dict[str, Path]
) -> Texts:
    """The text gold of an output folder. `inputs` are the furniture files by piece."""
    record = {
        "scene": spec.scene,
        "scene_sha256": hash_text(spec.text),
        "inputs_sha256": {name: hash_file(path) for name, path in sorted(inputs.items())},
        "blender": measured.blender_version,
        "pictures": {
            name: hash_picture(folder / name) for name in map(name_picture, list_views(spec.render.views))
        },
        "scores": {key: value for key, value in grade.scores.items() if not isinstance(value, str)},
    }
    return Texts(
        {
            FACTS: write_facts(measured),
            EXPECTED: format_json(make_expected(spec)),
            LAYOUT: (folder / LAYOUT).read_text(encoding="utf-8"),
            RECORD: format_json(record),
        }
    )


def format_json(value: Any) -> str:
    """JSON with a fixed layout."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def hash_text(text: str) -> str:
    """SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def hash_picture(path: Path) -> dict[str, Any]:
    """Size and SHA-256 of a picture's decoded RGB pixels."""
    with Image.open(path) as image:
        rgb = image.convert("RGB")
    return {"size_px": list(rgb.size), "rgb_sha256": hashlib.sha256(rgb.tobytes()).hexdigest()}


def compare_gold(kept: Path, texts: Texts) -> list[str]:
    """What differs from the kept text gold in `kept`, in words; empty when all is equal.

    Of gold.json the scene, scores and picture sizes count. Pixels do not: another Blender or another
    processor draws other noise, and what the pictures show is judged by `check`. Nor do hashes of furniture
    files: a .blend holds addresses, so that equal furniture has other bytes each time it is made, and its
    shape is in scene.txt.
    """
    changes: list[str] = []
    for name, text in texts.files.items():
        path = kept / name
        if not path.is_file():
            changes.append(f"{name}: there is no kept gold at {path}")
            continue
        old = path.read_text(encoding="utf-8")
        if old == text:
            continue
        if name == FACTS:
            changes += compare_facts(old, text)
        elif name == RECORD:
            changes += _compare_records(json.loads(old), json.loads(text))
        else:
            changes += _compare_lines(name, old, text)
    return changes


def _compare_lines(name: str, old: str, new: str) -> list[str]:
    before, after = old.splitlines(), new.splitlines()
    gone = [f"{name}: without {line!r}" for line in before if line not in after]
    return gone + [f"{name}: now {line!r}" for line in after if line not in before]


def _compare_records(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    changes = []
    if old["scene_sha256"] != new["scene_sha256"]:
        changes.append("the scene file changed")
    keys = sorted(set(old["scores"]) | set(new["scores"]))
    changes += [
        f"score {key}: {old['scores'].get(key)} -> {new['scores'].get(key)}"
        for key in keys
        if old["scores"].get(key) != new["scores"].get(key)
    ]
    changes += [
        f"{name} is {new['pictures'][name]['size_px']} instead of {old['pictures'][name]['size_px']}"
        for name in old["pictures"].keys() & new["pictures"].keys()
        if old["pictures"][name]["size_px"] != new["pictures"][name]["size_px"]
    ]
    return changes
