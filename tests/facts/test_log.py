import asyncio

import pytest

from facts.envelope import Actor, Draft, Role
from facts.fact import HallOpened
from facts.log import MemoryLog
from tests.fakes.virtual_clock import EPOCH, FixedClock, LoopClock


def draft(name: str, command: str | None = None) -> Draft:
    """A fact that says nothing but its name."""
    return Draft(HallOpened(name, "t"), EPOCH, Actor(Role.PROGRAM, "test"), command=command)


async def test_entries_are_numbered_densely_from_one() -> None:
    log = MemoryLog(FixedClock())
    await log.append([draft("a"), draft("b")])
    await log.append([draft("c")])
    assert [entry.seq for entry in log.read()] == [1, 2, 3]
    assert [entry.seq for entry in log.read(after=2)] == [3]
    assert log.last_seq == 3


async def test_a_command_that_comes_twice_acts_once() -> None:
    log = MemoryLog(FixedClock())
    first = await log.append([draft("a", "c1"), draft("b", "c1")])
    again = await log.append([draft("a", "c1"), draft("b", "c1")])
    assert list(again) == list(first)
    assert log.last_seq == 2


async def test_a_reader_sleeps_until_the_log_grows() -> None:
    log = MemoryLog(LoopClock())

    async def late() -> None:
        await asyncio.sleep(60)
        await log.append([draft("a")])

    async with asyncio.TaskGroup() as group:
        group.create_task(late())
        await log.wait(after=0)
        assert asyncio.get_running_loop().time() == pytest.approx(60)


async def test_a_reader_that_is_behind_does_not_sleep() -> None:
    log = MemoryLog(FixedClock())
    await log.append([draft("a")])
    await log.wait(after=0)
