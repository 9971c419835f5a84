import asyncio
import socket
from pathlib import Path

import pytest

from boardlink.drivers.livechess_source import list_boards
from boardlink.errors import LinkError, UsageError
from boardlink.protocols.dgt import Command
from boardlink.simulator.hall import HallSettings, SimulatedPort
from boardlink.simulator.hands.style import PLAIN, Floors
from boardlink.simulator.player import PlaySettings
from boardlink.simulator.simulate import (
    BesideLiveChess,
    SimulateSettings,
    dealt,
    games_of,
    simulate,
)
from desk.host.clock import SystemClock
from facts.pgn import PgnGame, PgnMove
from tests.boardlink.simulator.test_hall import listening

FAST = PlaySettings(speed=1000.0, style=PLAIN, floors=Floors(0.0, 0.21, 0.0, 0.1, 0.0))
E4 = PgnGame({"White": "A"}, (PgnMove("e2e4", "e4"),), "1-0")
D4 = PgnGame({"White": "B"}, (PgnMove("d2d4", "d4"),), "0-1")


def test_games_are_dealt_like_cards_and_nobody_stays_without() -> None:
    assert dealt([E4, D4, E4], 0, 2) == (E4, E4)
    assert dealt([E4, D4, E4], 1, 2) == (D4,)
    assert dealt([E4], 3, 4) == (E4,)


@pytest.mark.real_time
async def test_boards_play_their_games_and_the_ports_are_known_at_once() -> None:
    settings = SimulateSettings(
        (E4, D4), HallSettings(boards=2, tcp=True, play=FAST), start_s=0.3, pause_s=0.1
    )
    ready: asyncio.Future[tuple[SimulatedPort, ...]] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(simulate(settings, ready))
        ports = await ready
        async with listening(ports[1].port) as host:
            await host.send(Command.SEND_UPDATE_BRD)
            await running
    assert (27, 1) in [(u.index ^ 56, u.code) for u in host.updates()]


@pytest.mark.real_time
async def test_the_boards_can_be_shown_by_a_livechess_as_well(unused_port: int) -> None:
    beside = BesideLiveChess(unused_port, SystemClock())
    hall = HallSettings(boards=2, tcp=True, play=FAST)
    settings = SimulateSettings((E4, D4), hall, start_s=5, livechess=beside)
    ready: asyncio.Future[tuple[SimulatedPort, ...]] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as group:
        running = group.create_task(simulate(settings, ready))
        ports = await ready
        await asyncio.sleep(0.1)
        boards = await list_boards(f"ws://127.0.0.1:{unused_port}/api/v1.0")
        assert [(board.serial, board.source) for board in boards] == [
            (port.serial, port.port) for port in ports
        ]
        with pytest.raises(LinkError, match="does LiveChess run here"):
            await simulate(settings)
        running.cancel()


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing to play"):
        await simulate(SimulateSettings((PgnGame({}, ()),)))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.pgn: cannot be read"):
        games_of(tmp_path / "none.pgn")
    broken = tmp_path / "broken.pgn"
    broken.write_text("1. e4 e5\n2. (Nf3")
    with pytest.raises(UsageError, match=r"broken\.pgn: line 2: .*variation"):
        games_of(broken)
    broken.write_text("1. e4 e5 1-0")
    (game,) = games_of(broken)
    assert [move.uci for move in game.moves] == ["e2e4", "e7e5"]
