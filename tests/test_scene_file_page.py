"""docs/scene-file.md: every example is read and placed, and every key that the models know is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from solver.core.catalog import read_catalog
from solver.core.plan import make_pieces
from solver.core.quantity import read_length_mm
from solver.core.rules.profiles import find_clearance_mm
from solver.core.schema import build_schema
from solver.core.spec import SceneSpec, parse_scene
from solver.core.yaml_source import parse_yaml
from solver.layouts import Size
from solver.pipeline import MANIFEST
from solver.place.placing import Placed, solve_layout
from tests.conftest import ROOT

NAME = "docs/scene-file.md"
PAGE = (ROOT / NAME).read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WHOLE = [block for block in BLOCKS if block.startswith("scene:")]
PARTS = [block for block in BLOCKS if not block.startswith("scene:")]
SCHEMA = build_schema()
PLACES = SCHEMA["properties"]
# Which parts of the schema a section of the page is about, by its heading; "" is before the first.
SECTIONS: dict[str, list[Any]] = {
    "": [{"properties": {key: {} for key in PLACES}}, PLACES["profile"], PLACES["style"], PLACES["view"]],
    "Room": [PLACES["room"]],
    "Openings": [PLACES["openings"]],
    "Obstacles": [PLACES["obstacles"]],
    "Pieces": [PLACES["pieces"]["additionalProperties"]["anyOf"][0]],
    "Groups": [PLACES["groups"], PLACES["pieces"]["additionalProperties"]["anyOf"][1]],
    "Wishes, optional pieces, and the cost": [{"properties": {"weight": {}}}],
    "Pictures": [PLACES["render"]],
}


def find_section(heading: str) -> str:
    heads = re.split(r"^## (.+)\n", PAGE, flags=re.MULTILINE)
    return {"": heads[0], **dict(zip(heads[1::2], heads[2::2], strict=True))}[heading]


def list_words(value: Any) -> Iterator[str]:
    """The keys of a schema's objects, and the words of its choices."""
    if isinstance(value, list):
        for below in value:
            yield from list_words(below)
    elif isinstance(value, dict):
        if value.get("$ref", "").startswith("#/$defs/"):
            yield from list_words(SCHEMA["$defs"][value["$ref"].rsplit("/", 1)[1]])
        properties = value.get("properties")
        if isinstance(properties, dict):
            yield from properties
        yield from (word for word in value.get("enum", ()) if isinstance(word, str))
        yield from list_words([below for key, below in value.items() if key != "enum"])


def list_marked(text: str) -> set[str]:
    """What stands between backticks, outside of the examples."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


def join(part: str) -> str:
    """A part of a scene file in place of the page's least scene's own."""
    data = {**parse_yaml(WHOLE[0], NAME).data, **parse_yaml(part, NAME).data}
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def read_sizes() -> dict[str, Size]:
    """The built-in furniture's sizes in metres, as its page has them (checked in tests/blender)."""
    table = (ROOT / "docs" / "furniture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| \w+\.blend \| (\S+) \| (\S+) \| (\S+) \|", table, re.MULTILINE)
    return {asset: (float(width), float(depth), float(height)) for asset, width, depth, height in rows}


def place(spec: SceneSpec) -> Placed:
    known = read_sizes()
    sizes = {name: known[piece.asset] for name, piece in spec.pieces.items()}
    return solve_layout(spec, make_pieces(spec, read_catalog(MANIFEST), sizes))


@pytest.mark.parametrize("text", WHOLE + [join(part) for part in PARTS], ids=range(len(BLOCKS)))
def test_every_example_is_read_and_placed(text: str) -> None:
    assert place(parse_scene(text, NAME)).layout.placements


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_key_that_the_models_know_is_told_where_it_belongs(heading: str) -> None:
    words = set(list_words(SECTIONS[heading]))
    marked = list_marked(find_section(heading))
    told = marked | {word for mark in marked for word in re.split(r"[:,{} ]+", mark)}
    assert words
    assert words - told == set()


@pytest.mark.parametrize("heading", SECTIONS)
def test_no_table_tells_of_a_key_that_the_models_do_not_know(heading: str) -> None:
    words = set(list_words(SECTIONS[heading]))
    first = re.findall(r"^\| (`[^|]+) \|", find_section(heading), re.MULTILINE)
    assert {word for cell in first for word in list_marked(cell)} <= words


def list_defaults(value: Any) -> Iterator[tuple[str, str]]:
    """(key, default as a scene file has it) of a schema's objects."""
    if isinstance(value, list):
        for below in value:
            yield from list_defaults(below)
    elif isinstance(value, dict):
        for key, part in (value.get("properties") or {}).items():
            if isinstance(part, dict) and "default" in part:
                yield key, str(part["default"])
        yield from list_defaults(list(value.values()))


@pytest.mark.parametrize("heading", ["Room", "Openings", "Obstacles", "Pieces", "Pictures"])
def test_defaults_are_what_the_page_says(heading: str) -> None:
    """Beside each key, in its row or paragraph; lengths in whatever unit."""
    defaults = [(key, default) for key, default in list_defaults(SECTIONS[heading]) if default != "None"]
    assert defaults
    places = re.split(r"\n\n|\n(?=\|)", find_section(heading))
    for key, default in defaults:
        beside = [place for place in places if f"`{key}" in place or f"{key}:" in place]
        text = "\n".join(beside)
        lengths = {f"{read_length_mm(length)} mm" for length in re.findall(r"[\d.]+ m{1,2}\b", text)}
        marked = {word.removeprefix(f"{key}: ") for word in list_marked(text)}
        told = lengths | marked | set(re.findall(r"\| (\w+) \|$", text, re.MULTILINE))
        assert default.removesuffix(".0") in told, (key, default)


def test_every_part_of_the_schema_has_its_section() -> None:
    """A new top-level key of a shape of its own needs one."""
    shapes = [
        name for name, part in PLACES.items() if {"properties", "items", "additionalProperties"} & part.keys()
    ]
    assert shapes == ["room", "openings", "obstacles", "groups", "pieces", "rules", "render"]


def test_the_cost_of_the_last_example_is_what_the_page_says() -> None:
    text = WHOLE[1]
    kept = place(parse_scene(text, NAME))
    assert [place.piece for place in kept.layout.placements] == ["sofa", "plant"]
    assert (kept.cost, "the cost is 300" in PAGE.replace("\n", " ")) == (300, True)
    left_out = place(parse_scene(text.replace("optional: 400", "optional: 200"), NAME))
    assert [(place.piece, place.x_mm) for place in left_out.layout.placements] == [("sofa", 1500)]
    assert (left_out.cost, "the cost is 200" in PAGE.replace("\n", " ")) == (200, True)


def test_ten_of_an_optional_piece_are_ten_millimetres_of_a_wish() -> None:
    """10 saved at weight 1 keep the piece, 11 do not; of weight 3, 3 do and 4 do not."""
    for weight, moved, there in ((1, 9, True), (1, 11, False), (3, 3, True), (3, 4, False)):
        width = 2 * (550 - moved) + 2100
        text = WHOLE[1].replace("width: 3 m", f"width: {width} mm").replace("optional: 400", "optional: 10")
        layout = place(parse_scene(text.replace("weight: 3", f"weight: {weight}"), NAME)).layout
        assert (len(layout.placements) == 2) == there, (weight, moved)


def test_clearances_are_what_the_page_says() -> None:
    told = re.search(
        r"depth: seat_front\}` keeps (\d+) mm free with `profile: comfort`,\s(\d+) mm with `acc", PAGE
    )
    assert told
    assert [int(told[1]), int(told[2])] == [
        find_clearance_mm("seat_front", profile) for profile in ("comfort", "accessible")
    ]


def test_the_readme_leads_there() -> None:
    assert "(docs/scene-file.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
