"""Serial ports, and serial servers on the network, by serialx.

A port is a device's path (``/dev/ttyACM0``, ``COM5``), ``socket://host:port`` or
``rfc2217://host:port``. It is opened for this program alone.
"""

import asyncio
import errno
import socket

import serialx

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortBusyError, PortMissingError
from boardlink.links.link import BUS
from boardlink.links.processes import holders_of
from boardlink.links.stream import Receiver, StreamLink

BAUD_RATE = 9600
"""Of every DGT board; USB and Bluetooth ignore it (docs/dgt-wire.md)."""
OPEN_TIMEOUT_S = 10.0
"""A Bluetooth port or a serial server needs a few seconds at most."""

RFC2217 = "rfc2217://"
_NO_RFC2217 = (
    "the serial server does not let its port be set up from here: switch RFC 2217 (telnet with "
    "port control) on in the server, or set it to 9600 8N1 raw TCP and use socket://"
)


class SerialLink(StreamLink):
    """An open serial port; made by :func:`open_serial`."""

    async def write(self, data: bytes) -> None:
        """Send ``data``; waits while the port takes nothing."""
        try:
            await super().write(data)
        except serialx.SerialException as error:
            raise self._cannot_send(error) from error


async def open_serial(port: str, baud_rate: int = BAUD_RATE) -> SerialLink:
    """Open ``port`` for this program alone.

    With ``bus:`` before it, DTR and RTS stay low, as a bus line needs it (docs/boards.md).

    Raises:
        LinkError: it is not there, held by another program, forbidden, or no port at all;
            the text says what to check.
    """
    loop = asyncio.get_running_loop()
    pins = serialx.PinState.LOW if port.startswith(BUS) else serialx.PinState.HIGH
    port = port.removeprefix(BUS)
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            transport, receiver = await serialx.create_serial_connection(
                loop,
                Receiver,
                port,
                baud_rate,
                exclusive=True,
                dtr_on_open=pins,
                rts_on_open=pins,
            )
    except TimeoutError as error:
        if port.lower().startswith(RFC2217):
            raise LinkTimeoutError(f"{port}: {_NO_RFC2217}") from error
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
    assert isinstance(receiver, Receiver), "serialx calls the factory it was given"
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
        what = "a hall has its boards" if "topboards" in by else "close it there first"
        return PortBusyError(f"{port}: the port is in use by {by}: {what}")
    elif isinstance(error, PermissionError):
        text = (
            "this user may not open it: on Linux join the group that owns the port "
            "(often dialout) and log in again; on Windows another program may hold it"
        )
    elif isinstance(error, serialx.SerialException) and port.lower().startswith(RFC2217):
        text = f"{_NO_RFC2217} ({error})"
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
    return "" if "://" in port else (holders_of([port]) or {}).get(port, "")
