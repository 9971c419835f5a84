"""PURE. Frames of a DGT board → readings, with the doubts about them as values.

The clock is believed by the rules of docs/dgt-wire.md: the lever is D1, with
D3 and D4 as a cross-check; a reading with D5 is no reading; an all-zero one is ignored;
digits must be digits; and a time that jumps by more than an hour is believed only once a
second reading agrees, since a single one may be an old time.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from boardlink.protocols.dgt_frames import (
    MAGIC_PIECES,
    PIECES,
    SQUARES,
    BoardDump,
    ClockTime,
    DraughtsDump,
    FieldUpdate,
    Frame,
    SideTime,
    UnknownFrame,
    to_square,
)
from boardlink.readings import (
    UNREADABLE,
    ClockMissing,
    ClockRead,
    ClockSide,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
)

JUMP_S = 3600
"""A change of a side's time above this needs a second reading."""
AGREE_S = 60
"""Two readings in a row agree when they differ by no more than this."""


class OddityCode(StrEnum):
    """What was odd about a frame."""

    CLOCK_DIGITS = "clock-digits"
    CLOCK_JUMP = "clock-jump"
    CLOCK_TURN = "clock-turn"
    CLOCK_ZERO = "clock-zero"
    HIGH_NIBBLE = "high-nibble"
    MAGIC_PIECE = "magic-piece"
    NOT_CHESS = "not-chess"
    SQUARE_OUTSIDE = "square-outside"
    UNCALIBRATED = "uncalibrated"
    UNKNOWN_FRAME = "unknown-frame"


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something worth a line in the log of the device; it stops nothing."""

    code: OddityCode
    text: str


@dataclass(frozen=True, slots=True)
class SideMemory:
    """What is believed of one side's time, and a time that waits for a second reading."""

    believed_s: int | None = None
    doubted_s: int | None = None


@dataclass(frozen=True, slots=True)
class Sensors:
    """What has to be remembered from frame to frame; begin with ``Sensors()``."""

    left: SideMemory = field(default_factory=SideMemory)
    right: SideMemory = field(default_factory=SideMemory)


@dataclass(frozen=True, slots=True)
class Sensed:
    """What a frame told: the new memory, readings in order, and what was odd."""

    sensors: Sensors
    readings: tuple[Reading, ...] = ()
    oddities: tuple[Oddity, ...] = ()


def read_frame(sensors: Sensors, frame: Frame) -> Sensed:
    """The readings that ``frame`` amounts to; frames about the device itself give none."""
    match frame:
        case FieldUpdate(index, code):
            return _read_field(sensors, index, code)
        case BoardDump(codes):
            return _read_dump(sensors, codes)
        case ClockTime():
            return _read_clock(sensors, frame)
        case DraughtsDump():
            text = "the board sends squares of a draughts board: it is no chess board"
            return Sensed(sensors, oddities=(Oddity(OddityCode.NOT_CHESS, text),))
        case UnknownFrame(message_id, data):
            text = f"message {message_id:02x} with {len(data)} bytes is unknown: skipped"
            return Sensed(sensors, oddities=(Oddity(OddityCode.UNKNOWN_FRAME, text),))
        case _:
            return Sensed(sensors)


def _read_man(code: int) -> Man:
    piece = code & 0x0F
    return UNREADABLE if piece in MAGIC_PIECES else Man(PIECES[piece])


def _code_oddities(index: int, code: int) -> tuple[Oddity, ...]:
    oddities = []
    if code & 0xF0:
        text = f"square {index} has piece code {code:02x}: the high bits are not known"
        oddities.append(Oddity(OddityCode.HIGH_NIBBLE, text))
    meaning = MAGIC_PIECES.get(code & 0x0F)
    if meaning is not None:
        text = f"the man for “{meaning}” stands on square {index}"
        oddities.append(Oddity(OddityCode.MAGIC_PIECE, text))
    return tuple(oddities)


def _read_field(sensors: Sensors, index: int, code: int) -> Sensed:
    if index >= SQUARES:
        text = f"a man changed on square {index}: a chess board has 0 to 63"
        return Sensed(sensors, oddities=(Oddity(OddityCode.SQUARE_OUTSIDE, text),))
    reading = SquareRead(Square(to_square(index)), _read_man(code))
    return Sensed(sensors, (reading,), _code_oddities(index, code))


def _read_dump(sensors: Sensors, codes: bytes) -> Sensed:
    men = [_read_man(codes[to_square(square)]) for square in range(SQUARES)]
    oddities = [odd for index, code in enumerate(codes) for odd in _code_oddities(index, code)]
    return Sensed(sensors, (PlacementRead(Placement("".join(men))),), tuple(oddities))


def _read_clock(sensors: Sensors, clock: ClockTime) -> Sensed:
    if clock.missing:
        return Sensed(Sensors(), (ClockMissing(),))
    if clock.left == clock.right == SideTime(0, 0, 0):
        text = "the clock says zero on both sides without a flag: ignored"
        return Sensed(sensors, oddities=(Oddity(OddityCode.CLOCK_ZERO, text),))
    oddities: list[Oddity] = []
    left, left_s = _believe(sensors.left, clock.left, "left", oddities)
    right, right_s = _believe(sensors.right, clock.right, "right", oddities)
    turn = ClockSide.RIGHT if clock.right_high else ClockSide.LEFT
    if (clock.right_turn if turn is ClockSide.LEFT else clock.left_turn) or clock.status & 0x40:
        text = f"status {clock.status:02x} names two sides to move: the lever is believed"
        oddities.append(Oddity(OddityCode.CLOCK_TURN, text))
    reading = ClockRead(
        left_s=left_s,
        right_s=right_s,
        turn=turn,
        running=clock.running,
        left_flag=_has_fallen(clock.left),
        right_flag=_has_fallen(clock.right),
        battery_low=clock.battery_low,
    )
    return Sensed(Sensors(left, right), (reading,), tuple(oddities))


def _has_fallen(side: SideTime) -> bool:
    """The flag stands for a time that is over, not for a period that is (bits D4, D6)."""
    return side.blocked or (side.flag_shown and side.left_s == 0)


def _believe(
    memory: SideMemory, side: SideTime, name: str, oddities: list[Oddity]
) -> tuple[SideMemory, int | None]:
    """The side's new memory, and its time as far as it is believed."""
    now = side.left_s
    if now is None:
        digits = f"{side.hours:02x} {side.minutes:02x} {side.seconds:02x}"
        oddities.append(Oddity(OddityCode.CLOCK_DIGITS, f"the {name} time {digits} is no time"))
        return memory, None
    believed, doubted = memory.believed_s, memory.doubted_s
    near = believed is None or abs(now - believed) <= JUMP_S
    again = doubted is not None and abs(now - doubted) <= AGREE_S
    if near or again:
        return SideMemory(now), now
    text = f"the {name} time went from {believed} s to {now} s at once: a second reading must agree"
    oddities.append(Oddity(OddityCode.CLOCK_JUMP, text))
    return SideMemory(believed, now), None
