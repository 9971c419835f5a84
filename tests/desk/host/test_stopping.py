import asyncio
import signal
import sys
from collections.abc import Iterator

import pytest

from desk.host.stopping import until_stopped

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX has them"),
]


@pytest.fixture(autouse=True)
def _unchanged() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_is_an_event(number: signal.Signals) -> None:
    async with until_stopped() as stopped, asyncio.timeout(5):
        signal.raise_signal(number)
        await stopped.wait()


async def test_so_it_is_where_the_loop_takes_no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    async with until_stopped() as stopped, asyncio.timeout(5):
        signal.raise_signal(signal.SIGINT)
        await stopped.wait()


async def test_a_second_ctrl_c_ends_the_program_at_once() -> None:
    async with until_stopped() as stopped, asyncio.timeout(5):
        signal.raise_signal(signal.SIGINT)
        await stopped.wait()
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
