"""What is wrong at the ports of a hall: boards that are configured and are not there.

A board that was heard of is in the log with its whole story. A port that cannot be opened, or
where nothing answers, has no board yet that a fact could be about: it is told from here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from boardlink.drivers.supervise import PortState
from desk.config.hall import BoardConfig
from desk.state.hall import DeviceState, Presence
from facts.clock import Clock
from facts.fact import DeviceReconnecting
from facts.ids import BoardNo, DeviceId

SEARCH_TIME: Final = timedelta(seconds=10)
"""How long ports are looked through before a board is called missing; an answer takes some
seconds where a port is found in use or silent first."""


@dataclass(frozen=True, slots=True)
class PortTrouble:
    """A board that should be there, or a port that is of no use.

    Attributes:
        board: the number that the configuration gives it; None for a port that was found.
        device: its serial number as configured, None where the port alone says which it is.
        port: where it is looked for; empty for any port of this computer.
        text: why it is not there.
        since: since when, None while it was never tried.
        tried: attempts in a row that failed.
    """

    board: BoardNo | None
    device: DeviceId | None
    port: str
    text: str
    since: datetime | None
    tried: int

    @property
    def name(self) -> str:
        """How people call it: ``board 3 (/dev/ttyACM0)``."""
        where = self.port or f"serial number {self.device}"
        return where if self.board is None else f"board {self.board} ({where})"


Troubles = Callable[[], Sequence[PortTrouble]]
"""Asked anew whenever somebody looks."""


def port_troubles(
    boards: Sequence[BoardConfig], ports: Sequence[PortState], missing_since: datetime | None
) -> tuple[PortTrouble, ...]:
    """What is wrong, configured boards first and in the order of their numbers.

    Args:
        boards: as configured.
        ports: how things stand at every port that is tried.
        missing_since: since when boards without a port are looked for; None: not long enough.
    """
    by_port = {state.port: state for state in ports}
    answering = {state.device for state in ports if state.device is not None}
    found: list[PortTrouble] = []
    for board in sorted(boards, key=lambda board: board.number):
        if board.port is None:
            if missing_since is not None and board.device not in answering:
                text = f"{_nowhere(ports)} leads to it: check its cable and power"
                found.append(PortTrouble(board.number, board.device, "", text, missing_since, 0))
        elif board.device is None or board.device not in answering:
            found.extend(_at_port(board, by_port))
    configured = {board.port for board in boards}
    for state in ports:
        if state.port not in configured and state.trouble:
            text = _without_port(state)
            found.append(PortTrouble(None, None, state.port, text, state.since, state.failures))
    return tuple(found)


def _nowhere(ports: Sequence[PortState]) -> str:
    if any(state.port.startswith(("ws://", "wss://")) for state in ports):
        return "neither a port nor LiveChess"
    return "no port of this computer"


def _at_port(board: BoardConfig, by_port: Mapping[str, PortState]) -> list[PortTrouble]:
    assert board.port is not None, "asked for boards with a port alone"
    state = by_port.get(board.port)
    if state is None or not state.trouble:
        return []
    text = _without_port(state)
    trouble = PortTrouble(board.number, board.device, board.port, text, state.since, state.failures)
    return [trouble]


def _without_port(state: PortState) -> str:
    return state.trouble.removeprefix(f"{state.port}: ")


def reconnecting_facts(
    devices: Mapping[DeviceId, DeviceState],
    ports: Sequence[PortState],
    told: Mapping[DeviceId, int],
) -> tuple[DeviceReconnecting, ...]:
    """Boards that went away and were looked for in vain, each as often as the number doubles.

    Args:
        devices: what the log knows of the boards.
        ports: how things stand at every port that is tried.
        told: attempts that were told already, by board.
    """
    by_port = {state.port: state for state in ports if state.device is None}
    found: list[DeviceReconnecting] = []
    for device in devices.values():
        state = by_port.get(device.port)
        if device.presence is not Presence.OFFLINE or not device.broke or state is None:
            continue
        if state.failures >= max(2 * told.get(device.device, 1), 2):
            text = _without_port(state)
            found.append(
                DeviceReconnecting(device.device, state.port, device.since, state.failures, text)
            )
    return tuple(found)


class PortWatch:
    """Looks at the ports of a running hall."""

    def __init__(
        self, boards: Sequence[BoardConfig], ports: Callable[[], Sequence[PortState]], clock: Clock
    ) -> None:
        """``ports`` tells how things stand now; boards are looked for from now on."""
        self._boards = boards
        self._ports = ports
        self._clock = clock
        self._began = clock.now()

    def troubles(self) -> tuple[PortTrouble, ...]:
        """What is wrong now."""
        long_enough = self._clock.now() - self._began >= SEARCH_TIME
        return port_troubles(self._boards, self._ports(), self._began if long_enough else None)
