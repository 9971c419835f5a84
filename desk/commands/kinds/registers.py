"""PURE. Commands about the registers: sanctions, check-in, phones, protests."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import GameId, PlayerId, RoundNo, TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePenalty(CommandHeader):
    """A sanction; scores are changed by rulings alone.

    Attributes:
        penalty: in words; empty where ``offence`` says it all.
        offence: its name in the regulations, which then say what it costs.
    """

    tournament: TournamentId
    player: PlayerId
    penalty: str
    reason: str
    game: GameId | None = None
    offence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadmitPlayer(CommandHeader):
    """A player who was expelled plays again, from the next round that is not published."""

    tournament: TournamentId
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn(CommandHeader):
    """A player was seen at the check-in before round 1."""

    tournament: TournamentId
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCheckIn(CommandHeader):
    """The check-in is over: whoever was not seen is removed before round 1."""

    tournament: TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class HandIn(CommandHeader):
    """A player gives something into keeping; ``tag`` is what it is marked with."""

    tournament: TournamentId
    player: PlayerId
    item: str
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBack(CommandHeader):
    """A player gets back what was handed in."""

    tournament: TournamentId
    player: PlayerId
    item: str
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCommittee(CommandHeader):
    """Name the appeals committee.

    Attributes:
        anyway: though it is not what the regulations ask for; needs a reason.
    """

    tournament: TournamentId
    members: tuple[PlayerId, ...]
    reserves: tuple[PlayerId, ...] = ()
    chair: str = ""
    anyway: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LodgeProtest(CommandHeader):
    """A player protests against a decision.

    Attributes:
        late: the chief arbiter admits it though its deadline is over; needs a reason.
    """

    tournament: TournamentId
    player: PlayerId
    round_no: RoundNo
    against: str
    game: GameId | None = None
    late: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideProtest(CommandHeader):
    """The committee's decision; a result that it changes is ruled by a command of its own."""

    tournament: TournamentId
    number: int
    members: tuple[PlayerId, ...]
    upheld: bool
    decision: str


RegisterCommand = (
    GivePenalty
    | ReadmitPlayer
    | CheckIn
    | EndCheckIn
    | HandIn
    | GiveBack
    | NameCommittee
    | LodgeProtest
    | DecideProtest
)
