"""PURE. What a driver tells of one read, in no maker's terms."""

from dataclasses import dataclass
from enum import StrEnum

from boardlink.readings import Reading


class Repair(StrEnum):
    """What went wrong on the line; the driver has asked for the whole board again."""

    GARBAGE = "garbage"
    MISSED_UPDATE = "missed-update"


class Concern(StrEnum):
    """What about a device needs a look; the code of a ``DeviceWarned``."""

    NOT_CHESS = "not-chess"
    MAGIC_PIECE = "magic-piece"
    NAMELESS = "nameless"
    UNCALIBRATED = "uncalibrated"


@dataclass(frozen=True, slots=True)
class DeviceBattery:
    """A board's own battery."""

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """The moves as another program has worked them out from the same board.

    Attributes:
        start: FEN or its first field, empty where it was not told.
        san: the whole line.
    """

    start: str
    san: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """What one read brought.

    Attributes:
        frames: how many frames there were.
        garbage_bytes: bytes that belonged to none.
        silent: nothing was heard for so long that it should be told.
        concerns: what a person should look at, in a sentence each.
        oddities: sentences for the device's own log.
        memory: the board's own log where it was asked for, empty where
            the board did not send it.
        opinion: what another program takes the moves for; never evidence.
        ages_s: how long ago each reading was true, in their order; empty: all of them now.
        known_s: how long ago it was that nothing more had happened; nobody has looked since.
    """

    readings: tuple[Reading, ...] = ()
    battery: DeviceBattery | None = None
    frames: int = 0
    garbage_bytes: int = 0
    silent: bool = False
    repairs: tuple[Repair, ...] = ()
    concerns: tuple[tuple[Concern, str], ...] = ()
    oddities: tuple[str, ...] = ()
    memory: bytes | None = None
    opinion: SecondOpinion | None = None
    ages_s: tuple[float, ...] = ()
    known_s: float = 0.0

    @property
    def oldest_s(self) -> float:
        """The age of the first reading, or of what is known where there is none."""
        return self.ages_s[0] if self.ages_s else self.known_s
