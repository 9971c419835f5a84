"""``topboards boards list``: every port of this computer, and who answers there."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boardlink.captures.capture import LinkKind
from boardlink.drivers.livechess_source import list_boards
from boardlink.errors import LinkError
from boardlink.protocols.livechess import READ, BoardNews
from boardlink.protocols.livechess_readings import LiveSensors, read_news
from boardlink.readings import View
from boardlink.sensing.squares.placement import START, fen_field, turned
from boardlink.stations.discovery import (
    Answer,
    Likelihood,
    PortCandidate,
    PortReport,
    clock_word,
    list_candidates,
    list_usb_candidates,
    named_candidate,
    survey,
)

LIVECHESS: Final = "ws://localhost:1982/api/v1.0"
"""Where a LiveChess of this computer answers."""
LIVECHESS_SCHEMES: Final = ("ws://", "wss://")

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
        lives = [port for port in ports if port.startswith(LIVECHESS_SCHEMES)]
        named = [named_candidate(port) for port in ports if port not in lives]
        async with asyncio.TaskGroup() as group:
            own = group.create_task(survey(named))
            asked = [group.create_task(at_livechess(address)) for address in lives]
        return [*own.result(), *(report for task in asked for report in task.result())]
    candidates = list_candidates()
    candidates += await asyncio.to_thread(list_usb_candidates)
    async with asyncio.TaskGroup() as group:
        own = group.create_task(survey(candidates))
        others = group.create_task(behind_livechess())
    seen = {report.device for report in own.result() if report.device}
    return [*own.result(), *(one for one in others.result() if one.device not in seen)]


async def at_livechess(address: str) -> list[PortReport]:
    """The boards of a LiveChess that was named, or why it tells of none."""
    try:
        boards = await list_boards(address)
    except LinkError as error:
        candidate = PortCandidate(address, LinkKind.LIVECHESS, "", "", Likelihood.LIKELY)
        return [PortReport(candidate, Answer.CLOSED, text=str(error))]
    return [_told_by_livechess(address, news) for news in boards]


async def behind_livechess(address: str = LIVECHESS) -> list[PortReport]:
    """The boards of a LiveChess, none where none runs there."""
    try:
        boards = await list_boards(address)
    except LinkError:
        return []
    return [_told_by_livechess(address, news) for news in boards]


def _told_by_livechess(address: str, news: BoardNews) -> PortReport:
    read = news.state in READ
    lost = f"board {news.serial}: LiveChess does not read it ({news.state}): look there"
    seen = View()
    for reading in read_news(LiveSensors(), news).readings:
        seen = seen.after(reading)
    return PortReport(
        PortCandidate(f"{address}#{news.serial}", LinkKind.LIVECHESS, "", news.source,
                      Likelihood.LIKELY),
        Answer.BOARD if read else Answer.SILENT,
        news.serial,
        "LiveChess",
        placement=fen_field(seen.placement) if seen.placement is not None else "",
        clock=clock_word(seen),
        battery=news.battery,
        text="" if read else lost,
    )  # fmt: skip


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
