"""Games to boards: whoever plays where, the station at that table follows their game.

What ought to be is read off the log (published rounds, bindings); what is, off the
stations. :meth:`GameAssigner.reconcile` makes them agree, whenever either has changed: at a
round's publication, when a board is bound anew, when a device turns up, after a restart.
"""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from boardlink.account import account_of
from boardlink.fleet import Fleet
from boardlink.other_programs.comparison import moves_told
from boardlink.sensing.tracker import GameSetup
from boardlink.stations.station import Station
from desk.config.hall import BoardConfig
from desk.hall.desk import Desk
from desk.hall.opening import CONFIGURATION
from desk.state.hall import GameState, Presence
from desk.storage.game_captures import (
    CapturedGame,
    GameCaptures,
    LineCaptures,
    read_captures,
    settles,
)
from facts.envelope import Actor, Draft, Role
from facts.fact import (
    BoardBound,
    DeviceOnline,
    Fact,
    GameAdded,
    GameArmed,
    GameDropped,
    GameReopened,
    GameTakenOver,
    LineCorrected,
    MoveConfirmed,
    PositionAdopted,
    ResultCorrected,
    ResultRuled,
    RoundPublished,
    Side,
)
from facts.ids import BoardNo, GameId
from results.meetings.score import meeting_in
from results.tournament.tournament import RoundState

logger = logging.getLogger(__name__)

HALL = Actor(Role.PROGRAM, "hall")
_STIRS = (
    BoardBound
    | DeviceOnline
    | GameAdded
    | GameDropped
    | GameReopened
    | GameTakenOver
    | ResultCorrected
    | ResultRuled
    | RoundPublished
)
"""Facts after which a station may have to follow another game."""


class GameAssigner:
    """Keeps the stations at the games that are played at their tables."""

    def __init__(
        self, desk: Desk, fleet: Fleet, boards: Sequence[BoardConfig], captures: Path
    ) -> None:
        """``boards`` as configured; ``captures`` is the folder of capture files."""
        self._desk = desk
        self._fleet = fleet
        self._boards = boards
        self._left_of_clock = {board.number: board.left_of_clock for board in boards}.get
        self._captures = captures
        self._line_captures = LineCaptures()
        self._recordings = GameCaptures(desk.log)
        self._busy = asyncio.Lock()
        self._seq = 0
        self._anew: set[GameId] = set()
        self._settled: dict[GameId, list[Fact]] = {}

    async def run(self) -> None:
        """Follow the log; never returns."""
        if not self._seq:
            await self.reconcile()
        while True:
            stirred = False
            for entry in self._desk.log.read(self._seq):
                self._seq = entry.seq
                stirred = self._notes(entry.fact) or stirred
            if stirred:
                await self.reconcile()
            await self._desk.log.wait(self._seq)

    def _notes(self, fact: Fact) -> bool:
        """Note what a station has to be told; true where there is something to do."""
        match fact:
            case PositionAdopted(game=game):
                self._anew.add(game)
                self._settled.pop(game, None)
                return True
            case LineCorrected(game=game) | MoveConfirmed(game=game) if settles(fact):
                self._settled.setdefault(game, []).append(fact)
                return True
            case _:
                return isinstance(fact, _STIRS)

    async def reconcile(self) -> None:
        """Arm and release stations until they follow what the log says."""
        async with self._busy:
            self._seq = self._seq or self._desk.log.last_seq
            await self._bind_by_port()
            hall = self._desk.hall
            wanted = self._wanted()
            tables = {device: board for board, device in hall.bindings.items()}
            for device, station in list(self._fleet.stations.items()):
                board = tables.get(device)
                game = hall.games.get(wanted[board]) if board in wanted else None
                if board is None or game is None or game.by_hand:
                    if station.game is not None:
                        station.release()
                elif station.game != game.game or game.game in self._anew:
                    await self._arm(station, game, board)
                elif game.game in self._settled:
                    await self._settle(station, game, board)
            self._settled.clear()

    async def _bind_by_port(self) -> None:
        """A device at a port that the configuration gives a board number stands there."""
        hall = self._desk.hall
        numbers = {b.port: b.number for b in self._boards if b.port and b.device is None}
        now = self._desk.clock.now()
        drafts = [
            Draft(BoardBound(numbers[state.port], device), now, CONFIGURATION)
            for device, state in hall.devices.items()
            if state.presence is Presence.ONLINE
            and state.port in numbers
            and device not in hall.placed
            and numbers[state.port] not in hall.bindings
        ]
        if drafts:
            await self._desk.log.append(drafts)

    def _wanted(self) -> dict[BoardNo, GameId]:
        """The game that is played at each table: of a newest round there that is not closed."""
        over: dict[BoardNo, GameId] = {}
        played: dict[BoardNo, GameId] = {}
        for tournament in self._desk.known.tournaments.values():
            for stage in tournament.stages.values():
                last = stage.last_round
                for pairing in last.pairings if last is not None else ():
                    assert last is not None
                    game = meeting_in(tournament, stage, last, pairing).at_the_board
                    if game is not None:
                        board = last.as_played(pairing, game.game).board
                        closed = last.state is RoundState.CLOSED
                        (over if closed else played)[board] = game.game
        return over | played

    async def _arm(self, station: Station, game: GameState, board: BoardNo) -> None:
        self._anew.discard(game.game)
        recording = self._recordings.of(game.game)
        if recording is None:
            setup = GameSetup(
                game.game,
                self._desk.clock.now(),
                game.start_fen,
                game.chess960,
                self._left_of_clock(board),
            )
            point = station.arm(setup)
            where = (point.file, point.offset) if point is not None else ("", 0)
            await self._log_arming(station, setup, game, board, where)
            logger.info("board %s is armed for %s", board, game.game)
        else:
            await self._resume(station, game, board, recording)

    async def _resume(
        self, station: Station, game: GameState, board: BoardNo, recording: CapturedGame
    ) -> None:
        """Go on with a game that was armed before: after a restart, or at another board."""
        first = recording.armings[0]
        setup = setup_of(game.game, recording, self._left_of_clock(board))
        if recording.armings[-1].fact.device != station.device:
            state = station.state()
            reason = f"board {recording.armings[-1].fact.device} was exchanged"
            where = (state.capture, state.offset)
            await self._log_arming(station, setup, game, board, where, reason)
        captures = await asyncio.to_thread(
            read_captures, self._captures, recording, self._line_captures
        )
        await station.resume(setup, captures, first.fact.offset, recording.said)
        logger.info("board %s goes on with %s", board, game.game)

    async def _settle(self, station: Station, game: GameState, board: BoardNo) -> None:
        """Go on with a game from what an arbiter has settled about it."""
        settled = self._settled.pop(game.game)
        recording = self._recordings.of(game.game)
        if recording is None:
            return
        setup = setup_of(game.game, recording, self._left_of_clock(board))
        captures = await asyncio.to_thread(
            read_captures, self._captures, recording, self._line_captures
        )
        await station.settle(setup, captures, recording.armings[0].fact.offset, settled)
        logger.info("board %s goes on with what was settled about %s", board, game.game)

    async def _log_arming(
        self,
        station: Station,
        setup: GameSetup,
        game: GameState,
        board: BoardNo,
        where: tuple[str, int],
        reason: str = "",
    ) -> None:
        fact = GameArmed(
            game=game.game,
            board=board,
            device=station.device,
            start_fen=setup.start_fen,
            chess960=setup.chess960,
            capture=where[0],
            offset=where[1],
        )
        at = setup.epoch if not reason else self._desk.clock.now()
        await self._desk.log.append([Draft(fact, at, HALL, game.tournament, reason=reason)])


def setup_of(game: GameId, recording: CapturedGame, left: Side | None) -> GameSetup:
    """A game's setup as it was when it was armed, with what was told of its moves since.

    That is what an arbiter has settled, and what another program has told of it before it was
    a board of ours that records it.
    """
    first = recording.armings[0]
    told = moves_told(recording.said) | dict(account_of(recording.said).told)
    return GameSetup(
        game,
        first.at,
        first.fact.start_fen,
        first.fact.chess960,
        left,
        tuple(sorted(told.items())),
    )
