"""The JSON Schema agrees with the reader: what one takes the other takes, and the file is up to date."""

import json
import re

import pytest
import yaml
from jsonschema import Draft202012Validator

from solver.core.rules import RULES
from solver.core.schema import build_schema, format_schema
from solver.core.spec import parse_scene
from solver.core.yaml_source import parse_yaml
from solver.errors import SpecError
from tests.conftest import ROOT
from tests.core.test_rules import EDGES
from tests.core.test_spec import GOOD

SCENES = ROOT / "scenes"
FILE = SCENES / "scene.schema.json"
LINE = "# yaml-language-server: $schema=scene.schema.json\n"
VALIDATOR = Draft202012Validator(build_schema())

BASE = {
    "scene": "room",
    "room": {"width": "5 m", "depth": "6 m", "height": "2.8 m"},
    "openings": [{"door": {"wall": "south", "centre": "0.8 m"}}],
    "pieces": {"sofa": {"asset": "sofa"}, "chair": {"asset": "chair"}},
    "rules": [{"against": {"piece": "sofa", "wall": "north"}}],
}


def load(text):
    """YAML 1.2, as editors read it: `on` is a word."""
    return parse_yaml(text, "text").data


def is_read(data) -> bool:
    try:
        parse_scene(yaml.safe_dump(data, sort_keys=False), "room.yaml")
    except SpecError:
        return False
    return True


def replace(path, value):
    """BASE with `value` at a path of keys; None takes the key away."""
    data = json.loads(json.dumps(BASE))
    at = data
    for key in path[:-1]:
        at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return data


def test_the_schema_is_one():
    Draft202012Validator.check_schema(build_schema())


def test_the_file_beside_the_scenes_is_the_one_that_the_models_give():
    assert FILE.read_text(encoding="utf-8") == format_schema(), "write it anew: scene-solver schema > " + str(
        FILE
    )


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_scene_names_the_schema_and_keeps_it(path):
    text = path.read_text(encoding="utf-8")
    assert LINE in text
    assert list(VALIDATOR.iter_errors(load(text))) == []


def test_the_scenes_in_the_readme_and_of_the_tests_keep_it():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for text in (*re.findall(r"```yaml\n(scene:.*?)```", readme, re.DOTALL), GOOD):
        assert list(VALIDATOR.iter_errors(load(text))) == []


@pytest.mark.parametrize(
    "rule", sorted({*(edge[0] for edge in EDGES), *(rule.example for rule in RULES.values())})
)
def test_every_rule_that_is_read_keeps_the_schema(rule):
    assert list(VALIDATOR.iter_errors({**BASE, "rules": [load(rule)]})) == []


TAKEN = [
    (("rules", 0, "against", "gap"), "walkway"),
    (("rules", 0, "against", "gap"), 0),
    (("rules", 0, "against", "weight"), 3),
    (("pieces", "sofa", "turns"), "15 deg"),
    (("pieces", "sofa", "size"), {"width": "2 m", "depth": "90 cm", "height": "0.8 m"}),
    (("pieces", "sofa", "at"), ["1 m", "2 m"]),
    (("pieces", "sofa", "turned"), "90 deg"),
    (("pieces", "sofa", "objects"), "Sofa"),
    (("pieces", "sofa", "optional"), 10),
    (("room",), {"outline": [[0, 0], ["4 m", 0], ["4 m", "3 m"], [0, "3 m"]], "height": "2.5 m"}),
    (("obstacles",), [{"column": {"at": ["1 m", "1 m"], "size": ["300 mm", "300 mm"]}}]),
    (("render",), {"size": "640x360"}),
    (("profile",), "accessible"),
    (("style",), "classic"),
    (("pieces", "sofa", "yaw"), 12.5),
    (("openings", 0, "door", "name"), "front_door"),
    (("rules", 0), {"facing": {"piece": "sofa", "to": ["1 m", "2 m"]}}),
]  # fmt: skip
REFUSED = [
    (("rules", 0), {"agianst": {"piece": "sofa", "wall": "north"}}),
    (("rules", 0), {"against": {"piece": "sofa", "wall": "north"}, "corner": {"piece": "sofa"}}),
    (("rules", 0, "against", "gap"), 100),
    (("rules", 0, "against", "gap"), "100 parsec"),
    (("rules", 0, "against", "side"), "bottom"),
    (("rules", 0, "against", "wall"), None),
    (("rules", 0, "against", "wal"), "north"),
    (("rules", 0, "against", "weight"), 0),
    (("rules", 0, "against", "weight"), True),
    (("rules", 0, "against", "weight"), "3"),
    (("openings", 0, "door", "width"), "walkway"),
    (("openings", 0, "door", "swing"), "up"),
    (("openings", 0), {"hatch": {"wall": "south", "centre": "1 m"}}),
    (("pieces", "sofa", "turns"), "20 deg"),
    (("pieces", "sofa", "size"), {"width": 2}),
    (("pieces", "sofa", "aset"), "sofa"),
    (("pieces", "sofa", "asset"), None),
    (("pieces", "so fa"), {"asset": "sofa"}),
    (("pieces",), {}),
    (("room", "width"), None),
    (("room",), {"width": "5 m", "depth": "6 m"}),
    (("scene",), "../up"),
    (("profile",), "posh"),
    (("style",), "clasic"),
    (("pieces", "sofa", "optional"), True),
    (("pieces", "sofa", "optional"), 0),
    (("pieces", "sofa", "yaw"), "15 deg"),
    (("openings", 0, "door", "name"), "front-door"),
    (("rooms",), {}),
    (("render",), {"size": "large"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), TAKEN, ids=str)
def test_reader_and_schema_take_the_same(path, value):
    data = replace(path, value)
    assert is_read(data)
    assert list(VALIDATOR.iter_errors(data)) == []


@pytest.mark.parametrize(("path", "value"), REFUSED, ids=str)
def test_reader_and_schema_refuse_the_same(path, value):
    data = replace(path, value)
    assert not is_read(data)
    assert not VALIDATOR.is_valid(data)


def list_defaults(schema):
    """Each part of a schema that has a default."""
    if isinstance(schema, dict):
        if "default" in schema:
            yield schema
        for below in schema.values():
            yield from list_defaults(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from list_defaults(below)


def test_every_default_is_written_as_a_file_has_it():
    schema = build_schema()
    defaults = list(list_defaults(schema))
    assert {"120 mm", "90 deg", "1920x1080", "back", 0} <= {part["default"] for part in defaults}
    for part in defaults:
        judge = Draft202012Validator({**part, "$defs": schema["$defs"]})
        assert judge.is_valid(part["default"]), part


def test_an_editor_finds_words_documentation_and_examples():
    rules = build_schema()["properties"]["rules"]["items"]["properties"]
    assert rules.keys() == RULES.keys()
    for word, fields in rules.items():
        assert fields["description"] and fields["examples"] == [load(RULES[word].example)[word]]
    assert rules["beside"]["properties"]["side"]["enum"][:2] == ["front", "left"]
    assert "walkway" in rules["clear"]["properties"]["depth"]["anyOf"][1]["enum"]
