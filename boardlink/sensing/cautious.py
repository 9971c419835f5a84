"""PURE. What was observed of men whose names were inferred: nothing of it is certain."""

from collections.abc import Iterable
from dataclasses import replace

from boardlink.sensing.state import Observed
from facts.fact import Certainty, Fact, LineCorrected, LineMove, MovePlayed, ResultShown


def cautious(observed: Iterable[Observed]) -> tuple[Observed, ...]:
    """What was observed of men whose names were inferred: nothing of it is certain."""
    return tuple(replace(one, fact=_doubted(one.fact)) for one in observed)


def no_more_than_likely(certainty: Certainty) -> Certainty:
    """The certainty of something that rests on inferred names."""
    return Certainty.LIKELY if certainty is Certainty.CERTAIN else certainty


def _doubted(fact: Fact) -> Fact:
    match fact:
        case MovePlayed(move=move):
            return replace(fact, move=_doubted_move(move))
        case LineCorrected(moves=moves):
            return replace(fact, moves=tuple(_doubted_move(move) for move in moves))
        case ResultShown(certainty=certainty):
            return replace(fact, certainty=no_more_than_likely(certainty))
        case _:
            return fact


def _doubted_move(move: LineMove) -> LineMove:
    return replace(move, certainty=no_more_than_likely(move.certainty))
