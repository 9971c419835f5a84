"""Virtual boards that play the games of a file, one after another."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from boardlink.errors import UsageError
from boardlink.simulator.hall import HallSettings, Seat, SimulatedPort, virtual_hall
from boardlink.simulator.livechess.program import SimulatedEboard
from boardlink.simulator.livechess.server import LOOK_S, LiveChessServer, livechess
from facts.clock import Clock
from facts.errors import PgnError
from facts.pgn import PgnGame, read

logger = logging.getLogger(__name__)

QUICKEST_LOOK_S = 0.1
"""However fast the hands are, no faster does a LiveChess look at its boards."""


@dataclass(frozen=True, slots=True)
class BesideLiveChess:
    """A LiveChess of software that shows the boards as well; ``port`` 0: any free one."""

    port: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class SimulateSettings:
    """What the boards of a hall play.

    Attributes:
        games: dealt out in order: board 1 gets the first, board 2 the second …
        repeat: begin again when the games are over.
        sign: show each result with the kings.
        start_s: seconds before the first games begin.
        pause_s: seconds between the sign and the next set-up, and from there to the game.
        livechess: where the boards are shown by a LiveChess, None: nowhere.
    """

    games: tuple[PgnGame, ...]
    hall: HallSettings = HallSettings()
    repeat: bool = False
    sign: bool = True
    start_s: float = 3.0
    pause_s: float = 5.0
    livechess: BesideLiveChess | None = None


async def simulate(
    settings: SimulateSettings,
    on_ready: asyncio.Future[tuple[SimulatedPort, ...]] | None = None,
) -> None:
    """Play all games; for ever with ``repeat``. Cancelling it is clean.

    ``on_ready`` gets the ports as soon as they can be opened.

    Raises:
        UsageError: no game that has a move, or a number of boards that cannot be.
        LinkError: a port cannot be made.
    """
    games = tuple(game for game in settings.games if game.moves)
    if not games:
        raise UsageError("there is no game with a move in it: nothing to play")
    async with (
        _livechess(settings.livechess) as server,
        virtual_hall(settings.hall) as seats,
        asyncio.TaskGroup() as looking,
    ):
        looks = [
            looking.create_task(_look(settings, server, seat))
            for seat in seats
            if server is not None
        ]
        if on_ready is not None and not on_ready.done():
            on_ready.set_result(tuple(seat.port for seat in seats))
        async with asyncio.TaskGroup() as group:
            for number, seat in enumerate(seats):
                group.create_task(_play_all(settings, seat, dealt(games, number, len(seats))))
        for look in looks:
            look.cancel()


@asynccontextmanager
async def _livechess(beside: BesideLiveChess | None) -> AsyncIterator[LiveChessServer | None]:
    """A LiveChess that has no boards yet, where one is wanted."""
    if beside is None:
        yield None
    else:
        async with livechess((), beside.clock, port=beside.port) as (server, _):
            yield server


async def _look(settings: SimulateSettings, server: LiveChessServer | None, seat: Seat) -> None:
    """Have LiveChess show a board."""
    assert server is not None, "asked for where there is one"
    serial = seat.port.serial
    server.model.boards[serial] = SimulatedEboard(serial, seat.port.port)
    look_s = max(LOOK_S / settings.hall.play.speed, QUICKEST_LOOK_S)
    await server.watch(serial, seat.board, look_s, rotated=settings.hall.device.rotated)


def dealt(games: Sequence[PgnGame], board: int, boards: int) -> tuple[PgnGame, ...]:
    """The games of a board (from 0); a board without any gets one that another has too."""
    return tuple(games[board::boards]) or (games[board % len(games)],)


async def _play_all(settings: SimulateSettings, seat: Seat, games: Sequence[PgnGame]) -> None:
    await asyncio.sleep(settings.start_s)
    for round_no in count(1):
        for game, coming in zip(games, (*games[1:], games[0]), strict=True):
            white, black = game.tags.get("White", "?"), game.tags.get("Black", "?")
            logger.info("board %d: %s – %s %s", seat.port.board, white, black, game.token)
            await seat.board.play(game, sign=settings.sign)
            await asyncio.sleep(settings.pause_s)
            await seat.board.set_up(coming.start_fen)
            await asyncio.sleep(settings.pause_s)
        if not settings.repeat:
            return
        logger.info("board %d: all games again, round %d", seat.port.board, round_no + 1)


def games_of(path: Path) -> tuple[PgnGame, ...]:
    """The games of a PGN file.

    Raises:
        UsageError: it cannot be read; names the file and, for broken PGN, the line.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        return tuple(read(text))
    except PgnError as error:
        raise UsageError(f"{path}: {error}") from error
