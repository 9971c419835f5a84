"""Reports of boards reach the log in order, also over a disk that is full for a while."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import timedelta

import pytest

from boardlink.stations.station import DeviceReport
from desk.errors import LogFullError
from desk.hall.report_writer import RETRY_S, draft_of, tournament_of, write_reports
from facts.envelope import Draft, Entry, Role
from facts.fact import DeviceOnline, PlacementClear
from facts.ids import DeviceId, GameId
from facts.log import MemoryLog
from tests.fakes.virtual_clock import EPOCH, LoopClock

GAME = GameId("open.main.3.12.1")


class FullDisk(MemoryLog):
    """Refuses the first ``refusals`` batches."""

    def __init__(self, refusals: int) -> None:
        super().__init__(LoopClock())
        self.refusals = refusals

    async def append(self, drafts: Iterable[Draft]) -> Sequence[Entry]:
        if self.refusals:
            self.refusals -= 1
            raise LogFullError("the disk is full: make room")
        return await super().append(drafts)


def report(n: int) -> DeviceReport:
    fact = DeviceOnline(DeviceId(str(n)), "dgt", f"port-{n}")
    return DeviceReport(DeviceId(str(n)), fact, EPOCH + timedelta(seconds=n))


async def recorded(log: MemoryLog, reports: int) -> list[str]:
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue()
    async with asyncio.TaskGroup() as group:
        recorder = group.create_task(write_reports(queue, log))
        for n in range(reports):
            queue.put_nowait(report(n))
            if n % 3 == 0:
                await asyncio.sleep(0.1)
        await queue.join()
        recorder.cancel()
    return [entry.draft.actor.name for entry in log.read()]


async def test_every_report_is_logged_in_order() -> None:
    assert await recorded(MemoryLog(LoopClock()), 20) == [str(n) for n in range(20)]


@pytest.mark.parametrize("refusals", [1, 5])
async def test_a_full_disk_delays_reports_and_loses_none(refusals: int) -> None:
    started = asyncio.get_running_loop().time()
    assert await recorded(FullDisk(refusals), 20) == [str(n) for n in range(20)]
    assert asyncio.get_running_loop().time() - started >= refusals * RETRY_S


def test_a_report_about_a_game_belongs_to_its_tournament() -> None:
    draft = draft_of(DeviceReport(DeviceId("25731"), PlacementClear(GAME), EPOCH))
    assert draft.tournament == tournament_of(GAME) == "open"
    assert (draft.actor.role, draft.actor.name, draft.at) == (Role.DEVICE, "25731", EPOCH)


def test_a_report_about_the_device_itself_belongs_to_the_hall() -> None:
    assert draft_of(report(7)).tournament is None
