"""What every rule has: fields checked by pydantic, the pieces it names, and one meaning as a condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from solver.core.conditions import Absent, Condition, Linear, any_of, at_least
from solver.core.room import FrozenModel, Opening, Room
from solver.core.world import World
from solver.core.yaml_source import suggest


@dataclass(frozen=True)
class Names:
    """Marks a field that names things of the scene: pieces, or where allowed fixed obstacles, walls,
    openings, or certain words. A rule says nothing where a piece that it `needs` is left out."""

    pieces: bool = True
    obstacles: bool = False
    walls: bool = False
    openings: bool = False
    words: tuple[str, ...] = ()
    needs: bool = True


@dataclass(frozen=True)
class OneOf:
    """Marks a field that takes one of certain words; a fault names the nearest, a schema lists them."""

    kind: str
    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def read(self, value: object) -> object:
        if value not in self.words:
            raise ValueError(f"unknown {self.kind} {value!r}{suggest(str(value), self.words)}")
        return value


PieceName = Annotated[str, Names()]


class Rule(FrozenModel):
    """One thing a room must keep. Its meaning stands once, in `express`.

    Without `weight` a rule is hard: the layout keeps it or the scene is refused. With a weight it is a
    wish: each millimetre it is missed by costs `weight`, and the placer makes the sum least.
    """

    word: ClassVar[str]
    example: ClassVar[str]
    weight: Annotated[int | None, Field(default=None, ge=1, le=1000, strict=True)]

    def condition(self, world: World) -> Condition:
        """What the rule says, as a tree over the pieces' places. Its slack is in millimetres.

        It says nothing while a piece that it is about is left out.
        """
        needed = list(self._find_needed(world))
        if any(name not in world.pieces for name in needed):
            return at_least(Linear(), 0, f"{self.word} of a piece that is left out")
        waivers = [Absent(name) for name in dict.fromkeys(needed) if name in world.optional]
        return any_of(*waivers, self.express(world))

    def express(self, world: World) -> Condition:
        """The meaning, while every piece that the rule needs is there."""
        raise NotImplementedError

    def _find_needed(self, world: World) -> Iterator[str]:
        for _, name, allowed in self.find_names():
            known = name in allowed.words or (allowed.walls and world.room.find_walls(name))
            if not allowed.needs or known or (allowed.openings and world.opening(name)):
                continue
            if name not in world.blocks:
                yield name

    def find_faults(self, room: Room, openings: tuple[Opening, ...]) -> Iterator[str]:
        """What is wrong with the rule in this room, before any piece is known."""
        yield from ()

    @property
    def most_loose_mm(self) -> int:
        """By how much `loosen` can be asked for; 0 for a rule that gives way by just what its conditions are
        missed by."""
        return 0

    def loosen(self, by_mm: int) -> Self:
        """The rule with its length less by that."""
        raise NotImplementedError

    def describe(self) -> str:
        """The rule in one line, as its author wrote it."""
        own = [field for field in type(self).model_fields if field != "weight"]
        given = [field for field in (*own, "weight") if field in self.model_fields_set]
        names = type(self).model_fields
        parts = (f"{names[field].alias or field} {_format(field, getattr(self, field))}" for field in given)
        return f"{self.word}: " + ", ".join(parts)

    def dump_fields(self) -> dict[str, Any]:
        """Every field but the weight, by the scene file's keys, lengths as whole millimetres."""
        return self.model_dump(mode="json", by_alias=True, exclude={"weight"})

    def find_names(self) -> Iterator[tuple[str, str, Names]]:
        """(field, name, what it may name) for every name the rule uses."""
        for field, info in type(self).model_fields.items():
            marks = [mark for mark in info.metadata if isinstance(mark, Names)]
            value = getattr(self, field)
            if not marks or value is None:
                continue
            for name in (value,) if isinstance(value, str) else value:
                if isinstance(name, str):
                    yield info.alias or field, name, marks[0]


def _format(field: str, value: Any) -> str:
    """A field's value with its unit; the numbers of a list are the coordinates of a point."""
    if isinstance(value, (list, tuple)):
        return ", ".join(f"{item} mm" if isinstance(item, int) else str(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    unit = {"_mm": " mm", "deg": " deg"}.get(field[-3:], "") if isinstance(value, int) else ""
    return f"{value}{unit}"
