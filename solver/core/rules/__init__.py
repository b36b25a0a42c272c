"""The rule vocabulary: each rule's fields, meaning, words and documentation in one class."""

from solver.core.directions import DIRECTIONS
from solver.core.rules.base import Names, Rule
from solver.core.rules.pieces import Beside, Between, Facing, Flanking
from solver.core.rules.space import Aisle, Clear
from solver.core.rules.walls import Against, Centred, Corner, Gap

RULES: dict[str, type[Rule]] = {
    rule.word: rule
    for rule in (Against, Corner, Gap, Centred, Between, Beside, Facing, Flanking, Clear, Aisle)
}

# Words that stand for something else in rules, so that no piece can be called so.
RESERVED = frozenset((*DIRECTIONS, "room", "any", "none", "wall", "door", "window"))

__all__ = ["RESERVED", "RULES", "Names", "Rule"]
