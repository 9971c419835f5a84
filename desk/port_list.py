"""``topboards boards list``: every port of this computer, and who answers there."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boardlink.capture import LinkKind
from boardlink.discovery import (
    Answer,
    Likelihood,
    PortCandidate,
    PortReport,
    list_candidates,
    list_usb_candidates,
    named_candidate,
    survey,
)
from boardlink.sensing.placement import START, fen_field, turned
from desk.boards.line_up import Wanted, lined_up
from desk.boards.rows import RowState
from desk.clock import SystemClock

LIVECHESS: Final = "ws://localhost:1982/api/v1.0"
LIVECHESS_S: Final = 3.0
"""How long a LiveChess of this computer is listened to; it tells all its boards at once."""

_STYLES: Final = {
    Answer.BOARD: "green",
    Answer.BUSY: "bold yellow",
    Answer.SILENT: "dim",
    Answer.NO_BOARD: "dim",
    Answer.CLOSED: "bold red",
}
_STANDS: Final = {
    fen_field(START): "the start position",
    fen_field(turned(START)): "the start position, turned",
}


def show_ports(ports: Sequence[str], *, as_json: bool) -> None:
    """Ask every port that may have a board, or those that are named, and print what was found."""
    reports = asyncio.run(_ask(ports))
    if as_json:
        for report in reports:
            sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    elif reports:
        console = Console(highlight=False)
        console.print(port_table(reports))
        for line in advice(reports):
            console.print(line, markup=False)
    else:
        sys.stdout.write(
            "No serial port was found. Plug a board in, or name its port in the hall's file "
            "(docs/boards.md).\n"
        )


async def _ask(ports: Sequence[str]) -> list[PortReport]:
    if ports:
        return await survey([named_candidate(port) for port in ports])
    candidates = list_candidates()
    candidates += await asyncio.to_thread(list_usb_candidates)
    async with asyncio.TaskGroup() as group:
        own = group.create_task(survey(candidates))
        others = group.create_task(_behind_livechess())
    seen = {report.device for report in own.result() if report.device}
    return [*own.result(), *(one for one in others.result() if one.device not in seen)]


async def _behind_livechess() -> list[PortReport]:
    """The boards of a LiveChess that runs on this computer, if one does."""
    try:
        async with asyncio.timeout(1):
            _, writer = await asyncio.open_connection("localhost", 1982)
    except (OSError, TimeoutError):
        return []
    writer.close()
    async with lined_up(Wanted(livechess=(LIVECHESS,)), SystemClock()) as line_up:
        await asyncio.sleep(LIVECHESS_S)
        return [
            PortReport(
                PortCandidate(
                    row.port, LinkKind.LIVECHESS, "", "behind LiveChess", Likelihood.LIKELY
                ),
                Answer.BOARD if row.state is RowState.ONLINE else Answer.SILENT,
                row.device or "",
                row.version,
                placement="" if row.placement is None else fen_field(row.placement),
                text=row.text,
            )
            for row in line_up.rows()
        ]


def port_table(reports: Sequence[PortReport]) -> Table:
    """One row a port, for people."""
    table = Table(box=None, pad_edge=False)
    for heading in ("Port", "Answer", "Serial number", "Version", "Clock", "What stands there"):
        table.add_column(heading, overflow="fold")
    for report in reports:
        numbers = " / ".join(filter(None, (report.device, report.long_serial)))
        stands = _STANDS.get(report.placement, _men(report.placement))
        if report.battery is not None:
            stands += f"; battery {report.battery} %"
        table.add_row(
            report.candidate.port,
            Text(report.answer.value, style=_STYLES[report.answer]),
            numbers,
            report.version,
            report.clock,
            stands,
        )
    return table


def advice(reports: Sequence[PortReport]) -> list[str]:
    """What is wrong at ports without a board and what to check, a line each."""
    return [f"→ {report.text}" for report in reports if report.text]


def _men(placement: str) -> str:
    men = sum(letter.isalpha() or letter == "?" for letter in placement)
    return f"{men} men" if placement else ""
