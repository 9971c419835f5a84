"""PURE. Between a restart and the moment when tracker and log agree again.

The tracker was rebuilt from the capture; the log may know less (facts that were lost on
their way) or more (a power cut tore the capture off). Less is said at once. For what is
more the board gets a while: read anew, it may show the missing moves. Only then is the
line in the log taken back. A sign that the log knows and the torn capture does not stands:
the men may have been set up since, and nobody can show it again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from boardlink.account import Account, differences, tell
from boardlink.sensing.tracker import Observed
from facts.fact import Fact, LineCorrected, MoveConfirmed, MovePlayed
from facts.ids import GameId

WAIT_S = 30.0
"""How long the board, once it is read again, may show what the capture lacks."""
REASON = "rebuilt from the capture after a restart"


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Two accounts of a game.

    Attributes:
        known: what the log knows.
        now: what the tracker has said.
        until: when waiting ends, None while the board has not been read.
    """

    game: GameId
    known: Account
    now: Account
    until: datetime | None = None

    def board_read(self, at: datetime) -> "Reconciliation":
        """The whole board was read."""
        return self if self.until else replace(self, until=at + timedelta(seconds=WAIT_S))

    def is_over(self, at: datetime) -> bool:
        """True once the tracker is not behind the log any more, or has been for too long."""
        return not self.now.is_behind(self.known) or (self.until is not None and at >= self.until)

    def take(self, observed: Iterable[Observed]) -> tuple["Reconciliation", tuple[Observed, ...]]:
        """Note what the tracker says; what is not about the line can be passed on at once."""
        passed: list[Observed] = []
        known, now = self.known, self.now
        for one in observed:
            now = tell(now, one.fact)
            if not isinstance(one.fact, MovePlayed | MoveConfirmed | LineCorrected):
                known = tell(known, one.fact)
                passed.append(one)
        return replace(self, known=known, now=now), tuple(passed)

    def rest(self, at: datetime) -> tuple[Observed, ...]:
        """What the log has to be told so that it knows what the tracker does."""
        torn_off = self.now.signs < self.known.signs
        now = replace(self.now, sign=self.known.sign) if torn_off else self.now
        return tuple(
            Observed(fact, _happened(fact, at))
            for fact in differences(self.game, self.known, now, REASON)
        )


def _happened(fact: Fact, at: datetime) -> datetime:
    return fact.move.at if isinstance(fact, MovePlayed) else at
