"""PURE. The frames a DGT board sends, as values (docs/dgt-wire.md).

Every frame on the wire is ``id lenHi lenLo data…``; here only the data is kept, as it was
sent, so that encoding a frame gives the same bytes again. What the data means is told by
properties. Right and left are as seen from the clock's front.
"""

from dataclasses import dataclass
from enum import IntEnum


class MessageId(IntEnum):
    """The first byte of a frame from the board."""

    BOARD_DUMP = 0x86
    CLOCK = 0x8D
    FIELD_UPDATE = 0x8E
    EE_MOVES = 0x8F
    BUS_ADDRESS = 0x90
    SERIAL_NUMBER = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    DRAUGHTS_BLACK = 0x94
    DRAUGHTS_WHITE = 0x95
    HARDWARE_VERSION = 0x96
    BATTERY = 0xA0
    LONG_SERIAL_NUMBER = 0xA2


SQUARES = 64
PIECES = ".PRNBKQprnbkq"
"""FEN letters by piece code 0–12; note King before Queen."""
MAGIC_PIECES = {0x0D: "draw", 0x0E: "White wins", 0x0F: "Black wins"}
"""Codes of the men that stand for a result; they are no chessmen."""
PIECE_CODES = {letter: code for code, letter in enumerate(PIECES)}


def to_square(index: int) -> int:
    """The python-chess square (0 = a1) of a DGT index (0 = a8), in the board's own frame."""
    return index ^ 56


@dataclass(frozen=True, slots=True)
class BoardDump:
    """All squares at once: 64 piece codes in DGT order, a8 first."""

    codes: bytes


@dataclass(frozen=True, slots=True)
class DraughtsDump:
    """A dump of a draughts board: 100 codes under the chess id, or 50 under its own."""

    id: MessageId
    codes: bytes


@dataclass(frozen=True, slots=True)
class FieldUpdate:
    """One square changed: ``index`` in DGT order, ``code`` as sent (mask with 0f)."""

    index: int
    code: int


@dataclass(frozen=True, slots=True)
class SideTime:
    """One player's time as three bytes: hours with flags, minutes and seconds in BCD."""

    hours: int
    minutes: int
    seconds: int

    @property
    def left_s(self) -> int | None:
        """Seconds left, None where the digits are none (hours 0–9, BCD 00–59)."""
        hours = self.hours & 0x0F
        minutes = _bcd_below_60(self.minutes)
        seconds = _bcd_below_60(self.seconds)
        if hours > 9 or minutes is None or seconds is None:
            return None
        return hours * 3600 + minutes * 60 + seconds

    @property
    def blocked(self) -> bool:
        """The flag has fallen and the time is blocked at zero (D4)."""
        return bool(self.hours & 0x10)

    @property
    def per_move(self) -> bool:
        """Time per move is shown: Fischer, Bronstein or delay (D5)."""
        return bool(self.hours & 0x20)

    @property
    def flag_shown(self) -> bool:
        """A flag is on the display; the time may still run (D6)."""
        return bool(self.hours & 0x40)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """Both times and the clock's status byte."""

    right: SideTime
    left: SideTime
    status: int

    @property
    def running(self) -> bool:
        """The clock runs (D0)."""
        return bool(self.status & 0x01)

    @property
    def right_high(self) -> bool:
        """The lever is up on the right: Right's time runs, Left has pressed (D1)."""
        return bool(self.status & 0x02)

    @property
    def battery_low(self) -> bool:
        """The clock's battery is low (D2)."""
        return bool(self.status & 0x04)

    @property
    def left_turn(self) -> bool:
        """Left's turn (D3, as captures of real clocks have it)."""
        return bool(self.status & 0x08)

    @property
    def right_turn(self) -> bool:
        """Right's turn (D4)."""
        return bool(self.status & 0x10)

    @property
    def missing(self) -> bool:
        """No clock is connected: nothing else of the message is valid (D5)."""
        return bool(self.status & 0x20)


@dataclass(frozen=True, slots=True)
class ClockAck:
    """The clock's answer to a clock command, or a button that was pressed."""

    ack0: int
    ack1: int
    ack2: int
    ack3: int

    @property
    def ok(self) -> bool:
        """The command was carried out."""
        return self.ack0 == 0x10

    @property
    def spontaneous(self) -> bool:
        """No command is answered: the clock reports by itself."""
        return self.ack1 >= 0x80


@dataclass(frozen=True, slots=True)
class EeMoves:
    """The board's own memory of square changes, oldest first, undecoded."""

    data: bytes


@dataclass(frozen=True, slots=True)
class BusAddress:
    """The board's address on a bus line, 14 bits."""

    address: int


@dataclass(frozen=True, slots=True)
class SerialNumber:
    """The serial number: 5 digits, or as old boards send it ``12345  1.0``."""

    text: str

    @property
    def number(self) -> str:
        """The serial number alone."""
        return self.text.strip().partition(" ")[0]


@dataclass(frozen=True, slots=True)
class LongSerialNumber:
    """The 10-character serial number of newer boards."""

    text: str


@dataclass(frozen=True, slots=True)
class Trademark:
    """The maker's text, several lines."""

    text: str


@dataclass(frozen=True, slots=True)
class Version:
    """The firmware's version, two binary numbers."""

    main: int
    sub: int

    def __str__(self) -> str:
        """As people write it: ``1.02``, ``3.10``."""
        return f"{self.main}.{self.sub:02d}"


@dataclass(frozen=True, slots=True)
class HardwareVersion:
    """The hardware's version, two binary numbers."""

    main: int
    sub: int


@dataclass(frozen=True, slots=True)
class Battery:
    """Nine bytes about the battery of a Bluetooth board."""

    data: bytes

    @property
    def percent(self) -> int:
        """Charge, 0–100."""
        return self.data[0]

    @property
    def time_left_s(self) -> int | None:
        """Seconds of use left, None where the board cannot tell."""
        if 0x7F in self.data[1:3]:
            return None
        return self.data[1] * 3600 + self.data[2] * 60

    @property
    def charging(self) -> bool:
        """On the charger."""
        return bool(self.data[8] & 0x01)


@dataclass(frozen=True, slots=True)
class UnknownFrame:
    """A frame of a kind that this program does not know, skipped by its length."""

    id: int
    data: bytes


Frame = (
    BoardDump
    | DraughtsDump
    | FieldUpdate
    | ClockTime
    | ClockAck
    | EeMoves
    | BusAddress
    | SerialNumber
    | LongSerialNumber
    | Trademark
    | Version
    | HardwareVersion
    | Battery
    | UnknownFrame
)


def _bcd_below_60(byte: int) -> int | None:
    tens, units = byte >> 4, byte & 0x0F
    if tens > 5 or units > 9:
        return None
    return tens * 10 + units
