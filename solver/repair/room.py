"""A room.blend as it is now, beside what it keeps of how it was built."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from solver.core.layout import Placement
from solver.errors import OutputError

Point = tuple[float, float, float]


@dataclass(frozen=True)
class KeptPlace:
    """Where a piece was built, and the name that it has in layout.csv."""

    label: str
    place: Placement


@dataclass(frozen=True)
class StandingPiece:
    """One piece's object as it stands now: metres and degrees.

    `at_m` is the middle of its box, low in z; `stood_at_m` the same when it was built, None where the file
    does not say. `turn_deg` is its own turn on top of the yaw that it was built with, `size_m` its box
    before turn and scale. `locked` says that Blender's padlocks hold its location in x and y.
    """

    object: str
    piece: str
    at_m: Point
    stood_at_m: Point | None
    turn_deg: Point
    scale: Point
    size_m: Point
    locked: bool


@dataclass(frozen=True)
class KeptRoom:
    """A room.blend: the scene file it keeps, the places it was built with, and where its pieces stand.
    `others` are meshes that are neither piece nor shell."""

    scene_text: str
    kept: tuple[KeptPlace, ...]
    standing: tuple[StandingPiece, ...]
    others: tuple[str, ...]


def read_room(answer: dict[str, Any]) -> KeptRoom:
    """The answer of the `read_places` task. Raises OutputError for a file that does not keep what its
    room was made of, as `solve` writes it."""
    text, kept = answer["scene_text"], answer["kept"]
    if not isinstance(text, str) or not isinstance(kept, str):
        raise OutputError(
            "room.blend: does not keep the scene file and the places that it was built with, so nobody can "
            "tell what was moved; make it anew with `scene-solver solve`"
        )
    try:
        places = tuple(_read_kept(item) for item in json.loads(kept))
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise OutputError(f"room.blend: the places that it keeps cannot be read: {error}") from None
    return KeptRoom(text, places, tuple(map(_read_standing, answer["objects"])), tuple(answer["others"]))


def _read_kept(item: dict[str, Any]) -> KeptPlace:
    x_mm, y_mm, z_mm = (round(float(item[key]) * 1000) for key in ("x_m", "y_m", "z_m"))
    return KeptPlace(str(item["label"]), Placement(str(item["name"]), x_mm, y_mm, z_mm, int(item["yaw_deg"])))


def _read_standing(item: dict[str, Any]) -> StandingPiece:
    stood_at = item["stood_at_m"]
    vectors = [item[key] for key in ("at_m", "turn_deg", "scale", "size_m")] + (
        [stood_at] if stood_at else []
    )
    if not all(math.isfinite(value) for vector in vectors for value in vector):
        raise OutputError(
            f"room.blend: {item['object']} has no place: its location, turn or scale is no number"
        )
    return StandingPiece(
        object=item["object"],
        piece=item["piece"],
        at_m=_read_point(item["at_m"]),
        stood_at_m=None if stood_at is None else _read_point(stood_at),
        turn_deg=_read_point(item["turn_deg"]),
        scale=_read_point(item["scale"]),
        size_m=_read_point(item["size_m"]),
        locked=item["locked"],
    )


def _read_point(values: list[float]) -> Point:
    x, y, z = values
    return x, y, z
