import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import serialx

from boardlink import discovery
from boardlink.capture import LinkKind
from boardlink.discovery import (
    Answer,
    Likelihood,
    PortCandidate,
    find_board_ports,
    list_candidates,
    survey,
)
from boardlink.drivers.supervise import Opener
from boardlink.errors import LinkError, PortBusyError
from boardlink.links.link import Link
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import Command
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
    assert find_board_ports(lambda: PORTS) == [
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
    assert loop.time() < 4
