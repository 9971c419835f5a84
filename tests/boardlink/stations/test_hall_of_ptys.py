"""The whole way over real serial ports: pty, serialx, capture, driver, tracker."""

import asyncio
import os
import pty
import tty
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError
from boardlink.fleet import Fleet
from boardlink.sensing.tracker import GameSetup
from boardlink.stations.station import DeviceReport
from facts.clock import Clock
from facts.fact import DeviceOffline, DeviceOnline, MovePlayed
from facts.ids import DeviceId, GameId
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import LoopClock

pytestmark = pytest.mark.real_time

E2, E4 = 52, 36


class PtyEnd:
    """The board's end of a pty, as a link."""

    kind = LinkKind.SERIAL

    def __init__(self) -> None:
        self._board, host = pty.openpty()
        tty.setraw(host)
        self.name = os.ttyname(host)
        self._host = host
        os.set_blocking(self._board, False)

    async def read(self) -> bytes:
        loop = asyncio.get_running_loop()
        while True:
            if self._board < 0:
                raise LinkError("unplugged")
            try:
                return os.read(self._board, 4096)
            except BlockingIOError:
                ready = asyncio.Event()
                loop.add_reader(self._board, ready.set)
                try:
                    await ready.wait()
                finally:
                    if self._board >= 0:
                        loop.remove_reader(self._board)
            except OSError as error:
                raise LinkError("unplugged") from error

    async def write(self, data: bytes) -> None:
        os.write(self._board, data)

    async def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._board)
        board, self._board = self._board, -1
        os.close(board)
        os.close(self._host)


async def test_a_move_on_a_real_port_becomes_a_fact_and_unplugging_is_noticed(
    tmp_path: Path,
) -> None:
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100)
    clock: Clock = LoopClock()
    fleet = Fleet(queue, clock, tmp_path)
    end, board = PtyEnd(), ScriptedBoard()

    async def next_fact(kind: type) -> object:
        async with asyncio.timeout(20):
            while True:
                fact = (await queue.get()).fact
                if isinstance(fact, kind):
                    return fact

    async with asyncio.TaskGroup() as group:
        serving = group.create_task(board.run(end))
        running = group.create_task(fleet.run())
        await asyncio.sleep(0)
        fleet.add_port(end.name)
        await next_fact(DeviceOnline)
        station = fleet.station(DeviceId("25731"))
        async with asyncio.timeout(20):
            while station.state().placement is None:  # noqa: ASYNC110 - a state, no event
                await asyncio.sleep(0.05)
        station.arm(GameSetup(GameId("open.main.1.1.1"), clock.now()))
        await board.put(E2, 0)
        await board.put(E4, 1)
        move = await next_fact(MovePlayed)
        assert isinstance(move, MovePlayed)
        assert move.move.uci == "e2e4"
        serving.cancel()
        await end.close()
        lost = await next_fact(DeviceOffline)
        assert isinstance(lost, DeviceOffline)
        assert "the connection is gone" in lost.reason
        running.cancel()
