"""PURE. Rating changes by FIDE's Rating Regulations (B.02 8), in hundredths of a point.

Only games count that are rated: played, not of less than one move, not forfeited, against a
rated opponent. A result that an arbiter ruled counts for rating as the side's own score; where
standings and rating are to differ, the table's ``rated`` holds what is rated instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from facts.result import ResultKind, Score
from results.crosstable.model import NOBODY, Crosstable, Entrant, Number, RoundEntry
from results.ratings.tables import expected_percent, half_up, performance

CUT = 400
"""A greater difference counts as this one (8.3.1)."""
FULL_SCALE_FROM = 2650
"""Players rated so high are rated without the cut (since October 2025)."""


class Development(StrEnum):
    """What decides the coefficient K (8.3.3)."""

    NEW = "new"
    """Fewer than 30 rated games, or under 18 and below 2300: K = 40."""
    USUAL = "usual"
    """Always below 2400: K = 20."""
    MASTER = "master"
    """Has reached 2400: K = 10."""
    RAPID = "rapid"
    """Rapid and blitz: K = 20."""


_K = {
    Development.NEW: 40,
    Development.USUAL: 20,
    Development.MASTER: 10,
    Development.RAPID: 20,
}


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a tournament does to a rating.

    Attributes:
        games: how many are rated.
        score: tenths from these games.
        expected: hundredths.
        change: hundredths, K times the difference; to be rounded at the period's end.
        performance: None without a rated game.
    """

    number: Number
    rating: int
    games: int
    score: int
    expected: int
    k: int
    change: int
    performance: int | None

    @property
    def rounded(self) -> int:
        """The change in whole points, a half away from zero."""
        points = half_up(Fraction(abs(self.change), 100))
        return points if self.change >= 0 else -points


def development(rating: int) -> Development:
    """A guess from the rating alone, where nothing else is known of the player."""
    return Development.MASTER if rating >= 2400 else Development.USUAL


def rating_changes(
    table: Crosstable,
    known: Mapping[Number, Development] | None = None,
) -> tuple[RatingChange, ...]:
    """The change of every rated player.

    Args:
        table: with the results of the standings, and those for rating where they differ.
        known: each player's development; guessed from the rating where it is not known.
    """
    chosen = known or {}
    return tuple(
        _change(table, entrant, chosen.get(entrant.number))
        for entrant in table.entrants
        if entrant.player.rating
    )


def _change(table: Crosstable, entrant: Entrant, stage: Development | None) -> RatingChange:
    own = entrant.player.rating
    opponents: list[int] = []
    score = expected = 0
    for round_no in range(1, table.played + 1):
        entry = table.rated.get((round_no, entrant.number), entrant.entry(round_no))
        theirs = _opponent_rating(table, entry)
        if theirs == 0:
            continue
        opponents.append(theirs)
        score += {Score.WIN: 10, Score.DRAW: 5}.get(entry.score or Score.LOSS, 0)
        expected += expected_percent(_difference(own, theirs))
    k = _K[stage or development(own)]
    return RatingChange(
        number=entrant.number,
        rating=own,
        games=len(opponents),
        score=score,
        expected=expected,
        k=k,
        change=k * (score * 10 - expected),
        performance=performance(score, opponents),
    )


def _difference(own: int, theirs: int) -> int:
    if own >= FULL_SCALE_FROM:
        return own - theirs
    return max(-CUT, min(CUT, own - theirs))


def _opponent_rating(table: Crosstable, entry: RoundEntry) -> int:
    if entry.opponent == NOBODY or entry.score is None:
        return 0
    if entry.kind not in (ResultKind.PLAYED, ResultKind.RULED):
        return 0
    return table.by_number[entry.opponent].player.rating
