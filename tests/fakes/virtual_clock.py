"""A loop in which waiting takes no time, and the clock that goes with it.

For tests without real sockets, ptys and threads: the loop polls its selector once with
nothing to wait for and then jumps to the next deadline. A loop with nothing left to do
is a deadlock, and says so.
"""

import asyncio
import selectors
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

EPOCH = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)


BEYOND_S = 1e-9
"""A jump ends just beyond the deadline: who is woken never finds that it is not time yet."""


class DeadlockError(RuntimeError):
    """Everybody waits for something that nobody will do."""


class _JumpingSelector(selectors.SelectSelector):
    """Never blocks: instead of waiting it moves the loop's clock on."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready:
            return ready
        if timeout is None:
            raise DeadlockError("the loop waits for ever: nothing is scheduled")
        self.now += max(timeout, 0.0) + BEYOND_S
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time, from 0 seconds."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        self._clock_resolution = 0.0  # asyncio's own slack would wake timers a little early

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._jumping.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run ``func`` at once: a thread would need real time."""
        future: asyncio.Future[Any] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - handed on to whoever awaits it
            future.set_exception(error)
        return future


class LoopClock:
    """The time of day in a test: ``EPOCH`` plus the running loop's time."""

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return EPOCH + timedelta(seconds=asyncio.get_running_loop().time())


class FixedClock:
    """A clock that stands until the test moves it."""

    def __init__(self, at: datetime = EPOCH) -> None:
        self.at = at

    def now(self) -> datetime:
        """The time that was set last."""
        return self.at

    def move(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.at += timedelta(seconds=seconds)
