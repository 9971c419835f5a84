"""A link inside the process: what one end writes, the other reads."""

import asyncio

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError

PIPE_BYTES = 1 << 16
"""What may lie unread in one direction; a writer waits above it."""
WRITE_TIMEOUT_S = 5.0
"""How long a writer waits for a reader that takes nothing."""


class _Pipe:
    """One direction."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._changed = asyncio.Event()
        self.closed = False

    async def take(self) -> bytes:
        while not self._data and not self.closed:
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._data)
        self._data.clear()
        self._changed.set()
        return data

    async def put(self, data: bytes) -> None:
        while len(self._data) > PIPE_BYTES and not self.closed:
            self._changed.clear()
            await self._changed.wait()
        if not self.closed:
            self._data += data
            self._changed.set()

    def close(self) -> None:
        self.closed = True
        self._changed.set()


class MemoryLink:
    """One end of a pair; see :class:`boardlink.links.link.Link`."""

    def __init__(self, name: str, kind: LinkKind, incoming: _Pipe, outgoing: _Pipe) -> None:
        """Made by :func:`memory_pair`."""
        self.name = name
        self.kind = kind
        self._incoming = incoming
        self._outgoing = outgoing
        self._closed = False

    async def read(self) -> bytes:
        """What the other end wrote; what it wrote before it closed can still be read."""
        data = b"" if self._closed else await self._incoming.take()
        if not data:
            raise LinkError(f"{self.name}: the link was closed")
        return data

    async def write(self, data: bytes) -> None:
        """Hand ``data`` to the other end."""
        if not self._outgoing.closed:
            try:
                async with asyncio.timeout(WRITE_TIMEOUT_S):
                    await self._outgoing.put(data)
            except TimeoutError as error:
                raise LinkTimeoutError(f"{self.name}: nothing is read at the other end") from error
        if self._outgoing.closed:
            raise LinkError(f"{self.name}: the other end is gone")

    async def close(self) -> None:
        """Close both directions."""
        self._closed = True
        self._incoming.close()
        self._outgoing.close()


def memory_pair(
    name: str = "memory", kind: LinkKind = LinkKind.SERIAL
) -> tuple[MemoryLink, MemoryLink]:
    """The host's end and the device's end of a new link; made inside a running loop."""
    to_host, to_device = _Pipe(), _Pipe()
    return (
        MemoryLink(name, kind, to_host, to_device),
        MemoryLink(f"{name} (device)", kind, to_device, to_host),
    )
