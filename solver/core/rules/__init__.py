"""The rule vocabulary: each rule's fields, meaning, words and documentation in one class."""

from solver.core.directions import DIRECTIONS
from solver.core.rules.base import Names, Rule
from solver.core.rules.distances import Far, Gap, Near
from solver.core.rules.pieces import Behind, Beside, Between, Facing, Flanking, InFrontOf
from solver.core.rules.sets import Aligned, Around, Mirrored, Row, SameYaw
from solver.core.rules.space import Clear
from solver.core.rules.stacking import OnTop, Stacking, Under
from solver.core.rules.walls import Against, Centred, Corner, Pin
from solver.core.rules.ways import Aisle, Walkable, Way

RULES: dict[str, type[Rule]] = {
    rule.word: rule
    for rule in (
        *(Against, Corner, Centred, Pin),
        *(Gap, Near, Far),
        *(Between, Beside, InFrontOf, Behind, Facing, Flanking),
        *(Aligned, Row, Around, SameYaw, Mirrored),
        *(OnTop, Under),
        *(Clear, Aisle, Walkable),
    )
}

# Words that stand for something else in rules, so that no piece can be called so.
RESERVED = frozenset((*DIRECTIONS, "room", "any", "none", "wall", "door", "window"))

__all__ = ["RESERVED", "RULES", "Names", "Rule", "Stacking", "Way"]
