"""Quantities of a scene file as pydantic types: lengths in whole millimetres, angles in degrees."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

from solver.core.units import read_length
from solver.core.yaml_source import suggest

# No room is longer; it keeps every sum and product of the placer far inside 64 bits.
MAX_LENGTH_MM = 200_000
_ANGLE = re.compile(r"\s*([-+]?\d+)\s*([A-Za-z°]*)\s*")
_DEGREE_UNITS = ("deg", "degrees", "°")


def read_length_mm(value: object) -> int:
    """`"0.8 m"` -> 800; a bare 0 needs no unit. Raises ValueError for what is no length, or is no whole
    number of millimetres."""
    if value == 0 and not isinstance(value, bool):
        return 0
    length_mm = read_length(value) * 1000
    if length_mm.denominator != 1:
        raise ValueError(f"{value!r} is {float(length_mm):g} mm; write a whole number of millimetres")
    if abs(length_mm) > MAX_LENGTH_MM:
        raise ValueError(f"{value!r} is more than {MAX_LENGTH_MM // 1000} m")
    return int(length_mm)


def read_angle_deg(value: object) -> int:
    """`"45 deg"` -> 45, in [0, 360). Raises ValueError with what to write instead."""
    match = _ANGLE.fullmatch(str(value)) if isinstance(value, (str, int)) else None
    if match is None or isinstance(value, bool):
        raise ValueError(f"an angle in whole degrees is needed, e.g. 45 deg (found {value!r})")
    number, unit = match.groups()
    if not unit:
        raise ValueError(f"{value!r} has no unit; write {number} deg")
    if unit not in _DEGREE_UNITS:
        raise ValueError(f"unknown unit {unit!r} in {value!r}{suggest(unit, _DEGREE_UNITS)}")
    return int(number) % 360


LENGTH_SCHEMA = {
    "anyOf": [
        {"type": "string", "pattern": r"^\s*[-+]?(\d+(\.\d+)?|\.\d+)\s*(mm|cm|m|in|ft)\s*$"},
        {"const": 0},
    ],
    "description": "a length with its unit, e.g. 800 mm or 0.8 m",
}
_ANGLE_SCHEMA = {
    "type": "string",
    "pattern": r"^\s*[-+]?\d+\s*(deg|degrees|°)\s*$",
    "description": "an angle in whole degrees, e.g. 45 deg",
}

Length = Annotated[int, BeforeValidator(read_length_mm), WithJsonSchema(LENGTH_SCHEMA)]
Distance = Annotated[int, BeforeValidator(read_length_mm), Field(ge=0), WithJsonSchema(LENGTH_SCHEMA)]
Extent = Annotated[int, BeforeValidator(read_length_mm), Field(gt=0), WithJsonSchema(LENGTH_SCHEMA)]
Angle = Annotated[int, BeforeValidator(read_angle_deg), WithJsonSchema(_ANGLE_SCHEMA)]
