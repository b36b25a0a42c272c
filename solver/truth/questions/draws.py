"""Random draws that depend on their key alone: the same on any machine and any library version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
_STEPS = 1 << 53


class Draws:
    """A stream of draws from a key, SHA-256 in counter mode; streams of different keys are independent."""

    def __init__(self, *key: object) -> None:
        self._key = "/".join(str(part) for part in key).encode()
        self._count = 0

    def fork(self, *key: object) -> Draws:
        """A stream of its own for one concern, unmoved by what else is drawn."""
        return Draws(self._key.decode(), *key)

    def fraction(self) -> float:
        """A number in [0, 1)."""
        self._count += 1
        digest = hashlib.sha256(self._key + b"#" + str(self._count).encode()).digest()
        return (int.from_bytes(digest[:8], "big") >> 11) / _STEPS

    def number(self, low: float, high: float) -> float:
        """A number in [low, high)."""
        return low + (high - low) * self.fraction()

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self.fraction() * (high - low + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.whole(0, len(items) - 1)]

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """The items in a random order (Fisher & Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.whole(0, last)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` different items in a random order."""
        return self.shuffle(items)[:count]


class Deck:
    """Answer places dealt so that each comes equally often: one shuffled deck after the other.

    It has a key of its own, so that no place follows from the seed of a scene.
    """

    def __init__(self, *key: object) -> None:
        self._draws = Draws("deck", *key)
        self._left: dict[tuple[str, int], list[int]] = {}

    def deal(self, size: int, kind: str = "") -> int:
        """A place from 0 to size - 1; every kind of question has decks of its own."""
        if not self._left.get((kind, size)):
            self._left[kind, size] = self._draws.shuffle(range(size))
        return self._left[kind, size].pop()
