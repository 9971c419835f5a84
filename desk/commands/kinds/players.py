"""PURE. Commands about players: late entries, withdrawals, byes, absences."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import BoardNo, PlayerId, RoundNo, TournamentId
from facts.player import Player
from facts.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer(CommandHeader):
    """A new player, or one who comes back; plays from the next round that is not published."""

    tournament: TournamentId
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePlayer(CommandHeader):
    """Corrected particulars of a player."""

    tournament: TournamentId
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPlayer(CommandHeader):
    """A player is not paired any more, from the next round that is not published."""

    tournament: TournamentId
    player: PlayerId
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpelPlayer(CommandHeader):
    """A player is put out of the tournament, from the next round that is not published."""

    tournament: TournamentId
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBye(CommandHeader):
    """A player asks for a bye; ``grant`` grants it in the same breath.

    Attributes:
        override: though the regulations are against it; the chief arbiter's, with a reason.
    """

    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    bye: Result
    grant: bool = False
    override: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideBye(CommandHeader):
    """Grant or refuse a bye that was asked for."""

    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    granted: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAbsent(CommandHeader):
    """A player misses a round that is not published yet, without a bye."""

    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAfterAll(CommandHeader):
    """A player takes part in a round in which they had a bye or were to be absent."""

    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixBoard(CommandHeader):
    """A player keeps one board in every round from the next draft on; None: no more."""

    tournament: TournamentId
    player: PlayerId
    board: BoardNo | None
    reason: str = ""


PlayerCommand = (
    EnterPlayer
    | ChangePlayer
    | WithdrawPlayer
    | ExpelPlayer
    | RequestBye
    | DecideBye
    | MarkAbsent
    | PlayAfterAll
    | FixBoard
)
