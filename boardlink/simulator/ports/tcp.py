"""A virtual board behind a serial server: ``socket://host:port``, where there are no ptys.

One host at a time: a new one takes the place of the old, which may be a connection that
died without saying so.
"""

import asyncio
import contextlib

from boardlink.errors import LinkError
from boardlink.simulator.ports.inbox import Inbox

LOOPBACK = "127.0.0.1"
DRAIN_TIMEOUT_S = 2.0
"""What a host does not take in this time is lost, and the host with it."""
_READ_BYTES = 4096


class TcpLine:
    """The board's end; see :class:`boardlink.simulator.ports.line.PluggableLine`."""

    def __init__(self, host: str = LOOPBACK, port: int = 0) -> None:
        """A server that :meth:`reopen` starts; port 0 takes a free one and keeps it."""
        self._host = host
        self._port = port
        self._inbox = Inbox(self.name)
        self._inbox.close()
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def name(self) -> str:
        """Its address, as links take it."""
        return f"socket://{self._host}:{self._port}"

    async def reopen(self) -> None:
        """Listen, at the same port as before.

        Raises:
            LinkError: the port is taken.
        """
        await self.close()
        try:
            self._server = await asyncio.start_server(self._serve, self._host, self._port)
        except OSError as error:
            raise LinkError(f"{self.name}: cannot listen there: {error}") from error
        self._port = self._server.sockets[0].getsockname()[1]
        self._inbox.reopen()

    async def read(self) -> bytes:
        """What the host sent; waits while there is none."""
        return await self._inbox.take()

    async def write(self, data: bytes) -> None:
        """Send to the host; lost where there is none."""
        writer = self._writer
        if writer is None:
            return
        try:
            writer.write(data)
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await writer.drain()
        except (OSError, TimeoutError):
            self._drop(writer)

    async def close(self) -> None:
        """Let the host go and listen no more. May be called twice."""
        self._inbox.close()
        if self._writer is not None:
            self._drop(self._writer)
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._writer is not None:
            self._drop(self._writer)
        self._writer = writer
        with contextlib.suppress(OSError):
            while data := await reader.read(_READ_BYTES):
                if self._writer is writer:
                    self._inbox.put(data)
        self._drop(writer)

    def _drop(self, writer: asyncio.StreamWriter) -> None:
        if self._writer is writer:
            self._writer = None
        writer.transport.abort()
