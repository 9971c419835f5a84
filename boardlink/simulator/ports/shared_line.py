"""One line that many virtual boards share, with all that this brings.

Every board hears what the host sends; what boards send at the same time collides: low bits
win, as on a line that is pulled up. Bytes take their time at 9600 baud, and some arrive
with a wrong bit. The host's end is any line: in memory, a pty, a TCP port.
"""

import asyncio
import contextlib
from collections.abc import Callable

from boardlink.errors import LinkError
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.ports.inbox import Inbox
from boardlink.simulator.ports.line import Line, PluggableLine

BYTE_S = 10 / 9600
CHUNK_S = 0.008
"""Adapters hand on what has come after some milliseconds, or when it ends."""
JITTER = 4
"""No two boards begin to answer at the very same moment; in bytes."""
_SLACK_S = 1e-6


class Tap:
    """Where one board is connected; see :class:`boardlink.simulator.ports.line.PluggableLine`."""

    def __init__(self, name: str, transmit: Callable[[bytes, float], float]) -> None:
        """Made by :meth:`SharedLine.tap`."""
        self.name = name
        self._transmit = transmit
        self._inbox = Inbox(name)
        self._connected = True
        self._free_at = 0.0

    async def read(self) -> bytes:
        """What the host sent."""
        return await self._inbox.take()

    async def write(self, data: bytes) -> None:
        """Send, whether or not somebody else does."""
        if self._connected:
            self._free_at = self._transmit(data, self._free_at)

    async def close(self) -> None:
        """Pull the board's plug out of the line."""
        self._connected = False
        self._inbox.close()

    async def reopen(self) -> None:
        """Put it back."""
        self._connected = True
        self._inbox.reopen()

    def hear(self, data: bytes) -> None:
        """The host has sent this."""
        if self._connected:
            self._inbox.put(data)


class SharedLine:
    """The line; :meth:`run` must run while boards are on it."""

    def __init__(self, host: Line, name: str = "line", *, noise: float = 0.0, seed: int = 0):
        """``host`` is the end to which the host listens; ``noise``: wrong bits per bit."""
        self._host = host
        self._name = name
        self._noise = noise
        self._luck = Luck(seed)
        self._taps: list[Tap] = []
        self._slots: dict[int, int] = {}
        self._busy = asyncio.Event()
        self._plugged = asyncio.Event()
        self._plugged.set()
        self._sent_at = 0.0
        self._replugs = 0
        self.collisions = 0

    def tap(self) -> Tap:
        """A place for one more board."""
        tap = Tap(f"{self._name}#{len(self._taps) + 1}", self._transmit)
        self._taps.append(tap)
        return tap

    async def run(self) -> None:
        """Carry bytes both ways until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._to_host())
            while True:
                await self._plugged.wait()
                host, replugs = self._host, self._replugs
                with contextlib.suppress(LinkError):
                    await self._to_boards(host)
                if replugs == self._replugs:
                    self._plugged.clear()

    async def unplug(self) -> None:
        """Pull the host's cable out."""
        self._plugged.clear()
        await self._host.close()

    async def replug(self, host: Line | None = None) -> None:
        """Put it back; a line that cannot be opened again needs a new one."""
        self._replugs += 1
        if host is not None:
            old, self._host = self._host, host
            await old.close()
        elif isinstance(self._host, PluggableLine):
            await self._host.reopen()
        self._plugged.set()

    async def _to_boards(self, host: Line) -> None:
        loop = asyncio.get_running_loop()
        while data := await host.read():
            self._sent_at = max(self._sent_at, loop.time()) + len(data) * BYTE_S
            await asyncio.sleep(self._sent_at - loop.time())
            heard = self._disturbed(data)
            for tap in self._taps:
                tap.hear(heard)

    def _transmit(self, data: bytes, free_at: float) -> float:
        """Put bytes on the line from now on; when they are through."""
        now = asyncio.get_running_loop().time()
        first = max(round(now / BYTE_S) + self._luck.bits() % JITTER, round(free_at / BYTE_S))
        for slot, byte in enumerate(data, start=first):
            other = self._slots.get(slot)
            self.collisions += other is not None
            self._slots[slot] = byte if other is None else byte & other
        self._busy.set()
        return (first + len(data)) * BYTE_S

    async def _to_host(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._busy.wait()
            last = (max(self._slots) + 1) * BYTE_S
            await asyncio.sleep(max(min(last - loop.time(), CHUNK_S), 0.0))
            now = loop.time() + _SLACK_S
            through = sorted(slot for slot in self._slots if (slot + 1) * BYTE_S <= now)
            data = bytes(self._slots.pop(slot) for slot in through)
            if not self._slots:
                self._busy.clear()
            if data:
                with contextlib.suppress(LinkError):
                    await self._host.write(self._disturbed(data))

    def _disturbed(self, data: bytes) -> bytes:
        if not self._noise:
            return data
        one_wrong = 1.0 - (1.0 - self._noise) ** 8
        return bytes(
            byte ^ (1 << self._luck.bits() % 8) if self._luck.happens(one_wrong) else byte
            for byte in data
        )
