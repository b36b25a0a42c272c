"""JSON Schema of scene files, written from the models: editors complete and check with it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from solver.core.room import OBSTACLES, OPENINGS, Room
from solver.core.rules import RULES
from solver.core.rules.profiles import CLEARANCES, PROFILES
from solver.core.spec import PieceSpec, RenderSpec
from solver.core.spec.rule_lines import LENGTH_KEYS

NAME = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]{0,49}$"}


def build_schema() -> dict[str, Any]:
    """The schema, as plain JSON values."""
    definitions: dict[str, Any] = {}
    pieces = _describe_piece(definitions)
    rules = _describe_entries({word: rule for word, rule in RULES.items()}, definitions)
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
            "style": {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,39}$"},
        },
        "$defs": definitions,
    }


def _describe(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """A model's own schema, its definitions moved into `definitions`."""
    schema = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions.update(schema.pop("$defs", {}))
    return schema


def _describe_entries(models: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """A list entry: one word with its fields."""
    choices = []
    for word, model in models.items():
        fields = _describe(model, definitions)
        fields["description"] = " ".join((model.__doc__ or "").split())
        for key in LENGTH_KEYS:
            if key in fields["properties"]:
                fields["properties"][key] = {"anyOf": [fields["properties"][key], {"enum": list(CLEARANCES)}]}
        choices.append(
            {
                "type": "object",
                "properties": {word: fields},
                "required": [word],
                "additionalProperties": False,
            }
        )
    return {"anyOf": choices}


def _describe_room(definitions: dict[str, Any]) -> dict[str, Any]:
    room = _describe(Room, definitions)
    room["required"] = ["height"]
    room["anyOf"] = [{"required": ["width", "depth"]}, {"required": ["outline"]}]
    return room


def _describe_piece(definitions: dict[str, Any]) -> dict[str, Any]:
    piece = _describe(PieceSpec, definitions)
    piece["properties"]["count"] = {"type": "integer", "minimum": 1, "maximum": 200}
    group = {"type": "object", "required": ["group"], "properties": {"group": NAME}}
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": NAME,
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
