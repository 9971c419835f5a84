"""Serial ports, and serial servers on the network, by serialx.

A port is a device's path (``/dev/ttyACM0``, ``COM5``), ``socket://host:port`` or
``rfc2217://host:port``. It is opened for this program alone.
"""

import asyncio
import errno
import logging
import socket
from pathlib import Path

import serialx

from boardlink.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortBusyError, PortMissingError

logger = logging.getLogger(__name__)

BAUD_RATE = 9600
"""Of every DGT board; USB and Bluetooth ignore it (handbook, wire-protocols §1.1)."""
OPEN_TIMEOUT_S = 10.0
"""A Bluetooth port or a serial server needs a few seconds at most."""
WRITE_TIMEOUT_S = 5.0
"""A port that takes no byte for so long is stuck."""
CLOSE_TIMEOUT_S = 2.0
"""After it the port is left to the operating system."""
BUFFER_BYTES = 1 << 16
"""What may lie unread before the port is told to wait: a minute at 9600 baud."""


class _Receiver(asyncio.Protocol):
    """Keeps what arrives until it is read."""

    def __init__(self) -> None:
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
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.arrived.set()
        if len(self.data) > BUFFER_BYTES and self._transport is not None and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def take(self) -> bytes:
        data = bytes(self.data)
        self.data.clear()
        if self._paused and self._transport is not None and not self.gone:
            self._paused = False
            self._transport.resume_reading()
        return data

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        self.reason = f" ({exc})" if exc is not None else ""
        self.arrived.set()
        self.writable.set()
        self.closed.set()

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()


class SerialLink:
    """An open port; see :class:`boardlink.links.link.Link`."""

    def __init__(
        self, name: str, kind: LinkKind, transport: asyncio.Transport, receiver: _Receiver
    ) -> None:
        """Made by :func:`open_serial`."""
        self.name = name
        self.kind = kind
        self._transport = transport
        self._receiver = receiver
        self._closed = False

    async def read(self) -> bytes:
        """What arrived; safe to cancel."""
        receiver = self._receiver
        while not receiver.data:
            if self._closed:
                raise LinkError(f"{self.name}: the port was closed")
            if receiver.gone:
                raise LinkError(
                    f"{self.name}: the connection is gone{receiver.reason}: check the cable, "
                    f"the board's power and, where there is one, the serial server"
                )
            receiver.arrived.clear()
            await receiver.arrived.wait()
        return receiver.take()

    async def write(self, data: bytes) -> None:
        """Send ``data``; waits while the port takes nothing."""
        receiver = self._receiver
        try:
            async with asyncio.timeout(WRITE_TIMEOUT_S):
                await receiver.writable.wait()
            if receiver.gone or self._closed:
                raise LinkError(f"{self.name}: cannot send, the connection is gone")
            self._transport.write(data)
        except TimeoutError as error:
            raise LinkTimeoutError(
                f"{self.name}: the port takes no bytes: unplug the board and plug it in again"
            ) from error
        except (OSError, serialx.SerialException) as error:
            raise LinkError(f"{self.name}: cannot send, the connection is gone: {error}") from error

    async def close(self) -> None:
        """Close the port and wait until it is free again."""
        if self._closed:
            return
        self._closed = True
        self._receiver.arrived.set()
        self._transport.abort()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._receiver.closed.wait()
        except TimeoutError:
            logger.warning("%s: the port does not close", self.name)


async def open_serial(port: str, baud_rate: int = BAUD_RATE) -> SerialLink:
    """Open ``port`` for this program alone.

    Raises:
        LinkError: it is not there, held by another program, forbidden, or no port at all;
            the text says what to check.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            transport, receiver = await serialx.create_serial_connection(
                loop, _Receiver, port, baud_rate, exclusive=True
            )
    except TimeoutError as error:
        raise LinkTimeoutError(
            f"{port}: does not open within {OPEN_TIMEOUT_S:.0f} s: is the device switched on "
            f"and in reach?"
        ) from error
    except FileNotFoundError as error:
        raise PortMissingError(
            f"{port}: there is no such port: is the board plugged in and switched on?"
        ) from error
    except (OSError, ValueError, serialx.SerialException) as error:
        holder = await asyncio.to_thread(_holder_of, port)
        raise _explained(port, error, holder) from error
    assert isinstance(receiver, _Receiver), "serialx calls the factory it was given"
    return SerialLink(port, kind_of(port), transport, receiver)


def kind_of(port: str) -> LinkKind:
    """What a port runs over, as far as its name tells."""
    lowered = port.lower()
    if "://" in lowered:
        return LinkKind.TCP
    if any(word in lowered for word in ("rfcomm", "bluetooth", "dgt_bt", "pcs-revii")):
        return LinkKind.BLUETOOTH
    if any(word in lowered for word in ("ttyacm", "ttyusb", "usb")):
        return LinkKind.USB
    return LinkKind.SERIAL


def _explained(port: str, error: Exception, holder: str) -> LinkError:
    """What went wrong, in words that say what to check."""
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, socket.gaierror):
        text = "the host's name is not known: check the address and the network"
    elif isinstance(error, ConnectionRefusedError):
        text = "nothing answers there: is the serial server on, is the number right?"
    elif holder or code in (errno.EBUSY, errno.EAGAIN):
        by = holder or "another program (LiveChess?)"
        return PortBusyError(f"{port}: the port is in use by {by}: close it there first")
    elif isinstance(error, PermissionError):
        text = (
            "this user may not open it: on Linux join the group that owns the port "
            "(often dialout) and log in again; on Windows another program may hold it"
        )
    elif isinstance(error, ValueError | serialx.SerialException):
        text = (
            f"this is no port ({error}): expected a path such as /dev/ttyACM0 or COM5, "
            f"socket://host:port or rfc2217://host:port"
        )
    else:
        text = f"cannot be opened: {error}"
    return LinkError(f"{port}: {text}")


def _holder_of(port: str) -> str:
    """The program that has ``port`` open, where Linux tells; empty elsewhere."""
    processes = Path("/proc")
    if "://" in port or not processes.is_dir():
        return ""
    try:
        target = Path(port).resolve(strict=True)
    except OSError:
        return ""
    own = str(Path("/proc/self").resolve().name)
    for process in processes.iterdir():
        if not process.name.isdecimal() or process.name == own:
            continue
        try:
            if any(handle.resolve() == target for handle in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
        except OSError:
            continue
    return ""
