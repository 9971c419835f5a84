"""PURE. How players get their numbers: by rating, opposite to it, or by lot."""

from collections.abc import Sequence
from enum import StrEnum

from facts import fact as f
from facts.ids import PlayerId, StageId
from facts.player import Player
from results.draws import draw_order
from results.rounds import initial_order

NUMBERS = "numbers"
"""Purpose of the lot that gives pairing numbers."""


class Numbering(StrEnum):
    """How numbers are given."""

    RATING = "rating"
    """The initial ranking list (C.04.2)."""
    OPPOSITE = "opposite"
    """The list turned round: number 1 is the lowest rated."""
    LOT = "lot"
    """By lot, as round robins have it (C.05 Annex 1)."""


def numbers_for(
    stage: StageId, players: Sequence[Player], how: Numbering, seed: str = ""
) -> tuple[f.LotsDrawn | f.NumbersAssigned, ...]:
    """The facts that give everybody a number; a lot is recorded with its seed."""
    order = initial_order(list(players))
    match how:
        case Numbering.RATING:
            return (f.NumbersAssigned(stage, order),)
        case Numbering.OPPOSITE:
            return (f.NumbersAssigned(stage, tuple(reversed(order))),)
        case Numbering.LOT:
            drawn = draw_order(seed, NUMBERS, order)
            numbers = tuple(PlayerId(player) for player in drawn)
            return f.LotsDrawn(stage, NUMBERS, drawn, seed), f.NumbersAssigned(stage, numbers)
