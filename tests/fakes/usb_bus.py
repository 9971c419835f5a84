"""A USB bus with FTDI chips on it, for pyusb: plug, read, time out, unplug."""

import array
import asyncio
import errno
import threading
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import usb.core
from usb.backend import IBackend

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError
from boardlink.protocols.ftdi import STATUS_BYTES

IN, OUT = 0x81, 0x02


def usb_error(number: int) -> usb.core.USBError:
    return usb.core.USBError(f"error {number}", errno=number)


@dataclass
class FakeChip:
    """A chip; what stands in ``line_in`` is what its serial line has brought.

    Attributes:
        refuses: the error that opening it gives, and ``claim`` the one of claiming it.
        settings: vendor requests that it was sent: request, value, index.
        written: what went out on its line, by interface.
        takes_nothing: writes time out.
        claimed: interfaces that are held.
        handles: how often it is open.
    """

    serial: str = "A50285BI"
    vendor: int = 0x0403
    product: int = 0x6001
    maker: str = "FTDI"
    product_name: str = "USB <-> Serial"
    sockets: tuple[int, ...] = (2, 3)
    ports: int = 1
    packet_bytes: int = 64
    driven: bool = False
    refuses: int = 0
    claim: int = 0
    status: int = 0
    takes_nothing: bool = False
    plugged: bool = True
    configured: bool = True
    settings: list[tuple[int, int, int]] = field(default_factory=list)
    written: dict[int, bytearray] = field(default_factory=dict)
    claimed: set[int] = field(default_factory=set)
    handles: int = 0
    line_in: dict[int, bytearray] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def bring(self, data: bytes, interface: int = 0) -> None:
        """Bytes come over the serial line."""
        with self.changed:
            self.line_in.setdefault(interface, bytearray()).extend(data)
            self.changed.notify_all()

    def unplug(self) -> None:
        with self.changed:
            self.plugged = False
            self.changed.notify_all()

    def string(self, index: int) -> str:
        return {1: self.maker, 2: self.product_name, 3: self.serial}.get(index, "")


class ChipEnd:
    """The far end of a chip's serial line, as a link, for whatever is connected there."""

    kind = LinkKind.USB
    name = "chip"

    def __init__(self, chip: FakeChip) -> None:
        self._chip = chip

    async def read(self) -> bytes:
        while self._chip.plugged:
            with self._chip.changed:
                waiting = self._chip.written.pop(0, bytearray())
            if waiting:
                return bytes(waiting)
            await asyncio.sleep(0.005)
        raise LinkError("unplugged")

    async def write(self, data: bytes) -> None:
        self._chip.bring(data)

    async def close(self) -> None:
        self._chip.unplug()


class FakeUsb(IBackend):  # type: ignore[misc] # pyusb has no types
    """The backend: hand it to what takes pyusb's."""

    def __init__(self, *chips: FakeChip) -> None:
        self.chips = list(chips)

    def enumerate_devices(self) -> list[FakeChip]:
        return [chip for chip in self.chips if chip.plugged]

    def get_device_descriptor(self, dev: FakeChip) -> SimpleNamespace:
        return SimpleNamespace(
            bLength=18, bDescriptorType=1, bcdUSB=0x0200, bDeviceClass=0, bDeviceSubClass=0,
            bDeviceProtocol=0, bMaxPacketSize0=8, idVendor=dev.vendor, idProduct=dev.product,
            bcdDevice=0x0600, iManufacturer=1, iProduct=2, iSerialNumber=3 if dev.serial else 0,
            bNumConfigurations=1, address=self.chips.index(dev) + 1, bus=1,
            port_number=dev.sockets[-1] if dev.sockets else None, port_numbers=dev.sockets or None,
            speed=2,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: FakeChip, config: int) -> SimpleNamespace:
        if config:
            raise IndexError(config)
        return SimpleNamespace(
            bLength=9, bDescriptorType=2, wTotalLength=32, bNumInterfaces=dev.ports,
            bConfigurationValue=1, iConfiguration=0, bmAttributes=0x80, bMaxPower=45,
            extra_descriptors=[],
        )  # fmt: skip

    def get_interface_descriptor(
        self, dev: FakeChip, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        if alt or config or intf >= dev.ports:
            raise IndexError(alt)
        return SimpleNamespace(
            bLength=9, bDescriptorType=4, bInterfaceNumber=intf, bAlternateSetting=0,
            bNumEndpoints=2, bInterfaceClass=0xFF, bInterfaceSubClass=0xFF,
            bInterfaceProtocol=0xFF, iInterface=2, extra_descriptors=[],
        )  # fmt: skip

    def get_endpoint_descriptor(
        self, dev: FakeChip, ep: int, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        return SimpleNamespace(
            bLength=7, bDescriptorType=5, bEndpointAddress=(IN, OUT)[ep] + 2 * intf,
            bmAttributes=2, wMaxPacketSize=dev.packet_bytes, bInterval=0, bRefresh=0,
            bSynchAddress=0, extra_descriptors=[],
        )  # fmt: skip

    def open_device(self, dev: FakeChip) -> FakeChip:
        if dev.refuses:
            raise usb_error(dev.refuses)
        dev.handles += 1
        return self._there(dev)

    def close_device(self, dev_handle: FakeChip) -> None:
        dev_handle.handles -= 1

    def get_configuration(self, dev_handle: FakeChip) -> int:
        return int(dev_handle.configured)

    def set_configuration(self, dev_handle: FakeChip, config_value: int) -> None:
        dev_handle.configured = config_value == 1

    def is_kernel_driver_active(self, dev_handle: FakeChip, intf: int) -> bool:
        return dev_handle.driven

    def claim_interface(self, dev_handle: FakeChip, intf: int) -> None:
        if dev_handle.claim or intf in dev_handle.claimed:
            raise usb_error(dev_handle.claim or errno.EBUSY)
        dev_handle.claimed.add(intf)

    def release_interface(self, dev_handle: FakeChip, intf: int) -> None:
        dev_handle.claimed.discard(intf)

    def ctrl_transfer(
        self,
        dev_handle: FakeChip,
        bmRequestType: int,
        bRequest: int,
        wValue: int,
        wIndex: int,
        data: Any,
        timeout: int,
    ) -> int:
        self._there(dev_handle)
        if bmRequestType == 0x80 and bRequest == 6:
            text = dev_handle.string(wValue & 0xFF).encode("utf-16-le")
            languages = b"\x09\x04" if dev_handle.maker else b""
            body = languages if wValue & 0xFF == 0 else text
            answer = bytes([len(body) + 2, 3]) + body
            data[: len(answer)] = array.array("B", answer)
            return len(answer)
        if bmRequestType == 0x80:
            return len(data)
        dev_handle.settings.append((bRequest, wValue, wIndex))
        return 0

    def bulk_read(self, dev_handle: FakeChip, ep: int, intf: int, buff: Any, timeout: int) -> int:
        waiting = dev_handle.line_in.setdefault(intf, bytearray())
        with dev_handle.changed:
            dev_handle.changed.wait_for(lambda: waiting or not dev_handle.plugged, timeout / 1000)
            self._there(dev_handle)
            if not waiting:
                raise usb.core.USBTimeoutError("timed out", errno=errno.ETIMEDOUT)
            transfer = bytearray()
            while waiting and len(transfer) + dev_handle.packet_bytes <= len(buff):
                part = waiting[: dev_handle.packet_bytes - STATUS_BYTES]
                del waiting[: len(part)]
                transfer += bytes([0x01, 0x60 | dev_handle.status]) + part
        buff[: len(transfer)] = array.array("B", transfer)
        return len(transfer)

    def bulk_write(self, dev_handle: FakeChip, ep: int, intf: int, data: Any, timeout: int) -> int:
        self._there(dev_handle)
        if dev_handle.takes_nothing:
            threading.Event().wait(timeout / 1000)
            raise usb.core.USBTimeoutError("timed out", errno=errno.ETIMEDOUT)
        with dev_handle.changed:
            dev_handle.written.setdefault(intf, bytearray()).extend(bytes(data))
            dev_handle.changed.notify_all()
        return len(data)

    def _there(self, chip: FakeChip) -> FakeChip:
        if not chip.plugged:
            raise usb_error(errno.ENODEV)
        return chip
