"""PURE. What a DGT board remembers by itself: the log that frame ``8f`` carries.

::

    00 7f        nothing                 4x / 5x ii   man x came to (0: left) square ii;
    6h mm ss     right side's time       5x: within a quarter of a second of the last one
    7h mm ss     left side's time        6a–6f 7a–7c  tags, 6b = end

Oldest entry first (docs/dgt-wire.md). There are no times of day in it, and no
games. Its beginning may lie inside an entry that was half overwritten; newer boards write
entries that nobody has described, which are kept as unknown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from boardlink.protocols.dgt_frames import SQUARES, SideTime
from boardlink.readings import ClockSide


class Tag(IntEnum):
    """What happened to the whole board."""

    POWER_UP = 0x6A
    END = 0x6B
    FOUR_ROWS = 0x6C
    EMPTY_BOARD = 0x6D
    DOWNLOADED = 0x6E
    START_POSITION = 0x6F
    START_POSITION_ROTATED = 0x7A
    START_TAG = 0x7B
    WATCHDOG = 0x7C


@dataclass(frozen=True, slots=True)
class Changed:
    """A man came to a square of DGT's counting, or left it (code 0).

    ``quick``: less than about 250 ms after the change before.
    """

    index: int
    code: int
    quick: bool


@dataclass(frozen=True, slots=True)
class ClockHalted:
    """A lever went down: that side's time, None where the digits are none."""

    side: ClockSide
    left_s: int | None


@dataclass(frozen=True, slots=True)
class UnknownEntry:
    """A byte that is no known entry's first."""

    byte: int


Entry = Changed | ClockHalted | Tag | UnknownEntry

_NOTHING = frozenset({0x00, 0x7F})
_TAGS = frozenset(Tag)


def read_memory(data: bytes) -> list[Entry]:
    """The entries of a board's log up to its end; never raises."""
    entries: list[Entry] = []
    at = 0
    while at < len(data):
        first = data[at]
        if first == Tag.END:
            break
        entry, length = _read_entry(data, at)
        at += length
        if entry is not None:
            entries.append(entry)
    return entries


def _read_entry(data: bytes, at: int) -> tuple[Entry | None, int]:
    first = data[at]
    if first in _NOTHING:
        return None, 1
    if first in _TAGS:
        return Tag(first), 1
    if 0x40 <= first <= 0x5F and at + 1 < len(data) and data[at + 1] < SQUARES:
        return Changed(data[at + 1], first & 0x0F, quick=first >= 0x50), 2
    if first & 0xF0 in (0x60, 0x70) and first & 0x0F <= 9 and at + 2 < len(data):
        side = ClockSide.RIGHT if first < 0x70 else ClockSide.LEFT
        time = SideTime(first & 0x0F, data[at + 1], data[at + 2])
        return ClockHalted(side, time.left_s), 3
    return UnknownEntry(first), 1


def write_memory(entries: Sequence[Entry]) -> bytes:
    """Bytes that :func:`read_memory` reads as these changes, presses and tags."""
    data = bytearray()
    for entry in entries:
        match entry:
            case Changed(index, code, quick):
                data += bytes([(0x50 if quick else 0x40) | code, index])
            case ClockHalted(side, left_s):
                first = 0x60 if side is ClockSide.RIGHT else 0x70
                data += bytes([first, 0x7F, 0x7F]) if left_s is None else _halted(first, left_s)
            case Tag():
                data.append(entry)
            case UnknownEntry():
                pass
    return bytes(data)


def _halted(first: int, seconds: int) -> bytes:
    minutes, rest = seconds // 60 % 60, seconds % 60
    return bytes(
        [first | seconds // 3600, minutes // 10 << 4 | minutes % 10, rest // 10 << 4 | rest % 10]
    )


def changed(codes: bytes, entries: Iterable[Entry]) -> bytes:
    """A board's squares (64 codes in DGT's order) after these entries."""
    squares = bytearray(codes)
    for entry in entries:
        if isinstance(entry, Changed):
            squares[entry.index] = entry.code
    return bytes(squares)


def without_roll_calls(codes: bytes, entries: Sequence[Entry]) -> tuple[list[Entry], bool]:
    """The entries without those about power, and whether nothing is missing among them.

    When power comes a board writes down every man it finds, square by square. Where these are
    the men that stood there before, nothing has happened meanwhile; where they are not, only
    what was before is given. ``codes``: the squares before the first entry.
    """
    kept: list[Entry] = []
    at = 0
    while at < len(entries):
        if entries[at] is not Tag.POWER_UP:
            kept.append(entries[at])
            at += 1
            continue
        found = bytearray(SQUARES)
        last = -1
        at += 1
        while at < len(entries):
            entry = entries[at]
            if not isinstance(entry, Changed) or entry.code == 0 or entry.index <= last:
                break
            found[entry.index] = entry.code
            last = entry.index
            at += 1
        if bytes(found) != changed(codes, kept):
            return kept, False
    return kept, True
