"""PURE. A player of the tournament, and what the desk knows about their taking part."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from facts import fact as f
from facts.ids import BoardNo, RoundNo
from facts.player import Player
from facts.result import Result


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """A bye that a player asked for; ``granted`` is None until somebody decided."""

    bye: Result
    seq: int
    granted: bool | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """A player of the tournament and what the desk knows about their taking part.

    Attributes:
        first_round: the first round they can be paired in; above 1 for a late entry.
        out_from: the round from which on they are not paired, None while they play.
        expelled: put out by the arbiter rather than withdrawn.
        absent: rounds missed without a bye, with the reason.
        requests: byes asked for, by round.
        checked_in: rounds for which they were seen.
        board: the board that they keep in every round, None for all who move about.
    """

    player: Player
    first_round: RoundNo = RoundNo(1)
    out_from: RoundNo | None = None
    expelled: bool = False
    out_reason: str = ""
    absent: Mapping[RoundNo, str] = field(default_factory=dict)
    requests: Mapping[RoundNo, ByeRequest] = field(default_factory=dict)
    checked_in: frozenset[RoundNo] = frozenset()
    penalties: tuple[f.PenaltyGiven, ...] = ()
    board: BoardNo | None = None

    def plays(self, round_no: int) -> bool:
        """True where nothing keeps them from being paired in a round, byes aside."""
        if round_no < self.first_round:
            return False
        return self.out_from is None or round_no < self.out_from


def entered(old: EntryRecord | None, fact: f.PlayerEntered) -> EntryRecord:
    """The record after an entry; who comes back missed the rounds between.

    ``old`` is what was known of the player, None for a new one.
    """
    if old is None:
        return EntryRecord(fact.player, fact.first_round)
    left = old.out_from or fact.first_round
    missed = {RoundNo(r): "withdrawn" for r in range(left, fact.first_round)}
    return replace(
        old,
        player=fact.player,
        first_round=min(old.first_round, fact.first_round),
        absent={**old.absent, **missed},
        out_from=None,
        expelled=False,
        out_reason="",
    )
