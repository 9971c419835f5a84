"""Ports that come and go on a real system, looked for by listing them again and again."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardlink.links.ports import open_port
from boardlink.simulator.boards.board import BoardSettings
from boardlink.simulator.player import VirtualBoard
from desk.boards.line_up import LineUp, Wanted, lined_up
from desk.boards.rows import BoardRow, RowState
from desk.host.clock import SystemClock

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals"),
]


async def until(line_up: LineUp, true: Callable[[BoardRow], bool]) -> BoardRow:
    """The first row of which it is true."""
    async with asyncio.timeout(20):
        while True:
            for row in line_up.rows():
                if true(row):
                    return row
            await asyncio.sleep(0.05)


async def test_a_board_that_is_plugged_in_pulled_out_and_plugged_in_elsewhere_is_one_board(
    tmp_path: Path,
) -> None:
    from boardlink.simulator.ports.ptys import PtyLine  # termios is not everywhere

    def listed() -> list[str]:
        return sorted(str(path) for path in tmp_path.iterdir())

    async with asyncio.TaskGroup() as group:
        async with lined_up(Wanted(find=True), SystemClock(), None, open_port, listed) as line_up:
            line = PtyLine(tmp_path / "ttyACM0")
            board = VirtualBoard(line, BoardSettings(serial="10001"))
            running = group.create_task(board.run())
            here = await until(line_up, lambda row: row.placement is not None)
            assert (here.device, here.port) == ("10001", str(tmp_path / "ttyACM0"))
            running.cancel()
            await line.close()
            gone = await until(line_up, lambda row: row.state is RowState.RECONNECTING)
            assert gone.device == "10001"
            other = PtyLine(tmp_path / "ttyACM1")
            again = VirtualBoard(other, BoardSettings(serial="10001"))
            running = group.create_task(again.run())
            back = await until(line_up, lambda row: row.state is RowState.ONLINE)
            assert (back.device, back.port, back.returns) == (
                "10001",
                str(tmp_path / "ttyACM1"),
                1,
            )
            assert sum(row.device is not None for row in line_up.rows()) == 1
        running.cancel()
        await other.close()
