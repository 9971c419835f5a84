"""PURE. Cut and median modifiers (C.07 14) with the exception for unplayed rounds (16.5)."""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple


class Part(NamedTuple):
    """One addend of a sum; a tuple, since a large field has ten thousand of them.

    Attributes:
        value: what is added.
        score: the opponent's score or the dummy's, which says how significant it is.
        voluntary: it comes from a voluntarily unplayed round.
        round_index: where it comes from.
    """

    value: int
    score: int
    voluntary: bool
    round_index: int


def cut(parts: Sequence[Part], low: int, high: int, rounds: int) -> list[Part]:
    """The parts that are left out: ``low`` least significant, then ``high`` most significant.

    The least significant value is the lowest product of the lowest scored opponent. Where
    the player has voluntarily unplayed rounds, the lowest of these goes instead, as long
    as it is not lower than the least significant value (16.5); again for each further cut.
    """
    low = min(low, rounds)
    high = min(high, rounds - low)
    left = list(parts)
    gone: list[Part] = []
    for _ in range(low):
        if not left:
            break
        part = _least(left)
        left.remove(part)
        gone.append(part)
    for _ in range(high):
        if not left:
            break
        part = max(left, key=lambda p: (p.score, p.value, -p.round_index))
        left.remove(part)
        gone.append(part)
    return gone


def _least(parts: Sequence[Part]) -> Part:
    least = min(parts, key=_significance)
    voluntary = [p for p in parts if p.voluntary]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda p: (p.value, p.score, p.round_index))
    return least if least.value > lowest.value else lowest


_significance = itemgetter(1, 0, 3)
"""Score, value, round: the fields of a part that order it."""
