import asyncio
import errno
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.errors import LinkError, LinkTimeoutError, PortBusyError, PortMissingError
from boardlink.fleet import Fleet
from boardlink.links import stream
from boardlink.links.usb import list_usb, open_usb
from boardlink.links.usb_devices import libusb
from boardlink.stations.station import DeviceReport
from facts.fact import DeviceOffline, DeviceOnline, Fact
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.usb_bus import ChipEnd, FakeChip, FakeUsb
from tests.fakes.virtual_clock import LoopClock

pytestmark = pytest.mark.real_time

ADDRESS = "usb://0403:6001/A50285BI"


def no_thread_is_left() -> bool:
    """A thread that has said its last word may take a moment to end."""
    ours = [one for one in threading.enumerate() if one.name.startswith("usb://")]
    for thread in ours:
        thread.join(1)
    return not any(thread.is_alive() for thread in ours)


async def received(link: stream.StreamLink, count: int) -> bytes:
    data = b""
    async with asyncio.timeout(5):
        while len(data) < count:
            data += await link.read()
    return data


async def until_written(chip: FakeChip, data: bytes, interface: int = 0) -> None:
    async with asyncio.timeout(5):
        while bytes(chip.written.get(interface, b"")) != data:  # noqa: ASYNC110 - a fake's state
            await asyncio.sleep(0.01)


async def test_bytes_go_both_ways_without_the_chip_s_own() -> None:
    chip = FakeChip()
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    assert link.kind is LinkKind.USB
    assert link.name == ADDRESS
    await link.write(b"\x4d")
    await until_written(chip, b"\x4d")
    data = bytes(range(256)) * 4
    chip.bring(data)
    assert await received(link, len(data)) == data
    await link.close()
    assert chip.claimed == set()
    assert chip.handles == 0
    assert no_thread_is_left()


async def test_the_chip_is_made_a_port_of_9600_baud_and_8n1() -> None:
    chip = FakeChip()
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    assert (3, 0x4138, 0) in chip.settings
    assert (4, 0x0008, 0) in chip.settings
    await link.close()


async def test_a_chip_that_nobody_has_configured_is_configured() -> None:
    chip = FakeChip(configured=False)
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    assert chip.configured
    await link.close()


async def test_silence_is_no_trouble() -> None:
    chip = FakeChip()
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await link.read()
    chip.bring(b"still there")
    assert await received(link, 11) == b"still there"
    await link.close()


async def test_unplugging_ends_the_link_and_its_thread() -> None:
    chip = FakeChip()
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    chip.bring(b"last words")
    assert await received(link, 10) == b"last words"
    chip.unplug()
    with pytest.raises(LinkError, match=r"gone .*unplugged.*: check the cable"):
        async with asyncio.timeout(5):
            await link.read()
    with pytest.raises(LinkError, match="cannot send"):
        await link.write(b"x")
    await link.close()
    assert no_thread_is_left()


async def test_a_board_that_is_plugged_in_again_is_opened_again() -> None:
    chip = FakeChip()
    bus = FakeUsb(chip)
    for _ in range(5):
        link = await open_usb(ADDRESS, backend=bus)
        chip.bring(b"!")
        assert await received(link, 1) == b"!"
        chip.unplug()
        await link.close()
        with pytest.raises(PortMissingError, match="there is no such device"):
            await open_usb(ADDRESS, backend=bus)
        chip.plugged = True
    assert no_thread_is_left()
    assert chip.handles == 0


async def test_a_writer_is_told_when_the_chip_takes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "WRITE_TIMEOUT_S", 0.2)
    chip = FakeChip(takes_nothing=True)
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    await link.write(bytes(5000))
    with pytest.raises(LinkTimeoutError, match="takes no bytes"):
        await link.write(b"x")
    chip.takes_nothing = False
    async with asyncio.timeout(5):
        while not chip.written:  # noqa: ASYNC110 - a fake's state
            await asyncio.sleep(0.01)
    await link.close()


async def test_a_reader_that_sleeps_holds_the_chip_up_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "BUFFER_BYTES", 500)
    chip = FakeChip()
    link = await open_usb(ADDRESS, backend=FakeUsb(chip))
    data = bytes(range(250)) * 20
    chip.bring(data)
    await asyncio.sleep(0.3)
    chip.bring(data)
    await asyncio.sleep(0.3)
    assert len(chip.line_in[0]) >= len(data), "the rest waits in the chip"
    assert await received(link, 2 * len(data)) == 2 * data
    await link.close()


@pytest.mark.parametrize(
    ("chip", "kind", "advice"),
    [
        (FakeChip(refuses=errno.EACCES), LinkError, "udev rule"),
        (FakeChip(claim=errno.EBUSY), PortBusyError, "in use by another program"),
        (FakeChip(refuses=errno.ENOSYS), LinkError, "WinUSB"),
        (FakeChip(driven=True), LinkError, "use its serial port"),
        (FakeChip(serial="OTHER"), PortMissingError, "no such device"),
        (FakeChip(claim=errno.ENODEV), PortMissingError, "check its plug"),
        (FakeChip(claim=errno.ENOMEM), LinkError, "cannot be opened"),
    ],
)
async def test_a_device_that_cannot_be_opened_says_what_to_do(
    chip: FakeChip, kind: type[LinkError], advice: str
) -> None:
    with pytest.raises(kind, match=advice) as raised:
        await open_usb(ADDRESS, backend=FakeUsb(chip))
    assert str(raised.value).startswith(ADDRESS)
    assert chip.handles == 0
    assert chip.claimed == set()


@pytest.mark.parametrize(
    "address",
    [
        "usb://", "usb://0403:6001", "usb://0403:6001/", "usb://xyz:6001/A", "usb://0403/A",
        "usb://0403:6001/A/0", "usb://0403:6001/A/x", "usb:0403:6001/A",
    ],
)  # fmt: skip
async def test_what_is_no_address_says_what_one_looks_like(address: str) -> None:
    with pytest.raises(LinkError, match="expected usb://0403:6001/SERIAL"):
        await open_usb(address, backend=FakeUsb())


async def test_a_device_without_such_a_chip_is_left_to_the_system() -> None:
    with pytest.raises(LinkError, match="use the serial port that the system gives it"):
        await open_usb("usb://04d8:000a/DGT", backend=FakeUsb())


async def test_opening_that_nobody_waits_for_any_more_leaves_the_device_free() -> None:
    chip = FakeChip()
    slow = threading.Event()

    class SlowUsb(FakeUsb):
        def claim_interface(self, dev_handle: FakeChip, intf: int) -> None:
            slow.wait(5)
            super().claim_interface(dev_handle, intf)

    async with asyncio.TaskGroup() as group:
        opening = group.create_task(open_usb(ADDRESS, backend=SlowUsb(chip)))
        await asyncio.sleep(0.1)
        opening.cancel()
    slow.set()
    async with asyncio.timeout(5):
        while chip.handles:  # noqa: ASYNC110 - a fake's state
            await asyncio.sleep(0.01)
    assert chip.claimed == set()


async def test_each_port_of_a_chip_with_several_is_a_port_of_its_own() -> None:
    chip = FakeChip(product=0x6011, ports=4, packet_bytes=512)
    bus = FakeUsb(chip)
    listed = list_usb(bus)
    assert [one.address for one in listed] == [
        f"usb://0403:6011/A50285BI/{port}" for port in (1, 2, 3, 4)
    ]
    links = [await open_usb(one.address, backend=bus) for one in listed]
    for number, link in enumerate(links):
        chip.bring(bytes([number]) * 1000, number)
        assert await received(link, 1000) == bytes([number]) * 1000
        await link.write(bytes([number]))
        await until_written(chip, bytes([number]), number)
        await link.close()
    assert (3, 0x4138, 2) in chip.settings
    with pytest.raises(LinkError, match="has 4 ports, not 5"):
        await open_usb("usb://0403:6011/A50285BI/5", backend=bus)
    with pytest.raises(PortMissingError):
        await open_usb("usb://0403:6010/A50285BI", backend=bus)


async def test_chips_that_cannot_be_told_apart_by_number_are_told_by_their_socket() -> None:
    silent = [FakeChip(serial="", sockets=(2, n)) for n in (1, 2)]
    twins = [FakeChip(serial="0001", sockets=(3, n)) for n in (1, 2)]
    bus = FakeUsb(*silent, *twins, FakeChip(serial="a/b @", sockets=(4,)))
    addresses = [one.address for one in list_usb(bus)]
    assert addresses == [
        "usb://0403:6001/@1-2.1", "usb://0403:6001/@1-2.2", "usb://0403:6001/@1-3.1",
        "usb://0403:6001/@1-3.2", "usb://0403:6001/a%2Fb%20%40",
    ]  # fmt: skip
    for address, chip in zip(addresses, bus.chips, strict=True):
        link = await open_usb(address, backend=bus)
        await link.write(address.encode())
        await until_written(chip, address.encode())
        await link.close()


def test_devices_are_listed_with_what_is_known_of_them() -> None:
    board = FakeChip(vendor=0x04D8, product=0x000A, maker="DGT", product_name="DGT Chessboard")
    forbidden = FakeChip(serial="F", sockets=(1, 7), refuses=errno.EACCES)
    bus = FakeUsb(FakeChip(driven=True), board, forbidden)
    listed = {(one.vendor_id, one.place): one for one in list_usb(bus)}
    assert listed[0x04D8, "1-2.3"].address == "", "the system has a driver for it"
    assert listed[0x04D8, "1-2.3"].product == "DGT Chessboard"
    driven = listed[0x0403, "1-2.3"]
    assert driven.driven
    assert "use its serial port" in driven.trouble
    assert "udev rule" in listed[0x0403, "1-1.7"].trouble
    assert "0403" in listed[0x0403, "1-1.7"].trouble
    assert all(chip.handles == 0 for chip in bus.chips)


async def test_a_device_without_words_is_no_forbidden_one() -> None:
    (one,) = list_usb(FakeUsb(FakeChip(maker="", serial="")))
    assert (one.address, one.trouble) == ("usb://0403:6001/@1-2.3", "")


async def test_one_chip_that_may_not_be_asked_hides_no_other() -> None:
    forbidden = FakeChip(serial="F", sockets=(1,), refuses=errno.EACCES)
    link = await open_usb(ADDRESS, backend=FakeUsb(forbidden, FakeChip()))
    await link.close()


def test_a_bus_that_cannot_be_looked_at_is_said_so() -> None:
    class DeadUsb(FakeUsb):
        def enumerate_devices(self) -> list[FakeChip]:
            raise OSError("no bus")

    with pytest.raises(LinkError, match="cannot be looked at: no bus"):
        list_usb(DeadUsb())


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usb.backend.libusb1", None)
    with pytest.raises(LinkError, match=r"pip install 'topboards\[usb\]'"):
        list_usb()


def test_without_libusb_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import usb.backend.libusb1

    monkeypatch.setattr(usb.backend.libusb1, "get_backend", lambda: None)
    monkeypatch.setitem(sys.modules, "libusb_package", None)
    with pytest.raises(LinkError, match="there is no libusb"):
        libusb()


def test_the_libusb_that_the_extra_brings_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import usb.backend.libusb1

    monkeypatch.setattr(usb.backend.libusb1, "get_backend", lambda: None)
    monkeypatch.setitem(
        sys.modules,
        "libusb_package",
        type("Package", (), {"get_libusb1_backend": staticmethod(lambda: "backend")}),
    )
    assert libusb() == "backend"


async def test_a_board_behind_a_chip_is_known_whenever_it_comes_back(tmp_path: Path) -> None:
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100)
    chip, board = FakeChip(serial=""), ScriptedBoard()
    bus = FakeUsb(chip)
    fleet = Fleet(queue, LoopClock(), tmp_path, partial(open_usb, backend=bus))
    (candidate,) = list_usb(bus)

    async def next_of(kind: type[Fact]) -> Fact:
        async with asyncio.timeout(20):
            while True:
                fact = (await queue.get()).fact
                if isinstance(fact, kind):
                    return fact

    async with asyncio.TaskGroup() as group:
        running = group.create_task(fleet.run())
        group.create_task(board.run(ChipEnd(chip)))
        fleet.add_port(candidate.address)
        online = await next_of(DeviceOnline)
        assert isinstance(online, DeviceOnline)
        assert online.port == candidate.address
        chip.unplug()
        offline = await next_of(DeviceOffline)
        assert isinstance(offline, DeviceOffline)
        assert "unplugged" in offline.reason
        chip.plugged = True
        group.create_task(board.run(ChipEnd(chip)))
        await next_of(DeviceOnline)
        chip.unplug()
        await next_of(DeviceOffline)
        running.cancel()
    assert no_thread_is_left()
