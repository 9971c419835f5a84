"""From the boards' reports to the log: in order, in batches, and never dropped."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NoReturn

from boardlink.stations.station import DeviceReport
from desk.errors import LogError
from facts.envelope import Actor, Draft, Role
from facts.ids import GameId, TournamentId
from facts.log import LogWriter

logger = logging.getLogger(__name__)

QUEUE_SIZE: Final = 4096
"""Reports that may wait for the disk; when it is full the boards' drivers wait."""
RETRY_S: Final = 2.0
"""How soon a full or failing disk is tried again; the boards wait meanwhile."""


async def write_reports(reports: asyncio.Queue[DeviceReport], log: LogWriter) -> NoReturn:
    """Write every report to the log, for ever.

    A report is taken off the queue for good only when it is on disk: while the disk is
    full the batch is kept and tried again.
    """
    while True:
        batch = [await reports.get()]
        while not reports.empty():
            batch.append(reports.get_nowait())
        await _write(batch, log)
        for _ in batch:
            reports.task_done()


async def _write(batch: Sequence[DeviceReport], log: LogWriter) -> None:
    told = False
    while True:
        try:
            await log.append([draft_of(report) for report in batch])
        except LogError as error:
            if not told:
                logger.error("%s: %d reports of boards wait", error, len(batch))
            told = True
            await asyncio.sleep(RETRY_S)
        else:
            return


def draft_of(report: DeviceReport) -> Draft:
    """A device's report as a fact for the log."""
    game: GameId | None = getattr(report.fact, "game", None)
    return Draft(
        fact=report.fact,
        at=report.at,
        actor=Actor(Role.DEVICE, report.device),
        tournament=tournament_of(game) if game is not None else None,
    )


def tournament_of(game: GameId) -> TournamentId:
    """The tournament that a game belongs to: the first part of its id."""
    return TournamentId(game.partition(".")[0])
