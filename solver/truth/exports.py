"""The truth of a room for other programs: COCO instances and a Hugging Face image folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.truth.files import round_numbers, write_json
from solver.truth.view import View

UNNAMED = "object"  # category of a piece whose file names none


def describe_coco(views: dict[str, View], pictures: dict[str, str]) -> dict[str, Any]:
    """COCO instances of all views: visible pixels as run lengths; `pictures` gives each file name.

    Categories are the pieces' categories in alphabetical order from 1; pieces of which nothing is seen
    have no annotation.
    """
    names = sorted({piece.category or UNNAMED for view in views.values() for piece in view.pieces})
    images, annotations = [], list[dict[str, Any]]()
    for image_id, (name, view) in enumerate(views.items(), 1):
        camera = view.camera
        images.append(
            {"id": image_id, "file_name": pictures[name], "width": camera.width, "height": camera.height}
        )
        for number, piece in enumerate(view.pieces, 1):
            mask = view.ids == number
            if mask.any():
                category = names.index(piece.category or UNNAMED) + 1
                entry = _annotate(mask, len(annotations) + 1, image_id, category)
                annotations.append({**entry, "object": piece.name})
    categories = [{"id": number, "name": name} for number, name in enumerate(names, 1)]
    return {"images": images, "annotations": annotations, "categories": categories}


def _annotate(mask: NDArray[np.bool_], number: int, image: int, category: int) -> dict[str, Any]:
    rows, columns = np.nonzero(mask)
    x, y = int(columns.min()), int(rows.min())
    return {
        "id": number,
        "image_id": image,
        "category_id": category,
        "iscrowd": 0,
        "area": len(rows),
        "bbox": [x, y, int(columns.max()) + 1 - x, int(rows.max()) + 1 - y],
        "segmentation": {"size": list(mask.shape), "counts": count_runs(mask)},
    }


def count_runs(mask: NDArray[np.bool_]) -> list[int]:
    """COCO's run lengths: column by column, starting with the zeros."""
    flat = np.concatenate([[False], mask.ravel(order="F"), [False]])
    edges = np.flatnonzero(flat[1:] != flat[:-1])
    ends = np.concatenate([[0], edges, [mask.size]])
    runs = np.diff(ends)
    return [int(run) for run in (runs[:-1] if runs[-1] == 0 else runs)]


def write_coco(views: dict[str, View], pictures: dict[str, str], path: Path) -> None:
    """coco.json for all views."""
    path.write_text(json.dumps(describe_coco(views, pictures)) + "\n", encoding="utf-8")


def write_hub(objects: dict[str, list[dict[str, Any]]], pictures: dict[str, Path], folder: Path) -> None:
    """A folder that `datasets.load_dataset("imagefolder", data_dir=folder)` reads: one row a view with
    the picture and its objects as columns."""
    train = folder / "train"
    train.mkdir(parents=True)
    lines = []
    for view, entries in objects.items():
        target = train / f"{view}.png"
        shutil.copyfile(pictures[view], target)
        seen = [entry for entry in entries if entry["bbox_visible"]]
        columns = (
            "name",
            "id",
            "category",
            "bbox_visible",
            "visible_share",
            "depth_m",
            "distance_m",
            "center_world",
        )
        table = {key: [entry[key] for entry in seen] for key in columns}
        lines.append(json.dumps(round_numbers({"file_name": target.name, "view": view, "objects": table})))
    (train / "metadata.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


__all__ = ["count_runs", "describe_coco", "write_coco", "write_hub", "write_json"]
