"""``topboards boards simulate``: virtual boards that play until they are stopped."""

import asyncio
import sys
from pathlib import Path

from boardlink.errors import UsageError
from boardlink.simulator.hall import HallSettings, SimulatedPort
from boardlink.simulator.player import PlaySettings
from boardlink.simulator.simulate import SimulateSettings, games_of, simulate
from desk.games import famous_games
from desk.stopping import until_stopped


def simulate_boards(
    *,
    pgn: Path | None,
    boards: int,
    per_line: int,
    speed: float,
    folder: Path,
    tcp: bool,
    wait_s: float,
) -> None:
    """Run virtual boards until Ctrl-C; ``per_line``: so many share a line in bus mode.

    Raises:
        UsageError: the PGN file cannot be read, or holds no game.
        LinkError: a port cannot be made.
    """
    games = famous_games() if pgn is None else games_of(pgn)
    if not games:
        raise UsageError(f"{pgn}: there is no game in it")
    settings = SimulateSettings(
        games=tuple(games),
        hall=HallSettings(
            boards=boards,
            directory=folder,
            tcp=tcp,
            play=PlaySettings(speed=speed),
            per_line=per_line,
        ),
        repeat=True,
        start_s=wait_s,
    )
    asyncio.run(_play(settings))


async def _play(settings: SimulateSettings) -> None:
    ready: asyncio.Future[tuple[SimulatedPort, ...]] = asyncio.get_running_loop().create_future()
    async with until_stopped() as stopped, asyncio.TaskGroup() as group:
        playing = group.create_task(simulate(settings, ready))
        for port in await ready:
            sys.stdout.write(f"board {port.board}  serial {port.serial}  {port.port}\n")
        sys.stdout.flush()
        sys.stderr.write(f"The games begin in {settings.start_s:g} s; Ctrl-C stops the boards.\n")
        await stopped.wait()
        playing.cancel()
