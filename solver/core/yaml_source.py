"""YAML read safely, with the line of every value, so that each fault can name its line.

Knows nothing of scenes or catalogues: it gives plain Python data, a line for each place in them, and
turns pydantic's errors into faults of one style: `file:line: where: what is wrong; what is near`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from solver.errors import SpecError

Loc = tuple[str | int, ...]
Model = TypeVar("Model", bound=BaseModel)

# A scene or a catalogue is far below these; they stop "billion laughs" aliases and endless nesting.
MAX_BYTES = 2_000_000
MAX_VALUES = 200_000
MAX_DEPTH = 40


@dataclass(frozen=True)
class YamlSource:
    """A YAML file as plain data. `lines` maps a place, e.g. ("pieces", "sofa", "asset"), to its line
    (1-based): for a value under a key, the key's line."""

    name: str
    text: str
    data: Any
    lines: dict[Loc, int]

    def line(self, loc: Loc) -> int:
        """Line of `loc`, or of the nearest enclosing place that exists."""
        while loc and loc not in self.lines:
            loc = loc[:-1]
        return self.lines.get(loc, 1)

    def fault(self, loc: Loc, message: str, at: Loc | None = None) -> str:
        """One fault as `file:line: place: message`; the line is that of `at` where it is given."""
        place = format_loc(loc)
        line = self.line(loc if at is None else at)
        return f"{self.name}:{line}: {place + ': ' if place else ''}{message}"


def read_yaml(path: Path) -> YamlSource:
    """Read a YAML file. Raises SpecError with file and line for anything that is not plain YAML data."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(raw) > MAX_BYTES:
        raise SpecError(f"{path}: {len(raw)} bytes is more than the {MAX_BYTES} that are read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise SpecError(f"{path}:{line}: not UTF-8 text; save the file as UTF-8") from None
    return parse_yaml(text, str(path))


def parse_yaml(text: str, name: str) -> YamlSource:
    """Parse YAML text; `name` is what faults call it. Raises SpecError, all faults at once where
    YAML can be read on."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise SpecError(f"{name}:{line}: not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise SpecError(f"{name}:1: not valid YAML: {error}") from None
    except RecursionError:
        raise SpecError(f"{name}:1: nested too deeply") from None
    reader = _Reader(name)
    data = reader.read(root, ()) if root is not None else None
    if reader.faults:
        raise SpecError(reader.faults)
    return YamlSource(name, text, data, reader.lines)


@dataclass
class _Reader:
    """Turns YAML nodes into plain data, noting lines and faults on the way."""

    name: str
    lines: dict[Loc, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    count: int = 0

    def read(self, node: yaml.Node, loc: Loc) -> Any:
        line = node.start_mark.line + 1
        self.lines.setdefault(loc, line)
        self.count += 1
        if self.count > MAX_VALUES or len(loc) > MAX_DEPTH:
            raise SpecError(f"{self.name}:{line}: too many or too deeply nested values (a repeated alias?)")
        if isinstance(node, yaml.MappingNode):
            return self._read_mapping(node, loc)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(item, (*loc, index)) for index, item in enumerate(node.value)]
        return self._read_scalar(node, line)

    def _read_mapping(self, node: yaml.MappingNode, loc: Loc) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self.faults.append(f"{self.name}:{line}: a key must be a single word, not a list or mapping")
                continue
            key = str(key_node.value)
            if key in result:
                first = self.lines[(*loc, key)]
                self.faults.append(f"{self.name}:{line}: key {key!r} stands twice (first on line {first})")
                continue
            self.lines[(*loc, key)] = line
            result[key] = self.read(value_node, (*loc, key))
        return result

    def _read_scalar(self, node: yaml.Node, line: int) -> Any:
        loader = yaml.SafeLoader("")
        try:
            return loader.construct_object(node)
        except (yaml.YAMLError, ValueError) as error:
            problem = getattr(error, "problem", None) or error
            self.faults.append(f"{self.name}:{line}: {problem}")
            return None
        finally:
            loader.dispose()


def format_loc(loc: Iterable[str | int]) -> str:
    """A place as people write it: ("rules", 2, "against") -> "rules[2].against"."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` with the nearest known word, or the list of what is known."""
    names = sorted(known)
    lowered = {name.lower(): name for name in names}
    near = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.5)
    if near:
        return f"; did you mean {lowered[near[0]]!r}?"
    return f"; known: {', '.join(names)}" if names else ""


def validate(model: type[Model], source: YamlSource) -> Model:
    """The file's data as a `model`. Raises SpecError with every fault, in the file's line order."""
    try:
        return model.model_validate(source.data if source.data is not None else {})
    except ValidationError as error:
        faults = sorted({describe_error(model, source, item) for item in error.errors()})
        raise SpecError([text for _, text in faults]) from None


def describe_error(model: type[BaseModel], source: YamlSource, error: Any, base: Loc = ()) -> tuple[int, str]:
    """(line, fault) of one entry of pydantic's `errors()` for a `model` that stands at `base`."""
    loc: Loc = (*base, *error["loc"])
    line = source.line(loc)
    if error["type"] == "extra_forbidden":
        parent = loc[:-1]
        known = sorted({name for cls in _models_at(model, parent[len(base) :]) for name in _keys_of(cls)})
        return line, source.fault(parent, f"unknown key {loc[-1]!r}{suggest(str(loc[-1]), known)}", loc)
    if error["type"] == "missing":
        return line, source.fault(loc[:-1], f"key {loc[-1]!r} is missing")
    if error["type"] == "value_error":
        return line, source.fault(loc, str(error["ctx"]["error"]))
    message = f"{error['msg'][0].lower()}{error['msg'][1:]}"
    return line, source.fault(loc, f"{message} (found {_shorten(error['input'])})")


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _keys_of(cls: type[BaseModel]) -> Iterator[str]:
    for name, info in cls.model_fields.items():
        yield info.alias or name


def _models_at(model: Any, loc: Loc) -> Iterator[type[BaseModel]]:
    """Models that may stand at `loc` below `model`, whatever containers and unions lie between."""
    origin = get_origin(model)
    if origin is Annotated:
        yield from _models_at(get_args(model)[0], loc)
    elif origin in (Union, UnionType):
        for choice in get_args(model):
            yield from _models_at(choice, loc)
    elif isinstance(model, type) and issubclass(model, BaseModel):
        if not loc:
            yield model
            return
        for name, info in model.model_fields.items():
            if loc[0] in (name, info.alias):
                yield from _models_at(info.annotation, loc[1:])
    elif origin is not None and loc:
        for choice in get_args(model):
            yield from _models_at(choice, loc[1:])
