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

from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hall import HallSettings, virtual_hall
from boardlink.simulator.hands.style import Floors
from boardlink.simulator.player import PlaySettings
from desk.config.hall import load_hall
from desk.demo.arbiter import Chair
from desk.demo.files import write_hall
from desk.demo.games import famous_games
from desk.demo.players import CONTROL, Company, play_rounds
from desk.demo.settings import DemoSettings
from desk.files.prize_report import prize_table, summary
from desk.host.stopping import until_stopped
from desk.running import OpenHall, make_folder, open_hall, write_program_log
from desk.state.standings import stage_standings
from facts.pgn import PgnGame
from facts.views import StandingsTable
from results.prizes.final import prize_list
from results.stages.final_list import final_list
from results.tournament.tournament import Tournament

SEED = 1948
QUICK = BoardSettings(square_s=0.0005, pause_s=0.003)
"""Boards that scan six times as fast as real ones, for hands that those could not follow."""
HURRIED = Floors(hand_s=0.03, rest_s=0.05, between_s=0.05)
"""Hands that only such boards can follow."""


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
                group.create_task(play_rounds(desk, company, settings.tournament)),
            ]
            showing = group.create_task(_direct(settings, opened))
            stopping = group.create_task(stopped.wait())
            await asyncio.wait({showing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            for task in (*background, showing, stopping):
                task.cancel()
        if settings.auto and not stopped.is_set():
            print_end(opened.hall.desk.tournament(settings.tournament))


async def _direct(settings: DemoSettings, opened: OpenHall) -> None:
    """What the demo's arbiter does; returns when the demo is over."""
    chair = Chair(opened.hall.desk, settings.tournament)
    if settings.programme is not None and settings.auto:
        await chair.hold()
        return
    await chair.check_in()
    first = next(iter(opened.hall.desk.tournament(settings.tournament).stages))
    if settings.programme is None or chair.is_open(first):
        await chair.open_round(first)
    if not settings.auto:
        await asyncio.Event().wait()
    await chair.finish_round(first)
    for number in range(1, settings.rounds):
        if number == 1:
            await chair.take_visitors(settings.boards)
        await chair.open_round(first)
        await chair.finish_round(first)


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
            play=PlaySettings(
                speed=settings.speed,
                seed=SEED,
                floors=HURRIED if settings.hurried else Floors(),
            ),
            device=QUICK if settings.hurried else BoardSettings(),
        )
        async with virtual_hall(virtual) as seats:
            config = load_hall(write_hall(settings, folder, [seat.port for seat in seats]))
            async with open_hall(config) as opened:
                lots = random.Random(SEED)
                games = _games(settings)
                lots.shuffle(games)
                card_s = 2 * CONTROL.base_s / settings.speed
                yield opened, Company(seats, games, card_s, lots)


def _games(settings: DemoSettings) -> list[PgnGame]:
    """What is played; where many rounds follow, the shorter games."""
    games = list(famous_games())
    if settings.programme is None:
        return games
    return sorted(games, key=lambda game: len(game.moves))[: len(games) // 2]


def print_end(tournament: Tournament) -> None:
    """The standings of the only stage, or the final list of all, and the prizes."""
    console = Console(file=sys.stdout, highlight=False)
    if len(tournament.stages) == 1:
        (stage,) = tournament.stages
        table = stage_standings(tournament, stage)
        if table is not None:
            console.print(standings_table(table))
    else:
        console.print(final_table(tournament))
    found = prize_list(tournament)
    if found is not None:
        name = tournament.settings.name if tournament.settings is not None else tournament.id
        console.print(prize_table(found, name), summary(found), sep="\n")


def final_table(tournament: Tournament) -> Table:
    """The final list as a table for a terminal."""
    shown = Table(title="Final list", title_justify="left", box=None)
    shown.add_column("Place", justify="right")
    shown.add_column("Name")
    shown.add_column("Why")
    for place in final_list(tournament):
        name = tournament.players[place.player].player.name
        shown.add_row(str(place.rank), name, place.why)
    return shown


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
