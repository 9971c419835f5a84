"""A link over an asyncio transport: serial ports, sockets, and what is made to look so."""

import asyncio
import logging

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError

logger = logging.getLogger(__name__)

WRITE_TIMEOUT_S = 5.0
"""A port that takes no byte for so long is stuck."""
CLOSE_TIMEOUT_S = 2.0
"""After it the port is left to the operating system."""
BUFFER_BYTES = 1 << 16
"""What may lie unread before the port is told to wait: a minute at 9600 baud."""


class Receiver(asyncio.Protocol):
    """Keeps what arrives until it is read."""

    def __init__(self) -> None:
        """Nothing has arrived yet."""
        self.data = bytearray()
        self.gone = False
        self.reason = ""
        self.arrived = asyncio.Event()
        self.closed = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()
        self._transport: asyncio.Transport | None = None
        self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The transport is there."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Keep ``data``; too much of it, and the transport has to wait."""
        self.data += data
        self.arrived.set()
        if len(self.data) > BUFFER_BYTES and self._transport is not None and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def take(self) -> bytes:
        """Everything that arrived since the last call."""
        data = bytes(self.data)
        self.data.clear()
        if self._paused and self._transport is not None and not self.gone:
            self._paused = False
            self._transport.resume_reading()
        return data

    def eof_received(self) -> bool:
        """The other end says no more: close."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end is gone; ``exc`` says why, where somebody knows."""
        self.gone = True
        self.reason = f" ({exc})" if exc is not None else ""
        self.arrived.set()
        self.writable.set()
        self.closed.set()

    def pause_writing(self) -> None:
        """The transport takes no more for now."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """The transport takes bytes again."""
        self.writable.set()


class ReceivingLink:
    """What links have in common whose bytes come by a :class:`Receiver`.

    Attributes:
        what: what is open, in a word.
        check: what to look at when the other end is gone.
    """

    what = "port"
    check = "check the cable, the board's power and, where there is one, the serial server"

    def __init__(self, name: str, kind: LinkKind, receiver: Receiver) -> None:
        """``receiver`` is told of all that arrives."""
        self.name = name
        self.kind = kind
        self._receiver = receiver
        self._closed = False

    async def read(self) -> bytes:
        """What arrived; safe to cancel."""
        receiver = self._receiver
        while not receiver.data:
            if self._closed:
                raise LinkError(f"{self.name}: the {self.what} was closed")
            if receiver.gone:
                raise LinkError(
                    f"{self.name}: the connection is gone{receiver.reason}: {self.check}"
                )
            receiver.arrived.clear()
            await receiver.arrived.wait()
        return receiver.take()

    async def close(self) -> None:
        """Let go of the other end; wakes whoever reads. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._receiver.arrived.set()
        await self._release()

    async def _release(self) -> None:
        """Give back what was opened."""
        raise NotImplementedError

    def _cannot_send(self, error: Exception | None = None) -> LinkError:
        # Whoever writes may notice the loss before whoever reads: both say what it was.
        why = self._receiver.reason if error is None else f": {error}"
        return LinkError(f"{self.name}: cannot send, the connection is gone{why}")


class StreamLink(ReceivingLink):
    """An open port; see :class:`boardlink.links.link.Link`."""

    def __init__(
        self, name: str, kind: LinkKind, transport: asyncio.Transport, receiver: Receiver
    ) -> None:
        """``transport`` is open, and calls ``receiver``."""
        super().__init__(name, kind, receiver)
        self._transport = transport

    async def write(self, data: bytes) -> None:
        """Send ``data``; waits while the port takes nothing."""
        receiver = self._receiver
        try:
            async with asyncio.timeout(WRITE_TIMEOUT_S):
                await receiver.writable.wait()
            if receiver.gone or self._closed:
                raise self._cannot_send()
            self._transport.write(data)
        except TimeoutError as error:
            raise LinkTimeoutError(
                f"{self.name}: the port takes no bytes: unplug the board and plug it in again"
            ) from error
        except OSError as error:
            raise self._cannot_send(error) from error

    async def _release(self) -> None:
        """Close the port and wait until it is free again."""
        self._transport.abort()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._receiver.closed.wait()
        except TimeoutError:
            logger.warning("%s: the port does not close", self.name)
