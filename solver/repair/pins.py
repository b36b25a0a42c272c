"""Pins written into the text of a scene file: nothing else in it changes, comments stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import yaml

from solver.core.layout import Placement
from solver.core.yaml_source import Loc, parse_yaml
from solver.errors import SpecError

MARK = "# pinned by repair"
# Key of a pin in a piece's own entry, and in a rule.
OWN_KEYS = {"at": "at", "turned": "yaw"}


def write_pins(text: str, name: str, places: Sequence[Placement]) -> str:
    """A scene file's `text` in which every piece of `places` is pinned there.

    A pin that the piece has, by `at` and `turned` or by a rule, gets the new numbers; otherwise a rule is
    added after the last one. Raises SpecError where the text cannot be changed so, `name` being the file.
    """
    data = parse_yaml(text, name).data
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode), "the text is a scene file"
    edits: list[tuple[int, int, str]] = []
    added: list[str] = []
    for place in places:
        values = {"at": f"[{place.x_mm} mm, {place.y_mm} mm]", "yaw": f"{place.yaw_deg} deg"}
        found = list(_find_pins(data, place.piece))
        for loc, key in found:
            node = _find_node(root, loc)
            edits.append((node.start_mark.index, _find_end(node), values[key]))
            _set(data, loc, values[key])
        missing = [key for key in values if key not in {key for _, key in found}]
        if missing:
            fields = ", ".join(f"{key}: {values[key]}" for key in missing)
            added.append(f"pin: {{piece: {place.piece}, {fields}}}")
    if added:
        edits.append(_add_rules(root, text, added))
        data["rules"] = [*(data.get("rules") or []), *(yaml.safe_load(rule) for rule in added)]
    changed = text
    for start, end, new in sorted(edits, reverse=True):
        changed = changed[:start] + new + changed[end:]
    _check(changed, name, data, places)
    return changed


def _check(text: str, name: str, wanted: Any, places: Sequence[Placement]) -> None:
    """The text must now say what it said, and the pins: shared anchors, say, would change more."""
    try:
        if parse_yaml(text, name).data == wanted:
            return
    except SpecError:
        pass
    pins = "; ".join(
        f"{place.piece} at [{place.x_mm} mm, {place.y_mm} mm], {place.yaw_deg} deg" for place in places
    )
    raise SpecError(f"{name}: pins cannot be written into this text by themselves; pin by hand: {pins}")


def _find_pins(data: dict[str, Any], piece: str) -> Iterator[tuple[Loc, str]]:
    """Places in the file that pin exactly this piece, with what they pin: `at` or `yaw`."""
    own = data["pieces"].get(piece)
    if isinstance(own, dict) and not own.keys() & {"count", "group"}:
        yield from ((("pieces", piece, key), what) for key, what in OWN_KEYS.items() if key in own)
    for index, entry in enumerate(data.get("rules") or []):
        fields = entry.get("pin") if isinstance(entry, dict) else None
        if isinstance(fields, dict) and fields.get("piece") == piece and fields.get("weight") is None:
            yield from ((("rules", index, "pin", key), key) for key in ("at", "yaw") if key in fields)


def _find_node(node: yaml.Node, loc: Loc) -> yaml.Node:
    for part in loc:
        if isinstance(node, yaml.MappingNode):
            node = next(value for key, value in node.value if key.value == part)
        else:
            node = node.value[part]
    return node


def _set(data: Any, loc: Loc, text: str) -> None:
    for part in loc[:-1]:
        data = data[part]
    data[loc[-1]] = yaml.safe_load(text)


def _add_rules(root: yaml.MappingNode, text: str, rules: list[str]) -> tuple[int, int, str]:
    """The edit that puts rules after the last one, in the style of the list that is there."""
    entry = next(((key, value) for key, value in root.value if key.value == "rules"), None)
    if entry is None and root.flow_style:
        return _insert_in_flow(root, text, f"rules: [{_join_flow(rules)}]")
    if entry is None:
        return len(text), len(text), "\n" * (not text.endswith("\n")) + "rules:\n" + _join_block(rules, 2)
    key, value = entry
    if isinstance(value, yaml.SequenceNode) and value.flow_style:
        return _insert_in_flow(value, text, _join_flow(rules))
    if isinstance(value, yaml.SequenceNode):
        at, indent = _find_end(value), value.start_mark.column
    else:  # `rules:` and nothing
        at, indent = key.end_mark.index, 2
    line_end = text.find("\n", at)
    if line_end < 0:
        return len(text), len(text), "\n" + _join_block(rules, indent)
    return line_end + 1, line_end + 1, _join_block(rules, indent)


def _join_block(rules: Iterable[str], indent: int) -> str:
    return "".join(f"{' ' * indent}- {rule}  {MARK}\n" for rule in rules)


def _join_flow(rules: Iterable[str]) -> str:
    return ", ".join(f"{{{rule}}}" for rule in rules)


def _insert_in_flow(node: yaml.CollectionNode, text: str, new: str) -> tuple[int, int, str]:
    """Before the closing bracket, after a comma where something is there already."""
    at = node.end_mark.index - 1
    return at, at, f", {new}" if node.value else new


def _find_end(node: yaml.Node) -> int:
    """Where the last text of a node ends: the end of a block collection lies past comments after it."""
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        return max(_find_end(value) for _, value in node.value)
    if isinstance(node, yaml.SequenceNode) and not node.flow_style:
        return max(_find_end(value) for value in node.value)
    return node.end_mark.index
