"""PURE. All that is known, folded from the log's facts one by one."""

from dataclasses import dataclass, field, replace
from datetime import datetime

import chess

from broadcast.known.game import Claim, GameHistory
from broadcast.known.history import History
from broadcast.view import ShownMove
from facts import fact as f
from facts.envelope import Entry, Role
from facts.ids import (
    DeviceId,
    GameId,
    PairingId,
    PlayerId,
    RoundNo,
    StageId,
    TournamentId,
    pairing_of,
)
from facts.player import Player
from facts.settings import Source, StageSettings, TournamentSettings

RoundKey = tuple[StageId, RoundNo]

BOARD_SOURCES = (Source.KING_SIGN, Source.POSITION, Source.FLAG)
ARBITERS = frozenset({Role.FLOOR_ARBITER, Role.ARBITER, Role.CHIEF_ARBITER, Role.APPEALS})
BY_HAND = "arbiter"
"""The word by which a confirmation names an arbiter."""
Play = (
    f.GameArmed
    | f.MovePlayed
    | f.MoveConfirmed
    | f.LineCorrected
    | f.LineAmbiguous
    | f.PlacementUnclear
    | f.PlacementClear
    | f.ClockSet
    | f.PiecesSetUp
)
"""What boards, or arbiters in their place, say about the play of a game."""


@dataclass(slots=True)
class RoundHistory:
    """All that is known of a round; a draft is not, for only arbiters see it."""

    published: History[f.RoundPublished] = History()
    started: History[bool] = History()
    closed: History[bool] = History()


@dataclass(slots=True)
class TournamentHistory:
    """All that is known of a tournament but its games; ``version`` counts its changes."""

    id: TournamentId
    version: int = 0
    settings: History[TournamentSettings] = History()
    order: History[tuple[Source, ...]] = History()
    stages: dict[StageId, History[StageSettings]] = field(default_factory=dict)
    players: dict[PlayerId, History[Player]] = field(default_factory=dict)
    rounds: dict[RoundKey, RoundHistory] = field(default_factory=dict)
    further: dict[PairingId, dict[GameId, History[f.GameAdded | None]]] = field(
        default_factory=dict
    )
    """Games that were added to meetings; None from when one was dropped."""
    scored: History[None] = History()
    """When something happened that standings may depend on."""


class HallHistory:
    """What is known now, folded from the log's entries in their order."""

    def __init__(self) -> None:
        self.tournaments: dict[TournamentId, TournamentHistory] = {}
        self.games: dict[GameId, GameHistory] = {}
        self.delays: dict[str, float] = {}
        """Minutes an audience sees things later, where a fact has set it."""
        self.last_seq = 0
        self.touched: list[GameId] = []
        """Which game each change concerned, for readers that keep a cursor."""
        self._boards: dict[GameId, tuple[tuple[ShownMove, ...], chess.Board]] = {}
        """The line that was set up last for a game, and its end on a board."""
        self._device_games: dict[DeviceId, GameId] = {}

    def add(self, entry: Entry) -> None:
        """Fold one entry; cheap, whatever went before."""
        self.last_seq = entry.seq
        fact, at = entry.fact, entry.at
        match fact:
            case f.DelaySet():
                self.delays[fact.audience] = fact.minutes
            case f.DeviceOnline():
                self._heard(fact.device, at, heard=True)
            case f.DeviceSilent() | f.DeviceOffline():
                self._heard(fact.device, at, heard=False)
            case (
                f.GameArmed()
                | f.MovePlayed()
                | f.MoveConfirmed()
                | f.LineCorrected()
                | f.LineAmbiguous()
                | f.PlacementUnclear()
                | f.PlacementClear()
                | f.ClockSet()
                | f.PiecesSetUp()
            ):
                self._add_play(fact, at, by_arbiter=entry.draft.actor.role in ARBITERS)
            case (
                f.ResultShown()
                | f.SignWithdrawn()
                | f.ResultClaimed()
                | f.ClaimWithdrawn()
                | f.GameReopened()
                | f.ResultConfirmed()
                | f.ResultRuled()
                | f.ResultCorrected()
            ):
                self._add_result(fact, at, entry)
            case f.PositionAdopted():
                self._put(self.game(fact.game).from_position(fact.start_fen, at))
            case f.GameTakenOver():
                pass  # for arbiters alone; what follows from it comes as facts of its own
            case _:
                if entry.tournament is not None:
                    self._add_event(entry.tournament, fact, at)

    def game(self, game: GameId) -> GameHistory:
        """What is known of a game; nothing yet of one that was never heard of."""
        return self.games.setdefault(game, GameHistory(game))

    def _heard(self, device: DeviceId, at: datetime, *, heard: bool) -> None:
        game = self._device_games.get(device)
        if game is not None:
            record = self.game(game)
            self._put(replace(record, signal=record.signal.add(at, heard)))

    def _add_play(self, fact: Play, at: datetime, *, by_arbiter: bool) -> None:
        record = self.game(fact.game)
        match fact:
            case f.GameArmed():
                self._device_games[fact.device] = fact.game
                record = record.with_start(fact.start_fen, chess960=fact.chess960, at=at)
            case f.MovePlayed():
                record = self._with_move(record, fact, at)
            case f.MoveConfirmed():
                record = replace(record, confirmed=record.confirmed.add(at, fact.ply))
                if by_arbiter or fact.by == BY_HAND:
                    record = record.settled(fact.ply)
            case f.LineCorrected():
                record = record.with_moves(fact.from_ply, fact.moves, at)
            case f.LineAmbiguous():
                record = record.with_doubt(fact, at)
            case f.PlacementUnclear():
                record = replace(record, unclear=record.unclear.add(at, True))
            case f.PlacementClear():
                record = replace(record, unclear=record.unclear.add(at, False))
            case f.ClockSet():
                record = record.with_clock(fact, at)
            case f.PiecesSetUp():
                record = replace(record, set_up=record.set_up.add(at, True))
        self._put(record)

    def _with_move(self, record: GameHistory, fact: f.MovePlayed, at: datetime) -> GameHistory:
        if fact.ply != len(record.line) + 1:
            return record.with_moves(fact.ply, (fact.move,), at)
        line, board = self._boards.get(fact.game, (None, None))
        if board is None or line is not record.line:
            board = record.board_at(len(record.line))
        record = record.with_moves(fact.ply, (fact.move,), at, board)
        self._boards[fact.game] = (record.line, board)
        return record

    def _put(self, record: GameHistory) -> None:
        self.games[record.id] = record
        self.touched.append(record.id)

    def _add_result(
        self,
        fact: f.ResultShown
        | f.SignWithdrawn
        | f.ResultClaimed
        | f.ClaimWithdrawn
        | f.GameReopened
        | f.ResultConfirmed
        | f.ResultRuled
        | f.ResultCorrected,
        at: datetime,
        entry: Entry,
    ) -> None:
        record = self.game(fact.game)
        match fact:
            case f.ResultShown():
                record = record.with_board_claim(fact, at)
            case f.SignWithdrawn():
                record = record.without_claim(*BOARD_SOURCES).going_on(at)
            case f.ResultClaimed():
                record = record.with_claim(Claim(fact.source, fact.result, fact.source, at))
            case f.ClaimWithdrawn():
                record = record.without_claim(fact.source)
            case f.GameReopened():
                record = record.reopened(at)
            case f.ResultConfirmed() | f.ResultRuled() | f.ResultCorrected():
                record = record.with_decision(fact.result, "arbiter", at)
        self._put(record)
        if entry.tournament is not None:
            tournament = self._tournament(entry.tournament)
            tournament.scored = tournament.scored.add(at, None)

    def _tournament(self, tournament: TournamentId) -> TournamentHistory:
        return self.tournaments.setdefault(tournament, TournamentHistory(tournament))

    def _add_event(self, id_: TournamentId, fact: f.Fact, at: datetime) -> None:
        record = self._tournament(id_)
        record.version += 1
        record.scored = record.scored.add(at, None)
        match fact:
            case f.TournamentDefined():
                record.settings = record.settings.add(at, fact.settings)
            case f.PolicySet():
                record.order = record.order.add(at, fact.policy.order)
            case f.StageOpened():
                stage = record.stages.get(fact.stage.id, History())
                record.stages[fact.stage.id] = stage.add(at, fact.stage)
            case f.PlayerEntered() | f.PlayerChanged():
                player = record.players.get(fact.player.id, History())
                record.players[fact.player.id] = player.add(at, fact.player)
            case f.RoundPublished():
                round_ = self._round(record, fact.stage, fact.round_no)
                round_.published = round_.published.add(at, fact)
            case f.GameAdded():
                games = record.further.setdefault(fact.pairing, {})
                games[fact.game] = games.get(fact.game, History()).add(at, fact)
            case f.GameDropped():
                games = record.further.get(pairing_of(fact.game), {})
                if fact.game in games:
                    games[fact.game] = games[fact.game].add(at, None)
            case f.RoundStarted():
                round_ = self._round(record, fact.stage, fact.round_no)
                round_.started = round_.started.add(at, True)
            case f.RoundClosed():
                round_ = self._round(record, fact.stage, fact.round_no)
                round_.closed = round_.closed.add(at, True)
            case f.RoundReopened():
                round_ = self._round(record, fact.stage, fact.round_no)
                round_.closed = round_.closed.add(at, False)
            case _:
                pass

    @staticmethod
    def _round(record: TournamentHistory, stage: StageId, round_no: RoundNo) -> RoundHistory:
        return record.rounds.setdefault((stage, round_no), RoundHistory())
