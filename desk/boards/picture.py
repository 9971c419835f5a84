"""PURE. What stands on a board, in letters: White's men are capitals."""

from typing import Final

from boardlink.readings import Placement
from boardlink.sensing.squares.placement import START, turned

WIDTH: Final = 17
"""Columns of a picture: the rank and eight squares."""


def picture(placement: Placement | None) -> tuple[str, ...]:
    """Nine lines, from Black's first rank down; an unknown placement is an empty frame.

    A man that cannot be read is ``?``.
    """
    men = placement or " " * 64
    ranks = [
        f"{rank + 1} " + " ".join(men[rank * 8 : rank * 8 + 8]).replace(".", "·")
        for rank in range(7, -1, -1)
    ]
    return (*ranks, "  a b c d e f g h")


def turned_since(placement: Placement | None, before: bool | None) -> bool | None:
    """Whether White sits on the far side, as soon as the start position has told.

    Args:
        placement: in the board's own frame.
        before: what was known.
    """
    if placement == START:
        return False
    if placement is not None and placement == turned(START):
        return True
    return before
