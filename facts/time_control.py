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


def times_text(white: TimeControl, black: TimeControl | None) -> str:
    """Both sides' time in words: ``White 10 minutes, Black 7 minutes``; one where it is equal."""
    if black is None:
        return white.text
    return f"White {white.text}, Black {black.text}"
