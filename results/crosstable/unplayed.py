"""PURE. The one table of unplayed rounds: what each kind means to everything that counts.

Code asks this table and nothing else; ``docs/unplayed.md`` is printed from it
(:func:`as_markdown`), and a test holds the two together.
"""

from dataclasses import dataclass
from enum import StrEnum

from facts.result import ResultKind, Score
from results.crosstable.model import NOBODY, RoundEntry


class Unplayed(StrEnum):
    """The kinds of rounds without a game."""

    PAIRING_BYE = "pairing-allocated bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye, absent, withdrawn, late"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"


@dataclass(frozen=True, slots=True)
class Row:
    """What one kind means.

    Attributes:
        points: what it is worth, in words.
        requested: a bye the player asked for or caused (C.07 16.1.1).
        voluntary: a voluntarily unplayed round, VUR (C.07 16.1.2).
        elected: counts as a round one elected to play (C.07 7.6).
        had_opponent: there was a scheduled opponent.
        downfloat: counts as a downfloat where it is worth more than a loss (C.04.3 1.4).
        bars_bye: whoever had it may not have the pairing-allocated bye (C.04.3 C2).
        to_opponents: how it counts in the adjusted score that opponents see.
        own_2026: the player's own Buchholz and Sonneborn-Berger, edition 2026.
        own_2024: the same, edition 2024.
        own_before_2023: the same with the virtual opponent.
        round_robin: what it is in a round robin (C.07 15.2).
        pairing: what it means to the next pairing.
    """

    points: str
    requested: bool
    voluntary: bool
    elected: bool
    had_opponent: bool
    downfloat: bool
    bars_bye: bool
    to_opponents: str
    own_2026: str
    own_2024: str
    own_before_2023: str
    round_robin: str
    pairing: str


_AS_AWARDED = "as awarded"
_REQUESTED = (
    "as awarded; as a draw if only voluntarily unplayed rounds follow, or in the last round"
)
_DUMMY = "a game against oneself, with the awarded result"
_CAPPED_BYE = f"{_DUMMY}; own score at most that of a draw in every round"
_CAPPED_FORFEIT = f"{_DUMMY}; own score at most the scheduled opponent's adjusted score"
_VIRTUAL = "a virtual opponent: own score before, the rest of the point, draws afterwards"
_NO_COLOUR = "no colour, no opponent met"

TABLE = {
    Unplayed.PAIRING_BYE: Row(
        "as the scoring says, a win by default",
        requested=False,
        voluntary=False,
        elected=True,
        had_opponent=False,
        downfloat=True,
        bars_bye=True,
        to_opponents=_AS_AWARDED,
        own_2026=_CAPPED_BYE,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="left out",
        pairing=_NO_COLOUR,
    ),
    Unplayed.FULL_BYE: Row(
        "a win",
        requested=False,
        voluntary=False,
        elected=True,
        had_opponent=False,
        downfloat=True,
        bars_bye=True,
        to_opponents=_AS_AWARDED,
        own_2026=_CAPPED_BYE,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="left out",
        pairing=_NO_COLOUR,
    ),
    Unplayed.HALF_BYE: Row(
        "a draw",
        requested=True,
        voluntary=True,
        elected=False,
        had_opponent=False,
        downfloat=True,
        bars_bye=False,
        to_opponents=_REQUESTED,
        own_2026=_CAPPED_BYE,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="left out",
        pairing=_NO_COLOUR,
    ),
    Unplayed.ZERO_BYE: Row(
        "nothing",
        requested=True,
        voluntary=True,
        elected=False,
        had_opponent=False,
        downfloat=False,
        bars_bye=False,
        to_opponents=_REQUESTED,
        own_2026=_CAPPED_BYE,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="left out",
        pairing=_NO_COLOUR,
    ),
    Unplayed.FORFEIT_WIN: Row(
        "as the scoring says, a win by default",
        requested=False,
        voluntary=False,
        elected=True,
        had_opponent=True,
        downfloat=True,
        bars_bye=True,
        to_opponents=_AS_AWARDED,
        own_2026=_CAPPED_FORFEIT,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="a game, but in rating tie-breaks",
        pairing="no colour; the two may be paired again",
    ),
    Unplayed.FORFEIT_LOSS: Row(
        "as the scoring says, nothing by default",
        requested=False,
        voluntary=True,
        elected=False,
        had_opponent=True,
        downfloat=False,
        bars_bye=False,
        to_opponents=_AS_AWARDED,
        own_2026=_CAPPED_FORFEIT,
        own_2024=_DUMMY,
        own_before_2023=_VIRTUAL,
        round_robin="a game, but in rating tie-breaks and those on one's own record",
        pairing="no colour; the two may be paired again",
    ),
}


_BYE_KINDS = {
    ResultKind.PAIRING_BYE: Unplayed.PAIRING_BYE,
    ResultKind.FULL_BYE: Unplayed.FULL_BYE,
    ResultKind.HALF_BYE: Unplayed.HALF_BYE,
    ResultKind.ZERO_BYE: Unplayed.ZERO_BYE,
}


def kind_of(entry: RoundEntry) -> Unplayed | None:
    """The kind of an unplayed round; None for a game, played or still to be played."""
    if entry.opponent == NOBODY:
        return _BYE_KINDS.get(entry.kind, Unplayed.ZERO_BYE)
    if entry.kind is ResultKind.FORFEIT:
        return Unplayed.FORFEIT_WIN if entry.score is Score.WIN else Unplayed.FORFEIT_LOSS
    return None


def as_markdown() -> str:
    """The table as it is printed in the docs, one kind a column."""
    kinds = list(TABLE)
    lines = [
        "| | " + " | ".join(kinds) + " |",
        "|---" * (len(kinds) + 1) + "|",
    ]
    for name, title in _TITLES.items():
        cells = [_cell(getattr(TABLE[kind], name)) for kind in kinds]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


_TITLES = {
    "points": "points",
    "requested": "requested bye (C.07 16.1.1)",
    "voluntary": "voluntarily unplayed, VUR (C.07 16.1.2)",
    "elected": "a round one elected to play (C.07 7.6)",
    "had_opponent": "a scheduled opponent",
    "downfloat": "a downfloat (C.04.3 1.4)",
    "bars_bye": "no pairing-allocated bye afterwards (C.04.3 C2)",
    "to_opponents": "in the opponents' tie-breaks (C.07 16.3)",
    "own_2026": "own tie-breaks, 2026 (C.07 16.4)",
    "own_2024": "own tie-breaks, 2024",
    "own_before_2023": "own tie-breaks before 2023",
    "round_robin": "in a round robin (C.07 15.2)",
    "pairing": "to the next pairing (C.04.2)",
}


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
