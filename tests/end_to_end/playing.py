"""A hall in virtual time: virtual boards on in-memory links play games given as PGN."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import chess

from boardlink.drivers.supervise import Opener
from boardlink.links.link import BUS, Link
from boardlink.links.memory import memory_pair
from boardlink.sensing.tracker import TrackerSettings
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine
from broadcast.cut.feed import Viewer
from broadcast.known.game import Showing
from broadcast.known.hall import HallHistory
from broadcast.view import Feed
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
from facts.fact import (
    Fact,
    GameArmed,
    Pairing,
    ResultConfirmed,
    RoundPublished,
    RoundStarted,
    Side,
)
from facts.ids import (
    BoardNo,
    DeviceId,
    GameId,
    PlayerId,
    RoundNo,
    StageId,
    TournamentId,
    game_id,
    pairing_id,
)
from facts.log import Log, MemoryLog
from facts.meeting import MeetingSettings
from facts.pgn import PgnGame, PgnMove, san_line
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON
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

PLAYERS = (Player(PlayerId("white1"), "One, A"), Player(PlayerId("black1"), "Two, B"))
"""Those of a hall with one table."""
PLAY = PlaySettings(speed=20, seed=3)
OPENING = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 "
    "f1d1 c8g4 f2f3 g4e6"
).split()


def game_of(ucis: Sequence[str], token: str) -> PgnGame:
    """A game of those players, from the start."""
    sans = san_line(chess.STARTING_FEN, ucis)
    moves = tuple(PgnMove(uci, san) for uci, san in zip(ucis, sans, strict=True))
    return PgnGame({"White": "One, A", "Black": "Two, B", "Result": token}, moves, token)


GAMES = (game_of(OPENING, "1-0"), game_of(OPENING[:13], "1/2-1/2"), game_of(OPENING[:8], "0-1"))
"""Three for boards 1, 2 and 3, each shorter than the one before."""


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
    async with switched_on(boards.values()), hall_of(games, boards, folder, log) as hall:
        await asyncio.sleep(5)
        await publish(hall, len(games))
        async with asyncio.TaskGroup() as hands:
            for board, game in zip(boards.values(), games, strict=True):
                hands.create_task(board.play(game))
        await asyncio.sleep(AFTER_S)
    return list(log.read())


@asynccontextmanager
async def switched_on(
    boards: Iterable[VirtualBoard | SharedLine],
) -> AsyncIterator[asyncio.TaskGroup]:
    """Boards serve their lines, whatever halls come and go; gives a group for their hands."""
    async with asyncio.TaskGroup() as group:
        serving = [group.create_task(board.run()) for board in boards]
        yield group
        for task in serving:
            task.cancel()


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
        pairings.append(Pairing(pairing, white, black, BoardNo(n), (game_at(n),)))
    facts: list[Fact] = [
        RoundPublished(STAGE, ROUND, tuple(pairings), (), "by hand"),
        RoundStarted(STAGE, ROUND),
    ]
    now = LoopClock().now()
    await hall.desk.log.append([Draft(fact, now, ARBITER, TOURNAMENT) for fact in facts])


def game_at(board: int) -> GameId:
    """The first game of round 1 at a board."""
    return game_id(pairing_id(TOURNAMENT, STAGE, ROUND, board))


def moves_at(hall: RunningHall, board: int) -> list[str]:
    """The moves of that game, as the hall has them."""
    return [move.uci for move in hall.desk.hall.games[game_at(board)].line]


def seen(log: Log, showing: Showing | None = None) -> Feed:
    """What spectators see now."""
    records = HallHistory()
    for entry in log.read():
        records.add(entry)
    return Viewer(records, showing).view(LoopClock().now())


def assert_games_ended_and_were_armed_once(log: Log) -> None:
    """``GAMES`` at boards 1, 2 and 3 have their results, and no restart armed one anew."""
    facts = [entry.fact for entry in log.read()]
    official = {fact.game: fact.result for fact in facts if isinstance(fact, ResultConfirmed)}
    assert official == {game_at(1): WHITE_WON, game_at(2): DRAWN, game_at(3): BLACK_WON}
    armed = [fact.game for fact in facts if isinstance(fact, GameArmed)]
    assert sorted(armed) == [game_at(1), game_at(2), game_at(3)], "a restart arms nothing anew"


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
