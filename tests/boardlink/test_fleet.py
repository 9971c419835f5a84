import asyncio
import os
from itertools import pairwise
from pathlib import Path

import pytest

from boardlink.captures.capture import Note
from boardlink.drivers.supervise import LAST_WAIT_S, MISSING_WAIT_S
from boardlink.links.link import Link
from boardlink.protocols.dgt import Command
from boardlink.sensing.tracker import GameSetup
from facts.fact import DeviceOffline, DeviceOnline, MovePlayed
from facts.ids import DeviceId, GameId
from tests.fakes.bad_links import OneByteLink, WrappedLink, noisy
from tests.fakes.board_hall import BoardHall, captures_of
from tests.fakes.scripted_board import ScriptedBoard
from tests.fakes.virtual_clock import EPOCH, LoopClock

E2, E4 = 52, 36


async def _misbehave(hall: BoardHall, number: int) -> None:
    """One of many ways to be a bad device, for ever."""
    port = f"bad{number}"
    board = ScriptedBoard(serial=f"6{number:04}")
    match number % 8:
        case 0:
            board.deaf = True
        case 1:
            board.answers = dict.fromkeys(Command, b"login: ")
        case 2:
            hall.wrap[port] = lambda link: noisy(link, seed=number, rate=0.3)
        case 3:
            hall.wrap[port] = OneByteLink
        case 4:
            hall.wrap[port] = lambda link: WrappedLink(link, bytes, delay_s=0.9)
        case 5:
            board.answers[Command.SEND_BRD] = b"\x8f\x3e\x03" + bytes(7000)
        case _:
            pass
    hall.plug(port, board)
    while True:
        await asyncio.sleep(3)
        if number % 8 == 6:
            await hall.unplug(port)
            await asyncio.sleep(1)
            hall.boards[port] = board
        if number % 8 == 7:
            for _ in range(40):
                await board.send_bytes(os.urandom(500))


async def test_twenty_bad_boards_of_a_hundred_delay_none_of_the_others(tmp_path: Path) -> None:
    good = {f"1{number:04}": ScriptedBoard(serial=f"1{number:04}") for number in range(80)}
    loop = asyncio.get_running_loop()
    async with BoardHall(tmp_path, queue_size=100_000).open() as hall, asyncio.TaskGroup() as group:
        bad = [group.create_task(_misbehave(hall, number)) for number in range(20)]
        for serial, board in good.items():
            hall.plug(f"port{serial}", board)
        await asyncio.sleep(10)
        for serial in good:
            station = hall.fleet.stations[DeviceId(serial)]
            assert station.state().placement == good[serial].placement
            station.arm(GameSetup(GameId(serial), LoopClock().now()))
        await asyncio.sleep(10)
        hall.collect()
        moved = loop.time()
        for board in good.values():
            await board.put(E2, 0)
            await board.put(E4, 1)
        await asyncio.sleep(2)
        played = [report for report in hall.collect() if isinstance(report.fact, MovePlayed)]
        assert {report.device for report in played} == set(good)
        assert {
            report.fact.move.uci for report in played if isinstance(report.fact, MovePlayed)
        } == {"e2e4"}
        lateness = [(report.at - LoopClock().now()).total_seconds() for report in played]
        assert min(lateness) >= moved - loop.time()
        assert max(lateness) < -1
        assert not [
            report
            for report in hall.reports
            if isinstance(report.fact, DeviceOffline) and report.device in good
        ]
        for task in bad:
            task.cancel()


async def gaps_between_attempts(hall: BoardHall, port: str, seconds: float) -> list[int]:
    hall.opened.clear()
    await asyncio.sleep(seconds)
    times = [at for at, opened in hall.opened if opened == port]
    return [round(b - a) for a, b in pairwise(times)]


async def test_a_port_that_is_of_no_use_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        hall.plug("COM9", ScriptedBoard(deaf=True))
        gaps = await gaps_between_attempts(hall, "COM9", 300)
        asking = gaps[0] - 1
        assert [gap - asking for gap in gaps[:6]] == [1, 2, 4, 8, 16, LAST_WAIT_S]
        assert max(gaps) == LAST_WAIT_S + asking
        (state,) = hall.fleet.ports
        assert state.device is None
        assert state.failures == len(gaps) + 1
        assert "nothing answers" in state.trouble
        await asyncio.sleep(100)
        (later,) = hall.fleet.ports
        assert later.failures > state.failures
        assert later.since == state.since, "it is told since when nothing answers"


async def test_a_port_that_is_not_there_is_looked_for_all_the_time(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        hall.fleet.add_port("COM9")
        gaps = await gaps_between_attempts(hall, "COM9", 300)
        assert gaps == [1] + [int(MISSING_WAIT_S)] * (len(gaps) - 1)
        hall.plug("COM9", ScriptedBoard())
        await asyncio.sleep(4)
        assert hall.fleet.stations[DeviceId("25731")].state().port == "COM9"


async def test_a_board_that_was_good_is_looked_for_again_at_once(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard()
        hall.plug("COM5", board)
        await asyncio.sleep(60)
        await hall.unplug("COM5")
        hall.plug("COM5", board)
        await asyncio.sleep(4)
        kinds = [type(fact) for fact in hall.facts("25731")]
        assert kinds == [DeviceOnline, DeviceOffline, DeviceOnline]


async def test_a_port_can_be_taken_away_and_given_back(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        hall.plug("COM5", ScriptedBoard())
        await asyncio.sleep(5)
        hall.fleet.remove_port("COM5")
        await asyncio.sleep(1)
        assert hall.fleet.ports == ()
        assert hall.fleet.stations[DeviceId("25731")].state().port is None
        hall.fleet.add_port("COM5")
        await asyncio.sleep(5)
        assert hall.fleet.stations[DeviceId("25731")].state().port == "COM5"


async def test_another_board_at_a_port_is_another_board(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        hall.plug("COM5", ScriptedBoard(serial="11111"))
        await asyncio.sleep(5)
        await hall.unplug("COM5")
        hall.plug("COM5", ScriptedBoard(serial="22222"))
        await asyncio.sleep(10)
        assert hall.fleet.stations[DeviceId("11111")].state().port is None
        assert hall.fleet.stations[DeviceId("22222")].state().port == "COM5"


async def test_a_fault_of_the_program_at_one_port_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(link: Link) -> Link:
        raise ZeroDivisionError("planted")

    async with BoardHall(tmp_path).open() as hall:
        hall.wrap["COM1"] = broken
        hall.plug("COM1", ScriptedBoard(serial="11111"))
        hall.plug("COM2", ScriptedBoard(serial="22222"))
        await asyncio.sleep(20)
        assert hall.fleet.stations[DeviceId("22222")].state().port == "COM2"
        trouble = {state.port: state.trouble for state in hall.fleet.ports}
        assert "fault in this program: ZeroDivisionError('planted')" in trouble["COM1"]
    assert "planted" in caplog.text


async def test_every_connection_leaves_a_capture(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard()
        hall.plug("COM5", board)
        await asyncio.sleep(20)
        await hall.unplug("COM5")
        hall.plug("COM5", board)
        await asyncio.sleep(20)
    captures = captures_of(tmp_path, "25731")
    assert [(capture.header.started - EPOCH).total_seconds() for capture in captures] == [0, 21]
    assert isinstance(captures[0].records[-1], Note)
