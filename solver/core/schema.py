"""JSON Schema of scene files, written from the models: editors complete and check with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_origin

from pydantic import BaseModel

from solver.core.quantity import LENGTH_SCHEMA
from solver.core.room import NAME_SCHEMA, OBSTACLES, OPENINGS, Room
from solver.core.rules import RULES, Names, Rule
from solver.core.rules.profiles import CLEARANCES, PROFILES
from solver.core.spec import PieceSpec, RenderSpec
from solver.core.spec.rule_lines import LENGTH_KEYS
from solver.core.spec.scene import VIEWS
from solver.core.styles import STYLES
from solver.core.yaml_source import parse_yaml

NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1}


def build_schema() -> dict[str, Any]:
    """The schema, as plain JSON values."""
    schema: dict[str, Any] = _share_lengths(_describe_scene())
    schema["$defs"]["length"] = LENGTH_SCHEMA
    return schema


def _share_lengths(value: Any) -> Any:
    """`value` with every length as a reference to the one definition."""
    if value == LENGTH_SCHEMA:
        return {"$ref": "#/$defs/length"}
    if isinstance(value, dict):
        return {key: _share_lengths(below) for key, below in value.items()}
    return [_share_lengths(below) for below in value] if isinstance(value, list) else value


def _describe_scene() -> dict[str, Any]:
    definitions: dict[str, Any] = {}
    pieces = _describe_piece(definitions)
    rules = _describe_entries(RULES, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "scene-solver scene file",
        "type": "object",
        "additionalProperties": False,
        "required": ["scene", "room", "pieces"],
        "properties": {
            "scene": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"},
            "room": _describe_room(definitions),
            "openings": {"type": "array", "items": _describe_entries(OPENINGS, definitions)},
            "obstacles": {"type": "array", "items": _describe_entries(OBSTACLES, definitions)},
            "profile": {"enum": list(PROFILES)},
            "groups": {"type": "object", "additionalProperties": _describe_group()},
            "pieces": pieces,
            "rules": {"type": "array", "items": rules},
            "render": _describe(RenderSpec, definitions),
            "style": {"enum": list(STYLES)},
            "view": {"enum": list(VIEWS)},
        },
        "$defs": definitions,
    }


def format_schema() -> str:
    """The schema as the text of scenes/scene.schema.json."""
    return json.dumps(build_schema(), indent=2, ensure_ascii=False) + "\n"


def _describe(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """A model's own schema, its definitions moved into `definitions`, its defaults as a file has them."""
    schema = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions.update(schema.pop("$defs", {}))
    for name, info in model.model_fields.items():
        field = schema["properties"][info.alias or name]
        default = _write_default(name, field.pop("default", None))
        if default is not None:
            field["default"] = default
    return schema


def _write_default(field: str, value: Any) -> Any:
    """The default of a model's field, whose name ends with its unit, as a scene file has it."""
    if not value:
        return value
    if field.endswith("_px"):
        return "x".join(map(str, value))
    unit = {"_mm": "mm", "deg": "deg"}.get(field[-3:])
    return f"{value} {unit}" if unit else value


def _describe_entries(models: Mapping[str, type[BaseModel]], definitions: dict[str, Any]) -> dict[str, Any]:
    """A list entry: one word with its fields."""
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {word: _describe_fields(word, model, definitions) for word, model in models.items()},
    }


def _describe_fields(word: str, model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    fields = _describe(model, definitions)
    fields["description"] = " ".join((model.__doc__ or "").split())
    if issubclass(model, Rule):
        fields["examples"] = [parse_yaml(model.example, word).data[word]]
        fields["properties"] |= dict.fromkeys(_list_naming(model), NAMES)
        for key in LENGTH_KEYS:
            if key in fields["properties"]:
                choices = [fields["properties"][key], {"enum": list(CLEARANCES)}]
                fields["properties"][key] = {"anyOf": choices}
    return fields


def _list_naming(model: type[Rule]) -> Iterator[str]:
    """Keys that take a list of names. How many they must be is known only with counts written out."""
    for field, info in model.model_fields.items():
        if any(isinstance(mark, Names) for mark in info.metadata) and get_origin(info.annotation) is tuple:
            yield info.alias or field


def _describe_room(definitions: dict[str, Any]) -> dict[str, Any]:
    room = _describe(Room, definitions)
    room["required"] = ["height"]
    room["anyOf"] = [{"required": ["width", "depth"]}, {"required": ["outline"]}]
    return room


def _describe_piece(definitions: dict[str, Any]) -> dict[str, Any]:
    piece = _describe(PieceSpec, definitions)
    piece["properties"]["count"] = {"type": "integer", "minimum": 1, "maximum": 200}
    group = {"type": "object", "required": ["group"], "properties": {"group": NAME_SCHEMA}}
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": NAME_SCHEMA,
        "additionalProperties": {"anyOf": [piece, group]},
    }


def _describe_group() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["pieces"],
        "additionalProperties": False,
        "properties": {
            "parameters": {"type": "object"},
            "pieces": {"type": "object"},
            "rules": {"type": "array"},
        },
    }
