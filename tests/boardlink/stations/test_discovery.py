import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import serialx

from boardlink.captures.capture import LinkKind
from boardlink.drivers.supervise import Opener
from boardlink.errors import LinkError, PortBusyError
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.links.usb_devices import UsbCandidate
from boardlink.protocols.dgt import Command
from boardlink.stations import discovery
from boardlink.stations.discovery import (
    Answer,
    Likelihood,
    PortCandidate,
    find_board_ports,
    list_candidates,
    list_usb_candidates,
    named_candidate,
    survey,
)
from tests.fakes.scripted_board import ScriptedBoard


def port(
    device: str, vid: int | None = None, pid: int | None = None, product: str | None = None
) -> serialx.SerialPortInfo:
    return serialx.SerialPortInfo(
        device=device,
        resolved_device=device,
        vid=vid,
        pid=pid,
        serial_number=None,
        manufacturer=None,
        product=product,
        bcd_device=None,
        interface_description=None,
        interface_num=None,
    )


PORTS = [
    port("/dev/ttyS0"),
    port("/dev/ttyUSB0", 0x10C4, 0xEA60, "CP2102"),
    port("/dev/ttyACM0", 0x04D8, 0x000A),
    port("/dev/ttyACM1", 0x1234, 0x5678, "DGT Smart Board"),
]


@pytest.fixture(autouse=True)
def _no_bluetooth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "RFCOMM_FOLDER", tmp_path)


def test_ports_that_look_like_boards_come_first() -> None:
    found = [(one.port, one.usb_id, one.likelihood) for one in list_candidates(lambda: PORTS)]
    assert found == [
        ("/dev/ttyACM0", "04d8:000a", Likelihood.LIKELY),
        ("/dev/ttyACM1", "1234:5678", Likelihood.LIKELY),
        ("/dev/ttyUSB0", "10c4:ea60", Likelihood.POSSIBLE),
        ("/dev/ttyS0", "", Likelihood.UNLIKELY),
    ]


def test_a_hall_asks_by_itself_at_usb_and_bluetooth_ports_alone(tmp_path: Path) -> None:
    (tmp_path / "rfcomm0").touch()
    assert find_board_ports(lambda: PORTS, lambda: ()) == [
        "/dev/ttyACM0",
        "/dev/ttyACM1",
        str(tmp_path / "rfcomm0"),
        "/dev/ttyUSB0",
    ]


def candidate(name: str) -> PortCandidate:
    return PortCandidate(name, LinkKind.USB, "", "", Likelihood.LIKELY)


@asynccontextmanager
async def ports(boards: dict[str, ScriptedBoard | LinkError]) -> AsyncIterator[Opener]:
    """An opener of these ports, which all have to be closed again."""
    links: list[Link] = []
    async with asyncio.TaskGroup() as group:

        async def open_link(name: str) -> Link:
            board = boards[name]
            if isinstance(board, LinkError):
                raise board
            host, device = memory_pair(name)
            links.append(host)
            group.create_task(board.run(device))
            return host

        yield open_link
    for link in links:
        with pytest.raises(LinkError):
            await link.write(b"x")


async def test_everybody_is_asked_at_once_who_is_there() -> None:
    boards: dict[str, ScriptedBoard | LinkError] = {
        "a": ScriptedBoard(serial="25731", long_serial="3000147740"),
        "b": ScriptedBoard(deaf=True),
        "c": ScriptedBoard(answers=dict.fromkeys(Command, b"login: ")),
        "d": PortBusyError("d: the port is in use by LiveChess"),
        "e": LinkError("e: there is no such port"),
    }
    loop = asyncio.get_running_loop()
    async with ports(boards) as open_link:
        reports = await survey([candidate(name) for name in boards], open_link)
    assert [report.answer for report in reports] == [
        Answer.BOARD,
        Answer.SILENT,
        Answer.NO_BOARD,
        Answer.BUSY,
        Answer.CLOSED,
    ]
    assert (reports[0].device, reports[0].long_serial, reports[0].text) == (
        "25731",
        "3000147740",
        "",
    )
    assert all(report.text for report in reports[1:])
    assert reports[0].placement == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert reports[0].clock == "stopped"
    assert loop.time() < 5


async def test_a_board_without_a_clock_says_so_and_one_that_shows_nothing_is_still_a_board() -> (
    None
):
    boards: dict[str, ScriptedBoard | LinkError] = {
        "a": ScriptedBoard(clock=None),
        "b": ScriptedBoard(answers={Command.SEND_BRD: b"", Command.SEND_CLK: b""}),
    }
    async with ports(boards) as open_link:
        without, mute = await survey([candidate(name) for name in boards], open_link)
    assert (without.answer, without.clock) == (Answer.BOARD, "missing")
    assert (mute.answer, mute.clock, mute.placement) == (Answer.BOARD, "", "")


def test_a_usb_chip_without_a_port_is_found_by_its_address_and_a_driven_one_is_not() -> None:
    free = UsbCandidate("usb://0403:6001/A5", 0x0403, 0x6001, "1-2", "FTDI", "FT232R", driven=False)
    driven = replace(free, address="usb://0403:6001/A6", driven=True)
    mouse = UsbCandidate("", 0x046D, 0xC077, "1-3")

    def devices() -> list[UsbCandidate]:
        return [free, driven, mouse]

    (found,) = list_usb_candidates(devices)
    assert (found.port, found.usb_id, found.description) == (
        "usb://0403:6001/A5",
        "0403:6001",
        "FTDI FT232R",
    )
    assert find_board_ports(lambda: [], devices) == ["usb://0403:6001/A5"]


def test_without_libusb_there_are_only_the_system_s_ports() -> None:
    def no_libusb() -> list[UsbCandidate]:
        raise LinkError("there is no libusb")

    assert list_usb_candidates(no_libusb) == []


def test_a_port_that_is_named_by_hand_is_of_the_kind_that_its_name_says() -> None:
    named = ("usb://0403:6001/@1-2", "bt://00:11:22:33:44:55", "socket://host:4001", "COM5")
    assert [named_candidate(name).kind for name in named] == [
        LinkKind.USB,
        LinkKind.BLUETOOTH,
        LinkKind.TCP,
        LinkKind.SERIAL,
    ]
