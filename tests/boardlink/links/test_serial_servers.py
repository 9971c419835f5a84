"""Boards behind serial servers: raw TCP and RFC 2217, with the server going and coming back."""

import asyncio
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.fleet import Fleet
from boardlink.links import serial
from boardlink.links.ports import open_port
from boardlink.stations.station import DeviceReport
from facts.fact import DeviceOffline, DeviceOnline
from tests.boardlink.links.test_serial import open_descriptors
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.serial_server import Telnet, serial_server
from tests.fakes.virtual_clock import LoopClock

pytestmark = pytest.mark.real_time

KINDS = pytest.mark.parametrize("telnet", [None, Telnet()], ids=["socket", "rfc2217"])


@KINDS
async def test_a_board_behind_a_server_says_who_it_is(telnet: Telnet | None) -> None:
    async with serial_server(ScriptedBoard(serial="27182"), telnet) as server:
        link = await open_port(server.address)
        assert link.kind is LinkKind.TCP
        assert (await DgtBoard(link).identify()).device == "27182"
        await link.close()


async def test_the_server_is_told_9600_baud_and_8n1() -> None:
    telnet = Telnet()
    async with serial_server(ScriptedBoard(), telnet) as server:
        link = await open_port(server.address)
        await link.close()
    told = dict(telnet.settings)
    assert told[1] == (9600).to_bytes(4, "big")
    assert (told[2], told[3], told[4]) == (b"\x08", b"\x01", b"\x01")


@KINDS
async def test_every_byte_passes(telnet: Telnet | None) -> None:
    board = ScriptedBoard()
    async with serial_server(board, telnet) as server:
        link = await open_port(server.address)
        every = bytes(range(256))
        await link.write(every)
        async with asyncio.timeout(5):
            while len(board.sent) < len(every):  # noqa: ASYNC110 - a fake's state
                await asyncio.sleep(0.01)
        assert bytes(board.sent) == every
        await board.send_bytes(every)
        received = b""
        async with asyncio.timeout(5):
            while len(received) < len(every):
                received += await link.read()
        assert received == every
        await link.close()


@KINDS
async def test_a_link_ends_with_its_server_and_a_new_one_begins_when_it_is_back(
    telnet: Telnet | None,
) -> None:
    async with serial_server(ScriptedBoard(), telnet) as server:
        before = open_descriptors()
        for _ in range(3):
            link = await open_port(server.address)
            await link.write(b"x")
            await server.switch_off()
            with pytest.raises(LinkError, match="the connection is gone"):
                async with asyncio.timeout(5):
                    await link.read()
            await link.close()
            with pytest.raises(LinkError, match="nothing answers there"):
                await open_port(server.address)
            await server.switch_on()
        assert open_descriptors() <= before


async def test_a_hall_notices_a_server_that_goes_and_comes_back(tmp_path: Path) -> None:
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(100)
    fleet = Fleet(queue, LoopClock(), tmp_path)

    async def next_of(kind: type) -> object:
        async with asyncio.timeout(20):
            while True:
                fact = (await queue.get()).fact
                if isinstance(fact, kind):
                    return fact

    async with serial_server(ScriptedBoard(), Telnet()) as server, asyncio.TaskGroup() as group:
        running = group.create_task(fleet.run())
        fleet.add_port(server.address)
        await next_of(DeviceOnline)
        await server.switch_off()
        gone = await next_of(DeviceOffline)
        assert isinstance(gone, DeviceOffline)
        assert "serial server" in gone.reason
        async with asyncio.timeout(20):
            while "nothing answers there" not in fleet.ports[0].trouble:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await server.switch_on()
        await next_of(DeviceOnline)
        running.cancel()


async def test_a_server_without_com_port_control_is_said_so() -> None:
    async with serial_server(ScriptedBoard(), Telnet(refuses=True)) as server:
        before = open_descriptors()
        with pytest.raises(LinkError, match="use socket://"):
            await open_port(server.address)
        await asyncio.sleep(0.05)
        assert open_descriptors() <= before


async def test_a_server_that_does_not_speak_rfc2217_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serial, "OPEN_TIMEOUT_S", 0.3)
    async with serial_server(ScriptedBoard(), Telnet(), mute=True) as server:
        before = open_descriptors()
        with pytest.raises(LinkTimeoutError, match="use socket://"):
            await open_port(server.address)
        await asyncio.sleep(0.05)
        assert open_descriptors() <= before
