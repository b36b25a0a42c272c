"""Collector: reads parts of one YAML file and gathers every fault, so that one hides no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from solver.core.yaml_source import Loc, YamlSource, describe_error, suggest

Model = TypeVar("Model", bound=BaseModel)


@dataclass
class Collector:
    """A YAML file and the faults found in it so far, each with its line."""

    source: YamlSource
    faults: list[tuple[int, str]] = field(default_factory=list)

    def add(self, loc: Loc, message: str, at: Loc | None = None) -> None:
        line = self.source.line(loc if at is None else at)
        self.faults.append((line, self.source.fault(loc, message, at)))

    def list_faults(self) -> list[str]:
        """Every fault once, in the order of lines."""
        return [text for _, text in sorted(set(self.faults))]

    def line(self, loc: Loc) -> int:
        return self.source.line(loc)

    def read_word(self, key: str, pattern: re.Pattern[str], default: str | None) -> str:
        """A top-level name; "" where it is missing or faulty."""
        value = self.source.data.get(key, default)
        if value is None:
            self.add((), f"key {key!r} is missing")
        elif not isinstance(value, str) or not pattern.fullmatch(value):
            self.add((key,), f"a name of letters, digits and _ is needed (found {value!r})")
        else:
            return value
        return ""

    def read_part(self, model: type[Model], key: str, required: bool = False) -> Model | None:
        """The value at a top-level key as a `model`; None where absent or faulty."""
        data = self.source.data.get(key)
        if data is None:
            if required:
                self.add((), f"key {key!r} is missing")
            return None
        return self.validate(model, data, (key,))

    def validate(self, model: type[Model], data: Any, loc: Loc) -> Model | None:
        """`data`, which stands at `loc`, as a `model`; None where faulty."""
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

    def read_named(self, key: str, known: dict[str, Any], noun: str) -> Iterator[tuple[Loc, Any]]:
        """(place, model) of such a list; entries without a name are called by their word, the second of
        a word `word_2` and so on."""
        counts: dict[str, int] = {}
        for loc, word, fields in self.read_entries(key, known, noun):
            counts[word] = counts.get(word, 0) + 1
            if isinstance(fields, dict) and "name" not in fields and counts[word] > 1:
                fields = {**fields, "name": f"{word}_{counts[word]}"}
            model = self.validate(known[word], fields, loc)
            if model is not None:
                yield loc, model
