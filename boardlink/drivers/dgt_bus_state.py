"""PURE. What is known of a bus line and its boards while they are asked, and its times."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from boardlink.protocols.dgt_bus import BusRequest


@dataclass(frozen=True, slots=True)
class BusTimes:
    """Every time of a bus line, in seconds.

    Attributes:
        byte_s: one byte at 9600 baud.
        answer_s: boards answer within 20 ms; the rest is for adapters.
        quiet_s: an answer that has begun and stops for so long is over.
        longest_s: no answer takes longer; a full memory takes 8.3 s.
        gap_s: between an answer and the next question.
        changes_s, clock_s, dump_s: how often each is asked for; ``idle_clock_s`` where the
            clock stands or there is none.
        redump_s: least time between two dumps.
        tries: questions in a row without an answer before a board is asked more rarely.
        wait_s, longest_wait_s: the first and the longest wait then.
        silent_s: silence that is worth telling; ``lost_s``: a board that is gone.
        ping_s: answers to a ping come within 1.1 s.
        ping_waits_s: pauses between rounds in which nobody new came; the last one goes on.
        lonely_ping_s: the longest pause while no board at all is known.
        most_rounds: rounds in a row for disturbances alone, which may be collisions.
        most_patience: waits grow up to so many times where answers come late.
    """

    byte_s: float = 10 / 9600
    answer_s: float = 0.1
    quiet_s: float = 0.05
    longest_s: float = 10.0
    gap_s: float = 0.002
    changes_s: float = 1.0
    clock_s: float = 3.0
    idle_clock_s: float = 10.0
    dump_s: float = 30.0
    redump_s: float = 0.5
    tries: int = 3
    wait_s: float = 1.0
    longest_wait_s: float = 30.0
    silent_s: float = 4.0
    lost_s: float = 8.0
    ping_s: float = 1.5
    ping_waits_s: tuple[float, ...] = (0.0, 0.0, 5.0, 10.0, 20.0, 40.0, 60.0)
    lonely_ping_s: float = 5.0
    most_rounds: int = 8
    most_patience: float = 8.0


class Task(StrEnum):
    """What a board is asked for."""

    VERSION = "version"
    SERIAL = "serial"
    CHANGES = "changes"
    CLOCK = "clock"
    DUMP = "dump"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class BusBoardState:
    """A board on the line.

    Attributes:
        due: when it is asked for each thing next.
        heard_at: when it last answered.
        in_doubt: an answer with changes may have been lost: it is asked for once more.
        misses: questions in a row that were not answered; from ``tries`` on it is silent.
        is_confirmed: it has answered something beside a ping, so it is no mishearing.
        is_known: its serial number has been told.
        serial_misses: quarters of a question for the serial number in vain; one whose answer
            was spoilt counts as a quarter.
        log_misses: questions for the log in vain.
        told_silent: its silence has been told.
    """

    address: int
    due: Mapping[Task, float]
    heard_at: float
    version: str = ""
    in_doubt: bool = False
    misses: int = 0
    is_confirmed: bool = False
    is_known: bool = False
    serial_misses: int = 0
    log_misses: int = 0
    told_silent: bool = False


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """The question that is on the line; ``begun``: bytes have come since."""

    request: BusRequest
    task: Task | None
    latest: float
    deadline: float
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Pinging:
    """A round of pings.

    Attributes:
        to_hush: boards that are to be told to keep quiet first.
        until: when all answers have come; None before it was sent.
        found: somebody new answered; ``disturbed``: something came that could not be read.
    """

    to_hush: tuple[int, ...]
    until: float | None = None
    found: bool = False
    disturbed: bool = False


@dataclass(frozen=True, slots=True)
class LineState:
    """Everything about a line; made by the schedule.

    Attributes:
        free_at: when the next question may be sent.
        ping_due: when the next round of pings is.
        calm, disturbed_rounds: rounds in a row without anybody new, and of those for
            disturbances alone.
        patience: how many times as long as usual to wait, on a line whose answers come late.
    """

    times: BusTimes
    free_at: float
    ping_due: float
    boards: Mapping[int, BusBoardState] = field(default_factory=dict)
    asked: OpenQuestion | None = None
    pinging: Pinging | None = None
    calm: int = 0
    disturbed_rounds: int = 0
    patience: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """A board said who it is; its changes, its squares and its clock are asked for now."""

    address: int
    serial: str
    version: str


@dataclass(frozen=True, slots=True)
class Silent:
    """A board should have answered by now."""

    address: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A board has not answered for so long that it is gone; it is looked for all the same."""

    address: int


@dataclass(frozen=True, slots=True)
class Spoilt:
    """What a board answered could not be read; it was asked again."""

    address: int


@dataclass(frozen=True, slots=True)
class NoLog:
    """A board does not send its log."""

    address: int


LineEvent = Found | Silent | Lost | Spoilt | NoLog
