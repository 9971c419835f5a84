"""``topboards demo``: virtual boards, a hall that reads them, and whoever plays."""

import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from boardlink.simulator.hall import HallSettings, virtual_hall
from boardlink.simulator.player import PlaySettings
from desk.config.hall import load_hall
from desk.demo.chair import Chair
from desk.demo.files import write_hall
from desk.demo.settings import STAGE, TOURNAMENT, DemoSettings
from desk.demo.stage import CONTROL, Company, play_rounds
from desk.games import famous_games
from desk.running import OpenHall, make_folder, open_hall, write_program_log
from desk.stage_standings import stage_standings
from desk.stopping import until_stopped
from facts.views import StandingsTable

SEED = 1948


def run_demo(settings: DemoSettings) -> None:
    """Play the demo until it is over (``auto``) or Ctrl-C.

    Raises:
        FileTroubleError: the folder cannot be used.
        ServerError, PortError: a server's port is taken.
    """
    asyncio.run(_run(settings))


async def _run(settings: DemoSettings) -> None:
    async with until_stopped() as stopped, demo_hall(settings) as (opened, company):
        async with asyncio.TaskGroup() as group:
            desk = opened.hall.desk
            screen = opened.screen(plain=settings.plain, goes_on=settings.folder is not None)
            background = [
                group.create_task(screen.run()),
                group.create_task(play_rounds(desk, company)),
            ]
            showing = group.create_task(_direct(settings, opened))
            stopping = group.create_task(stopped.wait())
            await asyncio.wait({showing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            for task in (*background, showing, stopping):
                task.cancel()
        if settings.auto and not stopped.is_set():
            print_standings(opened)


async def _direct(settings: DemoSettings, opened: OpenHall) -> None:
    """What the demo's arbiter does; returns when the demo is over."""
    chair = Chair(opened.hall.desk, settings.boards)
    await chair.open_round()
    if not settings.auto:
        await asyncio.Event().wait()
    await chair.finish_round()
    for number in range(1, settings.rounds):
        if number == 1:
            await chair.take_visitors()
        await chair.open_round()
        await chair.finish_round()


@asynccontextmanager
async def demo_hall(settings: DemoSettings) -> AsyncIterator[tuple[OpenHall, Company]]:
    """A hall on virtual boards, and the company that will play there."""
    with tempfile.TemporaryDirectory(prefix="topboards-demo-") as spare:
        folder = Path(settings.folder or spare)
        make_folder(folder)
        write_program_log(folder / "hall.messages.txt")
        virtual = HallSettings(
            boards=settings.boards,
            directory=folder / "boards",
            play=PlaySettings(speed=settings.speed, seed=SEED),
        )
        async with virtual_hall(virtual) as seats:
            config = load_hall(write_hall(settings, folder, [seat.port for seat in seats]))
            async with open_hall(config) as opened:
                lots = random.Random(SEED)
                games = list(famous_games())
                lots.shuffle(games)
                card_s = 2 * CONTROL.base_s / settings.speed
                yield opened, Company(seats, games, card_s, lots)


def print_standings(opened: OpenHall) -> None:
    """The final standings, on standard output."""
    table = stage_standings(opened.hall.desk.tournament(TOURNAMENT), STAGE)
    if table is not None:
        Console(file=sys.stdout, highlight=False).print(standings_table(table))


def standings_table(table: StandingsTable) -> Table:
    """Standings as a table for a terminal."""
    shown = Table(title=f"Standings after round {table.round_no}", title_justify="left", box=None)
    for heading in ("Rank", "Name", "Fed", "Rating", "Points", *table.codes):
        left = heading in {"Name", "Fed"}
        shown.add_column(heading, justify="left" if left else "right")
    for row in table.rows:
        shown.add_row(
            str(row.rank),
            row.name,
            row.federation,
            str(row.rating or ""),
            row.points,
            *row.tiebreaks,
        )
    return shown
