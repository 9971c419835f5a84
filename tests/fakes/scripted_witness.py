"""What captures would tell of games, as a test writes it."""

from dataclasses import dataclass, field

from boardlink.replaying.repair import Offer
from desk.errors import RefusedError
from desk.hall.evidence import Reasons, Written
from desk.state.hall import GameState
from facts.ids import GameId


@dataclass
class ScriptedWitness:
    """Answers what it was given.

    Attributes:
        known: the reasons of a game's moves.
        offer_next: the answer to whatever is asked next; None: the text is no move.
        asked: every question, in order.
    """

    known: dict[GameId, Reasons] = field(default_factory=dict)
    offer_next: Offer | None = None
    asked: list[tuple[GameId, str, Written]] = field(default_factory=list)

    async def reasons(self, game: GameId) -> Reasons:
        """As they were given."""
        return self.known.get(game, ())

    async def offer(self, state: GameState, text: str, what: Written) -> Offer:
        """As it was given."""
        self.asked.append((state.game, text, what))
        if self.offer_next is None:
            raise RefusedError(f"{text!r} is no move with its number: expected 24.Nf3")
        return self.offer_next
