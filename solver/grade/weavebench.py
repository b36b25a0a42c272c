"""WeaveBench's published scoring rules for the room task, quirks included, as our own implementation.

Source: the task file `SPA_task_0_blender_room_arrange` of WeaveBench (arXiv 2606.09426), section
"Automated Checks". Every key, weight and cap of it is here, and so are its oddities, because the point
is to know what that grader says: it takes location ± dimensions / 2 for a box, measures walls from
x = 0 and y = 0, and reads names by the first synonym that fits. Where it would raise, so do we, and
`grade_files` says so in `Grade.crash`.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

Scores = dict[str, Any]
# (object name, location, dimensions) of a mesh object, metres.
Mesh = tuple[str, Sequence[float], Sequence[float]]
# Pictures, rubric (key -> sentence), instruction -> a score for each key and "judge_method".
Judge = Callable[[list[str], dict[str, str], str], Mapping[str, Any]]

# In the order in which a name is tried; the first category with a synonym inside the name is taken.
SYNONYMS = {
    "sofa": ("sofa", "couch", "settee"),
    "coffee": ("coffee", "coffeetable", "cocktail"),
    "tv": ("tv", "television", "console", "classicconsole", "tvstand", "stand", "media", "cabinet"),
    "dining": ("dining", "diningtable", "woodentable", "table"),
    "chair": ("chair", "armchair", "woodenchair", "stool", "seat"),
    "nightstand": (
        "nightstand", "classicnightstand", "bedside", "sidetable", "endtable", "lamp", "light", "floorlamp",
        "torchiere",
    ),
}  # fmt: skip
COLUMNS = ("object", "x", "y", "z", "rotation_z", "distance_to_nearest_wall_mm")
RUBRIC = {
    "vlm_room_complete": "the picture shows a complete room with six pieces of furniture or more",
    "vlm_no_overlap": "no furniture visibly intersects; the spacing is sensible",
    "vlm_against_wall": "at least three large pieces stand against walls",
    "vlm_walkable_aisle": "the middle or the main passage can be walked through",
    "vlm_lighting_ok": "the light is neither black nor blown out and materials can be told apart",
}
INSTRUCTION = "Judge the arrangement of the furniture: first the perspective picture, then the top view."
CORE = (
    "blend_exists", "mesh_count", "furniture_named", "no_overlap", "rule_conformance", "layout_csv_schema",
    "layout_csv_distance", "layout_csv_unique",
)  # fmt: skip
PICTURES = (
    "render_size", "render_nontrivial", "render_filesize_ok", "top_view_ok", "top_view_filesize_ok",
    "screenshots_distinct",
)  # fmt: skip
# Caps on the overall score: (keys, what counts as missed, cap).
CAPS = (
    (("blend_exists",), 1.0, 0.30),
    (("no_overlap",), 0.85, 0.40),
    (("rule_conformance",), 0.6, 0.45),
    (("mesh_count",), 1.0, 0.50),
    (("render_size",), 1.0, 0.45),
    (("render_nontrivial",), 0.8, 0.45),
    (("top_view_ok",), 1.0, 0.50),
    (("screenshots_distinct",), 1.0, 0.45),
    (("layout_csv_schema", "layout_csv_unique"), 1.0, 0.50),
)
NO_JUDGE_CAP = 0.60
JUDGE_CAPS = ((0.6, 0.50), (0.4, 0.35))


@dataclass(frozen=True)
class Grade:
    """What the published rules give. `scores` has every key of the original, "overall_score" among them;
    `crash` names the exception with which the original ends, and then there are no scores."""

    scores: Scores
    crash: str = ""

    @property
    def overall(self) -> float | None:
        """The overall score, or None after a crash."""
        value = self.scores.get("overall_score")
        return float(value) if value is not None else None


def grade_files(
    folder: Path, meshes: list[Mesh] | None, expected: Mapping[str, Any], judge: Judge | None = None
) -> Grade:
    """Score an output folder.

    `meshes` are all mesh objects of room.blend in name order, or None where Blender could not read it.
    `expected` is the content of the benchmark's expected.json, empty where it is missing. `judge` None
    means that there is no picture judge.
    """
    try:
        return Grade(score_files(folder, meshes, expected, judge))
    except Exception as error:  # the original has no handler here: its harness sees the exception
        return Grade({}, type(error).__name__)


def score_files(
    folder: Path, meshes: list[Mesh] | None, expected: Mapping[str, Any], judge: Judge | None
) -> Scores:
    """Every key of the original. Raises what the original raises on files that it cannot read."""
    scores: Scores = {"blend_exists": 1.0 if (folder / "room.blend").exists() else 0.0}
    found = list(meshes or ()) or _read_csv_meshes(folder / "layout.csv")
    scores.update(score_meshes(found, expected))
    scores.update(_score_render(folder / "render.png"))
    scores.update(_score_top_view(folder / "top_view.png"))
    scores["screenshots_distinct"] = _score_distinct(folder)
    scores.update(_score_layout(folder / "layout.csv"))
    scores.update(_ask_judge(folder, judge))
    scores["overall_score"] = combine_scores(scores)
    return scores


def _read_csv_meshes(path: Path) -> list[Mesh]:
    """What the original falls back to without a readable room.blend: rows as boxes of half a metre."""
    meshes: list[Mesh] = []
    if not path.exists():
        return meshes
    try:
        with path.open() as file:
            for row in csv.DictReader(file):
                try:
                    *place, _turn = (float(row.get(key, 0) or 0) for key in ("x", "y", "z", "rotation_z"))
                except Exception:
                    continue
                meshes.append((row.get("object", "obj"), place, [0.5, 0.5, 0.5]))
    except Exception:
        return meshes
    return meshes


def find_category(name: str) -> str | None:
    """The category that a name is taken for, or None."""
    plain = _strip(name)
    return next((key for key, words in SYNONYMS.items() if any(word in plain for word in words)), None)


def _strip(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def score_meshes(meshes: list[Mesh], expected: Mapping[str, Any]) -> Scores:
    """The keys that come from room.blend: counts, names, overlaps, rules."""
    blob = " ".join(_strip(name) for name, _, _ in meshes)
    named = sum(any(word in blob for word in words) for words in SYNONYMS.values())
    return {
        "mesh_count": min(1.0, len(meshes) / max(expected.get("min_meshes", 6), 6)),
        "furniture_named": named / 6,
        "no_overlap": _score_overlap(meshes),
        "rule_conformance": _score_rules(meshes, expected),
    }


def _score_overlap(meshes: list[Mesh]) -> float:
    boxes = [
        (at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2)
        for name, at, size in meshes
        if find_category(name) is not None
    ]
    apart = [
        max(a[0], b[0]) >= min(a[2], b[2]) or max(a[1], b[1]) >= min(a[3], b[3])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
    ]
    return sum(apart) / len(apart) if apart else 0.0


def _score_rules(meshes: list[Mesh], expected: Mapping[str, Any]) -> float:
    room, tolerance = expected.get("room_dims_m", {}), expected.get("tolerance_m", 0.05)
    first: dict[str, Mesh] = {}
    for mesh in meshes:
        category = find_category(mesh[0])
        if category is not None:
            first.setdefault(category, mesh)
    rules = expected.get("rules", [])
    hits = 0.0
    for rule in rules:
        target = next((key for key in SYNONYMS if key in rule.get("object", "")), None)
        if target is not None and target in first:
            hits += _count_hits(rule, first[target], room, tolerance)
    return min(1.0, hits / max(len(rules), 1))


def _count_hits(rule: Mapping[str, Any], mesh: Mesh, room: Mapping[str, float], tolerance: float) -> float:
    _name, at, size = mesh
    wall, wanted, hits = rule.get("wall"), rule.get("distance_m", 0), 0.0
    if wall == "north":
        distance = abs(room.get("y", 6.0) - (at[1] + size[1] / 2))
        hits += abs(distance - wanted) <= tolerance + 0.05
    elif wall == "south":
        # Neither the wanted distance nor an absolute value: anything south of the room passes.
        hits += at[1] - size[1] / 2 <= tolerance + 0.05
    elif wall == "east":
        distance = abs(room.get("x", 5.0) - (at[0] + size[0] / 2))
        hits += abs(distance - wanted) <= tolerance + 0.1
    if "x_center_m" in rule and abs(at[0] - rule["x_center_m"]) <= 0.2:
        hits += 0.5
    return hits


def _score_render(path: Path) -> Scores:
    if not path.exists():
        return {"render_size": 0.0, "render_nontrivial": 0.0, "render_filesize_ok": 0.0}
    with Image.open(path) as image:
        spread = np.array(image.convert("L")).std()
        size = image.size
    return {
        "render_size": 1.0 if size == (1920, 1080) else 0.0,
        "render_nontrivial": 1.0 if spread > 35 else max(0.0, (spread - 10) / 25),
        "render_filesize_ok": 1.0 if path.stat().st_size >= 30 * 1024 else 0.0,
    }


def _score_top_view(path: Path) -> Scores:
    if not path.exists():
        return {"top_view_ok": 0.0, "top_view_filesize_ok": 0.0}
    with Image.open(path) as image:
        wide, high = image.size
    return {
        "top_view_ok": 1.0 if wide >= 1280 and high >= 720 else 0.0,
        "top_view_filesize_ok": 1.0 if path.stat().st_size >= 15 * 1024 else 0.0,
    }


def _score_distinct(folder: Path) -> float:
    paths = [folder / "render.png", folder / "top_view.png"]
    if not all(path.exists() for path in paths):
        return 0.0
    first, second = (hashlib.md5(path.read_bytes(), usedforsecurity=False).digest() for path in paths)
    return 1.0 if first != second else 0.0


def _score_layout(path: Path) -> Scores:
    nothing = {"layout_csv_schema": 0.0, "layout_csv_distance": 0.0, "layout_csv_unique": 0.0}
    if not path.exists():
        return nothing
    with path.open() as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    if len(rows) < 6 or not set(COLUMNS) <= set(reader.fieldnames or ()):
        return {**nothing, "layout_csv_schema": 0.5 if rows else 0.0}
    names = [row.get("object", "").strip().lower() for row in rows[:6]]
    unique = len(set(names)) == 6 and all(names)
    return {
        "layout_csv_schema": 1.0,
        "layout_csv_distance": _score_distance(rows),
        "layout_csv_unique": 1.0 if unique else 0.0,
    }


def _score_distance(rows: list[dict[str, Any]]) -> float:
    try:
        near = [0 <= float(row["distance_to_nearest_wall_mm"]) <= 200 for row in rows]
    except Exception:  # one unreadable number costs the whole key
        return 0.0
    return 1.0 if any(near) else 0.0


def _ask_judge(folder: Path, judge: Judge | None) -> Scores:
    pictures = [str(path) for path in (folder / "render.png", folder / "top_view.png") if path.exists()]
    if judge is None or not pictures:
        return {}
    answer = judge(pictures, dict(RUBRIC), INSTRUCTION)
    scores: Scores = {key: answer.get(key, 0.0) for key in RUBRIC}
    return {**scores, "judge_method": answer.get("judge_method", "failed")}


def combine_scores(scores: Scores) -> float:
    """The overall score: weighted means, then the caps."""
    judged = [key for key in scores if key.startswith("vlm_")]
    numbers = [value for value in scores.values() if isinstance(value, (int, float))]
    flat = sum(numbers) / len(numbers) if numbers else 0.0
    last = _mean(scores, judged) if judged else flat
    base = 0.6 * _mean(scores, CORE) + 0.3 * _mean(scores, PICTURES) + 0.1 * last
    for keys, least, cap in CAPS:
        if any(scores.get(key, 0) < least for key in keys):
            base = min(base, cap)
    if not judged:
        return round(min(base, NO_JUDGE_CAP), 3)
    mean = sum(scores[key] for key in judged) / len(judged)
    for least, cap in JUDGE_CAPS:
        if mean < least:
            base = min(base, cap)
    return round(base, 3)


def _mean(scores: Scores, keys: Sequence[str]) -> float:
    values = [scores[key] for key in keys if isinstance(scores.get(key), (int, float))]
    return sum(values) / len(values) if values else 0.0
