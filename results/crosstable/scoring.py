"""PURE. Points for what happened in a round, from a stage's scoring table. Tenths only."""

from collections.abc import Iterable
from typing import assert_never

from facts.result import ResultKind, Score
from facts.settings import Scoring
from results.crosstable.model import Entrant, Points, RoundEntry

FIDE = Scoring()
"""1, ½, 0; a pairing-allocated bye is worth a win."""
THREE_ONE_ZERO = Scoring(win=30, draw=10, forfeit_win=30, pairing_bye=30, full_bye=30, half_bye=10)
"""3, 1, 0."""


def entry_points(entry: RoundEntry, scoring: Scoring) -> Points:
    """What an entry is worth; a game without a result is worth nothing yet."""
    score = entry.score
    if entry.awarded is not None:
        return entry.awarded
    if score is None:
        return Points(0)
    match entry.kind:
        case ResultKind.FORFEIT:
            won, lost = scoring.forfeit_win, scoring.forfeit_loss
        case ResultKind.PLAYED | ResultKind.UNRATED | ResultKind.RULED | ResultKind.ADJOURNED:
            won, lost = scoring.win, scoring.loss
        case ResultKind.PAIRING_BYE:
            return Points(scoring.pairing_bye)
        case ResultKind.FULL_BYE:
            return Points(scoring.full_bye)
        case ResultKind.HALF_BYE:
            return Points(scoring.half_bye)
        case ResultKind.ZERO_BYE:
            return Points(scoring.zero_bye)
        case _:
            assert_never(entry.kind)
    if score is Score.WIN:
        return Points(won)
    return Points(scoring.draw if score is Score.DRAW else lost)


def total(entrant: Entrant, rounds: int, scoring: Scoring) -> Points:
    """A player's points after ``rounds`` rounds."""
    entries = (entrant.entry(r) for r in range(1, rounds + 1))
    return Points(entrant.carried + sum_points(entries, scoring))


def sum_points(entries: Iterable[RoundEntry], scoring: Scoring) -> Points:
    """The points of some entries together."""
    return Points(sum(entry_points(entry, scoring) for entry in entries))


def shown(points: int) -> str:
    """Points as a decimal string: ``55`` is ``5.5``."""
    sign, whole = ("-", -points) if points < 0 else ("", points)
    return f"{sign}{whole // 10}.{whole % 10}"


def worded(points: int) -> str:
    """Points as an arbiter writes them: ``55`` is ``5½``, ``5`` is ``½``, ``12`` is ``1.2``."""
    if points % 10 == 5 and points > 0:
        return f"{points // 10 or ''}½"
    if points % 10 == 0:
        return str(points // 10)
    return shown(points)
