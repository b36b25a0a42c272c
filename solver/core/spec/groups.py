"""Pieces that stand for several: `count`, and groups of pieces and rules used with parameters.

Both are written out before anything is checked, in plain data that keeps the line of every value, so that
the rest of the reader knows neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from solver.core.yaml_source import Loc, YamlSource, suggest

_PARAMETER = re.compile(r"\$([A-Za-z][A-Za-z0-9_]*)")
GROUP_KEYS = ("parameters", "pieces", "rules")
MAX_COUNT = 200
Report = Callable[[Loc, str], None]


def write_out(source: YamlSource, report: Report, hold: Callable[[str], None]) -> YamlSource:
    """The source with groups and counts written out; faults go to `report`, and to `hold` the names of what
    could not be written out."""
    data = source.data
    if not isinstance(data, dict) or not isinstance(data.get("pieces"), dict):
        return source
    writer = _Writer(source, report, hold)
    return writer.write()


class _Writer:
    def __init__(self, source: YamlSource, report: Report, hold: Callable[[str], None]) -> None:
        self.source, self.report, self.hold = source, report, hold
        self.lines: dict[Loc, int] = dict(source.lines)
        self.pieces: dict[str, Any] = {}
        self.rules: list[Any] = []
        self.many: dict[str, list[str]] = {}

    def write(self) -> YamlSource:
        data = self.source.data
        own_rules = data.get("rules") or []
        if isinstance(own_rules, list):
            for index, rule in enumerate(own_rules):
                self.add_rule(("rules", index), rule)
        # Rules of groups follow the scene's own, so that the places of those stay what they are.
        for name, fields in data["pieces"].items():
            loc: Loc = ("pieces", name)
            if isinstance(fields, dict) and "group" in fields:
                self.use_group(name, fields, loc)
            else:
                self.add_piece(name, fields, loc)
        rules = [entry for rule in self.rules for entry in self.spread(rule)]
        written = {**data, "pieces": self.pieces}
        if isinstance(own_rules, list):
            written["rules"] = [entry for _, entry in rules]
            for index, (loc, entry) in enumerate(rules):
                self.copy_lines(loc, ("rules*", index), entry)
            self.lines = {
                key: line for key, line in self.lines.items() if key[:1] != ("rules",) or len(key) == 1
            }
            self.lines |= {
                ("rules", *key[1:]): line for key, line in list(self.lines.items()) if key[:1] == ("rules*",)
            }
        written.pop("groups", None)
        return replace(self.source, data=written, lines=self.lines)

    def add_piece(self, name: str, fields: Any, loc: Loc) -> None:
        if name in self.pieces:
            self.report(loc, f"two pieces would be called {name!r}")
        if not isinstance(fields, dict) or "count" not in fields:
            self.pieces[name] = fields
            self.copy_lines(loc, ("pieces", name), fields)
            return
        count = fields["count"]
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
            self.report((*loc, "count"), f"a number from 1 to {MAX_COUNT} is needed (found {count!r})")
            self.hold(name)
            count = 1
        one = {key: value for key, value in fields.items() if key != "count"}
        self.many[name] = [f"{name}_{number}" for number in range(1, count + 1)]
        for each in self.many[name]:
            self.add_piece(each, one, loc)

    def add_rule(self, loc: Loc, rule: Any) -> None:
        self.rules.append((loc, rule))

    def use_group(self, name: str, fields: dict[str, Any], loc: Loc) -> None:
        groups = self.source.data.get("groups")
        groups = groups if isinstance(groups, dict) else {}
        group = groups.get(fields["group"])
        if not isinstance(group, dict):
            self.report(
                (*loc, "group"), f"unknown group {fields['group']!r}{suggest(str(fields['group']), groups)}"
            )
            self.hold(name)
            return
        at: Loc = ("groups", fields["group"])
        for key in group.keys() - set(GROUP_KEYS):
            self.report((*at, key), f"unknown key {key!r}{suggest(key, GROUP_KEYS)}")
        values = self.find_parameters(group, fields, loc)
        inner = group.get("pieces")
        if not isinstance(inner, dict) or not inner:
            self.report(at, "a group has pieces, a mapping as in the scene")
            self.hold(name)
            return
        names = {piece: f"{name}_{piece}" for piece in inner}
        for piece, piece_fields in inner.items():
            self.add_piece(names[piece], _fill(piece_fields, values, {}), (*at, "pieces", piece))
        for piece in inner:
            # Of a counted piece, its single ones are known inside the group as chair_1, chair_2 … too.
            for number, each in enumerate(self.many.get(names[piece], ()), 1):
                names.setdefault(f"{piece}_{number}", each)
        members = [each for piece in (names[own] for own in inner) for each in self.many.get(piece, [piece])]
        self.many[name] = members
        for index, rule in enumerate(group.get("rules") or []):
            self.add_rule((*at, "rules", index), _fill(rule, values, names))

    def find_parameters(self, group: dict[str, Any], fields: dict[str, Any], loc: Loc) -> dict[str, Any]:
        """The group's parameters with their defaults, and what this use sets."""
        given = group.get("parameters")
        values = dict(given) if isinstance(given, dict) else {}
        for key, value in fields.items():
            if key == "group":
                continue
            if key not in values:
                self.report((*loc, key), f"unknown parameter {key!r}{suggest(key, values)}")
            values[key] = value
        return values

    def spread(self, rule: tuple[Loc, Any]) -> list[tuple[Loc, Any]]:
        """A rule about a counted piece: one for each, or in lists all of them in its place."""
        loc, entry = rule
        if not isinstance(entry, dict) or len(entry) != 1:
            return [rule]
        word, fields = next(iter(entry.items()))
        if not isinstance(fields, dict):
            return [rule]
        fields = {key: self._spread_list(value) for key, value in fields.items()}
        for key, value in fields.items():
            if isinstance(value, str) and value in self.many:
                return [
                    each
                    for name in self.many[value]
                    for each in self.spread((loc, {word: {**fields, key: name}}))
                ]
        return [(loc, {word: fields})]

    def _spread_list(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [
            name
            for item in value
            for name in (self.many.get(item, [item]) if isinstance(item, str) else [item])
        ]

    def copy_lines(self, old: Loc, new: Loc, value: Any) -> None:
        """Give `new` and everything below it the lines of `old`."""
        self.lines[new] = self.source.line(old)
        if isinstance(value, dict):
            for key, below in value.items():
                self.copy_lines((*old, key), (*new, key), below)
        elif isinstance(value, list):
            for index, below in enumerate(value):
                self.copy_lines((*old, index), (*new, index), below)


def _fill(value: Any, parameters: dict[str, Any], names: dict[str, str]) -> Any:
    """`value` with `$parameter` replaced, and the group's own piece names by those of this use."""
    if isinstance(value, dict):
        return {key: _fill(below, parameters, names) for key, below in value.items()}
    if isinstance(value, list):
        return [_fill(below, parameters, names) for below in value]
    if not isinstance(value, str):
        return value
    whole = _PARAMETER.fullmatch(value)
    if whole and whole[1] in parameters:
        return parameters[whole[1]]
    return names.get(value, value)
