"""Boards that are shown the king, on ports of a test's own."""

import asyncio

import pytest

from desk.boards.bind import Talk, bind_boards, show_boards
from desk.boards.binding import Bound
from desk.boards.line_up import Wanted
from desk.config.hall import BoardConfig
from desk.errors import DeskError
from facts.ids import BoardNo, DeviceId
from tests.desk.boards.test_line_up import Ports
from tests.fakes.scripted_board import ScriptedBoard

E1, E4, KING = 60, 36, 5


async def show(board: ScriptedBoard) -> None:
    """Put the white king on e4 for a while, and back."""
    await board.put(E1, 0)
    await board.put(E4, KING)
    await asyncio.sleep(4)
    await board.put(E4, 0)
    await board.put(E1, KING)
    await asyncio.sleep(2)


async def test_boards_are_bound_as_they_are_shown_and_doubles_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ports = Ports()
    boards = ports.boards
    boards["a"], boards["b"] = ScriptedBoard(), ScriptedBoard(serial="25732")
    boards["c"] = ScriptedBoard(serial="25733")
    configured = (BoardConfig(BoardNo(5), None, "c", None),)
    what = Wanted(configured, find=True)
    async with ports.looked_at(what) as line_up, asyncio.TaskGroup() as group:
        showing = group.create_task(
            show_boards(
                line_up, configured, (BoardNo(1), BoardNo(2)), Talk(as_json=True), asyncio.Event()
            )
        )
        await asyncio.sleep(5)
        for port in ("b", "b", "c", "a"):
            await show(boards[port])
        assert await showing == (
            Bound(BoardNo(1), DeviceId("25732")),
            Bound(BoardNo(2), DeviceId("25731")),
        )
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        '{"number":1,"device":"25732","port":"b"}',
        '{"number":2,"device":"25731","port":"a"}',
    ]
    assert "Put the white king on e4 of board 1." in said.err
    assert "device 25732 is board 1 already" in said.err
    assert "device 25733 is board 5 in the hall's file already" in said.err
    assert "3 boards answer: 25731, 25732, 25733" in said.err


async def test_what_is_bound_when_it_is_stopped_stays_bound() -> None:
    ports, stopped = Ports(), asyncio.Event()
    ports.boards["a"] = ScriptedBoard()
    async with ports.looked_at(Wanted(find=True)) as line_up, asyncio.TaskGroup() as group:
        numbers = (BoardNo(1), BoardNo(2), BoardNo(3))
        showing = group.create_task(show_boards(line_up, (), numbers, Talk(as_json=False), stopped))
        await asyncio.sleep(5)
        await show(ports.boards["a"])
        stopped.set()
        assert await showing == (Bound(BoardNo(1), DeviceId("25731")),)


def test_options_that_do_not_fit_together_say_so() -> None:
    with pytest.raises(DeskError, match="--write needs"):
        bind_boards(None, [], numbers="", anew=False, write=True, as_json=False)
    with pytest.raises(DeskError, match="--numbers"):
        bind_boards(None, ["/dev/none"], numbers="x", anew=False, write=False, as_json=False)
