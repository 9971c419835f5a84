"""PURE. What a desk shows of a board."""

from dataclasses import dataclass
from datetime import datetime

from boardlink.readings import ClockRead, Placement
from boardlink.stations.health import Figures
from facts.ids import DeviceId, GameId


@dataclass(frozen=True, slots=True)
class CapturePoint:
    """A place in a capture: file name, and the byte where a line begins."""

    file: str
    offset: int


@dataclass(frozen=True, slots=True)
class StationState:
    """What a desk shows of a board.

    Attributes:
        port: where it is connected now, None while it is not.
        online_since: None while it is offline.
        heard_at: when it last said anything.
        silent: it should have said something by now.
        placement: what stands on it (a1 … h8, the board's own frame), None while unknown.
        clock: its clock's last reading, None without one.
        figures: frames, errors and battery.
        game: what it is armed with.
        capture: file that is being written, and ``offset`` of its next line.
        trouble: why it is offline, or what is wrong with its capture.
    """

    device: DeviceId
    port: str | None
    version: str
    online_since: datetime | None
    heard_at: datetime | None
    silent: bool
    placement: Placement | None
    clock: ClockRead | None
    clock_missing: bool
    figures: Figures
    game: GameId | None
    capture: str
    offset: int
    trouble: str
