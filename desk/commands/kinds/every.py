"""PURE. Every command there is, as an arbiter gives it."""

from dataclasses import dataclass

from desk.commands.kinds.envelope import CommandHeader
from desk.commands.kinds.lines import LineCommand
from desk.commands.kinds.meetings import MeetingCommand
from desk.commands.kinds.registers import RegisterCommand
from facts.ids import BoardNo, DeviceId, GameId, PairingId, PlayerId, RoundNo, StageId, TournamentId
from facts.player import Player
from facts.result import Result
from facts.settings import Source

# --- results ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult(CommandHeader):
    """A result as it was handed in; official at once where nothing speaks against it.

    Attributes:
        source: who says so; None: whoever enters it, in their own role. The match card is
            named only where somebody holds it.
        while_playing: though the board says that the game goes on.
        sure: that it is a forfeit, though moves were played, or a draw that the regulations
            are against.
        excused: of a forfeit: the absent player had given notice, so nothing else follows.
    """

    game: GameId
    result: Result
    source: Source | None = None
    reason: str = ""
    while_playing: bool = False
    sure: bool = False
    excused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(CommandHeader):
    """Decide a result against or without the claims; after the next pairing it corrects."""

    game: GameId
    result: Result
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(CommandHeader):
    """Make the proposed result official; ``result`` is what the arbiter saw proposed.

    Attributes:
        while_playing: though the board says that the game goes on.
        sure: rule a draw that the regulations do not let players agree to; needs ``reason``.
    """

    game: GameId
    result: Result
    while_playing: bool = False
    sure: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmAgreeing(CommandHeader):
    """Make all of these proposals official, or none: the list that the arbiter saw.

    Draws that need a ruling are left for it; the others are confirmed.
    """

    results: tuple[tuple[GameId, Result], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawClaim(CommandHeader):
    """A source takes its claim back, or an arbiter sets a board's claim aside."""

    game: GameId
    source: Source
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOverGame(CommandHeader):
    """Record a game by hand from here on."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenGame(CommandHeader):
    """A game that had a result goes on."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMoves(CommandHeader):
    """Moves of a game that no board records, in the usual notation: ``12. Nf3 d5 13. c4``."""

    game: GameId
    moves: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackMove(CommandHeader):
    """The last move of a game that is recorded by hand was written down wrongly."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRatingResult(CommandHeader):
    """A game counts for rating with a result of its own; None: with that of the standings.

    Attributes:
        result: any UNRATED one says that the game is not rated.
    """

    game: GameId
    result: Result | None
    reason: str


# --- players ----------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPairs(CommandHeader):
    """No two of these players meet, in all rounds or in some.

    Attributes:
        reason: needed once round 1 is published; prohibitions belong before it.
        first_round, last_round: None for the next round and for the stage's last.
    """

    tournament: TournamentId
    stage: StageId
    players: tuple[PlayerId, ...]
    reason: str = ""
    first_round: RoundNo | None = None
    last_round: RoundNo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowPair(CommandHeader):
    """Two players who were kept apart may meet again."""

    tournament: TournamentId
    stage: StageId
    player: PlayerId
    other: PlayerId
    reason: str = ""


# --- rounds -----------------------------------------------------------------------------


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


# --- stages -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStage(CommandHeader):
    """Fix who plays in a stage, and give them their numbers.

    Attributes:
        players: None: those whom the regulations send there; else the chief arbiter's own
            list, in order, with a reason.
    """

    tournament: TournamentId
    stage: StageId
    players: tuple[PlayerId, ...] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLots(CommandHeader):
    """Draw lots for a stage: its numbers, or places of it that stay shared.

    Attributes:
        purpose: ``numbers``, ``places``, or ``prizes`` where places stay shared.
        players: among whom places or prizes are drawn; of no use to numbers.
        outcome: what was drawn by hand, the first first; empty: the program draws.
    """

    tournament: TournamentId
    stage: StageId
    purpose: str
    players: tuple[PlayerId, ...] = ()
    outcome: tuple[PlayerId, ...] = ()


# --- the hall ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BindBoard(CommandHeader):
    """A device stands at a board from now on; None takes it away."""

    board: BoardNo
    device: DeviceId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDelay(CommandHeader):
    """How many minutes an audience sees things later."""

    audience: str
    minutes: float


Command = (
    EnterResult
    | RuleResult
    | ConfirmResult
    | ConfirmAgreeing
    | WithdrawClaim
    | TakeOverGame
    | ReopenGame
    | RecordMoves
    | TakeBackMove
    | LineCommand
    | SetRatingResult
    | EnterPlayer
    | ChangePlayer
    | WithdrawPlayer
    | ExpelPlayer
    | RegisterCommand
    | RequestBye
    | DecideBye
    | MarkAbsent
    | PlayAfterAll
    | FixBoard
    | ForbidPairs
    | AllowPair
    | DraftPairings
    | SwapColours
    | ExchangePlayers
    | WithdrawDraft
    | PublishRound
    | StartRound
    | CloseRound
    | ReopenRound
    | DeclareStandings
    | OpenStage
    | DrawLots
    | MeetingCommand
    | BindBoard
    | SetDelay
)
