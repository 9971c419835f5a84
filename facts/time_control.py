"""PURE. The time that players get, for all games of a stage or for one of a meeting's."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each side gets.

    Attributes:
        text: as the regulations put it, for people and PGN's ``TimeControl``.
        base_s: seconds at the start, None where it is not known.
        increment_s: seconds added a move.
    """

    text: str = ""
    base_s: int | None = None
    increment_s: int = 0
