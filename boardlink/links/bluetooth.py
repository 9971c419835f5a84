"""Boards by their Bluetooth address, without a port: ``bt://AA:BB:CC:DD:EE:FF``.

The board has to be paired (docs/boards.md). ``/2`` after the address names another RFCOMM
channel than the first, which is the one that DGT's boards listen at (docs/boards.md).
Python has Bluetooth sockets on Linux where it was built with them, and on Windows; the
system's own ports (``/dev/rfcomm0``, ``COM7``) are links like any other and need none.
"""

import asyncio
import errno
import re
import socket
from collections.abc import Callable

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortBusyError, PortMissingError
from boardlink.links.stream import Receiver, StreamLink

SCHEME = "bt://"
CHANNEL = 1
MOST_CHANNELS = 30
OPEN_TIMEOUT_S = 15.0
"""A radio looks for a device for ten seconds before it gives up."""
_ADDRESS = re.compile(r"bt://((?:[0-9A-F]{2}:){5}[0-9A-F]{2})(?:/([0-9]{1,2}))?", re.IGNORECASE)


def _numbers(*names: str) -> frozenset[int]:
    """Error numbers, as far as this system has them."""
    return frozenset(getattr(errno, name) for name in names if hasattr(errno, name))


_UNHEARD = _numbers("EHOSTDOWN", "EHOSTUNREACH", "ETIMEDOUT")
_UNPAIRED = _numbers("EACCES", "EPERM", "EBADE", "EKEYREJECTED")
_BUSY = _numbers("EBUSY", "EADDRINUSE", "EISCONN")
_NO_ADAPTER = _numbers("ENODEV", "ENETDOWN", "ENETUNREACH")

SocketMaker = Callable[[], socket.socket]


def rfcomm_socket() -> socket.socket:
    """A Bluetooth stream socket that is not connected yet.

    Raises:
        LinkError: this system or this Python has none; the text says what to use instead.
    """
    family = getattr(socket, "AF_BLUETOOTH", None)
    protocol = getattr(socket, "BTPROTO_RFCOMM", None)
    if family is None or protocol is None:
        raise LinkError(
            "this Python has no Bluetooth sockets: pair the board and use its port: "
            "/dev/rfcomm0 after 'rfcomm connect 0 ADDRESS' on Linux, its COM port on Windows, "
            "/dev/cu.DGT_BT… on macOS"
        )
    try:
        return socket.socket(family, socket.SOCK_STREAM, protocol)
    except OSError as error:
        raise LinkError(
            f"this machine has no Bluetooth that works ({error.strerror}): is its adapter "
            f"plugged in, and Bluetooth switched on?"
        ) from error


async def open_bluetooth(address: str, make_socket: SocketMaker = rfcomm_socket) -> StreamLink:
    """Connect to the board at ``address``.

    Raises:
        LinkError: no such address, no Bluetooth here, or the board does not take the call;
            the text says what to check.
    """
    mac, channel = _parsed(address)
    loop = asyncio.get_running_loop()
    try:
        connecting = make_socket()
    except LinkError as error:
        raise LinkError(f"{address}: {error}") from error
    try:
        connecting.setblocking(False)
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            await loop.sock_connect(connecting, (mac, channel))
        transport, receiver = await loop.create_connection(Receiver, sock=connecting)
    except TimeoutError as error:
        connecting.close()
        raise _unheard(address) from error
    except OSError as error:
        connecting.close()
        raise _explained(address, channel, error) from error
    except BaseException:
        connecting.close()
        raise
    return StreamLink(address, LinkKind.BLUETOOTH, transport, receiver)


def _parsed(address: str) -> tuple[str, int]:
    match = _ADDRESS.fullmatch(address)
    channel = int(match[2] or CHANNEL) if match else 0
    if match is None or not 1 <= channel <= MOST_CHANNELS:
        raise LinkError(
            f"{address}: this is no Bluetooth address: expected bt://AA:BB:CC:DD:EE:FF, and "
            f"after it /2 for another channel than the first (1 to {MOST_CHANNELS})"
        )
    return match[1].upper(), channel


def _unheard(address: str) -> LinkTimeoutError:
    return LinkTimeoutError(
        f"{address}: the board does not answer the radio: is it switched on, charged, within "
        f"ten metres, and not connected to another computer?"
    )


def _explained(address: str, channel: int, error: OSError) -> LinkError:
    """What a refusal means, in words that say what to check."""
    if error.errno in _UNHEARD:
        return _unheard(address)
    if error.errno in _UNPAIRED:
        return LinkError(
            f"{address}: the board is not paired with this machine: pair it with "
            f"'bluetoothctl pair' (its code is 0000)"
        )
    if error.errno in _BUSY:
        return PortBusyError(
            f"{address}: this machine is connected to the board already: release it ('rfcomm "
            f"release all'), or close the program that has it"
        )
    if error.errno in _NO_ADAPTER:
        return PortMissingError(
            f"{address}: there is no Bluetooth adapter that is switched on: plug it in, or "
            f"switch it on ('bluetoothctl power on')"
        )
    if error.errno == errno.ECONNREFUSED:
        return LinkError(
            f"{address}: there is a device, but nothing listens at its channel {channel}: is "
            f"it a board? 'sdptool browse' tells the channel of its serial port"
        )
    return LinkError(f"{address}: cannot be connected: {error}")
