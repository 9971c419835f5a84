"""PURE. The one table of unplayed rounds: what each kind means to everything that counts.

Code asks this table and nothing else; ``docs/unplayed.md`` is printed from it
(:func:`as_markdown`), and a test holds the two together.
A row says where it differs from the row it is made from.
"""

from dataclasses import dataclass, replace
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


_DUMMY = "a game against oneself, with the awarded result"

_PAIRING_BYE = Row(
    "as the scoring says, a win by default",
    requested=False,
    voluntary=False,
    elected=True,
    had_opponent=False,
    downfloat=True,
    bars_bye=True,
    to_opponents="as awarded",
    own_2026=f"{_DUMMY}; own score at most that of a draw in every round",
    own_2024=_DUMMY,
    own_before_2023=(
        "a virtual opponent: own score before, the rest of the point, draws afterwards"
    ),
    round_robin="left out",
    pairing="no colour, no opponent met",
)
_HALF_BYE = replace(
    _PAIRING_BYE,
    points="a draw",
    requested=True,
    voluntary=True,
    elected=False,
    bars_bye=False,
    to_opponents=(
        "as awarded; as a draw if only voluntarily unplayed rounds follow, or in the last round"
    ),
)
_FORFEIT_WIN = replace(
    _PAIRING_BYE,
    had_opponent=True,
    own_2026=f"{_DUMMY}; own score at most the scheduled opponent's adjusted score",
    round_robin="a game, but in rating tie-breaks",
    pairing="no colour; the two may be paired again",
)
_FORFEIT_LOSS = replace(
    _FORFEIT_WIN,
    points="as the scoring says, nothing by default",
    voluntary=True,
    elected=False,
    downfloat=False,
    bars_bye=False,
    round_robin=f"{_FORFEIT_WIN.round_robin} and those on one's own record",
)

TABLE = {
    Unplayed.PAIRING_BYE: _PAIRING_BYE,
    Unplayed.FULL_BYE: replace(_PAIRING_BYE, points="a win"),
    Unplayed.HALF_BYE: _HALF_BYE,
    Unplayed.ZERO_BYE: replace(_HALF_BYE, points="nothing", downfloat=False),
    Unplayed.FORFEIT_WIN: _FORFEIT_WIN,
    Unplayed.FORFEIT_LOSS: _FORFEIT_LOSS,
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
