"""A DGT Pegasus over Bluetooth LE: ``ble://AA:BB:CC:DD:EE:FF`` (on macOS, its own identifier).

Needs the extra ``ble`` (bleak). The board talks over a UART service that Nordic described
(docs/boards.md). It wants DGT's developer key before anything else; the key is DGT's to
give, stands in the hall's configuration, and is sent here, so that no recording holds it.
"""

import asyncio
import contextlib
from typing import Any

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortMissingError
from boardlink.links.stream import WRITE_TIMEOUT_S, Receiver, ReceivingLink
from boardlink.protocols.pegasus import encode_key

SCHEME = "ble://"
FROM_BOARD = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
TO_BOARD = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
WRITE_BYTES = 20
"""What fits into one packet where nobody has agreed on more."""
OPEN_TIMEOUT_S = 20.0
"""A scan of ten seconds, and the connection."""
CLOSE_TIMEOUT_S = 3.0

NO_BLEAK = "Bluetooth LE boards need an extra: install it with: pip install 'topboards[ble]'"
NO_KEY = (
    "a Pegasus answers only to a developer key: ask DGT for one, and write it into the hall's "
    "configuration (pegasus_key)"
)


class BleLink(ReceivingLink):
    """An open connection; see :class:`boardlink.links.link.Link`."""

    what = "connection"
    check = "is the board switched on, charged, and within ten metres?"

    def __init__(self, name: str, client: Any, receiver: Receiver) -> None:
        """Made by :func:`open_ble`."""
        super().__init__(name, LinkKind.BLE, receiver)
        self._client = client

    async def write(self, data: bytes) -> None:
        """Send ``data`` in packets."""
        if self._closed or self._receiver.gone:
            raise self._cannot_send()
        try:
            async with asyncio.timeout(WRITE_TIMEOUT_S):
                for at in range(0, len(data), WRITE_BYTES):
                    await self._client.write_gatt_char(TO_BOARD, data[at : at + WRITE_BYTES])
        except TimeoutError as error:
            raise LinkTimeoutError(f"{self.name}: the board takes no bytes") from error
        except (_bleak_error(), OSError, EOFError) as error:
            raise self._cannot_send(error) from error

    async def _release(self) -> None:
        """Let the board go."""
        with contextlib.suppress(_bleak_error(), OSError, EOFError, TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._client.disconnect()


async def open_ble(address: str, key: bytes | None, backend: Any = None) -> BleLink:
    """Connect to the Pegasus at ``address`` and give it the developer key.

    ``backend`` is what bleak talks to in place of the system's Bluetooth.

    Raises:
        LinkError: no such board, no Bluetooth, no key; the text says what to do.
    """
    if key is None:
        raise LinkError(f"{address}: {NO_KEY}")
    try:
        hello = encode_key(key)
    except ValueError as error:
        raise LinkError(f"{address}: {error}: see pegasus_key in the hall's file") from error
    bleak_error = _bleak_error()
    receiver = Receiver()
    client = _client(address, receiver, backend)
    link = BleLink(address, client, receiver)
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            await client.connect()
            await client.start_notify(FROM_BOARD, lambda _, data: _heard(receiver, data))
            await link.write(hello)
    except TimeoutError as error:
        await link.close()
        raise LinkTimeoutError(f"{address}: {_NOT_THERE}") from error
    except (bleak_error, OSError, EOFError) as error:
        await link.close()
        raise _explained(address, error) from error
    except BaseException:
        await link.close()
        raise
    return link


_NOT_THERE = (
    "the board does not answer: is it switched on, charged, within ten metres, and not "
    "connected to a phone?"
)


def _heard(receiver: Receiver, data: bytearray) -> None:
    receiver.data_received(bytes(data))


def _client(address: str, receiver: Receiver, backend: Any) -> Any:
    from bleak import BleakClient

    chosen = {} if backend is None else {"backend": backend}
    return BleakClient(
        address.removeprefix(SCHEME),
        disconnected_callback=lambda _: receiver.connection_lost(None),
        **chosen,
    )


def _bleak_error() -> type[Exception]:
    try:
        from bleak.exc import BleakError
    except ImportError as error:
        raise LinkError(NO_BLEAK) from error
    return BleakError


def _explained(address: str, error: Exception) -> LinkError:
    """What went wrong, in words that say what to do."""
    if type(error).__name__ == "BleakDeviceNotFoundError":
        return PortMissingError(f"{address}: {_NOT_THERE}")
    if isinstance(error, OSError):
        return LinkError(
            f"{address}: this machine has no Bluetooth that works ({error}): is its adapter "
            f"plugged in and its service running ('systemctl status bluetooth' on Linux)?"
        )
    return LinkError(f"{address}: cannot be connected: {error}")
