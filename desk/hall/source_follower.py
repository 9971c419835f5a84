"""Follows one source of other people's games: looks at it now and then, and tells the log."""

import asyncio
import logging
from typing import Final, NoReturn

from boardlink.other_programs.cloud import LiveChessCloud
from boardlink.other_programs.pgn_files import PgnFolder
from boardlink.other_programs.source import GamesSource, SourceError
from boardlink.other_programs.web import AiohttpFetcher, PgnAddress
from desk.config.sources import Cloud, GamesConfig, PgnFiles
from desk.config.sources import PgnAddress as AddressConfig
from desk.errors import LogError
from desk.hall.desk import Desk
from desk.hall.source_facts import Reports, Teller, hall_games, told_by, told_of_trouble
from facts.clock import Clock
from facts.ids import DeviceId

logger = logging.getLogger(__name__)

MOST_WAIT_S: Final = 60.0
"""The longest wait after failures, unless the server wants a longer one."""
PATIENCE: Final = 3
"""Failures in a row before anybody is told: a single one is made good by the next look."""


class SourceFollower:
    """One source; give :meth:`run` a task."""

    def __init__(self, desk: Desk, source: GamesSource, config: GamesConfig) -> None:
        """``source`` is closed when :meth:`run` ends."""
        self._desk = desk
        self._source = source
        self._every_s = config.every_s
        self._teller = Teller(DeviceId(source.name), source.family, source.place, config.tournament)
        self._reports = Reports()
        self._failures = 0

    async def run(self) -> NoReturn:
        """Look, tell, wait, and again; ends only when it is cancelled."""
        try:
            while True:
                wait_s = await self._look()
                await asyncio.sleep(wait_s)
        finally:
            await self._source.close()

    async def _look(self) -> float:
        """One look; gives the seconds to wait before the next."""
        tournament = self._desk.known.tournaments.get(self._teller.tournament)
        games = hall_games(tournament) if tournament is not None else ()
        try:
            look = await self._source.look(frozenset(int(game.round_no) for game in games))
        except SourceError as error:
            return await self._failed(error)
        except Exception as error:
            # A fault of this program at one source must not stop the boards.
            logger.exception("%s: unexpected fault", self._source.name)
            text = f"{self._source.name}: fault in this program: {error!r}: please report it"
            return await self._failed(SourceError(text, wait_s=MOST_WAIT_S))
        self._failures = 0
        self._reports.take_all(self._desk.log.read(self._reports.seq))
        known, now = self._desk.known, self._desk.clock.now()
        tournament = known.tournaments.get(self._teller.tournament)
        games = hall_games(tournament) if tournament is not None else ()
        drafts = told_by(self._teller, look, known.hall, games, self._reports, now)
        try:
            if drafts:
                await self._desk.log.append(drafts)
        except LogError as error:
            logger.error("%s: %s: it is told again", self._source.name, error)
        return self._every_s

    async def _failed(self, error: SourceError) -> float:
        self._failures += 1
        text = str(error)
        logger.info("%s", text)
        if error.early or self._failures >= PATIENCE:
            now = self._desk.clock.now()
            drafts = told_of_trouble(self._teller, text, self._desk.known.hall, now)
            try:
                if drafts:
                    await self._desk.log.append(drafts)
            except LogError as trouble:
                logger.error("%s: %s", self._source.name, trouble)
        if error.early:
            return self._every_s
        doubled = self._every_s * 2.0 ** min(self._failures - 1, 10)
        return max(min(doubled, MOST_WAIT_S), self._every_s, error.wait_s)


def source_of(config: GamesConfig, clock: Clock, software: str) -> GamesSource:
    """The source that a hall's configuration names."""
    match config.where:
        case PgnFiles(path=path, named=named):
            return PgnFolder(path, named)
        case AddressConfig(url=url):
            return PgnAddress(url, AiohttpFetcher(software), clock)
        case Cloud(uuid=uuid, lookup=lookup):
            return LiveChessCloud(uuid, lookup, AiohttpFetcher(software), clock)
