"""read_scene: a scene file in YAML -> SceneSpec, every fault at once, each with its line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from solver.core.room import Room
from solver.core.rules.profiles import PROFILES
from solver.core.spec.collector import Collector
from solver.core.spec.groups import write_out
from solver.core.spec.parts import read_curtains, read_obstacles, read_openings, read_pieces
from solver.core.spec.rule_lines import Known, check_levels, read_implied, read_rules
from solver.core.spec.scene import VIEWS, RenderSpec, SceneSpec
from solver.core.yaml_source import YamlSource, parse_yaml, read_yaml, suggest
from solver.errors import SpecError

Word = TypeVar("Word", bound=str)

KEYS = (
    "scene", "room", "openings", "obstacles", "profile", "groups", "pieces", "rules", "render", "style",
    "view",
)  # fmt: skip
_SCENE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_STYLE = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def read_scene(path: Path | str) -> SceneSpec:
    """Read a scene file. Raises SpecError with every fault as `file:line: place: message`."""
    return _read_source(read_yaml(Path(path)))


def parse_scene(text: str, name: str) -> SceneSpec:
    """Read a scene from its text; `name` is what faults call the file."""
    return _read_source(parse_yaml(text, name))


def _read_source(source: YamlSource) -> SceneSpec:
    collector = Collector(source)
    if not isinstance(source.data, dict):
        collector.add((), "a scene file is a mapping with the keys scene, room, pieces and rules")
        raise SpecError(collector.list_faults())
    for key in source.data:
        if key not in KEYS:
            collector.add((), f"unknown key {key!r}{suggest(key, KEYS)}", (key,))
    collector.source = write_out(source, collector.add)
    spec = _read_parts(collector)
    if spec is None or collector.faults:
        raise SpecError(collector.list_faults())
    return spec


def _read_parts(collector: Collector) -> SceneSpec | None:
    scene = collector.read_word("scene", _SCENE, None)
    style = collector.read_word("style", _STYLE, "plain")
    profile, view = (
        _read_word(collector, "profile", PROFILES, "comfort"),
        _read_word(collector, "view", VIEWS, "auto"),
    )
    room = collector.read_part(Room, "room", required=True)
    places = read_openings(collector, room)
    openings = tuple(opening for _, opening in places)
    obstacles = read_obstacles(collector, room, openings)
    curtains = read_curtains(collector, room, places, obstacles) if room else ()
    pieces = read_pieces(collector, {thing.name for thing in (*openings, *obstacles)})
    known = Known(list(pieces), openings, [obstacle.name for obstacle in obstacles], room)
    rules = read_rules(collector, known, profile) + read_implied(collector, pieces, places)
    check_levels(collector, rules)
    render = collector.read_part(RenderSpec, "render")
    if room is None:
        return None
    return SceneSpec(
        scene=scene, path=collector.source.name, text=collector.source.text, room=room, openings=openings,
        obstacles=obstacles, curtains=curtains, profile=profile, pieces=pieces, rules=rules,
        render=render or RenderSpec(), style=style, view=view,
    )  # fmt: skip


def _read_word(collector: Collector, key: str, words: Sequence[Word], default: Word) -> Word:
    value = collector.source.data.get(key, default)
    for word in words:
        if value == word:
            return word
    collector.add((key,), f"unknown {key} {value!r}{suggest(str(value), words)}")
    return default
