"""``topboards boards watch``: boards as they are now, in the terminal."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from desk.boards.line_up import lined_up, wanted
from desk.boards.picture import WIDTH, picture
from desk.boards.rows import (
    BoardRow,
    RowState,
    clock_words,
    heard_words,
    row_line,
    row_news,
    row_object,
    sorted_rows,
)
from desk.boards.ticking import every_second
from desk.host.clock import SystemClock

STYLES: Final = {
    RowState.ONLINE: "green",
    RowState.SILENT: "bold yellow",
    RowState.RECONNECTING: "bold magenta",
    RowState.ABSENT: "bold magenta",
    RowState.NO_BOARD: "dim",
    RowState.LOOKING: "dim",
}
_PICTURE_LINES: Final = 11
"""A picture, its heading and a gap."""
_LEAST_REST: Final = 3
"""Lines of the screen beside the table's rows: headings and a closing line."""
_PICTURE_COLUMNS: Final = WIDTH + 5
NOTHING: Final = (
    "No port was found yet. Plug a board in, or name its port (docs/boards.md); Ctrl-C ends this."
)


def watch_boards(
    targets: Sequence[str], *, as_json: bool, plain: bool, for_s: float | None
) -> None:
    """Show boards until Ctrl-C, or for ``for_s`` seconds.

    Raises:
        ConfigError, FileTroubleError: the hall's file cannot be used.
    """
    logging.basicConfig(handlers=[logging.NullHandler()])  # what it says is in the rows
    asyncio.run(_watch(targets, as_json=as_json, plain=plain, for_s=for_s))


async def _watch(
    targets: Sequence[str], *, as_json: bool, plain: bool, for_s: float | None
) -> None:
    clock = SystemClock()
    console = Console(highlight=False)
    async with lined_up(wanted(targets), clock) as line_up:
        if as_json:

            def tell() -> None:
                said = {"at": clock.now(), "boards": [row_object(row) for row in line_up.rows()]}
                sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
                sys.stdout.flush()

            await every_second(tell, for_s)
        elif plain or not console.is_terminal:
            news = News(line_up.rows)

            def print_news() -> None:
                for row in news.fresh():
                    sys.stdout.write(f"{clock.now().astimezone():%H:%M:%S} {row_line(row)}\n")
                sys.stdout.flush()

            await every_second(print_news, for_s)
        else:
            with Live(console=console, auto_refresh=False, screen=True) as live:

                def draw() -> None:
                    live.update(view(line_up.rows(), *console.size), refresh=True)

                await every_second(draw, for_s)
            console.print(table(line_up.rows()))


class News:
    """Rows that have changed since they were told last."""

    def __init__(
        self,
        rows: Callable[[], Sequence[BoardRow]],
        news: Callable[[BoardRow], tuple[object, ...]] = row_news,
    ) -> None:
        """``rows`` as they are now; ``news``: what has to change to be told."""
        self._rows = rows
        self._news = news
        self._told: dict[tuple[object, ...], tuple[object, ...]] = {}

    def fresh(self) -> list[BoardRow]:
        """What has changed since the last call."""
        fresh: list[BoardRow] = []
        for row in self._rows():
            key = (row.board, row.device, row.port if row.device is None else "")
            news = self._news(row)
            if row.state is not RowState.LOOKING and self._told.get(key) != news:
                self._told[key] = news
                fresh.append(row)
        return fresh


def view(rows: Sequence[BoardRow], width: int, height: int) -> RenderableType:
    """The whole screen: the table, and as many pictures as there is room for."""
    if not rows:
        return Text(NOTHING, style="dim")
    if len(rows) == 1:
        return _alone(rows[0])
    if len(rows) > height - _LEAST_REST:
        return _crowded(rows, height - _LEAST_REST)
    boards = [row for row in rows if row.is_here]
    remarks = [Text(f"{row.name}: {row.remarks}") for row in rows if row.remarks]
    across = max(1, width // _PICTURE_COLUMNS)
    down = (height - len(rows) - 2 * len(remarks) - 3) // _PICTURE_LINES
    shown = boards[: across * max(0, down)]
    parts: list[RenderableType] = [table(rows), *remarks, Text("")]
    if shown:
        parts.append(Columns([_drawn(row) for row in shown], padding=(0, 3, 1, 0), expand=False))
    if len(shown) < len(boards):
        text = "No room for every board: make the window larger, or name one port to see it alone."
        parts.append(Text(text, style="dim"))
    return Group(*parts)


def _crowded(rows: Sequence[BoardRow], room: int) -> RenderableType:
    """More boards than lines: those that need a look come first, the rest is counted."""
    asking = [row for row in rows if row.state is not RowState.ONLINE or row.warnings]
    well = [row for row in rows if row not in asking]
    remarks = [Text(f"{row.name}: {row.remarks}", no_wrap=True) for row in asking if row.remarks]
    remarks = remarks[: room // 3]
    shown = [*asking, *well][: max(1, room - len(remarks))]
    hidden = len(rows) - len(shown)
    unwell = max(0, len(asking) - len(shown))
    text = f"… and {hidden} more, of which {unwell} need a look" if hidden else ""
    return Group(table(sorted_rows(shown)), *remarks, Text(text, style="dim"))


_Column = tuple[str, bool, Callable[[BoardRow], str]]
_COLUMNS: Final[tuple[_Column, ...]] = (
    ("Board", False, lambda row: "" if row.board is None else str(row.board)),
    ("Device", False, lambda row: row.device or ""),
    ("Port", False, lambda row: row.port),
    ("State", False, lambda row: row.state.value),
    ("Clock: left right", True, clock_words),
    ("Heard", True, heard_words),
    ("Frames/s", True, lambda row: f"{row.frames_per_s:.1f}" if row.is_here else ""),
    ("Errors", True, lambda row: str(row.errors) if row.is_here else ""),
    ("Battery", True, lambda row: "" if row.battery is None else f"{row.battery} %"),
    ("Came back", True, lambda row: str(row.returns) if row.returns else ""),
)
"""Heading, whether it is set to the right, and what it says."""


def table(rows: Sequence[BoardRow]) -> Table:
    """One row a board; what no board has gets no column."""
    made = Table(box=None, pad_edge=False)
    columns = [column for column in _COLUMNS if any(column[2](row) for row in rows)]
    for heading, right, _ in columns:
        made.add_column(
            heading,
            justify="right" if right else "left",
            no_wrap=heading != "Port",
            overflow="fold",
        )
    for row in rows:
        made.add_row(
            *(Text(say(row), style=STYLES[row.state] if heading == "State" else "")
              for heading, _, say in columns)
        )  # fmt: skip
    return made


def _alone(row: BoardRow) -> RenderableType:
    """One board, with all there is to say beside it."""
    said = Table.grid(padding=(0, 2))
    for heading, _, say in _COLUMNS:
        if text := say(row):
            style = STYLES[row.state] if heading == "State" else ""
            said.add_row(Text(heading, style="dim"), Text(text, style=style))
    if row.capture:
        said.add_row(Text("File", style="dim"), Text(row.capture))
    if row.remarks:
        said.add_row(Text("Look", style="dim"), Text(row.remarks, style="bold"))
    if row.device is None:
        return said
    whole = Table.grid(padding=(0, 4))
    whole.add_row(_drawn(row), said)
    return whole


def _drawn(row: BoardRow) -> RenderableType:
    name = row.name if row.board is None else f"{row.name} ({row.device})"
    heading = Text(name, style=STYLES[row.state], no_wrap=True)
    lines = picture(row.placement)
    return Group(heading, *(Text(line, no_wrap=True) for line in lines))
