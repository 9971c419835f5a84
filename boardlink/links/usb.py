"""FTDI boards and adapters straight over USB, where the system has no port driver for them.

pyusb waits in its calls, so each open device has a thread, which ends with its link. How a
device is addressed is told in :mod:`boardlink.links.usb_devices`.
"""

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, PortMissingError
from boardlink.links.stream import Receiver, StreamLink
from boardlink.links.usb_devices import (
    DRIVEN,
    GONE,
    SCHEME,
    UsbAddress,
    UsbCandidate,
    devices,
    dispose,
    is_driven,
    list_usb,
    refusal,
)
from boardlink.protocols import ftdi

__all__ = ["SCHEME", "UsbCandidate", "list_usb", "open_usb"]

logger = logging.getLogger(__name__)

CALL_MS = 1000
"""The longest that one question to a device may take."""
READ_MS = 100
"""The longest wait for a packet; a chip sends one every few milliseconds, even an empty one."""
READ_PACKETS = 4
"""Read at once; the line brings a packet in 60 ms."""
WRITE_BYTES = 1 << 12
"""What may wait to be sent before a writer has to."""


async def open_usb(address: str, baud_rate: int = 9600, backend: Any = None) -> StreamLink:
    """Open an FTDI port for this program alone; cancelling it lets go of the device.

    Raises:
        LinkError: it is not there, held, forbidden, or no such address; the text says what
            to check.
    """
    loop = asyncio.get_running_loop()
    wanted = UsbAddress.parsed(address)
    opening = loop.run_in_executor(None, _opened, wanted, baud_rate, backend)
    try:
        port = await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_let_go)
        raise
    receiver = Receiver()
    transport = _UsbTransport(address, port, receiver, loop)
    receiver.connection_made(transport)
    transport.start()
    return StreamLink(address, LinkKind.USB, transport, receiver)


def _let_go(opening: "asyncio.Future[_FtdiPort]") -> None:
    """Nobody waits for the port any more."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


def _opened(wanted: UsbAddress, baud_rate: int, backend: Any) -> "_FtdiPort":
    """Find, claim and set up; blocks, each call for at most ``CALL_MS``."""
    denied: OSError | None = None
    for device in devices(backend):
        try:
            if wanted.is_it(device):
                return _FtdiPort(wanted, device, baud_rate)
        except OSError as error:
            denied = error  # it may be another one of its kind that may not be asked
        except LinkError as error:
            dispose(device)
            raise LinkError(f"{wanted.address}: {error}") from error
        dispose(device)
    if denied is not None:
        raise refusal(wanted, denied) from denied
    raise PortMissingError(
        f"{wanted.address}: there is no such device: is the board plugged in and switched on?"
    )


class _FtdiPort:
    """A claimed port; used by one thread at a time."""

    def __init__(self, wanted: UsbAddress, device: Any, baud_rate: int) -> None:
        import usb.util

        port = wanted.port
        self._name = wanted.address
        self._device = device
        self._interface = port - 1
        device.default_timeout = CALL_MS
        try:
            configuration = device.get_active_configuration()
        except OSError:
            device.set_configuration()
            configuration = device.get_active_configuration()
        ports = configuration.bNumInterfaces
        if port > ports:
            raise LinkError(f"the device has {ports} port{'s' * (ports > 1)}, not {port}")
        if is_driven(device, self._interface):
            raise LinkError(DRIVEN)
        usb.util.claim_interface(device, self._interface)
        for setting in ftdi.set_up(baud_rate, port, ports=ports):
            device.ctrl_transfer(ftdi.OUT_REQUEST, setting.request, setting.value, setting.index)
        ends = {end.bEndpointAddress & 0x80: end for end in configuration[(self._interface, 0)]}
        self._in, self._out = ends[0x80], ends[0x00]
        self._packet_bytes = int(self._in.wMaxPacketSize)

    def read(self) -> bytes:
        """What came over the line since the last call; waits for a moment. May be empty."""
        import usb.core

        try:
            transfer = bytes(
                self._device.read(
                    self._in.bEndpointAddress, READ_PACKETS * self._packet_bytes, READ_MS
                )
            )
        except usb.core.USBTimeoutError:
            return b""
        wrong = ftdi.line_errors(transfer, self._packet_bytes)
        if wrong:
            logger.debug("%s: %s", self._name, ", ".join(wrong))
        return ftdi.line_bytes(transfer, self._packet_bytes)

    def write(self, data: bytes) -> int:
        """Send; how many bytes of it went out."""
        import usb.core

        try:
            return int(self._device.write(self._out.bEndpointAddress, data, READ_MS))
        except usb.core.USBTimeoutError:
            return 0

    def close(self) -> None:
        """Let go of the device."""
        import usb.util

        with contextlib.suppress(OSError):
            usb.util.release_interface(self._device, self._interface)
        dispose(self._device)


class _UsbTransport(asyncio.Transport):
    """A port and its thread, as a transport."""

    def __init__(
        self, name: str, port: _FtdiPort, protocol: Receiver, loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__()
        self._port = port
        self._protocol = protocol
        self._loop = loop
        self._outgoing: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._closing = False
        self._room = threading.Event()
        self._room.set()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def is_closing(self) -> bool:
        return self._closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._outgoing.append(bytes(data))
        self._waiting_bytes += len(data)
        if self._waiting_bytes > WRITE_BYTES:
            self._protocol.pause_writing()

    def pause_reading(self) -> None:
        self._room.clear()

    def resume_reading(self) -> None:
        self._room.set()

    def abort(self) -> None:
        self._closing = True
        self._room.set()

    def close(self) -> None:
        self.abort()

    # --- in the thread ----------------------------------------------------------------

    def _work(self) -> None:
        trouble: Exception | None = None
        try:
            while not self._closing:
                self._send()
                self._room.wait(READ_MS / 1000)
                if self._room.is_set():
                    data = self._port.read()
                    if data:
                        self._tell(self._protocol.data_received, data)
        except OSError as error:
            trouble = _plain(error)
        finally:
            self._port.close()
            self._tell(self._protocol.connection_lost, trouble)

    def _send(self) -> None:
        while self._outgoing and not self._closing:
            data = self._outgoing[0]
            sent = self._port.write(data)
            if sent < len(data):
                self._outgoing[0] = data[sent:]
                self._tell(self._sent, sent)
                return
            self._outgoing.popleft()
            self._tell(self._sent, sent)

    def _sent(self, count: int) -> None:
        self._waiting_bytes -= count
        if self._waiting_bytes <= WRITE_BYTES:
            self._protocol.resume_writing()

    def _tell(self, call: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody listens any more
            self._loop.call_soon_threadsafe(call, *arguments)


def _plain(error: OSError) -> Exception:
    """The reason without libusb's numbers."""
    if error.errno in GONE:
        return OSError("the device was unplugged")
    return error
