"""Ports with scripted boards, plugged in and out at will, and a fleet that watches them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from boardlink.captures.capture import Capture, LinkKind, decode_capture
from boardlink.errors import PortMissingError
from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.links.memory import MemoryLink, memory_pair
from boardlink.stations.station import DeviceReport
from facts.fact import Fact
from facts.ids import DeviceId
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import LoopClock


def captures_of(folder: Path, device: str) -> list[Capture]:
    """All captures of a device, in order of time."""
    captures = [decode_capture(path.read_bytes(), path.name) for path in folder.glob("*.cap")]
    ours = [capture for capture in captures if capture.header.device == device]
    return sorted(ours, key=lambda capture: capture.header.started)


class BoardHall:
    """Boards by port; ``wrap`` makes a port's link a bad one.

    Attributes:
        reports: everything the stations have said so far, once :meth:`collect` is called.
    """

    def __init__(self, folder: Path, queue_size: int = 1000) -> None:
        self.queue: asyncio.Queue[DeviceReport] = asyncio.Queue(queue_size)
        self.folder = folder
        self.fleet = Fleet(self.queue, LoopClock(), folder, self._open)
        self.boards: dict[str, ScriptedBoard] = {}
        self.wrap: dict[str, Callable[[Link], Link]] = {}
        self.kinds: dict[str, LinkKind] = {}
        self.opened: list[tuple[float, str]] = []
        self.reports: list[DeviceReport] = []
        self._links: dict[str, MemoryLink] = {}
        self._group: asyncio.TaskGroup | None = None

    def plug(self, port: str, board: ScriptedBoard) -> None:
        self.boards[port] = board
        self.fleet.add_port(port)

    async def unplug(self, port: str) -> ScriptedBoard:
        """Pull the cable; the port is gone until a board is plugged in again."""
        board = self.boards.pop(port)
        link = self._links.pop(port, None)
        if link is not None:
            await link.close()
        return board

    def collect(self) -> list[DeviceReport]:
        """What was said since the last call."""
        new = []
        while not self.queue.empty():
            new.append(self.queue.get_nowait())
        self.reports += new
        return new

    def facts(self, device: str) -> list[Fact]:
        """Everything one device has said so far."""
        self.collect()
        return [report.fact for report in self.reports if report.device == DeviceId(device)]

    async def _open(self, port: str) -> Link:
        self.opened.append((asyncio.get_running_loop().time(), port))
        if port not in self.boards:
            raise PortMissingError(f"{port}: there is no such port: is the board plugged in?")
        host, device = memory_pair(port, self.kinds.get(port, LinkKind.SERIAL))
        self._links[port] = device
        wrap = self.wrap.get(port)
        link = host if wrap is None else wrap(host)
        assert self._group is not None
        self._group.create_task(self.boards[port].run(device))
        return link

    @asynccontextmanager
    async def open(self) -> AsyncIterator["BoardHall"]:
        """The hall while it runs."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            running = group.create_task(self.fleet.run())
            try:
                yield self
            finally:
                running.cancel()
                for link in self._links.values():
                    await link.close()
