"""Show something at once and then every second, until Ctrl-C or for a while."""

import asyncio
from collections.abc import Callable
from typing import Final

from desk.host.stopping import until_stopped

EVERY_S: Final = 1.0


async def every_second(show: Callable[[], None], for_s: float | None) -> None:
    """Call ``show`` each second; ends after ``for_s`` seconds or at Ctrl-C."""
    loop = asyncio.get_running_loop()
    end = None if for_s is None else loop.time() + for_s
    async with until_stopped() as stopped:
        while not stopped.is_set():
            show()
            left = EVERY_S if end is None else min(EVERY_S, end - loop.time())
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await stopped.wait()
            except TimeoutError:
                continue
