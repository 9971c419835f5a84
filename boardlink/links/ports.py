"""Opening any port by its name: which kind of link it needs, its name tells."""

from boardlink.links.ble import SCHEME as BLE
from boardlink.links.ble import open_ble
from boardlink.links.bluetooth import SCHEME as BLUETOOTH
from boardlink.links.bluetooth import open_bluetooth
from boardlink.links.link import BUS, Link
from boardlink.links.serial import open_serial
from boardlink.links.usb import SCHEME as USB
from boardlink.links.usb import open_usb


async def open_port(port: str, pegasus_key: bytes | None = None) -> Link:
    """Open ``port`` for this program alone.

    A path or ``COM5``, ``socket://`` and ``rfc2217://`` of a serial server, ``usb://`` of an
    FTDI chip, ``bt://`` of a Bluetooth board, ``ble://`` of a Pegasus, which wants its key;
    ``bus:`` before it where it leads to a bus line.

    Raises:
        LinkError: it is not there, held by another program, forbidden, or no port at all;
            the text says what to check.
    """
    bare = port.removeprefix(BUS)
    if bare.startswith(USB):
        return await open_usb(bare)
    if port.startswith(BLUETOOTH):
        return await open_bluetooth(port)
    if port.startswith(BLE):
        return await open_ble(port, pegasus_key)
    return await open_serial(port)
