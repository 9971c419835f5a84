"""``topboards boards simulate``: virtual boards that play until they are stopped."""

import asyncio
import sys
from pathlib import Path

import msgspec

from boardlink.errors import UsageError
from boardlink.simulator.hall import HallSettings, SimulatedPort
from boardlink.simulator.player import PlaySettings
from boardlink.simulator.simulate import (
    BesideLiveChess,
    SimulateSettings,
    games_of,
    simulate,
)
from desk.demo.games import famous_games
from desk.host.clock import SystemClock
from desk.host.stopping import until_stopped


def simulate_boards(
    *,
    pgn: Path | None,
    boards: int,
    per_line: int,
    speed: float,
    folder: Path,
    tcp: bool,
    wait_s: float,
    livechess: int = 0,
    as_json: bool = False,
) -> None:
    """Run virtual boards until Ctrl-C.

    Args:
        pgn: the games, the famous ones without it.
        boards: how many.
        per_line: so many share a line in bus mode.
        speed: 10 is ten times as fast.
        folder: where the ports appear.
        tcp: TCP ports instead of ptys.
        wait_s: seconds before the games begin.
        livechess: the TCP port of a LiveChess that shows the boards, 0: there is none.
        as_json: the boards as one JSON object a line.

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
        livechess=BesideLiveChess(livechess, SystemClock()) if livechess else None,
    )
    asyncio.run(_play(settings, as_json=as_json))


async def _play(settings: SimulateSettings, *, as_json: bool) -> None:
    ready: asyncio.Future[tuple[SimulatedPort, ...]] = asyncio.get_running_loop().create_future()
    async with until_stopped() as stopped, asyncio.TaskGroup() as group:
        playing = group.create_task(simulate(settings, ready))
        for port in await ready:
            said = f"board {port.board}  serial {port.serial}  {port.port}"
            sys.stdout.write((msgspec.json.encode(port).decode() if as_json else said) + "\n")
        if settings.livechess is not None and not as_json:
            sys.stdout.write(f"LiveChess  ws://127.0.0.1:{settings.livechess.port}/api/v1.0\n")
        sys.stdout.flush()
        sys.stderr.write(f"The games begin in {settings.start_s:g} s; Ctrl-C stops the boards.\n")
        await stopped.wait()
        playing.cancel()
