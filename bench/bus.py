"""Bus lines: ``python -m bench.bus [--boards 40] [--lines 2] [--seconds 120] [--real]``.

In virtual time, where the line is as slow as 9600 baud and boards answer as late as real ones:
how long a change waits until it is known, how long a round of all boards takes, and what of
the line's time the bytes need (one byte in 1.04 ms, one question at a time). With ``--real``:
this process's CPU and memory for each board, at real speed, with the virtual boards in a
process of their own behind ptys.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt_bus import BusBoard, BusLine
from boardlink.drivers.dgt_bus_state import BusTimes
from boardlink.errors import BoardlinkError
from boardlink.fleet import Fleet
from boardlink.links.link import Link, LinkAround
from boardlink.links.memory import memory_pair
from boardlink.protocols.dgt import FieldUpdate
from boardlink.protocols.dgt_bus import BusCode, read_request
from boardlink.protocols.dgt_bus_board import Event, FrameHeard
from boardlink.protocols.dgt_memory import Changed, read_memory
from boardlink.sensing.tracker import GameSetup
from boardlink.simulator.boards.board import Step
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hall import HallSettings, virtual_hall
from boardlink.simulator.hands.style import PlaySettings
from boardlink.simulator.player import VirtualBoard
from boardlink.simulator.ports.shared_line import BYTE_S, SharedLine
from boardlink.stations.station import DeviceReport
from desk.demo.games import famous_games
from desk.host.clock import SystemClock
from facts.ids import GameId
from tests.fakes.virtual_clock import VirtualLoop

FOUND_S = 45.0
"""By then every board has been found."""
FASTEST = BusTimes(changes_s=0.0, clock_s=1e9, idle_clock_s=1e9, dump_s=1e9)
"""Nothing but changes, as fast as the line goes."""


@dataclass
class Traffic:
    """What one line carried, once it is begun to be counted.

    Attributes:
        asked: when each board was asked for its changes.
        seconds: what the bytes of questions and answers took.
    """

    counting: bool = False
    asked: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    sent: int = 0
    received: int = 0

    @property
    def seconds(self) -> float:
        """What the bytes took."""
        return (self.sent + self.received) * BYTE_S


class CountedLink(LinkAround):
    """A link that counts."""

    def __init__(self, inner: Link, traffic: Traffic) -> None:
        super().__init__(inner)
        self._traffic = traffic

    async def read(self) -> bytes:
        """From the line."""
        data = await super().read()
        self._traffic.received += len(data) * self._traffic.counting
        return data

    async def write(self, data: bytes) -> None:
        """To the line."""
        request = read_request(data)
        traffic = self._traffic
        if traffic.counting:
            traffic.sent += len(data)
            if request is not None and request.code == BusCode.SEND_CHANGES:
                traffic.asked[request.address].append(asyncio.get_running_loop().time())
        await super().write(data)


class TimedBoard(VirtualBoard):
    """A board that notes when its sensors saw each change."""

    def __init__(self, line: SharedLine, settings: BoardSettings, play: PlaySettings) -> None:
        super().__init__(line.tap(), settings, play)
        self.seen: deque[tuple[int, int, float]] = deque()

    def _absorb(self, step: Step) -> None:
        before = self._state.memory.written
        super()._absorb(step)
        fresh = self._state.memory.written - before
        if fresh > 0:
            now = asyncio.get_running_loop().time()
            for entry in read_memory(self._state.memory.data[-fresh:]):
                if isinstance(entry, Changed):
                    self.seen.append((entry.index, entry.code, now))


@dataclass
class Measured:
    """One run: seconds from each change to its news, between two questions, of bytes."""

    waits: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)
    busy: float = 0.0
    lost: int = 0


async def one_line(
    count: int, seconds: float, times: BusTimes | None, seed: int, *, playing: bool
) -> Measured:
    """A line of ``count`` boards on which games are played at the speed of people."""
    host, device = memory_pair("line", LinkKind.SERIAL)
    shared, traffic, measured = SharedLine(device, seed=seed), Traffic(), Measured()
    settings = [
        replace(BoardSettings(), serial=str(20000 + n), bus_address=n, phase_s=n * 0.618 % 0.2)
        for n in range(1, count + 1)
    ]
    boards = {
        its.bus_address: TimedBoard(shared, its, PlaySettings(seed=seed + its.bus_address))
        for its in settings
    }

    def listen(board: BusBoard, events: tuple[Event, ...]) -> None:
        seen = boards[board.address].seen
        for event in events:
            if isinstance(event, FrameHeard) and isinstance(event.frame, FieldUpdate):
                while seen and (event.frame.index, event.frame.code) != seen[0][:2]:
                    seen.popleft()
                    measured.lost += traffic.counting
                if seen:
                    now = asyncio.get_running_loop().time()
                    measured.waits.append(now - seen.popleft()[2])

    async def serve(board: BusBoard) -> None:
        with contextlib.suppress(BoardlinkError):
            while True:
                await board.read()

    line = BusLine(CountedLink(host, traffic), serve, listen, times)
    games = famous_games()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(board.run()) for board in boards.values()]
        tasks.append(group.create_task(shared.run()))
        tasks.append(group.create_task(line.run()))
        await asyncio.sleep(FOUND_S)
        assert len(line.boards) == count, f"{len(line.boards)} of {count} boards were found"
        if playing:
            for n, board in enumerate(boards.values()):
                tasks.append(group.create_task(board.play(games[n % len(games)])))
        for board in boards.values():
            board.seen.clear()
        measured.waits.clear()
        traffic.counting = True
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
    measured.rounds = [b - a for moments in traffic.asked.values() for a, b in pairwise(moments)]
    measured.busy = traffic.seconds / seconds
    return measured


async def lines(
    count: int, number: int, seconds: float, times: BusTimes | None, *, playing: bool
) -> list[Measured]:
    """Several lines at once."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(one_line(count, seconds, times, 1000 * n, playing=playing))
            for n in range(number)
        ]
    return [task.result() for task in tasks]


def spread(values: Iterable[float]) -> str:
    """Median, 95th and 99th percentile."""
    ordered = sorted(values)
    if len(ordered) < 2:
        return "nothing was measured"
    cuts = statistics.quantiles(ordered, n=100, method="inclusive")
    return f"p50 {cuts[49]:.2f} s  p95 {cuts[94]:.2f} s  p99 {cuts[98]:.2f} s"


def virtual(count: int, number: int, seconds: float) -> None:
    """Print what one line does, and several."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        fastest = runner.run(one_line(count, seconds, FASTEST, 0, playing=False))
        least = count * (4 + 6) * BYTE_S
        middle = statistics.median(fastest.rounds)
        print(
            f"1 line of {count}, nothing but changes, as fast as it goes: a round takes "
            f"{middle:.2f} s, the bytes alone {least:.2f} s: ratio {middle / least:.2f}"
        )
    for n in sorted({1, number}):
        began = time.process_time()
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runs = runner.run(lines(count, n, seconds, None, playing=True))
        waits = [wait for run in runs for wait in run.waits]
        print(
            f"{n} × {count} boards that are played on, {seconds:.0f} s: "
            f"{len(waits)} changes, {sum(run.lost for run in runs)} lost"
        )
        print(f"  change → known: {spread(waits)}")
        print(f"  between two questions: {spread(r for run in runs for r in run.rounds)}")
        busy = statistics.mean(run.busy for run in runs)
        print(f"  bytes take {busy:.0%} of a line's time at 9600 baud")
        print(f"  (simulator and driver: {time.process_time() - began:.1f} s of CPU)")


# --- real time ------------------------------------------------------------------------


async def hands(count: int, number: int, folder: Path) -> None:
    """The process of the virtual boards: they play until its input ends."""
    settings = HallSettings(boards=count * number, per_line=count, directory=folder)
    async with virtual_hall(settings) as seats, asyncio.TaskGroup() as group:
        print(json.dumps(sorted({seat.port.port for seat in seats})), flush=True)
        games = famous_games()
        await asyncio.sleep(FOUND_S)
        for n, seat in enumerate(seats):
            group.create_task(seat.board.play(games[n % len(games)]))
        await asyncio.sleep(3600)


async def real(ports: Sequence[str], count: int, seconds: float, folder: Path) -> None:
    """Print CPU and memory of a fleet that reads these lines."""
    gc.collect()
    before = memory_mib()
    queue: asyncio.Queue[DeviceReport] = asyncio.Queue()
    clock = SystemClock()
    fleet = Fleet(queue, clock, folder)
    for port in ports:
        fleet.add_port(port)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(fleet.run())
        await asyncio.sleep(FOUND_S)
        found = [state.device for state in fleet.ports if state.device is not None]
        for device in found:
            fleet.station(device).arm(GameSetup(GameId(device), clock.now()))
        used, began = cpu_s(), time.monotonic()
        await asyncio.sleep(seconds)
        cpu = (cpu_s() - used) / (time.monotonic() - began)
        print(
            f"{len(found)} of {count} boards on {len(ports)} lines at real speed, "
            f"{seconds:.0f} s: {cpu:.1%} of one core, {cpu / max(len(found), 1) * 1000:.2f} ms of "
            f"CPU a board and second, {(memory_mib() - before) / max(len(found), 1):.2f} MiB a "
            f"board ({memory_mib():.0f} MiB in all, {before:.0f} before), {queue.qsize()} facts"
        )
        running.cancel()


def cpu_s() -> float:
    """CPU seconds of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory_mib() -> float:
    """The most memory that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """See the module's text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=40, help="on each line")
    parser.add_argument("--lines", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--real", action="store_true", help="CPU and memory at real speed")
    parser.add_argument("--hands", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.hands is not None:
        asyncio.run(hands(given.boards, given.lines, given.hands))
        return
    if not given.real:
        virtual(given.boards, given.lines, given.seconds)
        return
    with tempfile.TemporaryDirectory() as folder:
        numbers = ["--boards", str(given.boards), "--lines", str(given.lines)]
        command = [sys.executable, "-m", "bench.bus", "--hands", f"{folder}/ports", *numbers]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            try:
                ports = json.loads(child.stdout.readline())
                total = given.boards * given.lines
                asyncio.run(real(ports, total, given.seconds, Path(folder) / "captures"))
            finally:
                child.kill()


if __name__ == "__main__":
    main()
