"""A LiveChess on a real WebSocket, with virtual boards behind it."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import web

from boardlink.drivers.livechess_source import list_boards
from boardlink.errors import LinkError
from boardlink.fleet import Fleet
from boardlink.links.livechess import open_socket
from boardlink.protocols.livechess import BoardState
from boardlink.replaying.replay import replay_capture
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.livechess.program import SimulatedEboard
from boardlink.simulator.livechess.server import livechess
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.stations.station import DeviceReport
from desk.host.clock import SystemClock
from facts.fact import DeviceOffline, DeviceWarned, Fact, ResultShown
from facts.ids import DeviceId, GameId
from facts.pgn import read
from tests.fakes.board_hall import captures_of
from tests.fakes.scripted_players import moves

pytestmark = pytest.mark.real_time

MATE = "f2f3 e7e5 g2g4 d8h4".split()
PGN = '[TimeControl "300+3"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
STRAIGHT, FLIPPED, TURNED = DeviceId("25731"), DeviceId("25732"), DeviceId("25733")


async def test_three_boards_behind_livechess_are_read_however_they_lie(tmp_path: Path) -> None:
    (game,) = read(PGN)
    clock = SystemClock()
    ways = {STRAIGHT: (False, False), FLIPPED: (True, True), TURNED: (True, False)}
    eboards = [SimulatedEboard(serial, flipped=flipped) for serial, (_, flipped) in ways.items()]
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue()
    fleet = Fleet(queue, clock, tmp_path)
    async with livechess(eboards, clock) as (server, address), asyncio.TaskGroup() as group:
        tasks = [group.create_task(fleet.run())]
        fleet.add_livechess(address)
        players = []
        for serial, (rotated, _) in ways.items():
            settings = BoardSettings(serial=serial, rotated=rotated)
            board = VirtualBoard(None, settings, PlaySettings(speed=100, seed=5))
            looking = server.watch(serial, board, look_s=0.1, rotated=rotated)
            tasks += [group.create_task(board.run()), group.create_task(looking)]
            players.append(board)
        reports = [await queue.get() for _ in ways]
        await asyncio.sleep(0.3)
        for device in ways:
            fleet.stations[device].arm(GameSetup(GameId(f"open.main.1.{device}.1"), clock.now()))
        async with asyncio.TaskGroup() as playing:
            for board in players:
                playing.create_task(board.play(game, sign=False))
        await asyncio.sleep(1.5)
        await server.hang_up()
        await asyncio.sleep(0.3)
        for task in tasks:
            task.cancel()
    reports += [queue.get_nowait() for _ in range(queue.qsize())]
    for device in ways:
        facts: list[Fact] = [report.fact for report in reports if report.device == device]
        assert moves(facts) == MATE, device
        assert [fact.by for fact in facts if isinstance(fact, ResultShown)][-1] == "mate"
        assert any(isinstance(fact, DeviceOffline) for fact in facts)
        assert not any(isinstance(fact, DeviceWarned) for fact in facts)
        (capture,) = captures_of(tmp_path, device)
        (replayed,) = replay_capture(capture, device)
        assert list(replayed.verdict.moves) == MATE


async def test_boards_are_listed_over_the_wire() -> None:
    eboards = [SimulatedEboard("25731"), SimulatedEboard("25732", state=BoardState.NEVER)]
    async with livechess(eboards, SystemClock()) as (_, address):
        boards = await list_boards(address)
    assert [board.state for board in boards] == [BoardState.ACTIVE, BoardState.NEVER]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("ws://127.0.0.1:9/api/v1.0", "is LiveChess running on that computer"),
        ("ws://nowhere.invalid/api/v1.0", "nobody is there"),
        ("ws://127.0.0.1:99999/api/v1.0", "expected ws://localhost:1982/api/v1.0"),
    ],
)
async def test_a_livechess_that_is_not_there_is_said_so(address: str, words: str) -> None:
    with pytest.raises(LinkError, match=words):
        await open_socket(address)


async def test_a_web_server_that_is_no_livechess_is_said_so() -> None:
    runner = web.AppRunner(web.Application())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        with pytest.raises(LinkError, match="is not LiveChess's WebSocket"):
            await open_socket(f"ws://127.0.0.1:{runner.addresses[0][1]}/api/v1.0")
    finally:
        await runner.cleanup()
