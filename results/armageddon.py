"""PURE. A meeting of a classical game and, after a draw, an Armageddon game.

The Armageddon game has its own colours; Black has draw odds in it. Its winner and loser get
more and less of the classical draw; for tie-breaks and ratings the meeting stays a draw.
"""

from dataclasses import dataclass, replace

from facts.result import Result, Score
from results.crosstable import game_entries
from results.model import Number, Points, RoundEntry


@dataclass(frozen=True, slots=True)
class ArmageddonScoring:
    """Points in tenths; the defaults are those of 2020 and later: 3, 1½, 1, 0."""

    win: int = 30
    draw_won: int = 15
    draw_lost: int = 10
    loss: int = 0


def meeting(
    white: Number,
    black: Number,
    classical: Result | None,
    armageddon: Result | None,
    scoring: ArmageddonScoring,
    same_colours: bool = True,
) -> tuple[RoundEntry, RoundEntry]:
    """White's and Black's entry of a meeting, White and Black being those of the classical game.

    A drawn classical game counts as a plain draw until the Armageddon game has a result.
    """
    one, other = game_entries(white, black, classical)
    if one.score is None or other.score is None:
        return one, other
    if one.score is not Score.DRAW or other.score is not Score.DRAW:
        return replace(one, awarded=_of(one.score, scoring)), replace(
            other, awarded=_of(other.score, scoring)
        )
    if armageddon is None or armageddon.black is None:
        lost = Points(scoring.draw_lost)
        return replace(one, awarded=lost), replace(other, awarded=lost)
    odds_won = armageddon.black is not Score.LOSS  # a draw is enough for Black
    white_won = odds_won is not same_colours
    won, lost = Points(scoring.draw_won), Points(scoring.draw_lost)
    return (
        replace(one, awarded=won if white_won else lost),
        replace(other, awarded=lost if white_won else won),
    )


def _of(score: Score, scoring: ArmageddonScoring) -> Points:
    if score is Score.WIN:
        return Points(scoring.win)
    return Points(scoring.draw_lost if score is Score.DRAW else scoring.loss)
