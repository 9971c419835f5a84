"""PURE. Lots about prizes: who of two with equal right comes first."""

from collections.abc import Sequence
from dataclasses import dataclass

from facts.fact import LotsDrawn
from facts.ids import PlayerId
from results.prizes.ranking import Ranked

PRIZES = "prizes"
"""Purpose of a lot about prizes; its outcome is the players in the order drawn."""


@dataclass(frozen=True, slots=True)
class PrizeLots:
    """The lots that were drawn about prizes, the newest last."""

    drawn: tuple[tuple[PlayerId, ...], ...] = ()

    def order(self, tied: Sequence[Ranked]) -> tuple[Ranked, ...] | None:
        """The tied in the order of the newest lot that holds them all; None without one."""
        for outcome in reversed(self.drawn):
            if all(one.player.id in outcome for one in tied):
                return tuple(sorted(tied, key=lambda one: outcome.index(one.player.id)))
        return None


def prize_lots(facts: Sequence[LotsDrawn]) -> PrizeLots:
    """Those among a tournament's lots that are about prizes."""
    return PrizeLots(
        tuple(
            tuple(PlayerId(player) for player in lot.outcome)
            for lot in facts
            if lot.purpose == PRIZES
        )
    )
