"""PURE. How players get their numbers: by rating, opposite to it, by lot, as they qualified."""

from collections.abc import Sequence
from typing import assert_never

from facts import fact as f
from facts.ids import PlayerId, StageId
from facts.player import Player
from facts.stages import Numbering
from results.draws import draw_order
from results.rounds import initial_order

NUMBERS = "numbers"
"""Purpose of the lot that gives pairing numbers."""


def numbers_for(
    stage: StageId,
    players: Sequence[Player],
    how: Numbering,
    seed: str = "",
    *,
    swiss: bool = False,
) -> tuple[f.LotsDrawn | f.NumbersAssigned, ...]:
    """The facts that give everybody a number; a lot is recorded with its seed.

    Args:
        stage: whose numbers they are.
        players: in the order in which they qualified, where they did.
        how: the regulations' way.
        seed: of the lot.
        swiss: the stage is one, where numbers follow the rating unless the regulations turn
            them round for a Swiss as well.
    """
    order = initial_order(list(players))
    match how:
        case Numbering.RATING:
            pass
        case Numbering.OPPOSITE:
            order = order if swiss else tuple(reversed(order))
        case Numbering.OPPOSITE_ALWAYS:
            order = tuple(reversed(order))
        case Numbering.ORDER:
            order = tuple(player.id for player in players)
        case Numbering.LOT:
            drawn = draw_order(seed, NUMBERS, order)
            order = tuple(PlayerId(player) for player in drawn)
            return f.LotsDrawn(stage, NUMBERS, drawn, seed), f.NumbersAssigned(stage, order)
        case _:
            assert_never(how)
    return (f.NumbersAssigned(stage, order),)
