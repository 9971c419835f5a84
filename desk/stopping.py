"""Ctrl-C and the system's request to stop, as an event: a hall closes in its own order."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def until_stopped() -> AsyncIterator[asyncio.Event]:
    """An event that SIGINT or SIGTERM sets; a second SIGINT ends the program at once."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        stopped.set()
        loop.remove_signal_handler(signal.SIGINT)

    handled = []
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):  # Windows: Ctrl-C cancels the main task
            continue
        handled.append(number)
    try:
        yield stopped
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
