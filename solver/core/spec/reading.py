"""read_scene: a scene file in YAML -> SceneSpec, every fault at once, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from solver.core.directions import DIRECTIONS
from solver.core.room import OPENINGS, Opening, Room, find_misfit, overlap
from solver.core.rules import RESERVED, RULES, Names
from solver.core.spec.scene import PieceSpec, RenderSpec, RuleLine, SceneSpec
from solver.core.yaml_source import Loc, YamlSource, describe_error, parse_yaml, read_yaml, suggest
from solver.errors import SpecError

Model = TypeVar("Model", bound=BaseModel)
KEYS = ("scene", "room", "openings", "pieces", "rules", "render", "style")
MAX_PIECES = 500
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,49}")
_SCENE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_STYLE = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def read_scene(path: Path | str) -> SceneSpec:
    """Read a scene file. Raises SpecError with every fault as `file:line: place: message`."""
    return _read_source(read_yaml(Path(path)))


def parse_scene(text: str, name: str) -> SceneSpec:
    """Read a scene from its text; `name` is what faults call the file."""
    return _read_source(parse_yaml(text, name))


def _read_source(source: YamlSource) -> SceneSpec:
    reader = _SceneReader(source)
    spec = reader.read()
    if spec is None:
        raise SpecError([text for _, text in sorted(set(reader.faults))])
    return spec


@dataclass
class _SceneReader:
    """Reads the parts one after the other, so that a fault in one hides none in another."""

    source: YamlSource
    faults: list[tuple[int, str]] = field(default_factory=list)

    def read(self) -> SceneSpec | None:
        data = self.source.data
        if not isinstance(data, dict):
            self.add((), "a scene file is a mapping with the keys scene, room, pieces and rules")
            return None
        for key in data:
            if key not in KEYS:
                self.add((), f"unknown key {key!r}{suggest(key, KEYS)}", (key,))
        scene = self.read_word("scene", _SCENE, None)
        style = self.read_word("style", _STYLE, "plain")
        room = self.read_part(Room, ("room",), required=True)
        openings = self.read_openings(room)
        pieces = self.read_pieces()
        rules = self.read_rules(pieces, openings, room)
        render = self.read_part(RenderSpec, ("render",))
        if self.faults:
            return None
        assert room is not None
        return SceneSpec(
            scene=scene, path=self.source.name, text=self.source.text, room=room, openings=openings,
            pieces=pieces, rules=rules, render=render or RenderSpec(), style=style,
        )  # fmt: skip

    def add(self, loc: Loc, message: str, at: Loc | None = None) -> None:
        line = self.source.line(loc if at is None else at)
        self.faults.append((line, self.source.fault(loc, message, at)))

    def read_word(self, key: str, pattern: re.Pattern[str], default: str | None) -> str:
        value = self.source.data.get(key, default)
        if value is None:
            self.add((), f"key {key!r} is missing")
        elif not isinstance(value, str) or not pattern.fullmatch(value):
            self.add((key,), f"a name of letters, digits and _ is needed (found {value!r})")
        else:
            return value
        return ""

    def read_part(self, model: type[Model], loc: Loc, required: bool = False) -> Model | None:
        """The value at a top-level key as a `model`; None where absent or faulty."""
        data = self.source.data.get(loc[0])
        if data is None:
            if required:
                self.add((), f"key {str(loc[0])!r} is missing")
            return None
        return self.validate(model, data, loc)

    def validate(self, model: type[Model], data: Any, loc: Loc) -> Model | None:
        if not isinstance(data, dict):
            self.add(loc, f"a mapping of keys and values is needed (found {data!r})")
            return None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            self.faults += [describe_error(model, self.source, item, loc) for item in error.errors()]
            return None

    def read_entries(self, key: str, known: dict[str, Any], noun: str) -> Iterator[tuple[Loc, str, Any]]:
        """(place, word, fields) of a list whose entries are each `- word: {fields}`."""
        entries = self.source.data.get(key) or []
        if not isinstance(entries, list):
            self.add((key,), f"a list is needed, each entry `- {noun}: {{…}}`")
            return
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict) or len(entry) != 1:
                self.add((key, index), f"each entry is one {noun}, written `- {next(iter(known))}: {{…}}`")
                continue
            word, fields = next(iter(entry.items()))
            if word not in known:
                self.add((key, index), f"unknown {noun} {word!r}{suggest(word, known)}")
                continue
            yield (key, index, word), word, fields

    def read_openings(self, room: Room | None) -> tuple[Opening, ...]:
        found: list[tuple[Loc, Opening]] = []
        counts: dict[str, int] = {}
        for loc, kind, fields in self.read_entries("openings", OPENINGS, "opening"):
            counts[kind] = counts.get(kind, 0) + 1
            if isinstance(fields, dict) and "name" not in fields and counts[kind] > 1:
                fields = {**fields, "name": f"{kind}_{counts[kind]}"}
            opening = self.validate(OPENINGS[kind], fields, loc)
            if opening is not None:
                self.check_opening(loc, opening, room, found)
                found.append((loc, opening))
        return tuple(opening for _, opening in found)

    def check_opening(
        self, loc: Loc, opening: Opening, room: Room | None, others: list[tuple[Loc, Opening]]
    ) -> None:
        misfit = find_misfit(opening, room) if room else None
        if misfit:
            self.add(loc, misfit)
        for other_loc, other in others:
            if other.name == opening.name:
                self.add(loc, f"the name {opening.name!r} is used on line {self.source.line(other_loc)} too")
            if overlap(opening, other):
                self.add(loc, f"overlaps the {other.kind} of line {self.source.line(other_loc)}")

    def read_pieces(self) -> dict[str, PieceSpec]:
        data = self.source.data.get("pieces")
        if not isinstance(data, dict) or not data:
            self.add(("pieces",), "a mapping of names to pieces is needed, e.g. sofa: {asset: sofa}")
            return {}
        if len(data) > MAX_PIECES:
            self.add(("pieces",), f"{len(data)} pieces; at most {MAX_PIECES} are placed")
        pieces: dict[str, PieceSpec] = {}
        for name, fields in data.items():
            loc: Loc = ("pieces", name)
            if not _NAME.fullmatch(name):
                self.add(loc, f"a name of letters, digits and _ is needed (found {name!r})")
            elif name in RESERVED:
                self.add(loc, f"{name!r} is a word of the rules; choose another name")
            piece = self.validate(PieceSpec, fields, loc)
            # A faulty piece still has its name, so that rules about it add no false faults.
            pieces[name] = piece or PieceSpec.model_construct(asset="")
        return pieces

    def read_rules(
        self, pieces: dict[str, PieceSpec], openings: tuple[Opening, ...], room: Room | None
    ) -> tuple[RuleLine, ...]:
        rules: list[RuleLine] = []
        for loc, word, fields in self.read_entries("rules", RULES, "rule"):
            rule = self.validate(RULES[word], fields, loc)
            if rule is None:
                continue
            for key, name, allowed in rule.find_names():
                self.check_name((*loc, key), name, allowed, list(pieces), openings)
            for fault in rule.find_faults(room, openings) if room else ():
                self.add(loc, fault)
            line = self.source.line(loc)
            rules.append(RuleLine(rule, line, f"{self.source.name}:{line}"))
        return tuple(rules)

    def check_name(
        self, loc: Loc, name: str, allowed: Names, pieces: list[str], openings: tuple[Opening, ...]
    ) -> None:
        known = [*allowed.words]
        known += pieces if allowed.pieces else []
        known += DIRECTIONS if allowed.walls else []
        known += [opening.name for opening in openings] if allowed.openings else []
        if name not in known:
            kinds = [
                kind
                for kind, may in (
                    ("piece", allowed.pieces),
                    ("wall", allowed.walls),
                    ("opening", allowed.openings),
                )
                if may
            ]
            self.add(loc, f"unknown {' or '.join(kinds)} {name!r}{suggest(name, known)}")
