import asyncio

import pytest

from tests.fakes.virtual_clock import EPOCH, DeadlockError, LoopClock, VirtualLoop


async def test_a_quarter_of_an_hour_passes_at_once() -> None:
    clock = LoopClock()
    await asyncio.sleep(900)
    assert (clock.now() - EPOCH).total_seconds() == pytest.approx(900)


async def test_who_is_woken_at_a_deadline_finds_that_it_has_come() -> None:
    loop = asyncio.get_running_loop()
    for n in range(1, 500):
        deadline = loop.time() + n / 7
        with pytest.raises(TimeoutError):
            async with asyncio.timeout_at(deadline):
                await asyncio.Event().wait()
        assert loop.time() >= deadline


def test_waiting_for_what_never_comes_is_an_error_not_a_hang() -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner, pytest.raises(DeadlockError):
        runner.run(asyncio.Event().wait())
