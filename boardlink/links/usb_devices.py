"""Which USB devices there are, what they are called, and why one cannot be used.

Needs the extra ``usb`` (pyusb, and libusb where the system has none). An address is
``usb://0403:6001/A50285BI``, vendor, product and serial number, or where a chip has no
serial number of its own (as in DGT's older boards) the socket that it is plugged into,
``usb://0403:6001/@1-2.3``; a chip with several ports gets ``/2`` for its second one.
"""

import contextlib
import errno
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from boardlink.errors import LinkError, PortBusyError, PortMissingError
from boardlink.protocols import ftdi

SCHEME = "usb://"

GONE = frozenset({errno.ENODEV, errno.ENOENT, errno.ENXIO, errno.EIO, errno.EPIPE})
"""What the system says of a device that is not there any more."""

_GET_STATUS = (0x80, 0, 0, 0, 2)
"""The standard request that every device answers."""

NO_PYUSB = "USB devices cannot be looked at: install the extra with: pip install 'topboards[usb]'"
NO_LIBUSB = (
    "USB devices cannot be looked at: there is no libusb: install it (on Debian libusb-1.0-0), "
    "or: pip install libusb-package"
)
_FORBIDDEN = (
    "this user may not open it: on Linux allow it with a udev rule "
    '(SUBSYSTEM=="usb", ATTR{{idVendor}}=="{vendor:04x}", GROUP="dialout", MODE="0660"), plug it '
    "in again, and be in that group; elsewhere the system's own driver or another program has it"
)
DRIVEN = (
    "the system's own driver has it: use its serial port in place of this address "
    "(topboards boards list shows it)"
)
_NO_DRIVER = (
    "the system gives no access to it: on Windows it needs the WinUSB driver (Zadig installs it), "
    "or FTDI's own, and then its COM port"
)


@dataclass(frozen=True, slots=True)
class UsbCandidate:
    """A USB device, or one serial port of an FTDI chip.

    Attributes:
        address: what :func:`open_usb` takes; empty where this program has no driver for it.
        place: the socket it is plugged into, such as ``1-2.3``.
        maker, product, serial: its own words, empty where it says none or may not be asked.
        driven: the system's driver has it, so it has a serial port; None where nobody can tell.
        trouble: why it cannot be opened, empty where nothing is known against it.
    """

    address: str
    vendor_id: int
    product_id: int
    place: str
    maker: str = ""
    product: str = ""
    serial: str = ""
    driven: bool | None = None
    trouble: str = ""


def libusb() -> Any:
    """The way to the devices: the system's libusb, else the one of ``libusb-package``.

    Raises:
        LinkError: there is neither; the text says what to install.
    """
    try:
        import usb.backend.libusb1
    except ImportError as error:
        raise LinkError(NO_PYUSB) from error
    backend = usb.backend.libusb1.get_backend()
    if backend is None:
        with contextlib.suppress(ImportError):
            import libusb_package

            backend = libusb_package.get_libusb1_backend()
    if backend is None:
        raise LinkError(NO_LIBUSB)
    return backend


def list_usb(backend: Any = None) -> tuple[UsbCandidate, ...]:
    """All USB devices of this machine, as far as they can be seen; opens no port.

    Blocks for some milliseconds a device: call it in a thread.

    Raises:
        LinkError: USB devices cannot be looked at; the text says what to install.
    """
    found = [_described(device) for device in devices(backend)]
    names = Counter((one.vendor_id, one.product_id, one.serial) for one, _ in found)
    listed: list[UsbCandidate] = []
    for one, ports in found:
        unique = one.serial and names[one.vendor_id, one.product_id, one.serial] == 1
        name = quote(one.serial, safe="") if unique else f"@{one.place}"
        address = f"{SCHEME}{one.vendor_id:04x}:{one.product_id:04x}/{name}"
        if not _is_ftdi(one.vendor_id, one.product_id):
            listed.append(one)
        elif ports == 1:
            listed.append(_with_address(one, address))
        else:
            listed += [_with_address(one, f"{address}/{port}") for port in range(1, ports + 1)]
    return tuple(sorted(listed, key=lambda one: (one.vendor_id, one.product_id, one.place)))


# --- devices --------------------------------------------------------------------------


def devices(backend: Any) -> Iterable[Any]:
    """All devices, none of them open; ``backend`` None: the one of :func:`libusb`."""
    if backend is None:
        backend = libusb()
    import usb.core

    try:
        return list(usb.core.find(find_all=True, backend=backend))
    except OSError as error:
        raise LinkError(f"USB devices cannot be looked at: {error}") from error


def _is_ftdi(vendor: int, product: int) -> bool:
    return vendor == ftdi.VENDOR and product in ftdi.PRODUCTS


def _described(device: Any) -> tuple[UsbCandidate, int]:
    """What a device says of itself, and how many ports it has."""
    trouble, ports, driven = "", 1, None
    words = ["", "", ""]
    try:
        words = [_said(device, what) for what in ("manufacturer", "product", "serial_number")]
        if _is_ftdi(device.idVendor, device.idProduct):
            ports = max(device[0].bNumInterfaces, 1)
            driven = is_driven(device, 0)
    except OSError as error:
        trouble = _explained(error, device.idVendor)
    finally:
        dispose(device)
    maker, product, serial = words
    one = UsbCandidate(
        "", device.idVendor, device.idProduct, _place(device),
        maker, product, serial, driven, trouble,
    )  # fmt: skip
    return one, ports


def _said(device: Any, what: str) -> str:
    """One of a device's own words, empty where it has none.

    Raises:
        OSError: it cannot be asked.
    """
    try:
        return (getattr(device, what) or "").strip()
    except ValueError:
        # pyusb's answer both to a device without words and to a user who may not ask for them.
        device.ctrl_transfer(*_GET_STATUS)
        return ""


def _with_address(one: UsbCandidate, address: str) -> UsbCandidate:
    trouble = one.trouble or (DRIVEN if one.driven else "")
    return UsbCandidate(
        address, one.vendor_id, one.product_id, one.place,
        one.maker, one.product, one.serial, one.driven, trouble,
    )  # fmt: skip


def _place(device: Any) -> str:
    """The socket, which stays the same from one time to the next; else the device's number."""
    sockets = device.port_numbers
    return (
        f"{device.bus}-{'.'.join(map(str, sockets))}"
        if sockets
        else f"{device.bus}:{device.address}"
    )


def is_driven(device: Any, interface: int) -> bool | None:
    """True where the system's own driver has the interface; None where nobody can tell."""
    try:
        return bool(device.is_kernel_driver_active(interface))
    except NotImplementedError:
        return None
    except OSError as error:
        if error.errno == errno.EACCES:
            raise
        return None


def dispose(device: Any) -> None:
    """Let go of all that was opened of a device."""
    import usb.util

    with contextlib.suppress(OSError):
        usb.util.dispose_resources(device)


def _explained(error: OSError, vendor: int) -> str:
    """What a device's refusal means, in words that say what to do."""
    match error.errno:
        case errno.EACCES | errno.EPERM:
            return _FORBIDDEN.format(vendor=vendor)
        case errno.ENOSYS | errno.EOPNOTSUPP:
            return _NO_DRIVER
        case errno.EBUSY:
            return "it is in use by another program (LiveChess?): close it there first"
        case number if number in GONE:
            return "it was there a moment ago and is gone: check its plug"
        case _:
            return f"it cannot be opened: {error}"


@dataclass(frozen=True, slots=True)
class UsbAddress:
    """An address, taken apart."""

    address: str
    vendor: int
    product: int
    serial: str
    place: str
    port: int

    @classmethod
    def parsed(cls, address: str) -> "UsbAddress":
        """Take ``address`` apart.

        Raises:
            LinkError: it is none, or of a device that this program has no driver for.
        """
        ids, _, rest = address.removeprefix(SCHEME).partition("/")
        name, _, port = rest.partition("/")
        vendor, _, product = ids.partition(":")
        try:
            numbers = int(vendor, 16), int(product, 16), int(port or "1")
        except ValueError as error:
            raise _no_address(address) from error
        if not name or not address.startswith(SCHEME) or numbers[2] < 1:
            raise _no_address(address)
        if not _is_ftdi(*numbers[:2]):
            raise LinkError(
                f"{address}: this program talks to FTDI chips over USB, and this is none: use "
                f"the serial port that the system gives it"
            )
        place = name[1:] if name.startswith("@") else ""
        return cls(address, *numbers[:2], "" if place else unquote(name), place, numbers[2])

    def is_it(self, device: Any) -> bool:
        """True where ``device`` answers to this address.

        Raises:
            OSError: it may not be asked for its serial number.
        """
        if (device.idVendor, device.idProduct) != (self.vendor, self.product):
            return False
        if self.place:
            return _place(device) == self.place
        return _said(device, "serial_number") == self.serial


def _no_address(address: str) -> LinkError:
    return LinkError(
        f"{address}: this is no USB address: expected usb://0403:6001/SERIAL, or "
        f"usb://0403:6001/@1-2 for the socket that it is plugged into"
    )


def refusal(wanted: UsbAddress, error: OSError) -> LinkError:
    """What to raise where the device that was found cannot be opened."""
    text = f"{wanted.address}: {_explained(error, wanted.vendor)}"
    if error.errno == errno.EBUSY:
        return PortBusyError(text)
    return PortMissingError(text) if error.errno in GONE else LinkError(text)
