"""All boards of a hall: a station for every device, a supervisor for every port.

Which board is at which port nobody has to know: each is recognised by its serial number,
wherever it is plugged in.
"""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from boardlink.drivers.dgt_bus_supervise import BusSupervisor
from boardlink.drivers.dgt_handshake import Identity
from boardlink.drivers.livechess_source import LiveChessSource, SocketOpener, file_name
from boardlink.drivers.supervise import Connection, Opener, PortState, Supervisor
from boardlink.links.link import BUS
from boardlink.links.livechess import open_socket
from boardlink.links.ports import open_port
from boardlink.sensing.tracker import TrackerSettings
from boardlink.stations.station import DeviceReport, Station
from facts.clock import Clock
from facts.ids import DeviceId


class Fleet:
    """Give :meth:`run` a task; stations and ports may be added before and while it runs."""

    def __init__(
        self,
        queue: asyncio.Queue[DeviceReport],
        clock: Clock,
        captures: Path | None,
        open_link: Opener = open_port,
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
        self._livechess: dict[str, LiveChessSource] = {}
        self._other_names: dict[str, DeviceId] = {}
        self._line_paths: set[str] = set()
        self._group: asyncio.TaskGroup | None = None

    @property
    def stations(self) -> Mapping[DeviceId, Station]:
        """Every device that was configured or has been seen."""
        return MappingProxyType(self._stations)

    @property
    def ports(self) -> tuple[PortState, ...]:
        """How things stand at every port, and behind every LiveChess."""
        sources = self._livechess.values()
        held = {name for source in sources for name in source.ports_in_use}
        own = (state for supervisor in self._ports.values() for state in supervisor.states)
        return (
            *(state for state in own if not state.trouble or file_name(state.port) not in held),
            *(state for source in sources for state in source.states),
        )

    @property
    def livechess(self) -> tuple[LiveChessSource, ...]:
        """Every LiveChess that is listened to."""
        return tuple(self._livechess.values())

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
        """Look for a board at ``port`` from now on.

        ``bus:`` before it: for the many of a bus line. To a line no other port leads: bytes
        for single boards would take its boards out of bus mode.
        """
        if port in self._ports or (not port.startswith(BUS) and self._is_line(port)):
            return
        kind = BusSupervisor if port.startswith(BUS) else Supervisor
        address = port.removeprefix(BUS)
        supervisor = kind(address, self._open_link, self, self._clock, self._captures)
        self._ports[port] = supervisor
        if self._group is not None:
            self._tasks[port] = self._group.create_task(supervisor.run())

    def _is_line(self, port: str) -> bool:
        """True where ``port`` is, or was a moment ago, another name for a bus line's."""
        for line in self._ports:
            if line.startswith(BUS):
                self._line_paths |= {_real(line.removeprefix(BUS))}
        return _real(port) in self._line_paths

    def remove_port(self, port: str) -> None:
        """Let go of ``port``; a board there goes offline."""
        self._ports.pop(port, None)
        task = self._tasks.pop(port, None)
        if task is not None:
            task.cancel()

    def add_livechess(self, address: str, opener: SocketOpener = open_socket) -> None:
        """Read every board of the LiveChess at ``address`` from now on."""
        if address not in self._livechess:
            source = LiveChessSource(address, self, self._clock, self._captures, opener)
            self._livechess[address] = source
            if self._group is not None:
                self._group.create_task(source.run())

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            for station in self._stations.values():
                group.create_task(station.run())
            for port, supervisor in self._ports.items():
                self._tasks[port] = group.create_task(supervisor.run())
            for source in self._livechess.values():
                group.create_task(source.run())
            try:
                await asyncio.Event().wait()
            finally:
                self._group = None

    # --- what supervisors need --------------------------------------------------------

    def device_of(self, identity: Identity) -> DeviceId:
        """The configured name that a board answers to, else its serial number."""
        device = self._other_names.get(identity.device)
        if device is None:
            device = next(filter(identity.answers_to, self._stations), identity.device)
        if identity.long_serial.strip():
            self._other_names[identity.device] = device
            self._other_names[identity.long_serial.strip()] = device
        return device

    def read_directly(self, device: DeviceId) -> bool:
        """True while the board is read through a port of this program's own."""
        station = self._stations.get(device)
        return station is not None and station.is_read_directly

    async def serve(self, connection: Connection) -> None:
        """Hand a board that was found to its station."""
        await self.station(connection.device).serve(connection)


def _real(port: str) -> str:
    """One name for a port that has several, such as ``/dev/serial/by-id/…``."""
    return port if "://" in port else os.path.normcase(os.path.realpath(port))
