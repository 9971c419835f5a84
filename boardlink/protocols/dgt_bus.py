"""PURE. The DGT bus wire, both ways: many boards on one line (docs/dgt-wire.md).

::

    host → boards   command addressMSB addressLSB sum           always four bytes
    boards → host   id lenHi lenLo addressMSB addressLSB data… sum

Only a frame's first byte has bit 7 set; the length counts every byte of the frame; the sum
is that of all bytes before it, modulo 128. A board answers only when its address is called,
so after lost, added or changed bytes the next answer is found again by its first byte.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from boardlink.protocols.dgt import MAX_FRAME_BYTES

EVERYBODY = 0
"""The address that all boards hear; none has it."""
MOST_ADDRESS = (1 << 14) - 1
HEADER_BYTES = 5
FEWEST_BYTES = HEADER_BYTES + 1
COMMAND_BYTES = 4
OLD_SERIAL_DIGITS = 5


class BusCode(IntEnum):
    """Commands, by the maker's names where they are known."""

    SEND_CLK = 0x81
    SEND_BRD = 0x82
    SEND_CHANGES = 0x83
    REPEAT_CHANGES = 0x84
    SET_START_GAME = 0x85
    SEND_FROM_START = 0x86
    PING = 0x87
    END_BUSMODE = 0x88
    RESET = 0x89
    IGNORE_NEXT_BUS_PING = 0x8A
    SEND_VERSION = 0x8B
    SEND_BRD_50B = 0x8C
    SEND_ALL_D = 0x8D
    RETURN_SERIALNR = 0x91


class BusReplyId(IntEnum):
    """The first byte of an answer."""

    BOARD_DUMP = 0x83
    CLOCK = 0x84
    UPDATE = 0x85
    FROM_START = 0x86
    PING = 0x87
    START_WRITTEN = 0x88
    VERSION = 0x89
    DRAUGHTS_DUMP = 0x8A
    UPDATE_EVEN = 0x8B
    SERIAL_NUMBER = 0xB0


UPDATES = frozenset({BusReplyId.UPDATE, BusReplyId.UPDATE_EVEN})
"""Newer boards use the two in turn, older ones the first alone."""

_SIZES: Mapping[int, frozenset[int]] = {
    BusReplyId.BOARD_DUMP: frozenset({FEWEST_BYTES + 64, FEWEST_BYTES + 100}),
    BusReplyId.CLOCK: frozenset({FEWEST_BYTES + 7}),
    BusReplyId.PING: frozenset({FEWEST_BYTES}),
    BusReplyId.START_WRITTEN: frozenset({FEWEST_BYTES}),
    BusReplyId.VERSION: frozenset({FEWEST_BYTES, FEWEST_BYTES + 2}),
    BusReplyId.DRAUGHTS_DUMP: frozenset({FEWEST_BYTES + 50}),
}
"""Total lengths of the kinds that have fixed ones."""


@dataclass(frozen=True, slots=True)
class BusRequest:
    """A command to the board at ``address``, or to :data:`EVERYBODY`."""

    code: int
    address: int


@dataclass(frozen=True, slots=True)
class BusReply:
    """An answer whose sum is right; ``data`` is what stands between address and sum."""

    id: int
    address: int
    data: bytes = b""

    @property
    def is_update(self) -> bool:
        """It carries what changed on the board."""
        return self.id in UPDATES


def checksum(data: bytes) -> int:
    """The sum of a frame's bytes but the last."""
    return sum(data) & 0x7F


def encode_request(request: BusRequest) -> bytes:
    """The four bytes of a command.

    Raises:
        ValueError: a code without bit 7, or an address of more than 14 bits.
    """
    if not 0x80 <= request.code <= 0xFF:
        raise ValueError(f"{request.code:02x} is no bus command")
    body = bytes([request.code, *_septets(request.address)])
    return body + bytes([checksum(body)])


def read_request(data: bytes) -> BusRequest | None:
    """The command that four bytes are; None where their sum or a byte's top bit is wrong."""
    if len(data) != COMMAND_BYTES or data[0] < 0x80 or not data[1:].isascii():
        return None
    if checksum(data[:3]) != data[3]:
        return None
    return BusRequest(data[0], data[1] << 7 | data[2])


def encode_reply(reply: BusReply) -> bytes:
    """The bytes that a board sends.

    Raises:
        ValueError: what no board can send: too long, a byte of 80 and above, a wrong address.
    """
    total = FEWEST_BYTES + len(reply.data)
    sizes = _SIZES.get(reply.id)
    if (sizes is not None and total not in sizes) or total > MAX_FRAME_BYTES:
        raise ValueError(f"no answer {reply.id:02x} has {total} bytes")
    if not 0x80 <= reply.id <= 0xFF or not reply.data.isascii():
        raise ValueError(f"a frame is 7 bits a byte but for the first: {reply}")
    body = bytes([reply.id, *_septets(total), *_septets(reply.address)]) + reply.data
    return body + bytes([checksum(body)])


def _septets(number: int) -> tuple[int, int]:
    if not 0 <= number <= MOST_ADDRESS:
        raise ValueError(f"{number} does not fit into 14 bits")
    return number >> 7, number & 0x7F


class BusParser:
    """Bytes from a line → answers; feed it in any portions, the answers are the same.

    Attributes:
        skipped: bytes given up so far because they belonged to no answer.
        spoilt: answers given up so far because their sum was wrong.
    """

    def __init__(self) -> None:
        self._partial = bytearray()
        self._total = 0
        self.skipped = 0
        self.spoilt = 0

    @property
    def pending(self) -> int:
        """Bytes of an answer that is not complete yet."""
        return len(self._partial)

    def feed(self, data: bytes) -> list[BusReply]:
        """Every answer that is complete with ``data``, in order. Never raises."""
        replies: list[BusReply] = []
        for byte in data:
            if byte & 0x80:
                self.give_up()
            elif not self._partial:
                self.skipped += 1
                continue
            self._partial.append(byte)
            if len(self._partial) == 3:
                self._check_header()
            elif len(self._partial) > 3 and len(self._partial) == self._total:
                self._complete(replies)
        return replies

    def give_up(self) -> None:
        """Nothing more of what was begun will come."""
        self.skipped += len(self._partial)
        self._partial.clear()

    def _check_header(self) -> None:
        total = self._partial[1] << 7 | self._partial[2]
        sizes = _SIZES.get(self._partial[0])
        fits = total in sizes if sizes else FEWEST_BYTES <= total <= MAX_FRAME_BYTES
        if fits:
            self._total = total
        else:
            self.give_up()

    def _complete(self, replies: list[BusReply]) -> None:
        frame = bytes(self._partial)
        if checksum(frame[:-1]) != frame[-1]:
            self.spoilt += 1
            self.give_up()
            return
        self._partial.clear()
        replies.append(BusReply(frame[0], frame[3] << 7 | frame[4], frame[HEADER_BYTES:-1]))


def serial_at(address: int) -> str:
    """The serial number of a board that tells none: older boards use it as their address."""
    return f"{address:0{OLD_SERIAL_DIGITS}d}"


def serial_in(reply: BusReply) -> str:
    """The serial number in an answer to ``91``; empty where there is none that can be read.

    What exactly newer boards send is not published; letters and digits are believed.
    """
    text = reply.data.decode("ascii").strip().partition(" ")[0]
    return text if reply.id == BusReplyId.SERIAL_NUMBER and text.isalnum() else ""


def version_in(reply: BusReply) -> str:
    """The firmware's version as people write it; before 1.2 boards told none."""
    if reply.id != BusReplyId.VERSION:
        return ""
    return f"{reply.data[0]}.{reply.data[1]:02d}" if len(reply.data) == 2 else "1"
