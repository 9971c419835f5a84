"""A single board's driver at a port where boards in bus mode are."""

import asyncio
from pathlib import Path

import pytest

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.dgt_bus_probe import boards_on_bus
from boardlink.errors import DeviceError, LinkTimeoutError
from boardlink.links.link import Link, LinkAround
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import Command
from boardlink.simulator.boards.board import Mode
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import SharedLine
from boardlink.stations.discovery import Answer, examine, named_candidate
from tests.fakes.bus_hall import PORT, BusHall
from tests.fakes.scripted_board import ScriptedBoard


async def test_a_driver_for_single_boards_says_that_a_line_is_in_bus_mode(tmp_path: Path) -> None:
    hall = BusHall(tmp_path, 6)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(board.run()) for board in hall.boards]
        tasks.append(group.create_task(hall.line.run()))
        with pytest.raises(DeviceError, match=r"boards share this line in bus mode: name .*lines"):
            await DgtBoard(hall.host).identify()
        assert all(board.state.mode is Mode.BUS for board in hall.boards), "as they were before"
        for task in tasks:
            task.cancel()


async def test_a_board_alone_in_bus_mode_is_told_of() -> None:
    host, device = memory_pair(PORT)
    line = SharedLine(device)
    board = VirtualBoard(line.tap(), BoardSettings(bus_address=77))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(board.run()), group.create_task(line.run())]
        assert await boards_on_bus(host) == (77,)
        for task in tasks:
            task.cancel()


async def test_a_port_where_nobody_says_a_word_is_not_pinged() -> None:
    host, device = memory_pair()
    board = ScriptedBoard(deaf=True)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run(device))
        with pytest.raises(LinkTimeoutError, match="nothing answers"):
            await DgtBoard(host).identify()
        running.cancel()
    assert all(byte < 0x80 for byte in board.sent)


async def test_bluetooth_boards_are_never_pinged() -> None:
    host, device = memory_pair(kind=LinkKind.BLUETOOTH)
    board = ScriptedBoard(answers=dict.fromkeys(Command, b"login: "))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(board.run(device))
        with pytest.raises(DeviceError, match="no DGT board"):
            await DgtBoard(host).identify()
        running.cancel()
    assert all(byte < 0x80 for byte in board.sent)


async def test_a_line_that_is_named_is_asked_with_a_ping_and_nothing_else(tmp_path: Path) -> None:
    hall = BusHall(tmp_path, 3)
    sent: list[bytes] = []

    async def open_link(port: str) -> Link:
        assert port == f"bus:{PORT}"
        return Noted(hall.host, sent)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(board.run()) for board in hall.boards]
        tasks.append(group.create_task(hall.line.run()))
        report = await examine(named_candidate(f"bus:{PORT}"), open_link)
        for task in tasks:
            task.cancel()
    assert report.answer is Answer.BOARD
    assert "boards in bus mode at 10" in report.text
    assert set(sent) == {b"\x87\x00\x00\x07"}


class Noted(LinkAround):
    """A link that keeps what is sent."""

    def __init__(self, inner: Link, sent: list[bytes]) -> None:
        super().__init__(inner)
        self._sent = sent

    async def write(self, data: bytes) -> None:
        self._sent.append(data)
        await super().write(data)
