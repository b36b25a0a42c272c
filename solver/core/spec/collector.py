"""Collector: reads parts of one YAML file and gathers every fault, so that one hides no other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from solver.core.yaml_source import Loc, YamlSource, describe_error, suggest

Model = TypeVar("Model", bound=BaseModel)


@dataclass
class Collector:
    """A YAML file and the faults found in it so far, each with its line.

    unread: by section, the names that its faulty entries would have given, so that a rule about one of them
    adds no false fault.
    """

    source: YamlSource
    faults: list[tuple[int, str]] = field(default_factory=list)
    unread: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, loc: Loc, message: str, at: Loc | None = None) -> None:
        line = self.source.line(loc if at is None else at)
        self.faults.append((line, self.source.fault(loc, message, at)))

    def list_faults(self) -> list[str]:
        """Every fault once, in the order of lines."""
        return [text for _, text in sorted(set(self.faults))]

    def may_be_unread(self, name: str) -> bool:
        """Whether a faulty entry may have given this name, or with a number or a group's name before it."""
        return any(
            name == each or name.startswith(f"{each}_") for names in self.unread.values() for each in names
        )

    def line(self, loc: Loc) -> int:
        return self.source.line(loc)

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
            self.unread[key].update(known)
            return
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict) or len(entry) != 1:
                self.add((key, index), f"each entry is one {noun}, written `- {next(iter(known))}: {{…}}`")
                self.unread[key].update(known)
                continue
            word, fields = next(iter(entry.items()))
            if word not in known:
                self.add((key, index), f"unknown {noun} {word!r}{suggest(word, known)}")
                self.unread[key].update(_find_names(fields, known))
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
            if model is None:
                self.unread[key].update(_find_names(fields, [word]))
            else:
                yield loc, model


def _find_names(fields: Any, words: Iterable[str]) -> Iterable[str]:
    """The name that an entry gives itself, or else the words that it may be called by."""
    name = fields.get("name") if isinstance(fields, dict) else None
    return [name] if isinstance(name, str) else words
