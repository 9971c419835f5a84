"""PURE. What the desk knows of devices, boards and games: one fold of the whole log.

Kept beside the tournaments of ``results``: this is about what happens at the boards. The
object is changed in place, an entry at a time, since it takes in every move of a hall.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import chess

from facts import fact as f
from facts.envelope import Actor, Entry, Role
from facts.ids import BoardNo, DeviceId, GameId, PairingId, StageId, TournamentId, pairing_of

BY_ARBITER = "arbiter"
"""What a confirmation names where an arbiter settled the moves."""


class Presence(StrEnum):
    """Whether anything is heard from a device."""

    ONLINE = "online"
    SILENT = "silent"
    OFFLINE = "offline"


GAMES_FAMILIES = frozenset({"pgn", "livechess-cloud"})
"""Families of what is told of like a device and is none: games that other programs record."""


@dataclass(slots=True)
class DeviceState:
    """One electronic board, or a source of games that other programs record.

    Attributes:
        since: when it came, fell silent or went away.
        reason: why it is not there, and what to check.
        warnings: what needs a look, by code, until it is over or the board comes back.
        tried: how often it was looked for since it went away.
        returns: how often its connection broke and came back.
    """

    device: DeviceId
    presence: Presence
    since: datetime
    family: str = ""
    port: str = ""
    version: str = ""
    reason: str = ""
    warnings: dict[str, str] = field(default_factory=dict)
    tried: int = 0
    returns: int = 0
    broke: bool = False


@dataclass(frozen=True, slots=True)
class Touch:
    """The newest fact about a result or a round that a decision should have seen."""

    seq: int
    at: datetime
    actor: Actor
    what: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """The evidence allows several lines; when that was said."""

    fact: f.LineAmbiguous
    at: datetime

    @property
    def last_ply(self) -> int:
        """The last move that any of the lines has."""
        return self.fact.from_ply - 1 + max(len(line) for line in self.fact.alternatives)


@dataclass(slots=True)
class GameState:
    """One game as its board tells it.

    Attributes:
        board: where it is played; moves with the game when boards are bound anew.
        device: the electronic board that records it, None for a game without one.
        start_fen, chess960: where the game began, as far as a board was armed for it.
        line: the moves as known now.
        confirmed: moves up to this ply stand.
        settled: moves up to this ply stand because an arbiter says so.
        unclear: what stands on the board fits no line: the newest such fact.
        unclear_at: since when it is unclear.
        doubts: stretches for which the evidence allows several lines, until they are settled.
        adopted: the record begins with a position that an arbiter took from the board.
        clock, clock_at: the newest reading and its time.
        timed: the moves (plies) after which their player's lever was pressed.
        changed: when anything about the game happened last.
        over: the men stand at the start again.
    """

    game: GameId
    tournament: TournamentId
    board: BoardNo
    device: DeviceId | None = None
    armed_at: datetime | None = None
    start_fen: str = chess.STARTING_FEN
    chess960: bool = False
    line: list[f.LineMove] = field(default_factory=list)
    confirmed: int = 0
    settled: int = 0
    unclear: f.PlacementUnclear | None = None
    unclear_at: datetime | None = None
    doubts: tuple[Doubt, ...] = ()
    adopted: bool = False
    clock: f.ClockSet | None = None
    clock_at: datetime | None = None
    timed: set[int] = field(default_factory=set)
    changed: datetime | None = None
    by_hand: bool = False
    over: bool = False

    def note_lever(self, clock: f.ClockSet) -> None:
        """A lever went down: the newest move of that player has its time."""
        if clock.event is not f.ClockEvent.LEVER or clock.running is None:
            return
        white_first = self.start_fen.split()[1:2] != ["b"]
        white_moved = (len(self.line) % 2 == 1) is white_first
        presser_white = clock.running is f.Side.BLACK
        self.timed.add(len(self.line) if presser_white is white_moved else len(self.line) - 1)

    def forget_times(self, from_ply: int) -> None:
        """The moves from a ply on are others now."""
        self.timed = {ply for ply in self.timed if ply < from_ply}


_AboutDevice = (
    f.DeviceOnline
    | f.DeviceSilent
    | f.DeviceOffline
    | f.DeviceReconnecting
    | f.DeviceWarned
    | f.DeviceRecovered
)


class Hall:
    """The fold; ``seq`` is the last entry it has taken in."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.seq = 0
        self.name = ""
        self.devices: dict[DeviceId, DeviceState] = {}
        self.bindings: dict[BoardNo, DeviceId] = {}
        self.games: dict[GameId, GameState] = {}
        self.tables: dict[PairingId, BoardNo] = {}
        """Where the two of a pairing sit."""
        self.placed: set[DeviceId] = set()
        """Devices that somebody has put at a board before, wherever they are now."""
        self.delays: dict[str, float] = {}
        self.configured_delays: dict[str, float] = {}
        """What the configuration said last, whatever an arbiter has set since."""
        self.touched_games: dict[GameId, Touch] = {}
        self.touched_stages: dict[tuple[TournamentId, StageId], Touch] = {}

    def take_all(self, entries: Iterable[Entry]) -> None:
        """Take in entries in order; those taken in before are passed over."""
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Take in one entry."""
        if entry.seq <= self.seq:
            return
        self.seq = entry.seq
        match entry.fact:
            case f.HallOpened() as fact:
                self.name = fact.name
            case f.DelaySet() as fact:
                self.delays[fact.audience] = fact.minutes
                if entry.draft.actor.role is Role.PROGRAM:
                    self.configured_delays[fact.audience] = fact.minutes
            case f.BoardBound() as fact:
                self._bind(fact)
            case (
                f.DeviceOnline()
                | f.DeviceSilent()
                | f.DeviceOffline()
                | f.DeviceReconnecting()
                | f.DeviceWarned()
                | f.DeviceRecovered() as fact
            ):
                self._device(fact, entry)
            case f.RoundPublished() as fact:
                self._published(fact, entry)
            case f.GameAdded() as fact:
                self._added(fact, entry)
            case f.GameDropped() as fact:
                self.games.pop(fact.game, None)
            case f.PairForbidden() | f.PairAllowed() as rule:
                if entry.tournament is not None:
                    self.touched_stages[entry.tournament, rule.stage] = Touch(
                        entry.seq, entry.logged_at, entry.draft.actor, _worded(rule)
                    )
            case (
                f.PairingsDrafted()
                | f.PairingsEdited()
                | f.PairingsWithdrawn()
                | f.RoundStarted()
                | f.RoundReopened()
                | f.RoundClosed() as fact
            ):
                self._touch_stage(fact.stage, fact.round_no, entry)
            case fact:
                game = self.games.get(getattr(fact, "game", None) or GameId(""))
                if game is not None:
                    self._game(game, fact, entry)

    def device_at(self, board: BoardNo) -> DeviceState | None:
        """The device that stands at a board; one never heard of is offline."""
        device = self.bindings.get(board)
        return self.devices.get(device) if device is not None else None

    def is_live(self, board: BoardNo) -> bool:
        """True where an electronic board stands."""
        return board in self.bindings

    # --- devices ------------------------------------------------------------------------

    def _bind(self, fact: f.BoardBound) -> None:
        # A device is in one place: binding it here takes it away from where it was.
        self.bindings = {
            board: device
            for board, device in self.bindings.items()
            if board != fact.board and device != fact.device
        }
        if fact.device is not None:
            self.bindings[fact.board] = fact.device
            self.placed.add(fact.device)

    def _device(self, fact: _AboutDevice, entry: Entry) -> None:
        at = entry.at
        known = self.devices.get(fact.device)
        if known is None:
            known = self.devices[fact.device] = DeviceState(fact.device, Presence.ONLINE, at)
        match fact:
            case f.DeviceOnline():
                if known.presence is Presence.OFFLINE:
                    known.warnings, known.tried = {}, 0
                    known.returns += known.broke
                known.presence, known.since, known.reason = Presence.ONLINE, at, ""
                known.family, known.port, known.version = fact.family, fact.port, fact.version
            case f.DeviceSilent():
                known.presence, known.since = Presence.SILENT, at
                known.reason = "nothing is heard from it"
            case f.DeviceOffline():
                known.presence, known.since, known.reason = Presence.OFFLINE, at, fact.reason
                known.broke = entry.draft.actor.role is Role.DEVICE
            case f.DeviceReconnecting():
                if known.presence is Presence.OFFLINE:
                    known.tried, known.reason = fact.tried, fact.reason
            case f.DeviceWarned():
                known.warnings[fact.code] = fact.text
            case f.DeviceRecovered():
                known.warnings.pop(fact.code, None)

    # --- rounds and games ---------------------------------------------------------------

    def _published(self, fact: f.RoundPublished, entry: Entry) -> None:
        self._touch_stage(fact.stage, fact.round_no, entry)
        if entry.tournament is None:
            return
        for pairing in fact.pairings:
            self.tables[pairing.id] = pairing.board
            for game in pairing.games:
                known = self.games.get(game)
                if known is None:
                    self.games[game] = GameState(game, entry.tournament, pairing.board)
                else:
                    known.board = pairing.board

    def _added(self, fact: f.GameAdded, entry: Entry) -> None:
        """A further game is played where the two of the pairing sit, or at another board."""
        if entry.tournament is not None and fact.pairing in self.tables:
            board = self.tables[fact.pairing] if fact.board is None else fact.board
            self.tables[fact.pairing] = board
            self.games[fact.game] = GameState(fact.game, entry.tournament, board)

    def _touch_stage(self, stage: StageId, round_no: int, entry: Entry) -> None:
        if entry.tournament is not None:
            self.touched_stages[entry.tournament, stage] = Touch(
                entry.seq,
                entry.logged_at,
                entry.draft.actor,
                f"{_worded(entry.fact)} (round {round_no})",
            )

    def _game(self, game: GameState, fact: f.Fact, entry: Entry) -> None:
        if isinstance(fact, _ABOUT_RESULTS):
            self.touched_games[game.game] = Touch(
                entry.seq, entry.logged_at, entry.draft.actor, _worded(fact)
            )
        if isinstance(fact, _AT_THE_BOARD):
            game.changed = entry.at
        match fact:
            case f.GameArmed():
                game.board, game.device, game.armed_at = fact.board, fact.device, entry.at
                self.tables[pairing_of(game.game)] = fact.board
                game.start_fen, game.chess960 = fact.start_fen, fact.chess960
            case f.MovePlayed():
                game.forget_times(fact.ply)
                del game.line[fact.ply - 1 :]
                game.line.append(fact.move)
                game.over = False
            case f.LineCorrected():
                game.forget_times(fact.from_ply)
                del game.line[fact.from_ply - 1 :]
                game.line.extend(fact.moves)
                game.confirmed = min(game.confirmed, fact.from_ply - 1)
                game.settled = min(game.settled, fact.from_ply - 1)
                game.doubts = tuple(d for d in game.doubts if d.fact.from_ply < fact.from_ply)
            case f.MoveConfirmed():
                game.confirmed = max(game.confirmed, fact.ply)
                if fact.by == BY_ARBITER:
                    game.settled = max(game.settled, fact.ply)
                    game.doubts = tuple(d for d in game.doubts if d.last_ply > fact.ply)
            case f.LineAmbiguous():
                others = (d for d in game.doubts if d.fact.from_ply != fact.from_ply)
                game.doubts = (*others, Doubt(fact, entry.at))
            case f.PositionAdopted():
                game.start_fen, game.adopted = fact.start_fen, True
                game.line, game.confirmed, game.settled = [], 0, 0
                game.forget_times(1)
                game.doubts, game.unclear, game.unclear_at = (), None, None
            case f.PlacementUnclear():
                game.unclear_at = game.unclear_at or entry.at
                game.unclear = fact
            case f.PlacementClear():
                game.unclear = game.unclear_at = None
            case f.ClockSet():
                game.clock, game.clock_at = fact, entry.at
                game.note_lever(fact)
            case f.PiecesSetUp():
                game.over, game.unclear, game.unclear_at = True, None, None
            case f.GameTakenOver():
                game.by_hand, game.doubts = True, ()
                game.unclear = game.unclear_at = None
            case f.GameReopened():
                game.over = False
            case _:
                pass


_ABOUT_RESULTS = (
    f.ResultShown,
    f.SignWithdrawn,
    f.ResultClaimed,
    f.ClaimWithdrawn,
    f.ResultConfirmed,
    f.ResultRuled,
    f.ResultCorrected,
    f.RatingResultSet,
    f.GameReopened,
    f.GameTakenOver,
)
_AT_THE_BOARD = (
    f.GameArmed,
    f.MovePlayed,
    f.LineCorrected,
    f.PlacementUnclear,
    f.PlacementClear,
    f.ResultShown,
    f.SignWithdrawn,
    f.PiecesSetUp,
)


def _worded(fact: f.Fact) -> str:
    """What a fact did, for the arbiter whose page was too old."""
    match fact:
        case f.ResultShown():
            return f"the board showed {fact.result}"
        case f.SignWithdrawn():
            return "the board no longer shows a result"
        case f.ResultClaimed():
            return f"{fact.result} was claimed ({fact.source.value})"
        case f.ClaimWithdrawn():
            return f"the claim of {fact.source.value} was withdrawn"
        case f.ResultConfirmed():
            return f"{fact.result} was confirmed"
        case f.ResultRuled():
            return f"{fact.result} was ruled"
        case f.ResultCorrected():
            return f"the result was corrected to {fact.result}"
        case f.RatingResultSet():
            return "a result for rating was set"
        case f.GameReopened():
            return "the game was reopened"
        case f.GameTakenOver():
            return "the game was taken over by hand"
        case f.PairForbidden():
            return "a pair was forbidden"
        case f.PairAllowed():
            return "a pair was allowed"
        case f.PairingsDrafted():
            return "pairings were drafted"
        case f.PairingsEdited():
            return "the draft was edited"
        case f.PairingsWithdrawn():
            return "the draft was thrown away"
        case f.RoundPublished():
            return "the round was published"
        case f.RoundStarted():
            return "the round was started"
        case f.RoundClosed():
            return "the round was closed"
        case f.RoundReopened():
            return "the round was reopened"
        case _:
            return "something changed"
