"""PURE. A board's own log of what its sensors saw (docs/dgt-wire.md, The board's memory).

::

    4x / 5x  index              a square changed; x the man's code, 5x within 0.25 s
    6h mm ss                    the right side's time when its lever went down, BCD
    7h mm ss                    the left side's
    6a power-up  6b end  6d empty board  6f start position  7a the same, rotated

The oldest bytes go when 0x1f00 are full. There are no times of day and no games in it.
"""

from dataclasses import dataclass, replace

from boardlink.readings import ClockSide
from boardlink.simulator.boards.clock import ClockFace

SIZE = 0x1F00
QUICK_S = 0.25
REARMED_MEN = 2
"""A tag is written again only after more men than this have left its position."""
_NOP, _POWER_UP, _END, _EMPTY, _BEGIN, _BEGIN_ROTATED = 0x7F, 0x6A, 0x6B, 0x6D, 0x6F, 0x7A
_START_TAG = 0x7B
_RIGHT_CLOCK, _LEFT_CLOCK = 0x60, 0x70
_CHANGE, _QUICK_CHANGE = 0x40, 0x50

_BACK = bytes([0x08, 0x09, 0x0A, 0x0C, 0x0B, 0x0A, 0x09, 0x08])
_OWN_BACK = bytes([0x02, 0x03, 0x04, 0x06, 0x05, 0x04, 0x03, 0x02])
_START = _BACK + b"\x07" * 8 + bytes(32) + b"\x01" * 8 + _OWN_BACK
_TAGS = {_START: _BEGIN, _START[::-1]: _BEGIN_ROTATED, bytes(64): _EMPTY}


@dataclass(frozen=True, slots=True)
class Memory:
    """The log.

    Attributes:
        data: its bytes, oldest first.
        changed_at: when a square changed last.
        tagged: the position whose tag was written last, None once it may be written again.
        written: bytes ever written, those that have gone since included.
    """

    data: bytes = b""
    changed_at: float = float("-inf")
    tagged: bytes | None = None
    written: int = 0


def powered_up(codes: bytes, memory: Memory | None = None) -> Memory:
    """Power came: padding, the tag, and one change for each man that is found."""
    found = [bytes([_CHANGE | code, index]) for index, code in enumerate(codes) if code]
    data = bytes([_NOP, _NOP, _NOP, _POWER_UP]) + b"".join(found)
    fresh = _kept(Memory() if memory is None else replace(memory, tagged=None), data)
    return _tag(fresh, codes)


def changed(memory: Memory, index: int, code: int, at: float, codes: bytes) -> Memory:
    """A square changed at ``at``; ``codes`` is the whole board since."""
    kind = _QUICK_CHANGE if at - memory.changed_at < QUICK_S else _CHANGE
    memory = _kept(replace(memory, changed_at=at), bytes([kind | code, index]))
    return _tag(memory, codes)


def clock_pressed(memory: Memory, face: ClockFace) -> Memory:
    """A lever went down: the time of that side, which now stands."""
    if face.turn is ClockSide.LEFT:
        return _kept(memory, _clock_entry(_RIGHT_CLOCK, face.right_s))
    return _kept(memory, _clock_entry(_LEFT_CLOCK, face.left_s))


def game_started(memory: Memory, codes: bytes) -> Memory:
    """A host on a bus had a start written: its tag, and every man."""
    men = b"".join(bytes([_CHANGE | code, index]) for index, code in enumerate(codes) if code)
    return _kept(memory, bytes([_START_TAG]) + men)


def since_start(memory: Memory) -> bytes:
    """What was written since the last start, or all there is."""
    return memory.data[max(memory.data.rfind(_START_TAG), 0) :]


def read_out(memory: Memory) -> bytes:
    """What the board sends when asked for its log."""
    return memory.data[-(SIZE - 1) :] + bytes([_END])


def bcd(number: int) -> int:
    """0–99 as two decimal digits in a byte."""
    return number // 10 << 4 | number % 10


def _clock_entry(kind: int, seconds: int) -> bytes:
    return bytes([kind | seconds // 3600, bcd(seconds // 60 % 60), bcd(seconds % 60)])


def _tag(memory: Memory, codes: bytes) -> Memory:
    if memory.tagged is not None:
        away = sum(code not in (0, codes[i]) for i, code in enumerate(memory.tagged))
        come = sum(code != 0 for code in codes) if memory.tagged == bytes(64) else 0
        if away + come <= REARMED_MEN:
            return memory
        memory = replace(memory, tagged=None)
    tag = _TAGS.get(codes)
    return memory if tag is None else _kept(replace(memory, tagged=codes), bytes([tag]))


def _kept(memory: Memory, data: bytes) -> Memory:
    written = memory.written + len(data)
    return replace(memory, data=(memory.data + data)[-SIZE:], written=written)
