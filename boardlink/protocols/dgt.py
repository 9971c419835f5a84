"""PURE. The DGT wire, both ways: bytes ↔ frames (docs/dgt-wire.md).

::

    board → host    id lenHi lenLo data…      id ≥ 80, every other byte < 80
                    total = lenHi << 7 | lenLo, the three header bytes included

Only a frame's first byte has bit 7 set, so whatever is lost or added on the line, the
next frame is found again: a byte ≥ 80 inside a frame drops what was begun and starts a
new one, a byte < 80 outside a frame is skipped, and so is a header whose length no frame
of its kind has. There is no checksum. ``DgtParser.skipped`` counts the bytes given up.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from boardlink.protocols.dgt_commands import (
    FORBIDDEN,
    BusCommand,
    ClockCommand,
    ClockCommandCode,
    Command,
    CommandReader,
    FramedCommand,
    Sent,
    UnknownCommand,
    encode_clock_command,
)
from boardlink.protocols.dgt_frames import (
    MAGIC_PIECES,
    PIECE_CODES,
    PIECES,
    SQUARES,
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTime,
    DraughtsDump,
    EeMoves,
    FieldUpdate,
    Frame,
    HardwareVersion,
    LongSerialNumber,
    MessageId,
    SerialNumber,
    SideTime,
    Trademark,
    UnknownFrame,
    Version,
    to_square,
)

__all__ = [
    "FORBIDDEN",
    "MAGIC_PIECES",
    "MAX_FRAME_BYTES",
    "PIECES",
    "PIECE_CODES",
    "Battery",
    "BoardDump",
    "BusAddress",
    "BusCommand",
    "ClockAck",
    "ClockCommand",
    "ClockCommandCode",
    "ClockTime",
    "Command",
    "CommandReader",
    "DgtParser",
    "DraughtsDump",
    "EeMoves",
    "FieldUpdate",
    "Frame",
    "FramedCommand",
    "HardwareVersion",
    "LongSerialNumber",
    "MessageId",
    "Sent",
    "SerialNumber",
    "SideTime",
    "Trademark",
    "UnknownCommand",
    "UnknownFrame",
    "Version",
    "encode_clock_command",
    "encode_frame",
    "read_clock",
    "to_square",
]

HEADER_BYTES = 3
MAX_FRAME_BYTES = 62 << 7 | 0x7F
"""Longest frame believed; the longest known, a full memory dump, has 7939."""
_DRAUGHTS_SQUARES = 100
_ACK_NIBBLE = 0x0A

_SIZES: Mapping[int, frozenset[int]] = {
    MessageId.BOARD_DUMP: frozenset({HEADER_BYTES + SQUARES, HEADER_BYTES + _DRAUGHTS_SQUARES}),
    MessageId.CLOCK: frozenset({10}),
    MessageId.FIELD_UPDATE: frozenset({5}),
    MessageId.BUS_ADDRESS: frozenset({5}),
    MessageId.SERIAL_NUMBER: frozenset({8, 12}),
    MessageId.VERSION: frozenset({5}),
    MessageId.DRAUGHTS_BLACK: frozenset({53}),
    MessageId.DRAUGHTS_WHITE: frozenset({53}),
    MessageId.HARDWARE_VERSION: frozenset({5}),
    MessageId.BATTERY: frozenset({12}),
    MessageId.LONG_SERIAL_NUMBER: frozenset({13}),
}
"""Total lengths of the kinds that have fixed ones; the others have any up to the cap."""


class DgtParser:
    """Bytes from a board → frames; feed it in any portions, the frames are the same.

    Attributes:
        skipped: bytes given up so far because they belonged to no frame.
    """

    def __init__(self) -> None:
        self._partial = bytearray()
        self._total = 0
        self.skipped = 0

    @property
    def pending(self) -> int:
        """Bytes of a frame that is not complete yet."""
        return len(self._partial)

    def feed(self, data: bytes) -> list[Frame]:
        """Every frame that is complete with ``data``, in order. Never raises."""
        frames: list[Frame] = []
        at = 0
        while at < len(data):
            if data[at] & 0x80:
                self._give_up()
                self._partial.append(data[at])
                at += 1
            elif not self._partial:
                self.skipped += 1
                at += 1
            elif len(self._partial) < HEADER_BYTES:
                self._partial.append(data[at])
                at += 1
                self._check_header(frames)
            else:
                at += self._take(data, at)
                if len(self._partial) == self._total:
                    self._complete(frames)
        return frames

    def _take(self, data: bytes, at: int) -> int:
        """Move what belongs to the frame's body; stop before a byte that begins a frame."""
        chunk = data[at : at + self._total - len(self._partial)]
        if not chunk.isascii():
            chunk = chunk[: next(i for i, byte in enumerate(chunk) if byte & 0x80)]
        self._partial += chunk
        return len(chunk)

    def _check_header(self, frames: list[Frame]) -> None:
        if len(self._partial) < HEADER_BYTES:
            return
        total = self._partial[1] << 7 | self._partial[2]
        sizes = _SIZES.get(self._partial[0])
        fits = total in sizes if sizes else HEADER_BYTES <= total <= MAX_FRAME_BYTES
        if not fits:
            self._give_up()
            return
        self._total = total
        if total == HEADER_BYTES:
            self._complete(frames)

    def _complete(self, frames: list[Frame]) -> None:
        frames.append(_read_frame(self._partial[0], bytes(self._partial[HEADER_BYTES:])))
        self._partial.clear()

    def _give_up(self) -> None:
        self.skipped += len(self._partial)
        self._partial.clear()


def read_clock(data: bytes) -> ClockTime | ClockAck:
    """The times, or the acknowledgement, in the seven data bytes of a clock message."""
    b3, b4, b5, b6, b7, b8, status = data
    if _ACK_NIBBLE in (b3 & 0x0F, b6 & 0x0F):
        return ClockAck(
            b4 | (b6 << 3 & 0x80),
            b5 | (b6 << 2 & 0x80),
            b7 | (b3 << 3 & 0x80),
            b8 | (b3 << 2 & 0x80),
        )
    return ClockTime(SideTime(b3, b4, b5), SideTime(b6, b7, b8), status)


def _read_dump(data: bytes) -> Frame:
    if len(data) == SQUARES:
        return BoardDump(data)
    return DraughtsDump(MessageId.BOARD_DUMP, data)


_READERS: Mapping[int, Callable[[bytes], Frame]] = {
    MessageId.BOARD_DUMP: _read_dump,
    MessageId.CLOCK: read_clock,
    MessageId.FIELD_UPDATE: lambda data: FieldUpdate(data[0], data[1]),
    MessageId.EE_MOVES: EeMoves,
    MessageId.BUS_ADDRESS: lambda data: BusAddress(data[0] << 7 | data[1]),
    MessageId.SERIAL_NUMBER: lambda data: SerialNumber(data.decode("ascii")),
    MessageId.TRADEMARK: lambda data: Trademark(data.decode("ascii")),
    MessageId.VERSION: lambda data: Version(data[0], data[1]),
    MessageId.DRAUGHTS_BLACK: lambda data: DraughtsDump(MessageId.DRAUGHTS_BLACK, data),
    MessageId.DRAUGHTS_WHITE: lambda data: DraughtsDump(MessageId.DRAUGHTS_WHITE, data),
    MessageId.HARDWARE_VERSION: lambda data: HardwareVersion(data[0], data[1]),
    MessageId.BATTERY: Battery,
    MessageId.LONG_SERIAL_NUMBER: lambda data: LongSerialNumber(data.decode("ascii")),
}


def _read_frame(message_id: int, data: bytes) -> Frame:
    reader = _READERS.get(message_id)
    return UnknownFrame(message_id, data) if reader is None else reader(data)


def encode_frame(frame: Frame) -> bytes:
    """The bytes that a board sends for ``frame``.

    Raises:
        ValueError: data that no board can send: too long, or a byte of 80 and above.
    """
    message_id, data = _body(frame)
    total = HEADER_BYTES + len(data)
    sizes = _SIZES.get(message_id)
    if (sizes is not None and total not in sizes) or total > MAX_FRAME_BYTES:
        raise ValueError(f"no frame {message_id:02x} has {total} bytes")
    if not data.isascii():
        raise ValueError(f"a frame's data has 7 bits a byte: {data.hex()}")
    return bytes([message_id, total >> 7, total & 0x7F]) + data


def _body(frame: Frame) -> tuple[int, bytes]:
    match frame:
        case BoardDump(codes):
            return MessageId.BOARD_DUMP, codes
        case DraughtsDump(message_id, codes):
            return message_id, codes
        case FieldUpdate(index, code):
            return MessageId.FIELD_UPDATE, bytes([index, code])
        case ClockTime(right, left, status):
            times = [n for side in (right, left) for n in (side.hours, side.minutes, side.seconds)]
            return MessageId.CLOCK, bytes([*times, status])
        case ClockAck():
            return MessageId.CLOCK, _ack_body(frame)
        case EeMoves(data):
            return MessageId.EE_MOVES, data
        case BusAddress(address):
            return MessageId.BUS_ADDRESS, bytes([address >> 7, address & 0x7F])
        case SerialNumber(text):
            return MessageId.SERIAL_NUMBER, text.encode("ascii")
        case LongSerialNumber(text):
            return MessageId.LONG_SERIAL_NUMBER, text.encode("ascii")
        case Trademark(text):
            return MessageId.TRADEMARK, text.encode("ascii")
        case Version(main, sub):
            return MessageId.VERSION, bytes([main, sub])
        case HardwareVersion(main, sub):
            return MessageId.HARDWARE_VERSION, bytes([main, sub])
        case Battery(data):
            return MessageId.BATTERY, data
        case UnknownFrame(message_id, data):
            return message_id, data
        case _:
            assert_never(frame)


def _ack_body(ack: ClockAck) -> bytes:
    b3 = _ACK_NIBBLE | (ack.ack2 & 0x80) >> 3 | (ack.ack3 & 0x80) >> 2
    b6 = _ACK_NIBBLE | (ack.ack0 & 0x80) >> 3 | (ack.ack1 & 0x80) >> 2
    low = [n & 0x7F for n in (ack.ack0, ack.ack1, ack.ack2, ack.ack3)]
    return bytes([b3, low[0], low[1], b6, low[2], low[3], 0])
