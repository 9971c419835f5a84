"""A process that appends facts and says which are acknowledged, until it is killed."""

import asyncio
import os
import sys
from pathlib import Path

from desk.host.clock import SystemClock
from desk.storage.sqlite_log import open_log
from facts.envelope import Actor, Draft, Role
from facts.fact import HallOpened


async def main(path: Path) -> None:
    clock = SystemClock()
    async with open_log(path, clock) as log, asyncio.TaskGroup() as group:

        async def produce(name: str) -> None:
            number = 0
            while True:
                number += 1
                draft = Draft(
                    HallOpened(f"{name}{number}", "test"),
                    clock.now(),
                    Actor(Role.PROGRAM, "test"),
                    command=f"{os.getpid()}-{name}{number}",
                )
                (entry,) = await log.append([draft])
                os.write(1, f"{entry.seq} {draft.command}\n".encode())

        for name in "abcd":
            group.create_task(produce(name))


asyncio.run(main(Path(sys.argv[1])))
