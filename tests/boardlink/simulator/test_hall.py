"""Ports that a host can open: real ptys and sockets, so real time."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from boardlink.errors import LinkError, UsageError
from boardlink.links.link import BUS
from boardlink.links.serial import open_serial
from boardlink.protocols.dgt import Command, SerialNumber
from boardlink.protocols.dgt_bus import BusCode, BusParser, BusRequest, encode_request
from boardlink.simulator.boards.misbehaviour import Misbehaviour
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hall import HallSettings, virtual_hall
from boardlink.simulator.hands.deeds import men_of
from boardlink.simulator.hands.style import PLAIN, Floors
from boardlink.simulator.player import PlaySettings
from facts.pgn import PgnGame, PgnMove
from tests.boardlink.simulator.host import Host

FAST = PlaySettings(speed=100.0, style=PLAIN, floors=Floors(0.02, 0.25, 0.05, 0.2, 0.0))
DESCRIPTORS = Path("/proc/self/fd")
START = men_of(chess.Board())
pty_only = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no ptys")


@asynccontextmanager
async def listening(port: str) -> AsyncIterator[Host]:
    link = await open_serial(port)
    host = Host(link)
    async with asyncio.TaskGroup() as group:
        hearing = group.create_task(host.listen())
        yield host
        await link.close()
        hearing.cancel()


async def heard(host: Host, count: int) -> None:
    async with asyncio.timeout(5):
        await host.heard(count)


def names(folder: Path) -> list[str]:
    """What is in a folder; nothing where there is none."""
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def plays_a_game(settings: HallSettings) -> None:
    game = PgnGame({}, (PgnMove("e2e4", "e4"), PgnMove("e7e5", "e5")), "1-0")
    async with virtual_hall(settings) as seats:
        board, port = seats[1].board, seats[1].port
        async with listening(port.port) as host:
            await host.send(Command.RETURN_SERIALNR, Command.SEND_BRD, Command.SEND_UPDATE_NICE)
            await heard(host, 3)
            assert host.frames[0][1] == SerialNumber(port.serial)
            assert host.men == START
            await board.play(game)
            await asyncio.sleep(0.3)
            assert host.men == board.men
            assert {host.men.index("K"), host.men.index("k")} == {chess.D5, chess.E4}


@pytest.mark.real_time
@pty_only
async def test_a_game_is_heard_through_a_pty(tmp_path: Path) -> None:
    await plays_a_game(HallSettings(boards=2, directory=tmp_path, play=FAST))


@pytest.mark.real_time
async def test_a_game_is_heard_through_a_socket() -> None:
    await plays_a_game(HallSettings(boards=2, tcp=True, play=FAST))


@pytest.mark.real_time
@pytest.mark.parametrize("tcp", [pytest.param(False, marks=pty_only), True])
async def test_a_host_may_close_the_port_and_open_it_again(tmp_path: Path, tcp: bool) -> None:
    device = BoardSettings(clock=False)
    settings = HallSettings(boards=1, directory=tmp_path, tcp=tcp, play=FAST, device=device)
    async with virtual_hall(settings) as (seat,):
        async with listening(seat.port.port) as host:
            await host.send(Command.SEND_UPDATE_NICE)
            await heard(host, 1)
        await asyncio.sleep(0.2)
        game = PgnGame({}, (PgnMove("e2e4", "e4"),))
        await seat.board.play(game, sign=False)
        for _ in range(3):
            async with listening(seat.port.port) as host:
                await asyncio.sleep(0.2)
                assert host.frames == []
                await host.send(Command.SEND_BRD)
                await heard(host, 1)
                assert host.men == seat.board.men != START


@pytest.mark.real_time
@pty_only
async def test_a_cable_that_is_pulled_out_ends_the_link_and_comes_back_under_its_name(
    tmp_path: Path,
) -> None:
    pulled = Misbehaviour(unplugged_at_s=0.3, unplugged_for_s=0.5)
    settings = HallSettings(boards=1, directory=tmp_path, misbehaviours={1: pulled})
    async with virtual_hall(settings) as (seat,):
        link = await open_serial(seat.port.port)
        with pytest.raises(LinkError):
            async with asyncio.timeout(5):
                await link.read()
        await link.close()
        assert names(tmp_path) == []
        await asyncio.sleep(1.0)
        async with listening(seat.port.port) as host:
            await host.send(Command.RETURN_SERIALNR)
            await heard(host, 1)


@pytest.mark.real_time
@pty_only
async def test_ports_are_gone_with_the_hall_and_descriptors_too(tmp_path: Path) -> None:
    before = len(names(DESCRIPTORS))
    for _ in range(3):
        async with virtual_hall(HallSettings(boards=5, directory=tmp_path)) as seats:
            assert len({seat.port.serial for seat in seats}) == 5
            assert len(names(tmp_path)) == 5
        assert names(tmp_path) == []
    assert len(names(DESCRIPTORS)) <= before


@pytest.mark.real_time
@pty_only
async def test_a_name_that_is_taken_is_told(tmp_path: Path) -> None:
    (tmp_path / "board-01").write_text("mine")
    with pytest.raises(LinkError, match="board-01: cannot make this port"):
        async with virtual_hall(HallSettings(boards=1, directory=tmp_path)):
            pass
    assert (tmp_path / "board-01").read_text() == "mine"


@pytest.mark.real_time
@pty_only
async def test_two_simulators_never_share_a_folder(tmp_path: Path) -> None:
    settings = HallSettings(boards=1, directory=tmp_path)
    async with virtual_hall(settings) as (seat,):
        with pytest.raises(LinkError, match="another simulator has its ports there"):
            async with virtual_hall(settings):
                pass
        async with listening(seat.port.port) as host:
            await host.send(Command.RETURN_SERIALNR)
            await heard(host, 1)
    async with virtual_hall(settings):
        assert names(tmp_path) == ["board-01"]


@pytest.mark.real_time
@pty_only
async def test_a_name_left_by_a_simulator_that_was_killed_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "board-01").symlink_to("/dev/pts/99999")
    settings = HallSettings(boards=1, directory=tmp_path)
    async with virtual_hall(settings) as (seat,), listening(seat.port.port) as host:
        await host.send(Command.RETURN_SERIALNR)
        await heard(host, 1)


@pytest.mark.real_time
@pty_only
async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkError, match="cannot make this folder"):
        async with virtual_hall(HallSettings(boards=1, directory=tmp_path / "file" / "ports")):
            pass


@pytest.mark.real_time
async def test_a_tcp_port_that_is_taken_is_told() -> None:
    async with virtual_hall(HallSettings(boards=1, tcp=True)) as (seat,):
        port = int(seat.port.port.rpartition(":")[2])
        with pytest.raises(LinkError, match="cannot listen"):
            async with virtual_hall(HallSettings(boards=1, tcp=True, first_port=port)):
                pass


@pytest.mark.parametrize("boards", [0, -1, 100_000])
async def test_a_number_of_boards_that_cannot_be_is_refused(boards: int) -> None:
    with pytest.raises(UsageError, match="boards: expected"):
        async with virtual_hall(replace(HallSettings(), boards=boards)):
            pass


@pytest.mark.parametrize("first", [99_999, -1])
async def test_serial_numbers_have_five_digits(first: int) -> None:
    with pytest.raises(UsageError, match="five digits"):
        async with virtual_hall(HallSettings(boards=2, first_serial=first)):
            pass


@pytest.mark.real_time
@pytest.mark.parametrize("tcp", [pytest.param(False, marks=pty_only), True])
async def test_many_boards_share_a_line_in_bus_mode(tmp_path: Path, tcp: bool) -> None:
    """Each is called by its address; three boards with two a line need two lines."""
    settings = HallSettings(boards=3, directory=tmp_path, tcp=tcp, play=FAST, per_line=2)
    async with virtual_hall(settings) as seats:
        ports = [seat.port.port for seat in seats]
        assert ports[0] == ports[1] != ports[2]
        link = await open_serial(ports[0].removeprefix(BUS))
        parser, replies = BusParser(), []
        addresses = [seat.board.state.settings.bus_address for seat in seats[:2]]
        async with asyncio.timeout(5):
            for address in addresses:
                await link.write(encode_request(BusRequest(BusCode.RETURN_SERIALNR, address)))
                while not (heard := parser.feed(await link.read())):
                    pass
                replies += heard
        await link.close()
        assert [reply.address for reply in replies] == addresses
        assert [reply.data.decode() for reply in replies] == ["10001", "10002"]
