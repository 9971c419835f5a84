"""``topboards boards bind``: boards get their numbers by being shown the white king on e4."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from desk.boards.binding import Binding, Bound, Hint, numbers_from, toml_tables
from desk.boards.hall_file import append_boards
from desk.boards.line_up import LineUp, Wanted, lined_up
from desk.config.hall import BoardConfig, load_hall
from desk.errors import DeskError
from desk.host.clock import SystemClock
from desk.host.stopping import until_stopped
from facts.ids import BoardNo, DeviceId

LOOK_S: Final = 0.2
"""How often all boards are looked at."""


def bind_boards(
    hall: Path | None,
    ports: Sequence[str],
    *,
    numbers: str,
    anew: bool,
    write: bool,
    as_json: bool,
) -> None:
    """Ask for board after board until all numbers are given, or Ctrl-C; print the tables.

    Args:
        hall: the hall's file, whose boards keep their numbers unless ``anew``.
        ports: where to look; empty: everywhere on this computer, and where the file says.
        numbers: to be given, such as ``1-8``; empty: all that are free, until Ctrl-C.
        anew: the file's own boards are forgotten; not with ``write``.
        write: add the tables to the file.
        as_json: one object a board on standard output instead of tables.

    Raises:
        DeskError: the options or files do not fit together; says what to do.
    """
    if write and (hall is None or anew):
        raise DeskError(
            "--write needs the hall's file, and its boards must stay: without it the tables are "
            "printed, to be put into the file by hand"
        )
    configured = () if hall is None or anew else load_hall(hall).boards
    if hall is not None and anew:
        ports = [*ports, *(b.port for b in load_hall(hall).boards if b.port is not None)]
    try:
        to_give = numbers_from(numbers, frozenset(board.number for board in configured))
    except ValueError as error:
        raise DeskError(f"--numbers: {error}") from error
    logging.basicConfig(handlers=[logging.NullHandler()])  # the boards say it themselves
    talk = Talk(as_json=as_json)
    lines = () if hall is None else load_hall(hall).bus_lines
    what = Wanted(configured, (*lines, *ports), find=not ports)
    bound = asyncio.run(_bind(what, to_give, talk))
    if not bound:
        talk.say("No board was bound.")
        return
    if not as_json:
        sys.stdout.write(toml_tables(bound))
    if write and hall is not None:
        append_boards(hall, toml_tables(bound))
        talk.say(f"{len(bound)} boards were added to {hall}.")
    elif not as_json:
        talk.say("Put these tables into the hall's file.")


class Talk:
    """What is said to whoever carries the king."""

    def __init__(self, *, as_json: bool) -> None:
        """People are talked to on standard error, and called with a bell on a terminal."""
        self._as_json = as_json
        self._bell = "\a" if sys.stderr.isatty() else ""

    def say(self, text: str) -> None:
        """A line."""
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def ask(self, number: BoardNo) -> None:
        """Which board is to be shown next."""
        self.say(f"Put the white king on e4 of board {number}.")

    def bound(self, bound: Bound, port: str) -> None:
        """A board got its number."""
        self.say(f"{self._bell}✓ board {bound.number} is device {bound.device} at {port}")
        if self._as_json:
            said = {"number": bound.number, "device": bound.device, "port": port}
            sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
            sys.stdout.flush()

    def hint(self, hint: Hint) -> None:
        """Something is not as it should be."""
        self.say(f"{self._bell}! {hint.text}")


async def _bind(what: Wanted, numbers: tuple[BoardNo, ...], talk: Talk) -> tuple[Bound, ...]:
    async with lined_up(what, SystemClock()) as line_up, until_stopped() as stopped:
        return await show_boards(line_up, what.boards, numbers, talk, stopped)


async def show_boards(
    line_up: LineUp,
    configured: Sequence[BoardConfig],
    numbers: tuple[BoardNo, ...],
    talk: Talk,
    stopped: asyncio.Event,
) -> tuple[Bound, ...]:
    """Give ``numbers`` to boards as they are shown, until all are given or ``stopped``."""
    loop = asyncio.get_running_loop()
    known = {board.device: board.number for board in configured if board.device is not None}
    state = Binding(numbers, known=known)
    heard = _Heard(talk.say)
    talk.say("Ctrl-C ends it; what is bound by then stays bound.")
    if numbers:
        talk.ask(numbers[0])
    while state.numbers and not stopped.is_set():
        rows = [row for row in line_up.rows() if row.device is not None]
        heard.tell({row.device for row in rows if row.device is not None and row.is_here})
        at_a_port = {row.device: row.board for row in rows if row.device and row.board is not None}
        state = replace(state, known={**at_a_port, **known})
        state, said = state.after(line_up.placements(), loop.time())
        ports = {row.device: row.port for row in rows}
        for one in said:
            if isinstance(one, Hint):
                talk.hint(one)
                continue
            talk.bound(one, ports.get(one.device, ""))
            if state.asks_for is not None:
                talk.ask(state.asks_for)
        try:
            async with asyncio.timeout(LOOK_S):
                await stopped.wait()
        except TimeoutError:
            continue
    return state.bound


class _Heard:
    """Tells how many boards answer, whenever it has changed."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._told: set[DeviceId] = set()

    def tell(self, here: set[DeviceId]) -> None:
        if here != self._told:
            self._told = here
            names = f": {', '.join(sorted(here))}" if here else ""
            self._say(f"{len(here)} boards answer{names}")
