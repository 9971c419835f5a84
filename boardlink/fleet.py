"""All boards of a hall: a station for every device, a supervisor for every port.

Which board is at which port nobody has to know: each is recognised by its serial number,
wherever it is plugged in.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from boardlink.drivers.dgt_handshake import Identity
from boardlink.drivers.supervise import Connection, Opener, PortState, Supervisor
from boardlink.links.serial import open_serial
from boardlink.sensing.tracker import TrackerSettings
from boardlink.station import DeviceReport, Station
from facts.clock import Clock
from facts.ids import DeviceId


class Fleet:
    """Give :meth:`run` a task; stations and ports may be added before and while it runs."""

    def __init__(
        self,
        queue: asyncio.Queue[DeviceReport],
        clock: Clock,
        captures: Path | None,
        open_link: Opener = open_serial,
        settings: TrackerSettings | None = None,
    ) -> None:
        """All boards' facts go into ``queue``.

        ``captures`` is the folder of capture files; None: nothing is recorded.
        """
        self._queue = queue
        self._clock = clock
        self._captures = captures
        self._open_link = open_link
        self._settings = settings
        self._stations: dict[DeviceId, Station] = {}
        self._ports: dict[str, Supervisor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup | None = None

    @property
    def stations(self) -> Mapping[DeviceId, Station]:
        """Every device that was configured or has been seen."""
        return MappingProxyType(self._stations)

    @property
    def ports(self) -> tuple[PortState, ...]:
        """How things stand at every port."""
        return tuple(supervisor.state for supervisor in self._ports.values())

    def station(self, device: DeviceId) -> Station:
        """The station of a device; made where there is none yet."""
        station = self._stations.get(device)
        if station is None:
            station = Station(device, self._queue, self._clock, self._settings)
            self._stations[device] = station
            if self._group is not None:
                self._group.create_task(station.run())
        return station

    def add_port(self, port: str) -> None:
        """Look for a board at ``port`` from now on."""
        if port not in self._ports:
            supervisor = Supervisor(port, self._open_link, self, self._clock, self._captures)
            self._ports[port] = supervisor
            if self._group is not None:
                self._tasks[port] = self._group.create_task(supervisor.run())

    def remove_port(self, port: str) -> None:
        """Let go of ``port``; a board there goes offline."""
        self._ports.pop(port, None)
        task = self._tasks.pop(port, None)
        if task is not None:
            task.cancel()

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            for station in self._stations.values():
                group.create_task(station.run())
            for port, supervisor in self._ports.items():
                self._tasks[port] = group.create_task(supervisor.run())
            try:
                await asyncio.Event().wait()
            finally:
                self._group = None

    # --- what supervisors need --------------------------------------------------------

    def device_of(self, identity: Identity) -> DeviceId:
        """The configured name that a board answers to, else its serial number."""
        for device in self._stations:
            if identity.answers_to(device):
                return device
        return identity.device

    async def serve(self, connection: Connection) -> None:
        """Hand a board that was found to its station."""
        await self.station(connection.device).serve(connection)
