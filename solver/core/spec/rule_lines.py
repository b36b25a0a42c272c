"""Rules of a scene file: each read, its names checked, its clearances filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.core.directions import DIRECTIONS
from solver.core.room import WALL_NAME, Door, Opening, Room
from solver.core.rules import RULES, Names, Rule, Stacking
from solver.core.rules.profiles import CLEARANCES, Profile, find_clearance_mm
from solver.core.rules.space import Clear
from solver.core.rules.walls import Pin
from solver.core.spec.collector import Collector
from solver.core.spec.scene import PieceSpec, RuleLine
from solver.core.yaml_source import Loc, suggest

# Keys of rules that take a length, and so the name of a clearance.
LENGTH_KEYS = (
    *("gap", "exactly", "at_least", "at_most", "depth", "width", "within", "by", "reach"),
    *("inset", "overlap"),
)


@dataclass(frozen=True)
class Known:
    """What a rule may name."""

    pieces: list[str]
    openings: tuple[Opening, ...]
    obstacles: list[str]
    room: Room | None


def read_rules(collector: Collector, known: Known, profile: Profile) -> tuple[RuleLine, ...]:
    """The rules in file order."""
    lines: list[RuleLine] = []
    for loc, word, fields in collector.read_entries("rules", RULES, "rule"):
        filled = _fill_clearances(collector, loc, fields, profile)
        rule = collector.validate(RULES[word], filled, loc)
        if rule is None:
            continue
        for key, name, allowed in rule.find_names():
            _check_name(collector, (*loc, key), name, allowed, known)
        if known.room and not collector.unread["openings"]:
            for fault in rule.find_faults(known.room, known.openings):
                collector.add(loc, fault)
        lines.append(_make_line(collector, rule, loc))
    return tuple(lines)


def read_implied(
    collector: Collector, pieces: dict[str, PieceSpec], openings: list[tuple[Loc, Opening]]
) -> tuple[RuleLine, ...]:
    """Rules that doors and pieces bring along: the swing of a door, the pin of a piece."""
    lines = []
    for loc, opening in openings:
        if isinstance(opening, Door) and opening.swing == "in":
            rule = Clear.model_validate({"of": opening.name, "depth": f"{opening.width_mm} mm"})
            lines.append(_make_line(collector, rule, loc))
    for name, piece in pieces.items():
        at_mm, turned_deg = piece.at_mm, piece.turned_deg
        if at_mm is not None or turned_deg is not None:
            fields: dict[str, Any] = {"piece": name}
            fields |= {"at": [f"{value} mm" for value in at_mm]} if at_mm else {}
            fields |= {"yaw": f"{turned_deg} deg"} if turned_deg is not None else {}
            lines.append(_make_line(collector, Pin.model_validate(fields), ("pieces", name)))
    return tuple(lines)


def check_levels(collector: Collector, lines: tuple[RuleLine, ...]) -> None:
    """A piece stands on one thing only, and not, over others, on itself."""
    stands: dict[str, RuleLine] = {}
    for line in lines:
        if not isinstance(line.rule, Stacking):
            continue
        first = stands.setdefault(line.rule.piece, line)
        if first is not line and (first.rule.word, line.rule.word) != ("under", "under"):
            _add_line(
                collector, line, f"{line.rule.piece} has a level of its own by line {first.line} already"
            )
    for name, line in stands.items():
        seen, at = {name}, name
        while at in stands and stands[at].rule.word == "on_top":
            at = stands[at].rule.of  # type: ignore[attr-defined]
            if at in seen:
                _add_line(collector, line, f"{name} stands on itself, over other pieces")
                break
            seen.add(at)


def _add_line(collector: Collector, line: RuleLine, message: str) -> None:
    collector.faults.append((line.line, f"{line.where}: {line.rule.word}: {message}"))


def _make_line(collector: Collector, rule: Rule, loc: Loc) -> RuleLine:
    line = collector.line(loc)
    return RuleLine(rule, line, f"{collector.source.name}:{line}")


def _fill_clearances(collector: Collector, loc: Loc, fields: Any, profile: Profile) -> Any:
    """Fields with the names of clearances replaced by the profile's lengths."""
    if not isinstance(fields, dict):
        return fields
    filled = dict(fields)
    for key in LENGTH_KEYS:
        value = fields.get(key)
        if isinstance(value, str) and value.isidentifier():
            length = find_clearance_mm(value, profile)
            if length is None:
                collector.add((*loc, key), f"unknown clearance {value!r}{suggest(value, CLEARANCES)}")
                length = 1
            filled[key] = f"{length} mm"
    return filled


def _may_be_unread(collector: Collector, name: str, allowed: Names, known: Known) -> bool:
    """Whether a name may be that of something which is faulty, so that only its own fault is told."""
    wall = allowed.walls and known.room is None and WALL_NAME.fullmatch(name) is not None
    return wall or (allowed.pieces and not known.pieces) or collector.may_be_unread(name)


def _check_name(collector: Collector, loc: Loc, name: str, allowed: Names, known: Known) -> None:
    names, kinds = list(allowed.words), []
    for may, kind, more in (
        (allowed.pieces, "piece", known.pieces),
        (allowed.walls, "wall", known.room.wall_names() if known.room else DIRECTIONS),
        (allowed.openings, "opening", [opening.name for opening in known.openings]),
        (allowed.obstacles, "obstacle", known.obstacles),
    ):
        if may:
            names += more
            kinds += [kind] if more or kind != "obstacle" else []
    if name not in names and not _may_be_unread(collector, name, allowed, known):
        collector.add(loc, f"unknown {' or '.join(kinds)} {name!r}{suggest(name, names)}")
