"""Ctrl-C and the system's request to stop, as an event: a hall closes in its own order."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager


@asynccontextmanager
async def until_stopped() -> AsyncIterator[asyncio.Event]:
    """An event that SIGINT or SIGTERM sets; a second SIGINT ends the program at once."""
    stopped = asyncio.Event()
    with ExitStack() as handlers:

        def stop() -> None:
            stopped.set()
            handlers.close()

        for number in (signal.SIGINT, signal.SIGTERM):
            undo = _handle(number, stop)
            if undo is not None:
                handlers.callback(undo)
        yield stopped


def _handle(number: signal.Signals, stop: Callable[[], None]) -> Callable[[], object] | None:
    """Call ``stop`` in the loop at a signal; gives what undoes it, None outside the main thread."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(number, stop)
    except NotImplementedError:  # Windows
        try:
            before = signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        except ValueError:
            return None
        return lambda: signal.signal(number, before)
    except (RuntimeError, ValueError):
        return None
    return lambda: loop.remove_signal_handler(number)
