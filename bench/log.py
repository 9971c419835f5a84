"""How many facts a second the log takes with every one on disk, and how fast it folds.

Run ``python -m bench.log [FOLDER]``; the folder decides which disk is measured.
"""

import asyncio
import resource
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from desk.host.clock import SystemClock
from desk.storage.sqlite_log import SqliteLog, open_log
from facts.envelope import Actor, Draft, Role
from facts.fact import LineMove, MovePlayed
from facts.ids import GameId

CLOCK = SystemClock()
BOARD = Actor(Role.DEVICE, "25731")
TOURNAMENT_FACTS = 74_000
"""Nine rounds on 100 boards."""


def move(number: int) -> Draft:
    at = CLOCK.now() + timedelta(seconds=number)
    line = LineMove("e2e4", "e4", 5400 - number % 5400, at)
    return Draft(MovePlayed(GameId(f"open.main.1.{number % 50}.1"), number, line), at, BOARD)


async def one_by_one(log: SqliteLog, count: int) -> None:
    for number in range(count):
        await log.append([move(number)])


async def grouped(log: SqliteLog, count: int, producers: int) -> None:
    async with asyncio.TaskGroup() as group:
        for _ in range(producers):
            group.create_task(one_by_one(log, count // producers))


async def measure(folder: Path) -> None:
    path = folder / "bench.log"
    async with open_log(path, CLOCK) as log:
        begun = time.perf_counter()
        await one_by_one(log, 2_000)
        print(f"one by one:            {2_000 / (time.perf_counter() - begun):9,.0f} facts/s")
        for producers in (10, 100, 500):
            before, begun = log.last_seq, time.perf_counter()
            await grouped(log, 20_000, producers)
            rate = (log.last_seq - before) / (time.perf_counter() - begun)
            print(f"{producers:3} producers at once: {rate:9,.0f} facts/s")
        await log.append([move(n) for n in range(TOURNAMENT_FACTS - log.last_seq)])
    size = path.stat().st_size
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    async with open_log(path, CLOCK) as log:
        took = time.perf_counter() - begun
        print(f"open with {log.last_seq:,} facts ({size / 1e6:.0f} MB): {took:.2f} s")
        begun = time.perf_counter()
        count = len(log.read())
        print(f"read all {count:,} again: {(time.perf_counter() - begun) * 1000:.1f} ms")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb
    print(f"peak memory grew by {grown / 1024:.0f} MB while loading")


def main() -> None:
    """Measure in a temporary folder, or in the one that is named."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
