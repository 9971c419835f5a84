"""A whole bus line on the virtual clock: games on many boards, and all that goes wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.account import account_of
from boardlink.captures.bus_line import board_of_line, split_line
from boardlink.captures.capture import Capture, Sent, decode_capture
from boardlink.drivers.dgt_bus_schedule import ALLOWED
from boardlink.errors import PortMissingError
from boardlink.fleet import Fleet
from boardlink.links.link import Link
from boardlink.protocols.dgt import Command
from boardlink.protocols.dgt_bus import EVERYBODY, BusCode, read_request
from boardlink.readings import Man, Square
from boardlink.replaying.recovery import replay_game
from boardlink.replaying.replay import replay_capture
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.board import Mode
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Lift, Place, Step
from boardlink.simulator.hands.style import PlaySettings
from desk.demo.games import famous_games
from facts.fact import DeviceOffline, DeviceOnline, DeviceSilent
from facts.ids import GameId
from facts.pgn import PgnGame
from facts.result import pgn_token
from tests.fakes.bad_links import OneByteLink, WrappedLink, lossy
from tests.fakes.bus_hall import PORT, BusHall
from tests.fakes.virtual_clock import LoopClock

GAMES = sorted(famous_games(), key=lambda game: len(game.moves))
QUICK = PlaySettings(speed=20)
FOUND_S = 20.0
E2, E4, E7, E5 = 12, 28, 52, 36


def dealt(number: int) -> PgnGame:
    """The game of a board, from 1."""
    return GAMES[(number - 1) % len(GAMES)]


@asynccontextmanager
async def playing(hall: BusHall) -> AsyncIterator[BusHall]:
    """A game on every board, from the first move to the last sign."""
    async with hall.open():
        await asyncio.sleep(FOUND_S)
        hall.arm()
        async with asyncio.TaskGroup() as group:
            for number, board in enumerate(hall.boards, start=1):
                group.create_task(board.play(dealt(number)))
            yield hall
        await asyncio.sleep(10)


def check_told(hall: BusHall, number: int) -> None:
    """What the log knows of a board's game is what was played, and its result."""
    shown, played = account_of(hall.facts(number)), dealt(number)
    assert shown.moves == tuple(move.uci for move in played.moves)
    assert shown.sign is not None
    assert pgn_token(shown.sign.result) == played.token


def captures_in(folder: Path) -> list[Capture]:
    found = [decode_capture(path.read_bytes(), path.name) for path in folder.glob("*.cap")]
    return sorted(found, key=lambda capture: capture.header.started)


async def test_games_on_a_disturbed_line_are_right_though_boards_drop_out(tmp_path: Path) -> None:
    """Wrong bits all the time; one board is out for moves on end, one is out twice."""
    hall = BusHall(tmp_path, 8, noise=2e-4, play=QUICK)
    async with playing(hall):
        await asyncio.sleep(30)
        await hall.pull_board(3)
        await hall.pull_board(6)
        await asyncio.sleep(3)
        await hall.put_board(6, keeps_power=True)
        await asyncio.sleep(20)
        await hall.put_board(3, keeps_power=True)
        await hall.pull_board(6)
        await asyncio.sleep(12)
        await hall.put_board(6, keeps_power=True)
    for number in range(1, 9):
        check_told(hall, number)
    assert any(isinstance(fact, DeviceOffline) for fact in hall.facts(3))
    (capture,) = captures_in(tmp_path)
    replayed = {game.device: game for game in replay_capture(capture, "line.cap")}
    assert len(replayed) == 8
    for number in range(1, 9):
        verdict, played = replayed[hall.device(number)].verdict, dealt(number)
        assert verdict.moves == tuple(move.uci for move in played.moves)
        assert pgn_token(verdict.result) == played.token


async def test_a_line_that_is_unplugged_goes_on_where_its_boards_have_got_to(
    tmp_path: Path,
) -> None:
    hall = BusHall(tmp_path, 3, play=QUICK)
    async with playing(hall):
        await asyncio.sleep(20)
        await hall.unplug()
        await asyncio.sleep(10)
        assert all(
            any(isinstance(fact, DeviceOffline) for fact in hall.facts(n)) for n in (1, 2, 3)
        )
        assert all(hall.fleet.station(hall.device(n)).state().port is None for n in (1, 2, 3))
        await hall.replug()
    for number in (1, 2, 3):
        check_told(hall, number)
    assert len(captures_in(tmp_path)) == 2


async def test_games_go_on_after_a_restart_from_the_capture_of_their_line(tmp_path: Path) -> None:
    hall = BusHall(tmp_path, 2, play=QUICK, noise=1e-4)
    async with hall.open():
        await asyncio.sleep(FOUND_S)
        hall.arm()
        armed = {n: hall.fleet.station(hall.device(n)).state() for n in (1, 2)}
        began = LoopClock().now()
        async with asyncio.TaskGroup() as group:
            for number, board in enumerate(hall.boards, start=1):
                group.create_task(board.play(dealt(number)))
            await asyncio.sleep(40)
            (capture,) = captures_in(tmp_path)
            for number in (1, 2):
                device = hall.device(number)
                known = tuple(hall.facts(number))
                before = len(account_of(known).moves)
                ours = next(c for c in split_line(capture) if c.header.device == device)
                setup = GameSetup(GameId(device), began)
                replay = replay_game(setup, [ours], armed[number].offset)
                again = account_of(one.fact for one in replay.observed)
                assert abs(len(again.moves) - before) <= 1
                station = hall.fleet.station(device)
                await station.resume(setup, [ours], armed[number].offset, known)
        await asyncio.sleep(10)
    for number in (1, 2):
        check_told(hall, number)


async def test_moves_while_the_program_was_not_running_come_from_the_boards_memory(
    tmp_path: Path,
) -> None:
    hall = BusHall(tmp_path, 2, play=QUICK)
    async with hall.open(), asyncio.TaskGroup() as group:
        await asyncio.sleep(FOUND_S)
        hall.arm()
        began = LoopClock().now()
        armed = {n: hall.fleet.station(hall.device(n)).state().offset for n in (1, 2)}
        games = [
            group.create_task(board.play(dealt(number)))
            for number, board in enumerate(hall.boards, start=1)
        ]
        await asyncio.sleep(20)
        await hall.stop_reading()
        before = {n: len(account_of(hall.facts(n)).moves) for n in (1, 2)}
        await asyncio.sleep(15)
        captures = captures_in(tmp_path)
        await hall.read_again(group)
        for number in (1, 2):
            device = hall.device(number)
            ours = [board for c in captures if (board := board_of_line(c, device)) is not None]
            setup = GameSetup(GameId(device), began)
            known = tuple(hall.facts(number))
            await hall.fleet.station(device).resume(setup, ours, armed[number], known)
        await asyncio.sleep(15)
        for number in (1, 2):
            assert len(account_of(hall.facts(number)).moves) > before[number] + 4
        await asyncio.wait(games)
        await asyncio.sleep(10)
        await hall.stop_reading()
    for number in (1, 2):
        check_told(hall, number)
        assert not [m for m in account_of(hall.facts(number)).line if m.marks]


@pytest.mark.parametrize(
    "wrap",
    [
        OneByteLink,
        lambda link: WrappedLink(link, bytes, delay_s=0.05),
        lambda link: lossy(link, seed=1, loss=0.002),
    ],
    ids=["one byte at a time", "late", "losing bytes"],
)
async def test_a_game_is_right_over_a_bad_link(
    wrap: Callable[[Link], Link], tmp_path: Path
) -> None:
    hall = BusHall(tmp_path, 2, play=QUICK, wrap=wrap)
    async with playing(hall):
        pass
    check_told(hall, 1)
    check_told(hall, 2)


async def test_never_a_byte_of_the_single_boards_protocol_and_nothing_that_writes(
    tmp_path: Path,
) -> None:
    hall = BusHall(tmp_path, 4, noise=1e-3, play=QUICK)
    async with hall.open():
        await asyncio.sleep(30)
        await hall.pull_board(2)
        await asyncio.sleep(60)
        await hall.put_board(2, keeps_power=False)
        await asyncio.sleep(30)
    sent = [r.data for c in captures_in(tmp_path) for r in c.records if isinstance(r, Sent)]
    assert len(sent) > 400
    for data in sent:
        request = read_request(data)
        assert request is not None
        assert request.code in ALLOWED
        assert request.address != EVERYBODY or request.code == BusCode.PING
    assert all(board.state.abused == () for board in hall.boards)
    assert all(board.state.mode is Mode.BUS for board in hall.boards)


async def test_a_board_that_was_without_power_is_read_anew_and_its_game_goes_on(
    tmp_path: Path,
) -> None:
    hall = BusHall(tmp_path, 2)
    board = hall.boards[0]
    async with hall.open():
        await asyncio.sleep(FOUND_S)
        hall.arm()
        await move(hall, 1, E2, E4, "P")
        await asyncio.sleep(5)
        await hall.pull_board(1)
        await asyncio.sleep(20)
        trouble = [type(f) for f in hall.facts(1) if isinstance(f, DeviceSilent | DeviceOffline)]
        assert trouble == [DeviceSilent, DeviceOffline]
        assert not any(isinstance(f, DeviceSilent | DeviceOffline) for f in hall.facts(2))
        tried = [state.failures for state in hall.fleet.ports if state.device is None]
        await hall.put_board(1, keeps_power=False)
        await asyncio.sleep(35)
        await move(hall, 1, E7, E5, "p")
        await asyncio.sleep(5)
        assert hall.fleet.station(hall.device(1)).state().placement == board.men
        assert account_of(hall.facts(1)).moves == ("e2e4", "e7e5")
        assert tried[1] > 3, "how often it was asked in vain"


async def move(hall: BusHall, number: int, origin: int, target: int, man: str) -> None:
    """A man is moved by hand."""
    steps = [Step(Lift(Square(origin)), 0.3), Step(Place(Square(target), Man(man)), 0.6)]
    await hall.boards[number - 1].do(steps)


async def test_boards_without_a_number_on_the_bus_are_known_by_their_address(
    tmp_path: Path,
) -> None:
    hall = BusHall(tmp_path, 2, settings=BoardSettings(bus_serial=False, version=(1, 1)))
    async with hall.open():
        await asyncio.sleep(FOUND_S)
        online = [f for r in hall.collect() if isinstance(f := r.fact, DeviceOnline)]
        assert sorted((f.device, f.port, f.version) for f in online) == [
            ("00101", f"{PORT}#101", "1"),
            ("00102", f"{PORT}#102", "1"),
        ]


async def test_a_line_on_which_nobody_answers_says_so(tmp_path: Path) -> None:
    hall = BusHall(tmp_path, 1)
    async with hall.open():
        await hall.pull_board(1)
        await asyncio.sleep(15)
        (state,) = hall.fleet.ports
        assert "no board answers on this bus line" in state.trouble
        await hall.put_board(1, keeps_power=False)
        await asyncio.sleep(10)
        assert [state.device for state in hall.fleet.ports] == [None, hall.device(1)]
        assert hall.fleet.ports[0].trouble == ""


async def test_boards_that_somebody_took_out_of_bus_mode_are_brought_back(tmp_path: Path) -> None:
    host: list[Link] = []

    def wrap(link: Link) -> Link:
        host.append(link)
        return link

    hall = BusHall(tmp_path, 3, wrap=wrap)
    async with hall.open():
        await asyncio.sleep(FOUND_S)
        await host[0].write(bytes([Command.SEND_UPDATE_NICE]))
        await asyncio.sleep(5)
        assert all(board.state.mode is Mode.BUS for board in hall.boards)
        assert not any(isinstance(fact, DeviceOffline) for n in (1, 2, 3) for fact in hall.facts(n))
        hall.arm()
        await move(hall, 2, E2, E4, "P")
        await asyncio.sleep(5)
        assert account_of(hall.facts(2)).moves == ("e2e4",)


async def test_no_other_name_of_a_lines_port_is_opened_for_a_single_board(tmp_path: Path) -> None:
    device, other = tmp_path / "ttyUSB0", tmp_path / "by-id"
    device.touch()
    other.symlink_to(device)
    opened: list[str] = []

    async def open_link(port: str) -> Link:
        opened.append(port)
        raise PortMissingError(f"{port}: there is no such port")

    fleet = Fleet(asyncio.Queue(), LoopClock(), None, open_link)
    fleet.add_port(f"bus:{other}")
    fleet.add_port(str(device))
    other.unlink()  # while the cable is out
    fleet.add_port(str(device))
    fleet.add_port(str(tmp_path / "ttyUSB1"))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(fleet.run())
        await asyncio.sleep(5)
        running.cancel()
    assert set(opened) == {f"bus:{other}", str(tmp_path / "ttyUSB1")}


async def test_with_forty_boards_at_9600_baud_changes_are_known_within_four_seconds() -> None:
    hall = BusHall(None, 40)
    known: list[bool] = []

    def is_known(number: int) -> bool:
        state = hall.fleet.station(hall.device(number)).state()
        return state.placement == hall.boards[number - 1].men

    async def see(number: int) -> None:
        await asyncio.sleep(number * 0.1)
        await move(hall, number, E2, E4, "P")
        await asyncio.sleep(4)
        known.append(is_known(number))

    async with hall.open():
        await asyncio.sleep(45)
        assert sum(state.device is not None for state in hall.fleet.ports) == 40
        async with asyncio.TaskGroup() as group:
            for number in range(1, 41):
                group.create_task(see(number))
        assert sum(known) >= 38, "95 of a hundred"
        await asyncio.sleep(3)
        assert all(is_known(number) for number in range(1, 41))
