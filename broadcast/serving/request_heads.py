"""The door of the spectators' port: a connection is let in once its request's head is there.

aiohttp waits for a head without end; whoever opens connections and says nothing, or says it
byte by byte, would hold them all. Here they have ``HEAD_S`` and ``HEAD_BYTES``. After the
head, the connection is aiohttp's own.
"""

import asyncio
import socket
from collections.abc import Callable

HEAD_S = 10.0
"""A browser sends its head at once; this allows for a very poor line."""
HEAD_BYTES = 8 * 1024
"""As aiohttp's own limit for one header line."""
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
    b"Content-Length: 0\r\n\r\n"
)
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

MakeHandler = Callable[[], asyncio.Protocol]


class Door:
    """A listening socket whose connections are checked by a :class:`HeadReader`."""

    def __init__(self, make_handler: MakeHandler) -> None:
        """Let connections through to what ``make_handler`` makes."""
        self._make_handler = make_handler
        self._waiting: set[HeadReader] = set()
        self._server: asyncio.Server | None = None

    async def open(self, listener: socket.socket) -> None:
        """Accept connections."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._head_reader, sock=listener)

    def close(self) -> None:
        """Accept no more, and send away who was not let in yet."""
        if self._server is not None:
            self._server.close()
        for reader in list(self._waiting):
            reader.abort()

    def _head_reader(self) -> "HeadReader":
        return HeadReader(self._make_handler, self._waiting)


class HeadReader(asyncio.Protocol):
    """One new connection, until its head is complete."""

    def __init__(self, make_handler: MakeHandler, waiting: set["HeadReader"]) -> None:
        """Hand over to what ``make_handler`` makes; be among the ``waiting`` until then."""
        self._make_handler = make_handler
        self._waiting = waiting
        self._head = b""
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start waiting for the head."""
        assert isinstance(transport, asyncio.Transport), "a stream listens here"
        self._transport = transport
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEAD_S, self._turn_away, _TOO_LATE)
        self._waiting.add(self)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of the head; pass all on when it is complete."""
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        if end < 0 and len(self._head) <= HEAD_BYTES:
            return
        if end < 0 or end > HEAD_BYTES:
            self._turn_away(_TOO_LARGE)
            return
        self._leave()
        transport, self._transport = self._transport, None
        if transport is not None and not transport.is_closing():
            handler = self._make_handler()
            transport.set_protocol(handler)
            handler.connection_made(transport)
            handler.data_received(self._head)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget about it."""
        self._leave()
        self._transport = None

    def abort(self) -> None:
        """End it without an answer."""
        if self._transport is not None:
            self._transport.abort()

    def _turn_away(self, answer: bytes) -> None:
        self._leave()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()

    def _leave(self) -> None:
        self._waiting.discard(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
