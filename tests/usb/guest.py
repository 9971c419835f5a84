"""Runs inside the guest: the real fleet on the guest's own serial ports, told line by line.

A line of JSON for each change of what ``topboards boards watch`` would show.
"""

import asyncio
import json
import sys
from pathlib import Path

from desk.boards.line_up import Wanted, lined_up
from desk.boards.rows import BoardRow
from desk.host.clock import SystemClock

LOOK_S = 0.005


def told(row: BoardRow) -> dict[str, str | None]:
    """What the test wants to know of a board."""
    driver = Path("/sys/class/tty", Path(row.port).name, "device/driver")
    return {
        "port": row.port,
        "state": row.state,
        "placement": row.placement,
        "driver": driver.resolve().name if driver.exists() else "",
        "text": row.text,
    }


async def tell() -> None:
    """Until the machine is switched off."""
    before = None
    async with lined_up(Wanted(find=True), SystemClock()) as boards:
        while True:
            now = json.dumps({row.name: told(row) for row in boards.rows()})
            if now != before:
                sys.stdout.write(f"{now}\n")
                sys.stdout.flush()
            before = now
            await asyncio.sleep(LOOK_S)


if __name__ == "__main__":
    asyncio.run(tell())
