"""What a board's capture says of a game: why each move is believed, and what a correction fits.

A game that its board follows now has its tracker at hand; any other is read again from its
capture files. Both go on in a thread: they may take some tenths of a second.
"""

import asyncio
from enum import StrEnum
from pathlib import Path

from boardlink.errors import BoardlinkError
from boardlink.fleet import Fleet
from boardlink.replaying.recovery import replay_game
from boardlink.replaying.repair import GivenMoves, Offer, correction, offered, scoresheet
from boardlink.sensing import tracker as tracking
from boardlink.sensing.tracker import TrackerSettings
from desk.errors import RefusedError
from desk.hall.desk import Desk
from desk.hall.game_assigner import setup_of
from desk.state.hall import GameState
from desk.storage.game_captures import CapturedGame, GameCaptures, read_captures
from facts.fact import LineMove
from facts.ids import GameId


class Written(StrEnum):
    """What an arbiter writes down."""

    MOVE = "move"
    """One move with its number: ``24.Nf3``, ``24...Nf6``."""
    MOVES = "moves"
    """The moves so far, from the first one on; the game may have gone on."""
    SCORESHEET = "scoresheet"
    """The whole game."""


Reasons = tuple[tuple[str, str], ...]
"""The moves of a line (UCI), each with the evidence for it in a sentence."""


class Evidence:
    """Asked by the arbiter's pages; changes nothing."""

    def __init__(self, desk: Desk, fleet: Fleet, captures: Path, settings: TrackerSettings) -> None:
        """``captures`` is the folder of capture files, ``settings`` those of the boards."""
        self._desk = desk
        self._fleet = fleet
        self._captures = captures
        self._settings = settings
        self._recordings = GameCaptures(desk.log)

    async def reasons(self, game: GameId) -> Reasons:
        """Why the moves of a game are believed; empty where no board has recorded it."""
        for station in self._fleet.stations.values():
            if station.game == game and station.tracker is not None:
                return await asyncio.to_thread(tracking.reasons, station.tracker)
        recording = self._recordings.of(game)
        if recording is None:
            return ()
        return await asyncio.to_thread(self._read_again, game, recording)

    def _read_again(self, game: GameId, recording: CapturedGame) -> Reasons:
        captures = read_captures(self._captures, recording)
        setup = setup_of(game, recording, None)
        offset = recording.armings[0].fact.offset
        return tracking.reasons(replay_game(setup, captures, offset, self._settings).game.tracker)

    async def offer(self, state: GameState, text: str, what: Written) -> Offer:
        """The line that a game's captures allow under what an arbiter says.

        Raises:
            RefusedError: the text holds no such moves, or no board records the game.
        """
        recording = self._recordings.of(state.game)
        if recording is None:
            raise RefusedError("no electronic board has recorded this game: write its moves down")
        try:
            told = _told(state, text, what)
        except BoardlinkError as error:
            raise RefusedError(str(error)) from error
        line = tuple(state.line)
        return await asyncio.to_thread(self._offered, state.game, recording, line, told)

    def _offered(
        self, game: GameId, recording: CapturedGame, line: tuple[LineMove, ...], told: GivenMoves
    ) -> Offer:
        captures = read_captures(self._captures, recording)
        setup = setup_of(game, recording, None)
        offset = recording.armings[0].fact.offset
        return offered(setup, captures, offset, line, told, self._settings)


def _told(state: GameState, text: str, what: Written) -> GivenMoves:
    if what is Written.MOVE:
        line = [move.uci for move in state.line]
        return correction(text, line, state.start_fen, chess960=state.chess960)
    complete = what is Written.SCORESHEET
    return scoresheet(text, state.start_fen, chess960=state.chess960, complete=complete)
