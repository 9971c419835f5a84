"""PURE. A small seeded generator: the same seed gives the same hands, on every machine.

SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, one addition and two
multiplications a draw. Nothing secret and no lot of a tournament is ever drawn with it.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Luck:
    """Draws that follow from a seed alone."""

    def __init__(self, seed: int) -> None:
        """Start at ``seed``, any integer."""
        self._state = seed & _MASK

    def bits(self) -> int:
        """64 even bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def draw(self) -> float:
        """An even draw from 0 (included) to 1 (not included)."""
        return (self.bits() >> 11) / (1 << 53)

    def happens(self, probability: float) -> bool:
        """True with ``probability`` (0 to 1)."""
        return self.draw() < probability

    def between(self, span: tuple[float, float]) -> float:
        """An even draw from a span, such as seconds from 0.3 to 0.9."""
        low, high = span
        return low + (high - low) * self.draw()

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``, which must not be empty."""
        return items[self.bits() % len(items)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put ``items`` into an even random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.bits() % (last + 1)
            items[last], items[other] = items[other], items[last]
