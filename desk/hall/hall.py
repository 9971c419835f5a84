"""The running hall: boards, log, desk and both servers, wired together.

Data flows one way: ports → stations → recorder → log; from the log the desk, the assigner
and the spectators' server read on by themselves. Each device has tasks of its own, and
what fails there ends there.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from boardlink.drivers.supervise import Opener
from boardlink.fleet import Fleet
from boardlink.stations.station import DeviceReport
from desk.config.hall import HallConfig
from desk.errors import LogError
from desk.hall.desk import Desk
from desk.hall.evidence import Evidence
from desk.hall.game_assigner import HALL, GameAssigner
from desk.hall.opening import opening_facts, tournament_facts
from desk.hall.pairing_worker import Pairer
from desk.hall.port_names import not_named
from desk.hall.port_watch import PortWatch, reconnecting_facts
from desk.hall.report_writer import QUEUE_SIZE, write_reports
from desk.hall.source_follower import SourceFollower, source_of
from desk.state.hall import Presence
from facts.clock import Clock
from facts.envelope import Draft
from facts.ids import DeviceId, TournamentId
from facts.log import Log
from facts.player import Player


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a hall needs from outside; tests hand in their own.

    Attributes:
        log: of the hall, open.
        clock: the time of day.
        pairer: who makes pairings.
        open_link: opens a port.
        find_ports: ports where a board may be that the configuration knows by its serial
            number alone; asked again and again.
        software: name and version of this program, for the log.
    """

    log: Log
    clock: Clock
    pairer: Pairer
    open_link: Opener
    find_ports: Callable[[], Sequence[str]]
    software: str


FIND_PORTS_S: Final = 2.0
"""How often ports are listed anew: a board that is plugged in is there within it."""
TELL_RECONNECTING_S: Final = 1.0
"""How often it is looked whether boards that went away are still being looked for."""
LAST_REPORTS_S: Final = 5.0
"""How long the end waits for the boards' last reports; captures hold what is not written."""


class RunningHall:
    """A hall that is up: its desk, and what is known of its boards right now."""

    def __init__(self, config: HallConfig, around: Surroundings, desk: Desk, fleet: Fleet) -> None:
        """Wire the parts."""
        self.config = config
        self.desk = desk
        self.fleet = fleet
        self.ports = PortWatch(config.boards, lambda: fleet.ports, around.clock)
        self._find_ports = around.find_ports
        self._reporters = [
            SourceFollower(desk, source_of(games, around.clock, around.software), games)
            for games in config.games
        ]
        self._armer = GameAssigner(desk, fleet, config.boards, config.captures)
        self.evidence = Evidence(desk, fleet, config.captures, config.tracker)

    async def run(self) -> None:
        """Take games up again where the log left them, then open all ports; never returns."""
        for device in self.desk.hall.bindings.values():
            self.fleet.station(device)
        await self._armer.reconcile()
        for board in self.config.boards:
            if board.port is not None:
                self.fleet.add_port(board.port)
        for line in self.config.bus_lines:
            self.fleet.add_port(line)
        for live in self.config.livechess:
            self.fleet.add_livechess(live.address)
        async with asyncio.TaskGroup() as group:
            group.create_task(self.fleet.run())
            group.create_task(self.desk.run())
            group.create_task(self._armer.run())
            group.create_task(self._tell_reconnecting())
            for reporter in self._reporters:
                group.create_task(reporter.run())
            if self.config.looks_for_ports:
                group.create_task(self._look_for_ports())

    def seen(self, device: DeviceId) -> str | None:
        """What a board's sensors see now (a1 … h8, its own frame); None while unknown."""
        station = self.fleet.stations.get(device)
        return station.state().placement if station is not None else None

    async def _tell_reconnecting(self) -> None:
        told: dict[DeviceId, int] = {}
        while True:
            await asyncio.sleep(TELL_RECONNECTING_S)
            devices = self.desk.hall.devices
            told = {
                device: tried
                for device, tried in told.items()
                if devices[device].presence is Presence.OFFLINE
            }
            facts = reconnecting_facts(devices, self.fleet.ports, told)
            if facts:
                now = self.desk.clock.now()
                with suppress(LogError):  # a full disk: told when there is room again
                    await self.desk.log.append([Draft(fact, now, HALL) for fact in facts])
                    told |= {fact.device: fact.tried for fact in facts}

    async def _look_for_ports(self) -> None:
        ports = (board.port for board in self.config.boards)
        named = [*self.config.bus_lines, *(port for port in ports if port is not None)]
        while True:
            for port in not_named(await asyncio.to_thread(self._find_ports), named):
                self.fleet.add_port(port)
            await asyncio.sleep(FIND_PORTS_S)


@asynccontextmanager
async def running_hall(
    config: HallConfig,
    players: Mapping[TournamentId, Sequence[Player]],
    around: Surroundings,
) -> AsyncIterator[RunningHall]:
    """A hall, from its opening facts to its last report on disk.

    Args:
        config: what the hall is.
        players: those of each tournament, from its file.
        around: log, clock, ports and whoever pairs.
    """
    first_boards = {held.config.id: held.config.first_board for held in config.tournaments}
    desk = Desk(around.log, around.clock, around.pairer, first_boards)
    await _open(config, players, desk, around)
    reports: asyncio.Queue[DeviceReport] = asyncio.Queue(QUEUE_SIZE)
    ended: BaseException | None = None
    async with asyncio.TaskGroup() as recording:
        recorder = recording.create_task(write_reports(reports, around.log))
        async with asyncio.TaskGroup() as group:
            fleet = Fleet(reports, around.clock, config.captures, around.open_link, config.tracker)
            hall = RunningHall(config, around, desk, fleet)
            running = group.create_task(hall.run())
            try:
                yield hall
            except BaseException as error:  # noqa: BLE001 - raised again below
                ended = error  # it must not come out wrapped in a group
            running.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_REPORTS_S):
                await reports.join()
        recorder.cancel()
    if ended is not None:
        raise ended


async def _open(
    config: HallConfig,
    players: Mapping[TournamentId, Sequence[Player]],
    desk: Desk,
    around: Surroundings,
) -> None:
    """Tell the log what the configuration says and it does not know yet."""
    bindings = {b.number: b.device for b in config.boards if b.device is not None}
    delays = {"public": config.delays.public, "trusted": config.delays.trusted}
    await around.log.append(
        opening_facts(desk.known, config.name, around.software, bindings, delays)
    )
    for held in config.tournaments:
        its = held.config
        entered = players.get(its.id, ())
        await around.log.append(
            tournament_facts(
                desk.known, its.id, its.settings, its.stages, its.policy, entered, its.regulations
            )
        )
