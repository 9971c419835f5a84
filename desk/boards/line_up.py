"""Boards that are looked at without a hall: their ports, and what is known of each board."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardlink.drivers.supervise import Opener, PortState
from boardlink.fleet import Fleet
from boardlink.links.ports import open_port
from boardlink.readings import Placement
from boardlink.sensing.squares.placement import turned as turn
from boardlink.stations.discovery import find_board_ports
from boardlink.stations.state import StationState
from boardlink.stations.station import DeviceReport, Station
from desk.boards.picture import turned_since
from desk.boards.rows import BoardRow, RowState, sorted_rows
from desk.config.hall import BoardConfig, load_hall
from desk.hall.port_names import not_named
from desk.hall.report_writer import QUEUE_SIZE, draft_of
from desk.state.hall import DeviceState, Hall, Presence
from facts.clock import Clock
from facts.envelope import Entry
from facts.ids import BoardNo, DeviceId

FIND_PORTS_S: Final = 2.0
"""How often ports are listed anew where none was named."""
TICK_S: Final = 0.25
"""How often it is looked which way round a board lies: a start position rests for minutes."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look at.

    Attributes:
        boards: of a hall's configuration.
        ports: named by hand.
        livechess: addresses of LiveChess's WebSocket.
        find: look at every port of this computer that may have a board.
    """

    boards: tuple[BoardConfig, ...] = ()
    ports: tuple[str, ...] = ()
    livechess: tuple[str, ...] = ()
    find: bool = False


def wanted(targets: Sequence[str]) -> Wanted:
    """Ports, ``ws://`` of a LiveChess, or a hall's ``….toml``; without any, all ports here.

    Raises:
        ConfigError: the hall's file is wrong.
        FileTroubleError: it is missing.
    """
    boards: list[BoardConfig] = []
    ports: list[str] = []
    livechess: list[str] = []
    find = not targets
    for target in targets:
        if target.endswith(".toml"):
            hall = load_hall(Path(target))
            boards += hall.boards
            ports += hall.bus_lines
            livechess += [one.address for one in hall.livechess]
            find = find or hall.looks_for_ports
        elif target.startswith(("ws://", "wss://")):
            livechess.append(target)
        else:
            ports.append(target)
    return Wanted(tuple(boards), tuple(ports), tuple(livechess), find)


class LineUp:
    """The boards and what is known of them now."""

    def __init__(
        self,
        what: Wanted,
        clock: Clock,
        captures: Path | None,
        open_link: Opener,
        find_ports: Callable[[], Sequence[str]],
    ) -> None:
        """See :func:`lined_up`."""
        self._what = what
        self._clock = clock
        self._find_ports = find_ports
        self._reports: asyncio.Queue[DeviceReport] = asyncio.Queue(QUEUE_SIZE)
        self._fleet = Fleet(self._reports, clock, captures, open_link)
        self._told = Hall()
        self._turned: dict[DeviceId, bool | None] = {}
        for board in what.boards:
            if board.device is not None:
                self._fleet.station(board.device)
        for port in (*what.ports, *(b.port for b in what.boards if b.port is not None)):
            self._fleet.add_port(port)
        for address in what.livechess:
            self._fleet.add_livechess(address)

    async def run(self) -> None:
        """Listen; never returns."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._fleet.run())
            group.create_task(self._take_reports())
            group.create_task(self._watch_orientation())
            if self._what.find:
                group.create_task(self._look_for_ports())

    def rows(self) -> tuple[BoardRow, ...]:
        """Every board and every port, as they are now."""
        ports = self._fleet.ports
        stations = {device: one.state() for device, one in self._fleet.stations.items()}
        rows = [self._board_row(self._fleet.stations[d], s, ports) for d, s in stations.items()]
        # A bus line that leads to boards is told by them; they are at "line#address".
        shown = {name for row in rows for name in (row.port, row.port.partition("#")[0])}
        rows += [self._port_row(state) for state in ports if state.port not in shown]
        return sorted_rows(rows)

    def placements(self) -> dict[DeviceId, Placement | None]:
        """What the sensors of each board see now, in the board's own frame."""
        return {device: one.state().placement for device, one in self._fleet.stations.items()}

    async def _take_reports(self) -> None:
        while True:
            report = await self._reports.get()
            self._told.take(Entry(self._told.seq + 1, report.at, draft_of(report)))

    async def _watch_orientation(self) -> None:
        while True:
            for device, station in self._fleet.stations.items():
                before = self._turned.get(device)
                self._turned[device] = turned_since(station.state().placement, before)
            await asyncio.sleep(TICK_S)

    async def _look_for_ports(self) -> None:
        named = [*self._what.ports, *(b.port for b in self._what.boards if b.port is not None)]
        while True:
            for port in not_named(await asyncio.to_thread(self._find_ports), named):
                self._fleet.add_port(port)
            await asyncio.sleep(FIND_PORTS_S)

    def _number(self, device: DeviceId | None, port: str) -> BoardNo | None:
        for board in self._what.boards:
            if board.device is not None and board.device == device:
                return board.number
        for board in self._what.boards:
            if board.device is None and board.port == port:
                return board.number
        return None

    def _port_row(self, state: PortState) -> BoardRow:
        return BoardRow(
            board=self._number(None, state.port),
            device=None,
            port=state.port,
            state=RowState.NO_BOARD if state.trouble else RowState.LOOKING,
            since=state.since,
            tried=state.failures,
            text=state.trouble.removeprefix(f"{state.port}: "),
        )

    def _board_row(
        self, station: Station, state: StationState, ports: Sequence[PortState]
    ) -> BoardRow:
        device = station.device
        told = self._told.devices.get(device)
        port = state.port or self._last_port(device, told)
        at_port = next((one for one in ports if one.port == port), None)
        here = state.online_since is not None
        turned = self._turned.get(device)
        placement = turn(state.placement) if state.placement and turned else state.placement
        text = "" if here and state.silent else state.trouble
        if not here and at_port is not None:
            text = at_port.trouble or text
        return BoardRow(
            board=self._number(device, port),
            device=device,
            port=port,
            state=_state(here, state.silent, told),
            since=state.online_since if here else told.since if told is not None else None,
            tried=0 if here or at_port is None else at_port.failures,
            returns=told.returns if told is not None else 0,
            heard_s=_seconds_since(self._clock, state),
            version=state.version,
            placement=placement,
            turned=turned,
            clock=state.clock,
            clock_missing=state.clock_missing,
            frames=state.figures.frames,
            frames_per_s=state.figures.frames_per_s,
            errors=state.figures.errors,
            battery=state.figures.battery,
            warnings=dict(told.warnings) if told is not None else {},
            capture=state.capture,
            recorded=state.offset,
            text=text.removeprefix(f"{port}: ") if port else text,
        )

    def _last_port(self, device: DeviceId, told: DeviceState | None) -> str:
        if told is not None and told.port:
            return told.port
        return next((b.port for b in self._what.boards if b.device == device and b.port), "")


def _state(here: bool, silent: bool, told: DeviceState | None) -> RowState:
    if here:
        return RowState.SILENT if silent else RowState.ONLINE
    if told is not None and told.presence is Presence.OFFLINE:
        return RowState.RECONNECTING
    return RowState.ABSENT


def _seconds_since(clock: Clock, state: StationState) -> float | None:
    if state.heard_at is None:
        return None
    return max(0.0, (clock.now() - state.heard_at).total_seconds())


@asynccontextmanager
async def lined_up(
    what: Wanted,
    clock: Clock,
    captures: Path | None = None,
    open_link: Opener = open_port,
    find_ports: Callable[[], Sequence[str]] = find_board_ports,
) -> AsyncIterator[LineUp]:
    """Listen to boards until the block ends.

    Args:
        what: which.
        clock: the time of day.
        captures: a folder that records what they send; None: nothing is recorded.
        open_link: opens a port.
        find_ports: lists this computer's ports.
    """
    ended: BaseException | None = None
    async with asyncio.TaskGroup() as group:
        line_up = LineUp(what, clock, captures, open_link, find_ports)
        running = group.create_task(line_up.run())
        try:
            yield line_up
        except BaseException as error:  # noqa: BLE001 - raised again below
            ended = error  # it must not come out wrapped in a group
        running.cancel()
    if ended is not None:
        raise ended
