"""``topboards run``: a hall from its configuration file until Ctrl-C."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

from boardlink.drivers.supervise import Opener
from boardlink.links.ports import open_port
from boardlink.stations.discovery import find_board_ports
from broadcast.known.game import Showing, Visibility
from broadcast.serving.server import Server, ServerSettings, serving
from desk import __version__
from desk.arbiter.server import ArbiterServer, arbiter_serving
from desk.config.hall import HallConfig, load_hall
from desk.errors import FileTroubleError
from desk.files.players_csv import read_players
from desk.hall.hall import RunningHall, Surroundings, running_hall
from desk.hall.pairing_worker import ProcessPairer
from desk.host.addresses import network_url
from desk.host.clock import SystemClock
from desk.host.live_table import LiveTable
from desk.host.notices import Notices
from desk.host.stopping import until_stopped
from desk.state.past_stages import StagesAt
from desk.state.past_standings import StandingsAt
from desk.storage.sqlite_log import open_log

SOFTWARE = f"topboards {__version__}"
SHORTEST_TOKEN = 16
"""Characters of a secret that nobody guesses."""
GOES_ON = "; starting it again goes on where it stopped."


@dataclass(frozen=True, slots=True)
class OpenHall:
    """A hall with its servers, up and running."""

    hall: RunningHall
    spectators: Server
    arbiter: ArbiterServer
    notices: Notices

    def heading(self, *, goes_on: bool = True) -> tuple[str, ...]:
        """Where to look, for the terminal; ``goes_on`` where the log is kept."""
        outside = network_url(self.spectators.host, self.spectators.url)
        return (
            f"{self.hall.config.name} – {SOFTWARE}",
            f"Spectators:  {self.spectators.url}",
            *([f"             {outside}  for everybody in this network"] if outside else []),
            "Arbiter (this link signs in once, within 15 minutes):",
            self.arbiter.sign_in_link(),
            f"Ctrl-C stops the hall{GOES_ON if goes_on else '.'}",
            "",
        )

    def screen(self, *, plain: bool, goes_on: bool = True) -> LiveTable:
        """The terminal of this hall."""
        return LiveTable(
            self.hall.desk,
            self.heading(goes_on=goes_on),
            plain=plain,
            notices=self.notices,
            troubles=self.hall.ports.troubles,
        )


def run_hall(path: Path, *, plain: bool) -> None:
    """Run the hall of a configuration file until Ctrl-C.

    Raises:
        ConfigError, PlayersError, FileTroubleError: what the files say is wrong.
        LogError: the log cannot be used, or another program uses it.
        ServerError, PortError: a server's port is taken.
    """
    config = load_hall(path)
    write_program_log(config.log.with_suffix(".messages.txt"))
    asyncio.run(_run(config, plain=plain))


async def _run(config: HallConfig, *, plain: bool) -> None:
    async with (
        until_stopped() as stopped,
        open_hall(config) as opened,
        asyncio.TaskGroup() as group,
    ):
        showing = group.create_task(opened.screen(plain=plain).run())
        await stopped.wait()
        showing.cancel()
    sys.stderr.write("The hall is closed; everything is in its log.\n")


@asynccontextmanager
async def open_hall(
    config: HallConfig,
    open_link: Opener | None = None,
    find_ports: Callable[[], Sequence[str]] = find_board_ports,
) -> AsyncIterator[OpenHall]:
    """Open log, boards and servers; closed in the opposite order.

    Raises:
        PlayersError, FileTroubleError, LogError, ServerError, PortError: see :func:`run_hall`.
    """
    clock = SystemClock()
    open_link = open_link or partial(open_port, pegasus_key=config.pegasus_key)
    players = {
        held.config.id: read_players(held.players).players
        for held in config.tournaments
        if held.players is not None
    }
    make_folder(config.captures)
    tournaments = [held.config.id for held in config.tournaments]
    notices = Notices()
    async with open_log(config.log, clock) as log:
        standings = StandingsAt(log.read, tournaments)
        around = Surroundings(log, clock, ProcessPairer(), open_link, find_ports, SOFTWARE)
        async with (
            running_hall(config, players, around) as hall,
            serving(_spectators(config), log, clock, standings, StagesAt(standings)) as spectators,
            arbiter_serving(
                config.arbiter,
                hall.desk,
                clock,
                notices=notices,
                troubles=hall.ports.troubles,
                sessions=config.log.with_suffix(".sessions.json"),
                seen=hall.seen,
                witness=hall.evidence,
            ) as arbiter,
        ):
            yield OpenHall(hall, spectators, arbiter, notices)


def _spectators(config: HallConfig) -> ServerSettings:
    token = config.trusted_token_file
    return ServerSettings(
        trusted_token=_read_token(token) if token is not None else "",
        host=config.spectators.host,
        port=config.spectators.port,
        delay_min=config.delays.public,
        trusted_delay_min=config.delays.trusted,
        showing=Showing(Visibility(config.moves.value), timedelta(seconds=config.king_hold_s)),
    )


def _read_token(path: Path) -> str:
    try:
        token = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise FileTroubleError(
            f"{path} cannot be read ({error.strerror}): it should hold the word that lets "
            "trusted spectators in"
        ) from error
    if len(token) < SHORTEST_TOKEN:
        raise FileTroubleError(
            f"{path} holds no secret: write a word of {SHORTEST_TOKEN} or more characters into it"
        )
    return token


def make_folder(folder: Path) -> None:
    """Make a folder that a hall writes into.

    Raises:
        FileTroubleError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTroubleError(f"the folder {folder} cannot be made: {error.strerror}") from error


def write_program_log(path: Path) -> None:
    """Send the program's own messages to a file beside the log: the terminal is for the hall."""
    handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
