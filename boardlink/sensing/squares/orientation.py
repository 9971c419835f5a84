"""PURE. Which way round a board lies: from where the men stand before the first move."""

from boardlink.readings import Placement, Square
from boardlink.sensing.squares.placement import turned

CLEAR_LEAD = 8
"""Squares by which one way round must fit better before it is believed."""


def is_rotated(seen: Placement, expected: Placement) -> bool | None:
    """True where ``seen`` fits ``expected`` only when it is turned; None where nothing tells.

    ``seen`` is in the board's own frame, ``expected`` in the position's. The placements
    need not be equal: a man may be missing, wrongly set up, or moved already.
    """
    straight = _fitting(seen, expected)
    rotated = _fitting(turned(seen), expected)
    if abs(straight - rotated) < CLEAR_LEAD:
        return _small_difference(straight, rotated, expected)
    return rotated > straight


def _fitting(seen: Placement, expected: Placement) -> int:
    return sum(1 for a, b in zip(seen, expected, strict=True) if a == b)


def _small_difference(straight: int, rotated: int, expected: Placement) -> bool | None:
    """With few men on the board a small lead is all there is, if it is a full fit."""
    if straight == rotated:
        return None
    best = max(straight, rotated)
    men = 64 - expected.count(".")
    if best >= 64 - max(4, men // 4):
        return rotated > straight
    return None


def in_frame(square: Square, *, rotated: bool) -> Square:
    """The position's square for the board's own ``square``."""
    return Square(63 - square) if rotated else square
