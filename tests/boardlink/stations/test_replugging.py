"""Cables that are pulled out and put back a thousand times leave nothing behind."""

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from boardlink.errors import LinkError
from boardlink.links.ports import open_port
from boardlink.simulator.ports.ptys import PtyLine
from facts.fact import DeviceOffline, DeviceOnline
from facts.ids import DeviceId
from tests.fakes.board_hall import BoardHall
from tests.fakes.scripted_board import ScriptedBoard

CYCLES = 1000
REAL_CYCLES = 60
"""On ptys; ``python -m bench.replug`` does a thousand, with whole boards."""
FEW = 3
"""What may be in the making at the moment of counting."""

linux_only = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="open descriptors are counted in /proc"
)


class Left:
    """What is open or running now."""

    def __init__(self) -> None:
        gc.collect()
        self.descriptors = len(list(Path("/proc/self/fd").iterdir()))
        self.tasks = len(asyncio.all_tasks())
        self.threads = threading.active_count()

    def is_no_more_than(self, before: "Left") -> bool:
        return (
            self.descriptors <= before.descriptors + FEW
            and self.tasks <= before.tasks + FEW
            and self.threads <= before.threads + FEW
        )

    def __repr__(self) -> str:
        return f"{self.descriptors} descriptors, {self.tasks} tasks, {self.threads} threads"


def throw_away(captures: Path) -> None:
    for capture in captures.glob("*.cap"):
        capture.unlink()


@asynccontextmanager
async def leaves_nothing() -> AsyncIterator[None]:
    before = Left()
    yield
    await asyncio.sleep(0.1)
    after = Left()
    assert after.is_no_more_than(before), f"{before} became {after}"


@linux_only
@pytest.mark.timeout(240)
async def test_a_thousand_replugs_of_a_board_leave_nothing_behind(tmp_path: Path) -> None:
    async with BoardHall(tmp_path).open() as hall:
        board = ScriptedBoard()
        hall.plug("COM5", board)
        await asyncio.sleep(5)
        station = hall.fleet.stations[DeviceId(board.serial)]
        async with leaves_nothing():
            for cycle in range(CYCLES):
                await hall.unplug("COM5")
                await asyncio.sleep(0.5)
                assert station.state().port is None
                board.codes[16 + cycle % 32] ^= 1
                hall.boards["COM5"] = board
                await asyncio.sleep(6)
                assert station.state().placement == board.placement
                kinds = [type(report.fact) for report in hall.collect()]
                assert {DeviceOffline, DeviceOnline} <= set(kinds)
                hall.opened.clear()
                hall.reports.clear()
                board.sent.clear()
                throw_away(tmp_path)


@linux_only
@pytest.mark.real_time
@pytest.mark.skipif(sys.platform != "linux", reason="a pty tells its hang-up on Linux alone")
async def test_real_ports_that_are_unplugged_leave_nothing_behind(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "board")
    link = await open_port(line.name)
    await link.close()
    async with leaves_nothing():
        for _ in range(REAL_CYCLES):
            link = await open_port(line.name)
            await link.write(b"\x4d")
            assert await line.read() == b"\x4d"
            await line.write(b"\x93\x00\x05\x01\x07")
            assert await link.read() == b"\x93\x00\x05\x01\x07"
            await line.close()
            with pytest.raises(LinkError, match="gone"):
                async with asyncio.timeout(5):
                    await link.read()
            await link.close()
            await line.reopen()
    await line.close()
