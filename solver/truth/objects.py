"""objects.json: one entry a piece, from a drawn View."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.truth.view import View, box_of

SHELL = "shell"


def describe_objects(view: View) -> list[dict[str, Any]]:
    """Every piece in id order; `None` says that a value does not exist (nothing seen, behind the camera).

    Boxes are whole pixels [x_min, y_min, x_max, y_max], upper edges exclusive, of the visible pixels and
    of the piece alone inside the picture. `visible_share` is visible pixels over pixels alone;
    `occluded_by` gives the pixels that each other piece (or the shell) takes of the piece alone.
    """
    return [_describe(view, number) for number in range(1, len(view.pieces) + 1)]


def _describe(view: View, number: int) -> dict[str, Any]:
    piece, layer, camera = view.pieces[number - 1], view.layers[number - 1], view.camera
    x0, y0, x1, y1 = layer.box
    alone = layer.mask
    crop = view.ids[y0:y1, x0:x1]
    visible = int(np.count_nonzero(crop == number))
    pixels = int(np.count_nonzero(alone))
    centre = piece.centre
    corners_px = camera.project(piece.corners)
    return {
        "name": piece.name,
        "id": number,
        "category": piece.category,
        "piece": piece.piece,
        "asset": piece.asset,
        "bbox_visible": box_of(crop == number, (x0, y0)),
        "bbox_amodal": box_of(alone, (x0, y0)),
        "visible_px": visible,
        "amodal_px": pixels,
        "visible_share": visible / pixels if pixels else None,
        "occluded_by": _count_occluders(view, number),
        "corners_world": piece.corners.tolist(),
        "corners_px": [None if np.isnan(spot).any() else spot.tolist() for spot in corners_px],
        "center_world": centre.tolist(),
        "center_px": None if np.isnan(camera.project(centre)).any() else camera.project(centre).tolist(),
        "size_m": list(piece.size_m),
        "yaw_deg": piece.yaw_deg,
        "has_front": piece.has_front,
        "yaw_in_camera_deg": find_heading(view, number),
        "depth_m": float(camera.to_local(centre)[2]),
        "distance_m": float(np.linalg.norm(centre - camera.position)),
    }


def find_heading(view: View, number: int) -> float | None:
    """Where a piece's front points over the floor, seen from the camera, in [0, 360).

    Degrees clockwise from above, 0 = the way the camera looks (away from it), 90 = its right,
    180 = towards it; None for a piece without a front.
    """
    front = view.pieces[number - 1].front
    if front is None:
        return None
    return float((np.degrees(np.arctan2(front[0], front[1])) - view.camera.heading_deg) % 360.0)


def _count_occluders(view: View, number: int) -> dict[str, int]:
    layer = view.layers[number - 1]
    x0, y0, x1, y1 = layer.box
    covering = view.ids[y0:y1, x0:x1][layer.mask]
    return {
        SHELL if other == 0 else view.pieces[other - 1].name: count
        for other, count in enumerate(np.bincount(covering).tolist())
        if count and other != number
    }
