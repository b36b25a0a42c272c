"""The shape of a certificate: read strictly, so that nothing later meets a value it does not expect."""

from __future__ import annotations

import hashlib
import json
from typing import Any

FORMAT = "scene-solver certificate 2"
MAX_BYTES = 50_000_000
# No length or product of lengths in a room of at most 200 m comes near this.
MAX_NUMBER = 10**12

INT, TEXT, LIST, DICT, ANY = "int", "text", "list", "dict", "any"
POINT = [INT, INT]
SHAPE: dict[str, Any] = {
    "format": TEXT,
    "scene": TEXT,
    "inputs": {"scene_sha256": TEXT, "pieces_sha256": TEXT, "rules_sha256": TEXT},
    "room": {"height_mm": INT, "corners_mm": (POINT,)},
    "openings": ({"name": TEXT, "kind": TEXT, "wall": TEXT, "centre_mm": INT, "span_mm": POINT},),
    "blocks": ({"name": TEXT, "box_mm": [INT, INT, INT, INT]},),
    "hung": ({"name": TEXT, "box_mm": [INT, INT, INT, INT], "low_mm": INT},),
    "pieces": (
        {"piece": TEXT, "half_mm": POINT, "height_mm": INT, "level": TEXT, "yaws_deg": (INT,), "cost": INT},
    ),
    "placements": (
        {"piece": TEXT, "x_mm": INT, "y_mm": INT, "z_mm": INT, "yaw_deg": INT, "footprint_mm": (POINT,)},
    ),
    "left_out": (TEXT,),
    "rules": ({"rule": TEXT, "line": INT, "weight": INT, "fields": DICT, "slack_mm": INT},),
    "ways": ({"rule": INT, "start": TEXT, "goal": TEXT, "width_mm": INT, "corners_mm": (POINT,)},),
    "objective": INT,
    "bound": INT,
    "gap": INT,
    "digest": TEXT,
}


class Refused(Exception):
    """The certificate does not hold; the message says why."""


def read_document(text: str) -> dict[str, Any]:
    """The certificate's data. Raises Refused for anything not of the shape above."""
    if len(text) > MAX_BYTES:
        raise Refused(f"longer than {MAX_BYTES} characters")
    try:
        data = json.loads(text, object_pairs_hook=_refuse_twins, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Refused(f"not readable as JSON: {error}") from None
    _check_shape(data, SHAPE, "certificate")
    if data["format"] != FORMAT:
        raise Refused(f"format is {data['format']!r}, not {FORMAT!r}")
    if data["digest"] != find_digest(data):
        raise Refused("the digest does not fit the content: something was changed after it was written")
    return dict(data)


def find_digest(data: dict[str, Any]) -> str:
    """SHA-256 of everything but the digest, as sorted JSON without blanks."""
    return hash_json({key: value for key, value in data.items() if key != "digest"})


def hash_json(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is no whole number")


def _check_shape(value: Any, shape: Any, where: str) -> None:
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            raise Refused(f"{where} needs exactly the keys {', '.join(shape)}")
        for key, inner in shape.items():
            _check_shape(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, tuple):
        if not isinstance(value, list):
            raise Refused(f"{where} is not a list")
        for index, item in enumerate(value):
            _check_shape(item, shape[0], f"{where}[{index}]")
    elif isinstance(shape, list):
        if not isinstance(value, list) or len(value) != len(shape):
            raise Refused(f"{where} is not a list of {len(shape)}")
        for index, (item, inner) in enumerate(zip(value, shape, strict=True)):
            _check_shape(item, inner, f"{where}[{index}]")
    else:
        _check_plain(value, shape, where)


def _check_plain(value: Any, kind: str, where: str) -> None:
    if kind == INT and (not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER):
        raise Refused(f"{where} is {value!r}, not a whole number")
    if kind == TEXT and not isinstance(value, str):
        raise Refused(f"{where} is {value!r}, not a text")
    if kind == DICT and not isinstance(value, dict):
        raise Refused(f"{where} is {value!r}, not a mapping")
