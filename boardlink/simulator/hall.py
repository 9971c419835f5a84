"""A hall of virtual boards, each on a port of its own.

::

    async with virtual_hall(HallSettings(boards=8)) as seats:
        print([seat.port for seat in seats])
        await seats[0].board.play(game)
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from boardlink.errors import UsageError
from boardlink.simulator.line import PluggableLine
from boardlink.simulator.misbehaviour import WELL_BEHAVED, Misbehaviour
from boardlink.simulator.player import PlaySettings, VirtualBoard
from boardlink.simulator.settings import BoardSettings
from boardlink.simulator.tcp import TcpLine

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
    """

    boards: int = 8
    directory: Path | None = None
    tcp: bool = False
    first_port: int = 0
    first_serial: int = 10001
    play: PlaySettings = PlaySettings()
    device: BoardSettings = BoardSettings()
    misbehaviours: dict[int, Misbehaviour] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SimulatedPort:
    """Where a virtual board can be opened.

    Attributes:
        board: from 1.
        serial: its serial number.
        port: a path or ``socket://host:port``, as links take it.
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
        seats = [_seat(settings, line, number) for number, line in enumerate(lines, start=1)]
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(seat.board.run()) for seat in seats]
            try:
                yield tuple(seats)
            finally:
                for task in running:
                    task.cancel()


def _seat(settings: HallSettings, line: PluggableLine, number: int) -> Seat:
    serial = f"{settings.first_serial + number - 1:05d}"
    phase = number * 0.618 % 1.0 * settings.device.scan_s
    board = VirtualBoard(
        line,
        replace(settings.device, serial=serial, phase_s=phase),
        replace(settings.play, seed=settings.play.seed + number),
        misbehaviour=settings.misbehaviours.get(number, WELL_BEHAVED),
    )
    return Seat(board, SimulatedPort(number, serial, line.name))


async def _lines(settings: HallSettings, stack: AsyncExitStack) -> list[PluggableLine]:
    """A line for each board; ``stack`` closes them and clears up."""
    lines: list[PluggableLine] = []
    if settings.tcp or not PTYS:
        for number in range(settings.boards):
            line = TcpLine(port=settings.first_port + number if settings.first_port else 0)
            stack.push_async_callback(line.close)
            await line.reopen()
            lines.append(line)
        return lines
    from boardlink.simulator.ptys import PtyLine, own_folder  # termios is not everywhere

    folder = settings.directory
    if folder is None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="topboards-")))
    stack.enter_context(own_folder(folder))
    for number in range(1, settings.boards + 1):
        pty = PtyLine(folder / f"board-{number:02d}")
        stack.push_async_callback(pty.close)
        lines.append(pty)
    return lines
