"""Rules about height: on_top, under. They also say what a piece stands on, so they are never wishes."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, model_validator

from solver.core.conditions import Condition, at_least, every
from solver.core.directions import DIRECTIONS, opposite
from solver.core.quantity import Distance
from solver.core.rules.base import PieceName, Rule
from solver.core.world import World

# A person steps over what is no higher, and furniture stands on it: thick carpets have 20 to 30 mm.
MOST_FLAT_MM = 40


class Stacking(Rule):
    """A rule that gives its piece a level of its own."""

    piece: PieceName
    of: PieceName

    @model_validator(mode="after")
    def _hard(self) -> Stacking:
        if self.weight is not None:
            raise ValueError(
                f"{self.word} says what a piece stands on and cannot be a wish: leave weight out"
            )
        if self.piece == self.of:
            raise ValueError(f"{self.piece} cannot be {self.word} itself")
        return self


class OnTop(Stacking):
    """A piece stands on top of another: its footprint lies within the other's, `inset` from its edges at
    least, and its underside at the other's height."""

    word: ClassVar[str] = "on_top"
    example: ClassVar[str] = "on_top: {piece: lamp, of: nightstand}"
    inset_mm: Distance = Field(alias="inset", default=0)

    def express(self, world: World) -> Condition:
        inside = (world.reach(self.of, d) - world.reach(self.piece, d) for d in DIRECTIONS)
        what = f"length of {self.piece} inside the edges of {self.of}"
        return every(*(at_least(length, self.inset_mm, what) for length in inside))


class Under(Stacking):
    """A flat piece, a rug, at most 40 mm high, lies under another, which stands on it with `overlap` at least
    along x and y.

    Pieces may stand anywhere on a piece that lies under another; only two rugs keep apart.
    """

    word: ClassVar[str] = "under"
    example: ClassVar[str] = "under: {piece: rug, of: coffee_table}"
    overlap_mm: Distance = Field(alias="overlap", default=1)

    def express(self, world: World) -> Condition:
        what = f"overlap of {self.piece} and {self.of}"
        return every(
            *(
                at_least(-world.gap(self.of, self.piece, opposite(d)), self.overlap_mm, what)
                for d in DIRECTIONS
            )
        )
