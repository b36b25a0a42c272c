"""One output folder beside what its scene asked for: everything the checks read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.check.submission import Submission
from solver.core.measured import Measured, Solid
from solver.core.rules.stacking import OnTop, Under
from solver.core.spec import SceneSpec

# A footprint is rounded outwards to whole millimetres, so that a mesh ends up to 1 mm short of the
# side that the placer reckons with; a distance has two such sides.
ROUNDING_MM = 2.0
# World vertices are 32-bit floats, known to half a micrometre at some metres.
FLOAT_MM = 0.01


@dataclass(frozen=True)
class Case:
    """`labels` maps every piece of the scene file to its object name. `measured` is None when
    room.blend could not be measured; `fault` then says why."""

    spec: SceneSpec
    labels: Mapping[str, str]
    submission: Submission
    measured: Measured | None
    fault: str = ""

    @cached_property
    def absent(self) -> frozenset[str]:
        """Optional pieces that the file does not hold: they were left out."""
        return frozenset(
            piece
            for piece in self.labels
            if self.measured is not None
            and self.spec.pieces[piece].optional is not None
            and not self.find_solids(piece)
        )

    @cached_property
    def stacked(self) -> dict[str, str]:
        """What pieces stand on by the scene's rules, where that is another piece."""
        return {line.rule.piece: line.rule.of for line in self.spec.rules if isinstance(line.rule, OnTop)}

    @cached_property
    def flat(self) -> frozenset[str]:
        """Pieces that lie under others by the scene's rules: rugs."""
        return frozenset(line.rule.piece for line in self.spec.rules if isinstance(line.rule, Under))

    def find_solids(self, piece: str) -> tuple[Solid, ...]:
        """The objects that stand for a piece: those named so, else those that carry its key."""
        if self.measured is None:
            return ()
        label = self.labels[piece]
        named = tuple(solid for solid in self.measured.pieces if solid.object == label)
        return named or tuple(solid for solid in self.measured.pieces if solid.piece == piece)

    def solid(self, piece: str) -> Solid | None:
        """The one object that stands for a piece; None when it is missing or there are several."""
        solids = self.find_solids(piece)
        if len(solids) != 1:
            return None
        (solid,) = solids
        return solid


def format_mm(metres: float) -> str:
    """A length in millimetres to a tenth, without a sign on zero."""
    value = round(metres * 1000.0, 1) + 0.0
    return f"{value:g} mm"
