"""A hall of virtual boards, each on a port of its own, or many on a line in bus mode.

::

    async with virtual_hall(HallSettings(boards=8)) as seats:
        print([seat.port for seat in seats])
        await seats[0].board.play(game)
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from boardlink.errors import UsageError
from boardlink.links.link import BUS
from boardlink.protocols.dgt_bus import MOST_ADDRESS
from boardlink.simulator.boards.misbehaviour import WELL_BEHAVED, Misbehaviour
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.simulator.ports.line import PluggableLine
from boardlink.simulator.ports.shared_line import SharedLine
from boardlink.simulator.ports.tcp import TcpLine

MOST_BOARDS = 1000
MOST_SERIAL = 99_999
PTYS = hasattr(os, "openpty")


@dataclass(frozen=True, slots=True)
class HallSettings:
    """A hall.

    Attributes:
        boards: how many.
        directory: where the ports' names go (``board-01`` …); None: a temporary folder.
        tcp: TCP servers in place of ptys; always where a system has no ptys.
        first_port: the first board's TCP port, the next ones follow; 0: any free ones.
        first_serial: the first board's serial number, the next ones follow.
        play: how the hands play; each board's seed differs.
        device: what kind of boards; the serial numbers are put in.
        misbehaviours: by board from 1, for those that do not behave.
        per_line: so many boards share a port, in bus mode; 0: each has its own.
        noise: wrong bits per bit on shared lines.
    """

    boards: int = 8
    directory: Path | None = None
    tcp: bool = False
    first_port: int = 0
    first_serial: int = 10001
    play: PlaySettings = PlaySettings()
    device: BoardSettings = BoardSettings()
    misbehaviours: dict[int, Misbehaviour] = field(default_factory=dict)
    per_line: int = 0
    noise: float = 0.0

    @property
    def ports(self) -> int:
        """How many ports there are."""
        return -(-self.boards // self.per_line) if self.per_line else self.boards


@dataclass(frozen=True, slots=True)
class SimulatedPort:
    """Where a virtual board can be opened.

    Attributes:
        board: from 1.
        serial: its serial number.
        port: a path or ``socket://host:port``, as links take it; ``bus:`` before it where
            many boards share it.
    """

    board: int
    serial: str
    port: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A virtual board and its port."""

    board: VirtualBoard
    port: SimulatedPort


@asynccontextmanager
async def virtual_hall(settings: HallSettings) -> AsyncIterator[tuple[Seat, ...]]:
    """Run the boards while the body does; their ports are gone afterwards.

    Raises:
        UsageError: no boards, or far too many, or serial numbers that no board has.
        LinkError: a port cannot be made.
    """
    if not 1 <= settings.boards <= MOST_BOARDS:
        raise UsageError(f"{settings.boards} boards: expected 1 to {MOST_BOARDS}")
    last_serial = settings.first_serial + settings.boards - 1
    if settings.first_serial < 0 or last_serial > MOST_SERIAL:
        raise UsageError(
            f"serial numbers from {settings.first_serial} to {last_serial}: expected five digits"
        )
    async with AsyncExitStack() as stack:
        lines = await _lines(settings, stack)
        shared = _shared(settings, lines) if settings.per_line else []
        seats = [_seat(settings, lines, shared, number) for number in range(settings.boards)]
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(seat.board.run()) for seat in seats]
            running += [group.create_task(line.run()) for line in shared]
            try:
                yield tuple(seats)
            finally:
                for task in running:
                    task.cancel()


def _shared(settings: HallSettings, lines: Sequence[PluggableLine]) -> list[SharedLine]:
    return [
        SharedLine(line, line.name, noise=settings.noise, seed=settings.play.seed + number)
        for number, line in enumerate(lines)
    ]


def _seat(
    settings: HallSettings,
    lines: Sequence[PluggableLine],
    shared: Sequence[SharedLine],
    index: int,
) -> Seat:
    """The board with this index, from 0, on a port of its own or at its place of a line."""
    number = index + 1
    serial = settings.first_serial + index
    device = replace(
        settings.device,
        serial=f"{serial:05d}",
        bus_address=(serial - 1) % MOST_ADDRESS + 1,
        phase_s=number * 0.618 % 1.0 * settings.device.scan_s,
    )
    line: PluggableLine = lines[index // settings.per_line] if shared else lines[index]
    port = f"{BUS}{line.name}" if shared else line.name
    board = VirtualBoard(
        shared[index // settings.per_line].tap() if shared else line,
        device,
        replace(settings.play, seed=settings.play.seed + number),
        misbehaviour=settings.misbehaviours.get(number, WELL_BEHAVED),
    )
    return Seat(board, SimulatedPort(number, device.serial, port))


async def _lines(settings: HallSettings, stack: AsyncExitStack) -> list[PluggableLine]:
    """A line for each port; ``stack`` closes them and clears up."""
    lines: list[PluggableLine] = []
    if settings.tcp or not PTYS:
        for number in range(settings.ports):
            line = TcpLine(port=settings.first_port + number if settings.first_port else 0)
            stack.push_async_callback(line.close)
            await line.reopen()
            lines.append(line)
        return lines
    from boardlink.simulator.ports.ptys import PtyLine, own_folder  # termios is not everywhere

    folder = settings.directory
    if folder is None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="topboards-")))
    stack.enter_context(own_folder(folder))
    what = "line" if settings.per_line else "board"
    for number in range(1, settings.ports + 1):
        pty = PtyLine(folder / f"{what}-{number:02d}")
        stack.push_async_callback(pty.close)
        lines.append(pty)
    return lines
