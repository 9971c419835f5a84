"""PURE. A player of the tournament, and what the desk knows about their taking part."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from facts import fact as f
from facts.ids import BoardNo, PlayerId, RoundNo
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


EntryFact = (
    f.PlayerEntered
    | f.PlayerChanged
    | f.PlayerCheckedIn
    | f.PlayerAbsent
    | f.PlayerWithdrew
    | f.PlayerExpelled
    | f.ByeRequested
    | f.ByeDecided
    | f.BoardFixed
    | f.PenaltyGiven
)
"""The facts that say something about a player's taking part."""


def player_in(fact: EntryFact) -> PlayerId:
    """Whom a fact is about."""
    if isinstance(fact, f.PlayerEntered | f.PlayerChanged):
        return fact.player.id
    return fact.player


def fold_entry(record: EntryRecord | None, fact: EntryFact, seq: int) -> EntryRecord | str:
    """The record with one more fact about its player; what is wrong with the fact, in words."""
    if isinstance(fact, f.PlayerEntered):
        return entered(record, fact)
    if isinstance(fact, f.ByeDecided):
        return _decided(record, fact)
    if record is None:
        return f"player {player_in(fact)}, who never entered"
    match fact:
        case f.PlayerChanged():
            return replace(record, player=fact.player)
        case f.PlayerCheckedIn():
            still = {r: why for r, why in record.absent.items() if r != fact.round_no}
            return replace(record, checked_in=record.checked_in | {fact.round_no}, absent=still)
        case f.PlayerAbsent():
            return replace(record, absent={**record.absent, fact.round_no: fact.reason})
        case f.PlayerWithdrew():
            return replace(record, out_from=fact.round_no, out_reason=fact.reason)
        case f.PlayerExpelled():
            return replace(record, out_from=fact.round_no, out_reason=fact.reason, expelled=True)
        case f.ByeRequested():
            asked = ByeRequest(fact.bye, seq)
            return replace(record, requests={**record.requests, fact.round_no: asked})
        case f.BoardFixed():
            return replace(record, board=fact.board)
        case f.PenaltyGiven():
            return replace(record, penalties=(*record.penalties, fact))
        case _:
            assert_never(fact)


def _decided(record: EntryRecord | None, fact: f.ByeDecided) -> EntryRecord | str:
    asked = record.requests.get(fact.round_no) if record is not None else None
    if record is None or asked is None:
        return f"a bye of {fact.player} nobody asked for"
    decided = replace(asked, granted=fact.granted, reason=fact.reason)
    return replace(record, requests={**record.requests, fact.round_no: decided})


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
