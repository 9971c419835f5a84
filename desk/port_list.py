"""``topboards boards list``: every port of this computer, and who answers there."""

import asyncio
import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from boardlink.discovery import PortReport, list_candidates, survey


def show_ports(*, as_json: bool) -> None:
    """Ask every port that may have a board, and print what was found."""
    reports = asyncio.run(survey(list_candidates()))
    if as_json:
        for report in reports:
            sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    elif reports:
        Console(highlight=False).print(port_table(reports))
    else:
        sys.stdout.write(
            "No serial port was found. Plug a board in, or name its port in the hall's file "
            "(docs/boards.md).\n"
        )


def port_table(reports: Sequence[PortReport]) -> Table:
    """One row a port, for people."""
    table = Table(box=None, pad_edge=False)
    for heading in ("Port", "Answer", "Serial number", "Version", "What to do"):
        table.add_column(heading)
    for report in reports:
        table.add_row(
            report.candidate.port, report.answer.value, report.device, report.version, report.text
        )
    return table
