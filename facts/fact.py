"""PURE. Every fact there is, in the order of a tournament's day.

A fact is an observation or a decision, in the past tense. It never holds a derived value
(standings, tie-breaks) nor sensor noise, and is never edited: a later fact corrects it
(docs/adr/0001-log-of-facts.md). A new kind is added here and in ``facts/wire.py``.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from facts.ids import (
    BoardNo,
    DeviceId,
    GameId,
    PairingId,
    PlayerId,
    RoundNo,
    StageId,
)
from facts.meeting import GameRole, Odds
from facts.player import Player
from facts.registers import (
    CommitteeNamed,
    ItemHandedIn,
    ItemReturned,
    ProtestDecided,
    ProtestLodged,
    RegulationsSet,
)
from facts.regulations import Sanction
from facts.result import Result
from facts.settings import (
    ResultPolicy,
    Source,
    StageSettings,
    TournamentSettings,
)
from facts.time_control import TimeControl

# --- the hall -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HallOpened:
    """The program started on this log; ``software`` names it and its version."""

    name: str
    software: str


@dataclass(frozen=True, slots=True)
class PolicySet:
    """Whose word counts for results, from now on, in the envelope's tournament."""

    policy: ResultPolicy


@dataclass(frozen=True, slots=True)
class DelaySet:
    """How many minutes an audience (``public``, ``trusted``) sees things later."""

    audience: str
    minutes: float


# --- players --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentDefined:
    """The tournament's names; given again, it replaces the former ones."""

    settings: TournamentSettings


@dataclass(frozen=True, slots=True)
class StageOpened:
    """A stage with its system, rounds, scoring and tie-breaks; given again, it replaces them."""

    stage: StageSettings


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player takes part from ``first_round`` on; a late entry has one above 1."""

    player: Player
    first_round: RoundNo = RoundNo(1)


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Corrected particulars of a player; the id stays."""

    player: Player


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """The player was seen at the check-in of a round."""

    player: PlayerId
    round_no: RoundNo


@dataclass(frozen=True, slots=True)
class PlayerAbsent:
    """The player misses a round without a bye (zero-point bye when it is paired)."""

    player: PlayerId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerWithdrew:
    """The player is not paired from ``round_no`` on."""

    player: PlayerId
    round_no: RoundNo
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerExpelled:
    """The player was put out of the tournament from ``round_no`` on."""

    player: PlayerId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True)
class ByeRequested:
    """The player asked for a bye; ``bye`` holds its score and kind."""

    player: PlayerId
    round_no: RoundNo
    bye: Result


@dataclass(frozen=True, slots=True)
class ByeDecided:
    """A requested bye was granted or refused, and why."""

    player: PlayerId
    round_no: RoundNo
    granted: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BoardFixed:
    """A player keeps one board through all rounds (a wheelchair, an aid); None frees it."""

    player: PlayerId
    board: BoardNo | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A sanction (warning, time, fine); it changes no score by itself.

    Attributes:
        penalty: what it is, in words.
        sanction: what follows from it.
        offence: its name in the regulations; empty where they do not list it.
        round_no: the round that was on; 0: none was published.
        amount: cents of a fine.
    """

    player: PlayerId
    penalty: str
    reason: str
    game: GameId | None = None
    sanction: Sanction = Sanction.WORDS
    offence: str = ""
    round_no: RoundNo = RoundNo(0)
    amount: int = 0


@dataclass(frozen=True, slots=True)
class NumbersAssigned:
    """Pairing numbers (TPN) of a stage: the first of ``order`` has number 1."""

    stage: StageId
    order: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """A drawing of lots: what for, from which seed (empty: by hand), and the outcome."""

    stage: StageId
    purpose: str
    outcome: tuple[str, ...]
    seed: str = ""


@dataclass(frozen=True, slots=True)
class QualifiersFixed:
    """Who goes from one stage to another, in order of their places.

    Attributes:
        places: how many of them come through, where the stage is a knock-out.
    """

    stage: StageId
    to_stage: StageId
    players: tuple[PlayerId, ...]
    places: int | None = None


@dataclass(frozen=True, slots=True)
class PairForbidden:
    """Two players of a stage must not meet (C.04.2, TRF 260); given again, it replaces.

    Attributes:
        last_round: the last round in which it holds, None for the stage's last.
    """

    stage: StageId
    players: tuple[PlayerId, PlayerId]
    first_round: RoundNo = RoundNo(1)
    last_round: RoundNo | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairAllowed:
    """Two players who were kept apart may meet again."""

    stage: StageId
    players: tuple[PlayerId, PlayerId]
    reason: str = ""


# --- rounds ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet; ``board`` is where, ``games`` what they play there."""

    id: PairingId
    white: PlayerId
    black: PlayerId
    board: BoardNo
    games: tuple[GameId, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without an opponent in a round, and the bye they get."""

    player: PlayerId
    bye: Result


@dataclass(frozen=True, slots=True)
class PairingsDrafted:
    """A proposal for a round, seen by arbiters alone; a later one replaces it."""

    stage: StageId
    round_no: RoundNo
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    engine: str
    explanations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingsEdited:
    """An arbiter changed the draft by hand; holds the whole new draft."""

    stage: StageId
    round_no: RoundNo
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class PairingsWithdrawn:
    """The draft of a round was thrown away."""

    stage: StageId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True)
class RoundPublished:
    """The pairings of a round are official; ``engine`` names what made them."""

    stage: StageId
    round_no: RoundNo
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    engine: str


@dataclass(frozen=True, slots=True)
class GameAdded:
    """The two of a pairing play one more game against each other.

    Attributes:
        white, black: of this game; they may have changed colours.
        time_control: of both, or of White where ``black_time_control`` is given.
        draw_odds: who is through with a draw.
        lot_winner: who won the lot for the colours; None where none was drawn.
        within_min: minutes after the game before in which it starts; None: not said.
        board: where it is played; None: where the pairing was published to sit.
    """

    pairing: PairingId
    game: GameId
    white: PlayerId
    black: PlayerId
    role: GameRole
    time_control: TimeControl
    black_time_control: TimeControl | None = None
    draw_odds: Odds = Odds.NOBODY
    lot_winner: PlayerId | None = None
    within_min: int | None = None
    board: BoardNo | None = None


@dataclass(frozen=True, slots=True)
class GameDropped:
    """A game that was added is not played after all: the result before it was changed."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The clocks of a round were started."""

    stage: StageId
    round_no: RoundNo


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """A closed round was opened again for a correction."""

    stage: StageId
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every result of the round is in."""

    stage: StageId
    round_no: RoundNo


@dataclass(frozen=True, slots=True)
class StandingsMadeOfficial:
    """The standings after a round were declared official."""

    stage: StageId
    round_no: RoundNo


# --- devices --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceOnline:
    """A board answered at ``port`` and said who it is."""

    device: DeviceId
    family: str
    port: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class DeviceSilent:
    """Nothing was heard from a board for longer than it should be quiet."""

    device: DeviceId


@dataclass(frozen=True, slots=True)
class DeviceOffline:
    """The link to a board is gone, and why."""

    device: DeviceId
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceReconnecting:
    """A board that went away is looked for, and was not found yet.

    Told after the first attempt to find it again, and then each time their number has doubled.

    Attributes:
        port: where it was.
        since: when it went away.
        tried: attempts that have failed, the connection that broke counted.
        reason: why the last one did.
    """

    device: DeviceId
    port: str
    since: datetime
    tried: int
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceWarned:
    """A board works but something about it needs a look (``code``: noisy, battery …)."""

    device: DeviceId
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class DeviceRecovered:
    """What a board was warned of (``code``) is over."""

    device: DeviceId
    code: str


@dataclass(frozen=True, slots=True)
class BoardBound:
    """A device stands at a board number; None takes it away."""

    board: BoardNo
    device: DeviceId | None


@dataclass(frozen=True, slots=True)
class GameArmed:
    """A board waits for a game's first move.

    Attributes:
        capture: file name of the capture that records the game.
        offset: byte in that file where the game's record begins.
    """

    game: GameId
    board: BoardNo
    device: DeviceId
    start_fen: str
    chess960: bool = False
    capture: str = ""
    offset: int = 0


# --- the game -------------------------------------------------------------------------


class Certainty(StrEnum):
    """How well the evidence supports what is said."""

    CERTAIN = "certain"
    LIKELY = "likely"
    UNCLEAR = "unclear"


class Mark(StrEnum):
    """What is special about a move; ``topboards boards replay`` prints it as ``mark``."""

    ILLEGAL = "illegal"
    PROMOTION_UNKNOWN = "promotion-unknown"
    RECONSTRUCTED = "reconstructed"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class LineMove:
    """One move of a line.

    Attributes:
        uci: the move; for an illegal one its from and to squares.
        san: as it is written, for people.
        clock_s: seconds left to the mover after the move, None where unknown.
        at: when the men came to rest.
        marks: what is special about it.
        certainty: of this move.
        reason: why it is believed, in a sentence for the arbiter; empty where none was given.
    """

    uci: str
    san: str
    clock_s: int | None
    at: datetime
    marks: tuple[Mark, ...] = ()
    certainty: Certainty = Certainty.LIKELY
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """The ``ply``-th move (from 1) of a game.

    Attributes:
        source: ``board``, ``arbiter``, or another program: ``livechess``, ``pgn``.
        offset: byte in the game's capture up to which it was read, None without one.
    """

    game: GameId
    ply: int
    move: LineMove
    source: str = "board"
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class MoveConfirmed:
    """Moves up to ``ply`` stand, by clock lever, the answer, rest, or an arbiter."""

    game: GameId
    ply: int
    by: str


@dataclass(frozen=True, slots=True)
class LineCorrected:
    """The line from ``from_ply`` (from 1) on is now ``moves``, which may be empty."""

    game: GameId
    from_ply: int
    moves: tuple[LineMove, ...]
    reason: str
    source: str = "board"


@dataclass(frozen=True, slots=True)
class LineAmbiguous:
    """From ``from_ply`` on the evidence allows these lines (UCI), the best first."""

    game: GameId
    from_ply: int
    alternatives: tuple[tuple[str, ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class PlacementUnclear:
    """What stands on the board fits no line; ``placement`` is what is seen (FEN field 1)."""

    game: GameId
    code: str
    text: str
    placement: str


@dataclass(frozen=True, slots=True)
class PlacementClear:
    """The board fits the line again."""

    game: GameId


class ClockEvent(StrEnum):
    """Why a clock reading is worth a fact."""

    LEVER = "lever"
    STARTED = "started"
    STOPPED = "stopped"
    JUMPED = "jumped"
    FLAG = "flag"
    STEADY = "steady"
    """The reading agrees again with what was expected (about once a minute)."""


class Side(StrEnum):
    """White or Black: a player, never a square colour."""

    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock's state when something happened to it; between these it just runs.

    Attributes:
        white_s, black_s: seconds left, None where not readable.
        running: whose time runs, None while the clock stands.
    """

    game: GameId
    white_s: int | None
    black_s: int | None
    running: Side | None
    event: ClockEvent


# --- the end of a game ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The board shows a result: the king sign, or a position that ends the game.

    Attributes:
        source: KING_SIGN, POSITION or FLAG.
        by: ``kings``, ``mate``, ``stalemate``, ``dead-position``, ``fivefold``,
            ``seventyfive`` or ``flag``.
        certainty: LIKELY when first seen, CERTAIN once it has rested and nothing contradicts.
        conflicts: what contradicts it, in sentences for the arbiter.
        evidence: why it is believed, in a sentence.
    """

    game: GameId
    result: Result
    source: Source
    by: str
    certainty: Certainty
    evidence: str
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SignWithdrawn:
    """The result that the board showed no longer shows, and the game goes on."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True)
class PiecesSetUp:
    """The men stand at the start again; the game's record ends here."""

    game: GameId


@dataclass(frozen=True, slots=True)
class GameTakenOver:
    """An arbiter records the game by hand from here on; the board is not read for it."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True)
class PositionAdopted:
    """What stood on the board became the start of the game's record: moves before are unknown.

    Its former line is gone; the board is armed anew, with ``start_fen``.
    """

    game: GameId
    start_fen: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A game that had a result goes on with its moves."""

    game: GameId
    reason: str


@dataclass(frozen=True, slots=True)
class ResultClaimed:
    """Somebody says what the result is."""

    game: GameId
    result: Result
    source: Source
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn:
    """A source takes its claim back."""

    game: GameId
    source: Source
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The result is official."""

    game: GameId
    result: Result


@dataclass(frozen=True, slots=True)
class ResultRuled:
    """An arbiter decided the result against, or without, the other claims; official."""

    game: GameId
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """An official result was changed after the next round had been paired."""

    game: GameId
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class RatingResultSet:
    """A game counts for rating with a result of its own; the standings keep theirs.

    Attributes:
        result: what is rated, UNRATED where the game is not; None: the standings' result.
    """

    game: GameId
    result: Result | None
    reason: str


Fact = (
    HallOpened
    | PolicySet
    | DelaySet
    | TournamentDefined
    | StageOpened
    | PlayerEntered
    | PlayerChanged
    | PlayerCheckedIn
    | PlayerAbsent
    | PlayerWithdrew
    | PlayerExpelled
    | ByeRequested
    | ByeDecided
    | BoardFixed
    | PenaltyGiven
    | RegulationsSet
    | ItemHandedIn
    | ItemReturned
    | CommitteeNamed
    | ProtestLodged
    | ProtestDecided
    | NumbersAssigned
    | LotsDrawn
    | QualifiersFixed
    | PairForbidden
    | PairAllowed
    | PairingsDrafted
    | PairingsEdited
    | PairingsWithdrawn
    | RoundPublished
    | GameAdded
    | GameDropped
    | RoundStarted
    | RoundReopened
    | RoundClosed
    | StandingsMadeOfficial
    | DeviceOnline
    | DeviceSilent
    | DeviceOffline
    | DeviceReconnecting
    | DeviceWarned
    | DeviceRecovered
    | BoardBound
    | GameArmed
    | MovePlayed
    | MoveConfirmed
    | LineCorrected
    | LineAmbiguous
    | PlacementUnclear
    | PlacementClear
    | ClockSet
    | ResultShown
    | SignWithdrawn
    | PiecesSetUp
    | GameTakenOver
    | PositionAdopted
    | GameReopened
    | ResultClaimed
    | ClaimWithdrawn
    | ResultConfirmed
    | ResultRuled
    | ResultCorrected
    | RatingResultSet
)
