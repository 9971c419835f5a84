"""LiveChess's WebSocket, and one board behind it as a link of its own."""

import asyncio
from typing import Protocol

import aiohttp

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.protocols.livechess import MAX_MESSAGE

OPEN_S = 5.0
"""How long a WebSocket may take to open."""
START_IT = (
    "is LiveChess running on that computer? its WebSocket has port 1982, and a firewall "
    "must let it through"
)


class Socket(Protocol):
    """An open WebSocket."""

    async def send(self, text: bytes) -> None:
        """Send one text message.

        Raises:
            LinkError: the connection is gone.
        """
        ...

    async def receive(self) -> bytes:
        """The next message.

        Raises:
            LinkError: the connection is gone.
        """
        ...

    async def close(self) -> None:
        """Close it. May be called twice."""
        ...


class AiohttpSocket:
    """See :class:`Socket`."""

    def __init__(
        self, name: str, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        """The session belongs to the socket and is closed with it."""
        self._name = name
        self._session = session
        self._socket = socket

    async def send(self, text: bytes) -> None:
        """See :class:`Socket`."""
        try:
            await self._socket.send_str(text.decode())
        except (aiohttp.ClientError, OSError) as error:
            raise LinkError(f"{self._name}: LiveChess closed the connection") from error

    async def receive(self) -> bytes:
        """See :class:`Socket`."""
        try:
            message = await self._socket.receive()
        except (aiohttp.ClientError, OSError) as error:
            raise LinkError(f"{self._name}: the connection broke: {error}") from error
        match message.type:
            case aiohttp.WSMsgType.TEXT:
                return str(message.data).encode()
            case aiohttp.WSMsgType.BINARY:
                return bytes(message.data)
            case _:
                raise LinkError(f"{self._name}: LiveChess closed the connection: was it ended?")

    async def close(self) -> None:
        """See :class:`Socket`."""
        try:
            await self._socket.close()
        finally:
            await self._session.close()


async def open_socket(address: str) -> AiohttpSocket:
    """Connect to LiveChess.

    Raises:
        LinkError: nobody is there, or it is no LiveChess; says what to check.
    """
    session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None, connect=OPEN_S))
    try:
        timeout = aiohttp.ClientWSTimeout(ws_close=1.0)
        socket = await session.ws_connect(address, timeout=timeout, max_msg_size=MAX_MESSAGE)
    except BaseException as error:
        await session.close()
        match error:
            case aiohttp.WSServerHandshakeError(status=status):
                raise LinkError(
                    f"{address}: what answers there is not LiveChess's WebSocket (HTTP "
                    f"{status}): the address ends in /api/v1.0"
                ) from error
            case aiohttp.InvalidURL():
                raise LinkError(
                    f"{address}: this is no address: expected ws://localhost:1982/api/v1.0"
                ) from error
            case TimeoutError():
                raise LinkTimeoutError(f"{address}: nothing answers: {START_IT}") from error
            case aiohttp.ClientError() | OSError():
                raise LinkError(f"{address}: nobody is there: {START_IT}") from error
            case _:
                raise
    return AiohttpSocket(address, session, socket)


class BoardLink:
    """One board behind LiveChess; see :class:`boardlink.links.link.Link`.

    Whoever holds the WebSocket hands each message that is about the board to
    :meth:`deliver`; what is written goes out by ``socket``.
    """

    kind = LinkKind.LIVECHESS

    def __init__(self, name: str, socket: Socket) -> None:
        """Made inside a running loop."""
        self.name = name
        self._socket = socket
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._reason = ""

    def deliver(self, message: bytes) -> None:
        """A message about this board has come."""
        if not self._reason:
            self._waiting.put_nowait(message)

    def end(self, reason: str) -> None:
        """Nothing more will come; what has come can still be read."""
        if not self._reason:
            self._reason = reason
            self._waiting.put_nowait(b"")

    async def read(self) -> bytes:
        """See :class:`boardlink.links.link.Link`."""
        message = await self._waiting.get()
        if not message:
            self._waiting.put_nowait(b"")
            raise LinkError(self._reason)
        return message

    async def write(self, data: bytes) -> None:
        """See :class:`boardlink.links.link.Link`."""
        if self._reason:
            raise LinkError(self._reason)
        await self._socket.send(data)

    async def close(self) -> None:
        """The board is let go of; the WebSocket stays open for the others."""
        self.end(f"{self.name}: the board is not read through LiveChess any more")
