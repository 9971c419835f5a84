"""Cables pulled out and put back: ``python -m bench.replug [--boards 20] [--cycles 50]``.

Virtual boards on ptys and a fleet with real serial links in one process. Each cable is
pulled out and put back so often, each time with another man moved meanwhile. Printed are the
time from the cable to the notice, and from the cable put back to the right position, and
what of descriptors, tasks, threads and memory is left at the end.
"""

import argparse
import asyncio
import gc
import logging
import resource
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from boardlink.fleet import Fleet
from boardlink.readings import Man, Square
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Lift, Place, Step
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.ptys import PtyLine
from boardlink.stations.station import DeviceReport, Station
from desk.host.clock import SystemClock
from facts.ids import DeviceId

LOOK_S = 0.002
GIVE_UP_S = 60.0
ONLINE_S = 1.0
"""Between two cycles, so that a board works for a while."""
WARM_UP = 2
"""Cycles before counting begins."""


@dataclass
class Figures:
    """Milliseconds of each cycle."""

    noticed: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)


def left() -> tuple[int, int, int, int]:
    """Open descriptors, tasks, threads, and the most memory so far in MB."""
    gc.collect()
    return (
        len(list(Path("/proc/self/fd").iterdir())),
        len(asyncio.all_tasks()),
        threading.active_count(),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )


async def milliseconds_until(condition: "Condition") -> float:
    """How long it takes; gives up after a minute."""
    began = time.monotonic()
    async with asyncio.timeout(GIVE_UP_S):
        while not condition():  # noqa: ASYNC110 - a state, no event
            await asyncio.sleep(LOOK_S)
    return (time.monotonic() - began) * 1000


class Condition:
    """A station that is offline, or shows what stands on the board."""

    def __init__(self, station: Station, board: VirtualBoard | None) -> None:
        """``board`` None: offline."""
        self._station = station
        self._board = board

    def __call__(self) -> bool:
        """True once it is so."""
        state = self._station.state()
        if self._board is None:
            return state.port is None
        return state.placement == self._board.men


async def replug(
    board: VirtualBoard, line: PtyLine, station: Station, cycles: int, figures: Figures
) -> None:
    """One board's cycles."""
    await milliseconds_until(Condition(station, board))
    squares = [Square(12), Square(28)]
    for _ in range(cycles):
        await asyncio.sleep(ONLINE_S)
        await line.close()
        figures.noticed.append(await milliseconds_until(Condition(station, None)))
        await board.do([Step(Lift(squares[0]), 0.0), Step(Place(squares[1], Man("P")), 0.0)])
        squares.reverse()
        await line.reopen()
        await board.plug(line)
        figures.right.append(await milliseconds_until(Condition(station, board)))


async def measure(boards: int, cycles: int, folder: Path) -> None:
    """Run them all and print the figures."""
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue(10_000)
    fleet = Fleet(queue, SystemClock(), folder / "captures")
    figures = Figures()
    lines = [PtyLine(folder / f"board-{n:03d}") for n in range(boards)]
    serials = [f"{20001 + n}" for n in range(boards)]
    virtual = [
        VirtualBoard(line, BoardSettings(serial=serial))
        for line, serial in zip(lines, serials, strict=True)
    ]

    async def drain() -> None:
        while True:
            await queue.get()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(drain()), group.create_task(fleet.run())]
        tasks += [group.create_task(board.run()) for board in virtual]
        for line in lines:
            fleet.add_port(line.name)

        async def all_of_them(count: int) -> None:
            async with asyncio.TaskGroup() as cycling:
                for board, line, serial in zip(virtual, lines, serials, strict=True):
                    station = fleet.station(DeviceId(serial))
                    cycling.create_task(replug(board, line, station, count, figures))

        await all_of_them(WARM_UP)
        figures = Figures()
        before, cpu, wall = left(), time.process_time(), time.monotonic()
        await all_of_them(cycles)
        cpu, wall = time.process_time() - cpu, time.monotonic() - wall
        after = left()
        for task in tasks:
            task.cancel()
    for line in lines:
        await line.close()
    report(boards, cycles, figures, before, after, cpu / wall)


def report(
    boards: int,
    cycles: int,
    figures: Figures,
    before: tuple[int, ...],
    after: tuple[int, ...],
    share: float,
) -> None:
    """Print what was measured."""
    print(f"{boards} boards, {cycles} cycles each: {boards * cycles} replugs")
    for name, values in (
        ("from unplug to notice", figures.noticed),
        ("from replug to the right position", figures.right),
    ):
        ordered = sorted(values)
        p99 = ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)]
        print(
            f"  {name:<34} p50 {statistics.median(ordered):.0f} ms, p99 {p99:.0f} ms, "
            f"longest {ordered[-1]:.0f} ms"
        )
    names = ("descriptors", "tasks", "threads", "MB at most")
    changes = ", ".join(
        f"{name} {a} → {b}" for name, a, b in zip(names, before, after, strict=True)
    )
    print(f"  before → after                     {changes}")
    print(f"  CPU                                {share:.1%} of one core")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--cycles", type=int, default=50)
    asked = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)  # a thousand lost links are no news here
    with tempfile.TemporaryDirectory(prefix="topboards-bench-") as folder:
        asyncio.run(measure(asked.boards, asked.cycles, Path(folder)))


if __name__ == "__main__":
    main()
