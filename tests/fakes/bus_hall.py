"""Virtual boards on one bus line, and a fleet that reads it; boards come and go at will."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from boardlink.captures.capture import LinkKind
from boardlink.errors import PortMissingError
from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.style import PlaySettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine, Tap
from boardlink.stations.station import DeviceReport
from facts.fact import Fact, MovePlayed
from facts.ids import DeviceId, GameId
from tests.fakes.virtual_clock import LoopClock

PORT = "/dev/ttyUSB0"


class BusHall:
    """One line, ``count`` boards with serial numbers from 20001 and addresses from 101.

    Attributes:
        reports: what the stations have said, once :meth:`collect` is called.
    """

    def __init__(
        self,
        folder: Path | None,
        count: int,
        *,
        noise: float = 0.0,
        play: PlaySettings | None = None,
        settings: BoardSettings | None = None,
        wrap: Callable[[Link], Link] = lambda link: link,
    ) -> None:
        self.queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100_000)
        self.folder = folder
        self.fleet = Fleet(self.queue, LoopClock(), folder, self._open)
        self._reading: asyncio.Task[None] | None = None
        self.reports: list[DeviceReport] = []
        self.boards: list[VirtualBoard] = []
        self._wrap = wrap
        self._plugged = True
        self.host, device = memory_pair(PORT, LinkKind.SERIAL)
        self.line = SharedLine(device, noise=noise, seed=count)
        self._taps: list[Tap] = []
        given = settings or BoardSettings()
        for number in range(1, count + 1):
            its = replace(
                given,
                serial=str(20000 + number),
                bus_address=100 + number,
                alternates=number % 2 == 0,
                phase_s=number * 0.618 % 1.0 * given.scan_s,
            )
            tap = self.line.tap()
            hands = replace(play or PlaySettings(), seed=number)
            self._taps.append(tap)
            self.boards.append(VirtualBoard(tap, its, hands))

    def device(self, number: int) -> DeviceId:
        """The serial number of a board, from 1."""
        return DeviceId(self.boards[number - 1].serial)

    async def pull_board(self, number: int) -> None:
        """A board's plug comes out of the line."""
        await self._taps[number - 1].close()

    async def put_board(self, number: int, *, keeps_power: bool) -> None:
        """It is put back."""
        tap = self._taps[number - 1]
        await tap.reopen()
        await self.boards[number - 1].plug(tap, keeps_power=keeps_power)

    async def unplug(self) -> None:
        """The line's cable comes out of the computer."""
        self._plugged = False
        await self.line.unplug()

    async def replug(self) -> None:
        """It is put back in."""
        self.host, device = memory_pair(PORT, LinkKind.SERIAL)
        self._plugged = True
        await self.line.replug(device)

    def arm(self) -> None:
        """A game on every board."""
        for number in range(1, len(self.boards) + 1):
            station = self.fleet.station(self.device(number))
            station.arm(GameSetup(GameId(self.device(number)), LoopClock().now()))

    def collect(self) -> list[DeviceReport]:
        """What was said since the last call."""
        new = []
        while not self.queue.empty():
            new.append(self.queue.get_nowait())
        self.reports += new
        return new

    def facts(self, number: int) -> list[Fact]:
        """Everything one board has said so far."""
        self.collect()
        return [r.fact for r in self.reports if r.device == self.device(number)]

    def moves(self, number: int) -> list[str]:
        """The moves that were told of it, corrections left out of account."""
        return [fact.move.uci for fact in self.facts(number) if isinstance(fact, MovePlayed)]

    async def _open(self, port: str) -> Link:
        if not self._plugged:
            raise PortMissingError(f"{port}: there is no such port: is the board plugged in?")
        return self._wrap(self.host)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["BusHall"]:
        """The hall while it runs."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(board.run()) for board in self.boards]
            tasks.append(group.create_task(self.line.run()))
            self._read(group)
            try:
                yield self
            finally:
                for task in (*tasks, self._reading):
                    if task is not None:
                        task.cancel()

    def _read(self, group: asyncio.TaskGroup) -> None:
        self.fleet.add_port(f"bus:{PORT}")
        self._reading = group.create_task(self.fleet.run())

    async def stop_reading(self) -> None:
        """The program ends; the boards go on."""
        assert self._reading is not None
        self._reading.cancel()
        await asyncio.sleep(0.1)
        self._plugged = False

    async def read_again(self, group: asyncio.TaskGroup) -> None:
        """The program is started again, and knows nothing."""
        self.fleet = Fleet(self.queue, LoopClock(), self.folder, self._open)
        await self.replug()
        self._read(group)
