import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.errors import LinkError, LinkTimeoutError, PortBusyError, PortMissingError
from boardlink.links import bluetooth
from boardlink.links.bluetooth import open_bluetooth, rfcomm_socket
from boardlink.links.ports import open_port
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.stream_end import StreamEnd

pytestmark = pytest.mark.real_time

ADDRESS = "bt://00:06:66:AA:bb:01"


class Radio:
    """Makes sockets that are called by Bluetooth address and answered on a local one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.called: list[tuple[str, int]] = []
        self.made: list[socket.socket] = []
        self.refuses = 0

    def socket(self) -> socket.socket:
        radio = self

        class Rfcomm(socket.socket):
            def connect(self, address: object) -> None:
                assert isinstance(address, tuple)
                radio.called.append(address)
                if radio.refuses:
                    raise OSError(radio.refuses, "refused")
                super().connect(str(radio.path))

        made = Rfcomm(socket.AF_UNIX, socket.SOCK_STREAM)
        self.made.append(made)
        return made

    @property
    def left_open(self) -> int:
        return sum(made.fileno() >= 0 for made in self.made)


@asynccontextmanager
async def board_in_reach(folder: Path, board: ScriptedBoard) -> AsyncIterator[Radio]:
    """The board at the other end of the radio."""
    radio = Radio(folder / "radio")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await board.run(StreamEnd(reader, writer))
        writer.close()

    server = await asyncio.start_unix_server(serve, radio.path)
    try:
        yield radio
    finally:
        server.close()
        await asyncio.sleep(0.05)


async def test_a_board_is_read_by_its_address(tmp_path: Path) -> None:
    async with board_in_reach(tmp_path, ScriptedBoard(serial="31415")) as radio:
        link = await open_bluetooth(ADDRESS, radio.socket)
        assert link.kind is LinkKind.BLUETOOTH
        identity = await DgtBoard(link).identify()
        assert identity.device == "31415"
        assert radio.called == [("00:06:66:AA:BB:01", 1)]
        await link.close()
        assert radio.left_open == 0


async def test_another_channel_can_be_named(tmp_path: Path) -> None:
    async with board_in_reach(tmp_path, ScriptedBoard()) as radio:
        link = await open_bluetooth(f"{ADDRESS}/3", radio.socket)
        assert radio.called[0][1] == 3
        await link.close()


async def test_a_board_out_of_reach_ends_the_link(tmp_path: Path) -> None:
    board = ScriptedBoard()
    async with board_in_reach(tmp_path, board) as radio:
        link = await open_bluetooth(ADDRESS, radio.socket)
        await DgtBoard(link).identify()
        assert board.link is not None
        await board.link.close()
        with pytest.raises(LinkError, match="the connection is gone"):
            async with asyncio.timeout(5):
                await link.read()
        await link.close()
        again = await open_bluetooth(ADDRESS, radio.socket)
        assert (await DgtBoard(again).identify()).device == board.serial
        await again.close()


@pytest.mark.parametrize(
    ("number", "kind", "advice"),
    [
        (errno.EHOSTDOWN, LinkTimeoutError, "switched on, charged"),
        (errno.ETIMEDOUT, LinkTimeoutError, "within ten metres"),
        (errno.ECONNREFUSED, LinkError, "nothing listens at its channel 1"),
        (errno.EACCES, LinkError, "bluetoothctl pair"),
        (errno.EBUSY, PortBusyError, "rfcomm release"),
        (errno.ENODEV, PortMissingError, "no Bluetooth adapter"),
        (errno.ENOMEM, LinkError, "cannot be connected"),
    ],
)
async def test_a_refusal_says_what_to_check(
    tmp_path: Path, number: int, kind: type[LinkError], advice: str
) -> None:
    radio = Radio(tmp_path / "radio")
    radio.refuses = number
    with pytest.raises(kind, match=advice) as raised:
        await open_bluetooth(ADDRESS, radio.socket)
    assert str(raised.value).startswith(ADDRESS)
    assert radio.left_open == 0


async def test_a_board_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bluetooth, "OPEN_TIMEOUT_S", 0.1)
    near, far = socket.socketpair()
    near.setblocking(False)
    with pytest.raises(BlockingIOError):
        near.sendall(bytes(1 << 24))

    class Unheard(socket.socket):
        def connect(self, address: object) -> None:
            raise BlockingIOError

    calling = Unheard(fileno=near.detach())
    with pytest.raises(LinkTimeoutError, match="does not answer the radio"):
        await open_bluetooth(ADDRESS, lambda: calling)
    assert calling.fileno() < 0
    far.close()


@pytest.mark.parametrize(
    "address",
    ["bt://", "bt://00:06:66:AA:BB", "bt://00:06:66:AA:BB:0G", f"{ADDRESS}/0", f"{ADDRESS}/31"],
)
async def test_what_is_no_address_says_what_one_looks_like(address: str) -> None:
    with pytest.raises(LinkError, match="expected bt://AA:BB:CC:DD:EE:FF"):
        await open_bluetooth(address)


async def test_without_bluetooth_sockets_the_port_to_use_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(socket, "AF_BLUETOOTH", raising=False)
    with pytest.raises(LinkError, match=rf"{ADDRESS}: .* /dev/rfcomm0"):
        await open_port(ADDRESS)


def test_without_an_adapter_it_is_told_to_plug_one_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "AF_BLUETOOTH", 9999, raising=False)
    monkeypatch.setattr(socket, "BTPROTO_RFCOMM", 3, raising=False)
    with pytest.raises(LinkError, match="is its adapter plugged in"):
        rfcomm_socket()
