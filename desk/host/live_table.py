"""The terminal while a hall runs: a live table on a terminal, lines of text elsewhere."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from desk.commands.situation import Situation, player_of
from desk.hall.desk import Desk
from desk.hall.port_watch import PortTrouble, Troubles
from desk.host.notices import Notices
from desk.state.alarms import lasting
from desk.state.boards import FLAKY, BoardState, BoardView, board_views
from desk.state.hall import Presence
from desk.views.fact_lines import line_of
from facts.fact import ClockSet, Side
from results.tournament.tournament import Stage, Tournament

REDRAW_S: Final = 0.5
LAST_LINES: Final = 6
"""Lines of news below the table."""

_STYLES = {
    BoardState.CONFLICT: "bold red",
    BoardState.UNCLEAR: "bold yellow",
    BoardState.OFFLINE: "bold magenta",
    BoardState.PROPOSED: "cyan",
    BoardState.SIGN_SEEN: "cyan",
    BoardState.PLAYING: "",
    BoardState.WAITING: "dim",
    BoardState.CONFIRMED: "green",
}


class LiveTable:
    """Shows a desk until it is cancelled; ``heading`` stays on top."""

    def __init__(
        self,
        desk: Desk,
        heading: Sequence[str],
        *,
        plain: bool,
        notices: Notices | None = None,
        troubles: Troubles = tuple,
        console: Console | None = None,
    ) -> None:
        """Live on a terminal, unless ``plain``.

        Args:
            desk: what is shown.
            heading: lines on top, such as the servers' addresses.
            plain: lines of text, even on a terminal.
            notices: lines from elsewhere in the program, shown when they come.
            troubles: boards that are configured and are not there.
            console: where to write, standard output unless given.
        """
        self._desk = desk
        self._heading = heading
        self._notices = notices or Notices()
        self._troubles = troubles
        self._told: dict[str, str] = {}
        self._alarmed: set[str] = set()
        self._console = console or Console(highlight=False, soft_wrap=plain)
        self._live = self._console.is_terminal and not plain
        self._seq = desk.log.last_seq
        self._news: list[str] = []

    async def run(self) -> None:
        """Show what happens; never returns."""
        for line in self._heading:
            self._console.print(line, markup=False, soft_wrap=True)
        if not self._live:
            while True:
                news = (*self._port_news(), *self._fresh(), *self.alarm_news())
                for line in (*self._notices.take(), *news):
                    self._console.print(line, markup=False)
                # Notices and ports are not in the log: they are looked for now and then.
                with suppress(TimeoutError):
                    async with asyncio.timeout(REDRAW_S):
                        await self._desk.log.wait(self._seq)
        with Live(self._view(), console=self._console, auto_refresh=False) as live:
            while True:
                # Above the table, where a link is not cut off and stays.
                for line in self._notices.take():
                    self._console.print(line, markup=False, soft_wrap=True)
                self._news = [*self._news, *self._fresh()][-LAST_LINES:]
                live.update(self._view(), refresh=True)
                await asyncio.sleep(REDRAW_S)

    def _fresh(self) -> list[str]:
        known = self._desk.known
        lines = []
        for entry in self._desk.log.read(self._seq):
            self._seq = entry.seq
            line = line_of(entry, known)
            if line is not None:
                lines.append(line)
        return lines

    def alarm_news(self) -> list[str]:
        """The alarms of the boards that are new, a line each."""
        known = self._desk.known
        now: set[str] = set()
        for tournament in known.tournaments.values():
            for stage in tournament.stages.values():
                if (the_round := stage.last_round) is None:
                    continue
                views = board_views(known.hall, tournament, stage.settings.id, the_round.number)
                now |= {f"board {view.board}: {text}" for view in views for text in view.alarms}
        lines = [f"{known.at:%H:%M:%S} {line}" for line in sorted(now - self._alarmed)]
        self._alarmed = now
        return lines

    def _port_news(self) -> list[str]:
        """What has changed at the ports, a line each."""
        now = {trouble.name: trouble.text for trouble in self._troubles()}
        lines = [
            f"{name} is offline: {text}"
            for name, text in now.items()
            if self._told.get(name) != text
        ]
        lines += [f"{name} answers" for name in self._told if name not in now]
        self._told = now
        at = self._desk.clock.now()
        return [f"{at:%H:%M:%S} {line}" for line in lines]

    def _view(self) -> RenderableType:
        known = self._desk.known
        tables: list[RenderableType] = [
            round_table(known, tournament, stage)
            for tournament in known.tournaments.values()
            for stage in tournament.stages.values()
            if stage.last_round is not None
        ]
        waiting = Text("No round is published yet: open the arbiter's page.", style="dim")
        return Group(
            *(tables or [waiting]),
            *(
                Text(trouble_text(trouble), style=_STYLES[BoardState.OFFLINE])
                for trouble in self._troubles()
            ),
            *(Text(line, style="dim") for line in self._news),
        )


def trouble_text(trouble: PortTrouble) -> str:
    """A board that is not there, with how often it was looked for."""
    tried = f" (tried {trouble.tried} times)" if trouble.tried > 1 else ""
    return f"{trouble.name} is offline: {trouble.text}{tried}"


def round_table(known: Situation, tournament: Tournament, stage: Stage) -> Table:
    """The newest round of a stage, one row a board."""
    the_round = stage.last_round
    assert the_round is not None, "only a published round has boards"
    views = board_views(known.hall, tournament, stage.settings.id, the_round.number)
    done = sum(view.verdict.official is not None for view in views)
    name = tournament.settings.name if tournament.settings is not None else tournament.id
    title = f"{name}, round {the_round.number}: {done} of {len(views)} results official"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading, justify in (
        ("Bd", "right"), ("White", "left"), ("Black", "left"), ("State", "left"),
        ("Last move", "left"), ("Clocks", "right"), ("", "left"),
    ):  # fmt: skip
        table.add_column(heading, justify="right" if justify == "right" else "left", no_wrap=True)
    for view in views:
        table.add_row(*_row(known, tournament, view))
    return table


def _row(known: Situation, tournament: Tournament, view: BoardView) -> tuple[RenderableType, ...]:
    state = "by hand" if not view.live and view.state is BoardState.PLAYING else view.state.value
    result = view.verdict.stands
    return (
        str(view.board),
        player_of(tournament, view.pairing.white).name,
        player_of(tournament, view.pairing.black).name,
        Text(f"{state} {result}" if result is not None else state, style=_STYLES[view.state]),
        view.last_move,
        clocks_text(view.clock, view.clock_at, known.at),
        _words(view, known.at),
    )


def _words(view: BoardView, now: datetime) -> Text:
    """Why a board needs somebody, else what about it needs a look, in short."""
    if view.state in _NEEDS_WORDS and view.reasons:
        since = lasting(view.since, now)
        return Text(f"{view.reasons[0]}, {since}" if since else view.reasons[0], style="bold")
    if view.alarms:
        return Text(view.alarms[0], style="yellow")
    device = view.device
    if device is None or not view.live:
        return Text("")
    said = [text.partition(":")[0] for text in device.warnings.values()]
    if device.presence is not Presence.ONLINE:
        said.append(f"the board is {device.presence}")
    if device.returns >= FLAKY:
        said.append(f"its connection has broken {device.returns} times")
    return Text("; ".join(said), style="yellow")


_NEEDS_WORDS = frozenset({BoardState.CONFLICT, BoardState.UNCLEAR, BoardState.OFFLINE})


def clocks_text(clock: ClockSet | None, at: datetime | None, now: datetime) -> str:
    """``1:12:03 0:58:40`` as they are now; the running one is marked with ``*``."""
    if clock is None or at is None:
        return ""
    parts = []
    for side, left_s in ((Side.WHITE, clock.white_s), (Side.BLACK, clock.black_s)):
        if left_s is None:
            parts.append("–")
            continue
        runs = clock.running is side
        shown = max(0, left_s - int((now - at) / timedelta(seconds=1))) if runs else left_s
        parts.append(f"{timedelta(seconds=shown)}{'*' if runs else ''}")
    return " ".join(parts)
