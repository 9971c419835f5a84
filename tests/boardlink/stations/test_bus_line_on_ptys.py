"""The whole way over a real port that boards share: pty, serialx, capture, driver, tracker."""

import asyncio
from pathlib import Path

import pytest

from boardlink.fleet import Fleet
from boardlink.links.ports import open_port
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.hall import HallSettings, virtual_hall
from boardlink.simulator.hands.style import PLAIN, Floors, PlaySettings
from boardlink.stations.station import DeviceReport
from desk.host.clock import SystemClock
from facts.fact import DeviceOnline, MovePlayed
from facts.ids import DeviceId, GameId
from facts.pgn import PgnGame, PgnMove

pytestmark = pytest.mark.real_time
FAST = PlaySettings(speed=100.0, style=PLAIN, floors=Floors(0.02, 0.25, 0.05, 0.2, 0.0))
GAME = PgnGame({}, (PgnMove("e2e4", "e4"), PgnMove("e7e5", "e5")), "1-0")


async def test_boards_that_share_a_port_are_found_and_their_moves_are_told(tmp_path: Path) -> None:
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(1000)
    clock = SystemClock()
    settings = HallSettings(2, tmp_path / "ports", play=FAST, per_line=2)
    fleet = Fleet(queue, clock, tmp_path / "captures", open_port)

    async def online(count: int) -> set[str]:
        found: set[str] = set()
        while len(found) < count:
            report = await queue.get()
            if isinstance(report.fact, DeviceOnline):
                found.add(report.device)
        return found

    async def moves(count: int) -> set[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        while len(found) < count:
            report = await queue.get()
            if isinstance(report.fact, MovePlayed):
                found.add((report.device, report.fact.move.uci))
        return found

    async with virtual_hall(settings) as seats, asyncio.TaskGroup() as group:
        fleet.add_port(seats[0].port.port)
        running = group.create_task(fleet.run())
        async with asyncio.timeout(20):
            assert await online(2) == {"10001", "10002"}
        await asyncio.sleep(1.5)  # what stands on them is read
        for seat in seats:
            device = DeviceId(seat.port.serial)
            fleet.station(device).arm(GameSetup(GameId(device), clock.now()))
        hands = [group.create_task(seat.board.play(GAME)) for seat in seats]
        async with asyncio.timeout(20):
            assert await moves(4) == {
                (device, uci) for device in ("10001", "10002") for uci in ("e2e4", "e7e5")
            }
        for task in (*hands, running):
            task.cancel()
