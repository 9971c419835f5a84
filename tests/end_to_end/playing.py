"""A hall in virtual time: virtual boards on in-memory links play games given as PGN."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from boardlink.drivers.supervise import Opener
from boardlink.links.link import BUS, Link
from boardlink.links.memory import memory_pair
from boardlink.sensing.tracker import TrackerSettings
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.player import PlaySettings, VirtualBoard
from desk.config.hall import (
    Address,
    BoardConfig,
    Delays,
    HallConfig,
    HeldTournament,
    ShownMoves,
)
from desk.config.tournament import TournamentConfig
from desk.hall.hall import RunningHall, Surroundings, running_hall
from desk.hall.pairing_worker import InlinePairer
from facts.envelope import Actor, Draft, Entry, Role
from facts.fact import Fact, Pairing, RoundPublished, RoundStarted, Side
from facts.ids import (
    BoardNo,
    DeviceId,
    PlayerId,
    RoundNo,
    StageId,
    TournamentId,
    game_id,
    pairing_id,
)
from facts.log import MemoryLog
from facts.meeting import MeetingSettings
from facts.pgn import PgnGame
from facts.player import Player
from facts.settings import (
    Confirmation,
    ResultPolicy,
    StageSettings,
    System,
    TournamentSettings,
)
from tests.fakes.virtual_clock import LoopClock, VirtualLoop

TOURNAMENT = TournamentId("cup")
STAGE = StageId("main")
ROUND = RoundNo(1)
ARBITER = Actor(Role.CHIEF_ARBITER, "test")
AFTER_S = 20.0
"""After the last sign: what rests is confirmed, and a last board is read again."""


@dataclass(frozen=True)
class Wiring:
    """Virtual boards behind in-memory ports; a port is opened as often as the hall likes.

    A board keeps its power when a hall is stopped: the computer goes on.
    """

    boards: dict[str, VirtualBoard]

    async def open(self, port: str) -> Link:
        """The hall's end of a new link to the board at ``port``."""
        host, device = memory_pair(port)
        await self.boards[port].plug(device, keeps_power=True)
        return host


def play_games(games: Sequence[PgnGame], folder: Path, play: PlaySettings) -> list[Entry]:
    """Play each game on a board of its own, all at once; gives the hall's whole log."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_play(games, folder, play))


async def _play(games: Sequence[PgnGame], folder: Path, play: PlaySettings) -> list[Entry]:
    boards = virtual_boards(len(games), play)
    log = MemoryLog(LoopClock())
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in boards.values()]
        async with hall_of(games, boards, folder, log) as hall:
            await asyncio.sleep(5)
            await publish(hall, len(games))
            async with asyncio.TaskGroup() as hands:
                for board, game in zip(boards.values(), games, strict=True):
                    hands.create_task(board.play(game))
            await asyncio.sleep(AFTER_S)
        for task in serving:
            task.cancel()
    return list(log.read())


def virtual_boards(count: int, play: PlaySettings) -> dict[str, VirtualBoard]:
    """Boards by port, each with a serial number, a phase and luck of its own."""
    return {
        f"port-{n}": VirtualBoard(
            None,
            BoardSettings(serial=f"{10000 + n}", phase_s=n * 0.0137 % 0.2),
            PlaySettings(play.speed, play.clock_rate, play.style, play.floors, play.seed + n),
        )
        for n in range(1, count + 1)
    }


@asynccontextmanager
async def hall_of(
    games: Sequence[PgnGame],
    boards: dict[str, VirtualBoard],
    folder: Path,
    log: MemoryLog,
    meeting: MeetingSettings | None = None,
) -> AsyncIterator[RunningHall]:
    """A hall whose tables have these boards, and whose players are those of the games."""
    players = [
        Player(PlayerId(f"{side.lower()}{n}"), game.tags[side])
        for n, game in enumerate(games, start=1)
        for side in ("White", "Black")
    ]
    async with hall_at(Wiring(boards).open, players, folder, log, meeting=meeting) as hall:
        yield hall


@asynccontextmanager
async def hall_at(
    open_port: Opener,
    players: Sequence[Player],
    folder: Path,
    log: MemoryLog,
    left_of_clock: Side | None = None,
    meeting: MeetingSettings | None = None,
    bus_line: str = "",
    tracker: TrackerSettings | None = None,
) -> AsyncIterator[RunningHall]:
    """A hall that opens its ports so; a table for every two players.

    ``bus_line``: the port that all boards share.
    """
    around = Surroundings(log, LoopClock(), InlinePairer(), open_port, tuple, "topboards test")
    config = _config(len(players) // 2, folder, left_of_clock, meeting)
    config = replace(config, tracker=tracker or config.tracker)
    if bus_line:
        boards = tuple(replace(board, port=None) for board in config.boards)
        config = replace(config, boards=boards, bus_lines=(f"{BUS}{bus_line}",))
    async with running_hall(config, {TOURNAMENT: players}, around) as hall:
        yield hall


async def publish(hall: RunningHall, boards: int) -> None:
    """Round 1: game ``n`` at board ``n``."""
    pairings = []
    for n in range(1, boards + 1):
        pairing = pairing_id(TOURNAMENT, STAGE, ROUND, n)
        white, black = PlayerId(f"white{n}"), PlayerId(f"black{n}")
        pairings.append(Pairing(pairing, white, black, BoardNo(n), (game_id(pairing),)))
    facts: list[Fact] = [
        RoundPublished(STAGE, ROUND, tuple(pairings), (), "by hand"),
        RoundStarted(STAGE, ROUND),
    ]
    now = LoopClock().now()
    await hall.desk.log.append([Draft(fact, now, ARBITER, TOURNAMENT) for fact in facts])


def _config(
    boards: int, folder: Path, left_of_clock: Side | None, meeting: MeetingSettings | None
) -> HallConfig:
    stage = StageSettings(STAGE, "Main", System.DUTCH, ROUND)
    tournament = TournamentConfig(
        id=TOURNAMENT,
        settings=TournamentSettings("FIDE World Cup 2025"),
        stages=(replace(stage, meeting=meeting or MeetingSettings()),),
        policy=ResultPolicy(confirmation=Confirmation.KING_SIGN),
        first_board=BoardNo(1),
    )
    return HallConfig(
        name="Test hall",
        log=folder / "hall.log",
        captures=folder / "captures",
        tournaments=(HeldTournament(tournament, None),),
        boards=tuple(
            BoardConfig(BoardNo(n), DeviceId(f"{10000 + n}"), f"port-{n}", left_of_clock)
            for n in range(1, boards + 1)
        ),
        spectators=Address("127.0.0.1", 0),
        arbiter=Address("127.0.0.1", 0),
        delays=Delays(0, 0),
        moves=ShownMoves.AT_ONCE,
    )
