"""``topboards boards capture``: record what boards send, until Ctrl-C."""

import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from boardlink.links.ports import open_port
from desk.boards.line_up import Wanted, lined_up, wanted
from desk.boards.rows import BoardRow, heard_words, row_object
from desk.boards.ticking import every_second
from desk.boards.unrecognised import Unrecognised
from desk.boards.watch import NOTHING, STYLES, News
from desk.errors import FileTroubleError
from desk.host.clock import SystemClock

TELL_EVERY_S: Final = 10
"""How often the counts are printed where there is no terminal."""


def record_boards(
    targets: Sequence[str], folder: Path, *, as_json: bool, for_s: float | None
) -> None:
    """Record into ``folder`` until Ctrl-C, or for ``for_s`` seconds; nothing is overwritten.

    Raises:
        FileTroubleError: the folder cannot be made, or a hall's file is missing.
        ConfigError: a hall's file cannot be used.
    """
    what = wanted(targets)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTroubleError(f"the folder {folder} cannot be made: {error.strerror}") from error
    logging.basicConfig(handlers=[logging.NullHandler()])  # what it says is in the rows
    before = set(folder.glob("*.cap"))
    asyncio.run(_record(what, folder, as_json=as_json, for_s=for_s))
    if not as_json:
        for line in summary(sorted(set(folder.glob("*.cap")) - before)):
            sys.stdout.write(f"{line}\n")


async def _record(what: Wanted, folder: Path, *, as_json: bool, for_s: float | None) -> None:
    clock = SystemClock()
    console = Console(highlight=False)
    unrecognised = Unrecognised(open_port, folder, clock)
    async with lined_up(what, clock, folder, unrecognised.open) as line_up:
        if as_json:

            def tell() -> None:
                said = {"at": clock.now(), "boards": [row_object(row) for row in line_up.rows()]}
                sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
                sys.stdout.flush()

            await every_second(tell, for_s)
        elif not console.is_terminal:
            loop, news = asyncio.get_running_loop(), News(line_up.rows, recorded_news)
            next_at = loop.time() + TELL_EVERY_S

            def print_news() -> None:
                nonlocal next_at
                fresh = news.fresh()
                if loop.time() >= next_at:
                    next_at += TELL_EVERY_S
                    fresh = list(line_up.rows())
                for row in fresh:
                    sys.stdout.write(f"{clock.now().astimezone():%H:%M:%S} {recorded_line(row)}\n")
                sys.stdout.flush()

            await every_second(print_news, for_s)
        else:
            with Live(console=console, auto_refresh=False) as live:

                def draw() -> None:
                    live.update(recorded_table(line_up.rows()), refresh=True)

                await every_second(draw, for_s)


def recorded_news(row: BoardRow) -> tuple[object, ...]:
    """What has to change for a recording to be worth another line."""
    return (row.device, row.state, row.capture, row.text, tuple(row.warnings or ()))


def recorded_line(row: BoardRow) -> str:
    """What is recorded of a board, in one line."""
    device = f" ({row.device})" if row.device is not None and row.board is not None else ""
    words = [f"{row.name}{device} {row.state.value}"]
    if row.capture:
        words.append(f"{row.capture}: {row.recorded} bytes, {row.frames} frames")
    if row.errors:
        words.append(f"{row.errors} errors")
    if row.remarks:
        words.append(row.remarks)
    return ", ".join(words)


def recorded_table(rows: Sequence[BoardRow]) -> RenderableType:
    """One row a board, with its file."""
    if not rows:
        return Text(NOTHING, style="dim")
    made = Table(box=None, pad_edge=False)
    for heading in ("Board", "State", "Heard", "File", "Bytes", "Frames", "Errors"):
        right = heading in ("Heard", "Bytes", "Frames", "Errors")
        made.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for row in rows:
        made.add_row(
            row.name,
            Text(row.state.value, style=STYLES[row.state]),
            heard_words(row),
            row.capture,
            str(row.recorded) if row.capture else "",
            str(row.frames) if row.capture else "",
            str(row.errors) if row.capture else "",
        )
    remarks = [Text(f"{row.name}: {row.remarks}") for row in rows if row.remarks]
    return Group(made, *remarks, Text("Ctrl-C ends the recording.", style="dim"))


def summary(files: Sequence[Path]) -> list[str]:
    """What was recorded, a line a file."""
    if not files:
        return ["Nothing was recorded: no board answered."]
    lines = [f"{path}  {path.stat().st_size} bytes" for path in files]
    return [*lines, f"See what they hold with: topboards boards replay {files[0].parent}/*.cap"]
