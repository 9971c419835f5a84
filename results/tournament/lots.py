"""PURE. Draws that anybody can repeat: lots from an announced seed, and a generator's dice.

A lot is drawn by arithmetic that is printed here and needs no trust: each name gets the
SHA-256 digest of ``seed|purpose|name`` and the lowest digest comes first. Whoever knows the
announced seed can check it with any tool.
"""

import hashlib
from collections.abc import Sequence


def draw_order(seed: str, purpose: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names in the order that the lot gives them, whatever order they came in."""
    return tuple(sorted(names, key=lambda name: (digest(seed, purpose, name), name)))


def draw_colour(seed: str, purpose: str) -> str:
    """``white`` or ``black``, by the lot."""
    return draw_order(seed, purpose, ("white", "black"))[0]


def digest(seed: str, purpose: str, name: str) -> str:
    """What one name drew, in hexadecimal digits."""
    return hashlib.sha256(f"{seed}|{purpose}|{name}".encode()).hexdigest()


class Dice:
    """Pseudo-random whole numbers from a seed (splitmix64): the same on every machine."""

    def __init__(self, seed: int) -> None:
        """Start at ``seed``."""
        self._state = seed & _MASK

    def next(self) -> int:
        """64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1."""
        return self.next() % limit

    def chance(self, per_mille: int) -> bool:
        """True ``per_mille`` times out of a thousand."""
        return self.below(1000) < per_mille

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in another order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


_MASK = (1 << 64) - 1
