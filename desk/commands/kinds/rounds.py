"""PURE. Commands about rounds: draft, edit, publish, start, close, declare official."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from facts.ids import PairingId, PlayerId, RoundNo, StageId, TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPairings(CommandHeader):
    """Pair the next round of a stage.

    Attributes:
        adjourn: games still open count as adjourned.
        over_edits: though the draft that it replaces was edited by hand.
    """

    tournament: TournamentId
    stage: StageId
    adjourn: bool = False
    over_edits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapColours(CommandHeader):
    """Exchange White and Black of a pairing in the draft."""

    tournament: TournamentId
    stage: StageId
    pairing: PairingId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangePlayers(CommandHeader):
    """Put each of two players of the draft in the other's place; one may have the bye."""

    tournament: TournamentId
    stage: StageId
    player: PlayerId
    other: PlayerId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDraft(CommandHeader):
    """Throw the draft away."""

    tournament: TournamentId
    stage: StageId
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound(CommandHeader):
    """Make the draft official: its games exist from now on.

    Attributes:
        anyway: though results or players have changed since it was made; needs a reason.
    """

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo
    anyway: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(CommandHeader):
    """The clocks of a published round are started."""

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound(CommandHeader):
    """Every result of the round is official."""

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenRound(CommandHeader):
    """A closed round is opened again for a correction."""

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareStandings(CommandHeader):
    """The standings after a closed round are official."""

    tournament: TournamentId
    stage: StageId
    round_no: RoundNo


RoundCommand = (
    DraftPairings
    | SwapColours
    | ExchangePlayers
    | WithdrawDraft
    | PublishRound
    | StartRound
    | CloseRound
    | ReopenRound
    | DeclareStandings
)
