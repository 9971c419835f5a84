"""PURE. What is sent to a DGT board: commands, and the reader that a board needs for them.

::

    one byte, bit 7 clear               most commands (docs/dgt-wire.md)
    2b size 03 command data… 00         to the clock; size counts what follows it
    60 size data…                       LEDs;  63 size data…  developer key
    four bytes, bit 7 of the first set  a bus command

Which of these a driver may send is the driver's business; some must never be sent.
"""

from dataclasses import dataclass
from enum import IntEnum


class Command(IntEnum):
    """One-byte commands, by the maker's names."""

    SEND_RESET = 0x40
    SEND_CLK = 0x41
    SEND_BRD = 0x42
    SEND_UPDATE = 0x43
    SEND_UPDATE_BRD = 0x44
    RETURN_SERIALNR = 0x45
    RETURN_BUSADRES = 0x46
    SEND_TRADEMARK = 0x47
    REQ_HARDWARE_VERSION = 0x48
    SEND_EE_MOVES = 0x49
    TO_BUSMODE = 0x4A
    SEND_UPDATE_NICE = 0x4B
    SEND_BATTERY_STATUS = 0x4C
    SEND_VERSION = 0x4D
    STARTBOOTLOADER = 0x4E
    SEND_BRD_50B = 0x50
    SCAN_50B = 0x51
    SEND_BRD_50W = 0x52
    SCAN_50W = 0x53
    SCAN_100 = 0x54
    RETURN_LONG_SERIALNR = 0x55


FORBIDDEN = frozenset(
    {Command.STARTBOOTLOADER, Command.SCAN_50B, Command.SCAN_50W, Command.SCAN_100}
)
"""Jumps to the boot loader, or writes to the board's memory: never sent."""

CLOCK_MESSAGE = 0x2B
SET_LEDS = 0x60
DEVELOPER_KEY = 0x63
_FRAMED = frozenset({CLOCK_MESSAGE, SET_LEDS, DEVELOPER_KEY})
_CLOCK_START = 0x03
_CLOCK_END = 0x00


class ClockCommandCode(IntEnum):
    """Commands inside a clock message."""

    DISPLAY = 0x01
    ICONS = 0x02
    END = 0x03
    BUTTON = 0x08
    VERSION = 0x09
    SETNRUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C


@dataclass(frozen=True, slots=True)
class ClockCommand:
    """A clock message as a board gets it: command code and its data."""

    code: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class FramedCommand:
    """A command with a length that is no well-formed clock message."""

    id: int
    data: bytes


@dataclass(frozen=True, slots=True)
class BusCommand:
    """Four bytes of bus mode, checksum included and not checked."""

    data: bytes


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A byte that no command of ours has."""

    byte: int


Sent = Command | ClockCommand | FramedCommand | BusCommand | UnknownCommand


def encode_clock_command(command: ClockCommand) -> bytes:
    """The bytes of a clock message; only simulators' hosts and tests send one.

    Raises:
        ValueError: more data than a length byte can count.
    """
    body = bytes([_CLOCK_START, command.code, *command.data, _CLOCK_END])
    if len(body) > 0x7F:
        raise ValueError(f"a clock message holds at most 124 data bytes, not {len(command.data)}")
    return bytes([CLOCK_MESSAGE, len(body)]) + body


class CommandReader:
    """Reads what a host sends to a board: feed it bytes in any portions."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Sent]:
        """Every command that is complete with ``data``, in order."""
        self._buffer += data
        commands: list[Sent] = []
        while self._buffer:
            torn = self._torn()
            if torn:
                commands.append(UnknownCommand(self._buffer[0]))
                del self._buffer[:torn]
                continue
            length = self._length()
            if length is None or len(self._buffer) < length:
                break
            raw = bytes(self._buffer[:length])
            del self._buffer[:length]
            commands.append(_read_command(raw))
        return commands

    def _torn(self) -> int:
        """Bytes of a bus command that another one follows before it is complete."""
        if self._buffer[0] & 0x80:
            for at, byte in enumerate(self._buffer[1:4], start=1):
                if byte & 0x80:
                    return at
        return 0

    def _length(self) -> int | None:
        first = self._buffer[0]
        if first & 0x80:
            return 4
        if first not in _FRAMED:
            return 1
        return 2 + self._buffer[1] if len(self._buffer) > 1 else None


def _read_command(raw: bytes) -> Sent:
    first = raw[0]
    if first & 0x80:
        return BusCommand(raw)
    if first in _FRAMED:
        body = raw[2:]
        if (
            first == CLOCK_MESSAGE
            and len(body) >= 3
            and body[0] == _CLOCK_START
            and body[-1] == _CLOCK_END
        ):
            return ClockCommand(body[1], body[2:-1])
        return FramedCommand(first, body)
    try:
        return Command(first)
    except ValueError:
        return UnknownCommand(first)
