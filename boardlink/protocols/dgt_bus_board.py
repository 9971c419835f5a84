"""PURE. One board of a bus line, told as if it had a line of its own.

On a bus nothing is said unasked: a board answers with what its memory has written down since
it was asked last. Here the answers become the frames that a board on its own would have
sent, in the order in which things happened: each change of a square, each press of the
clock. Their times are not told; they are spread over the time since the last answer.

A dump is read while men are moved, and the changes of that moment come with the next
answer. So a dump that differs from what the changes said is doubted until then: only if no
moment between the changes looked like it was something missed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from boardlink.protocols.dgt import (
    BoardDump,
    ClockTime,
    DraughtsDump,
    EeMoves,
    FieldUpdate,
    Frame,
    MessageId,
    SideTime,
    read_clock,
)
from boardlink.protocols.dgt_bus import BusReply, BusReplyId
from boardlink.protocols.dgt_frames import SQUARES
from boardlink.protocols.dgt_memory import (
    Changed,
    ClockHalted,
    Entry,
    Tag,
    changed,
    read_memory,
    without_roll_calls,
    write_memory,
)
from boardlink.readings import ClockSide

QUICK_S = 0.125
"""A change marked as quick came less than 0.25 s after the one before."""
TAIL_BYTES = 64
FEWEST_TAIL_BYTES = 6
"""So many bytes of what is known have to be found in a longer log: fewer may agree by chance."""
FEW_SQUARES = 2
"""What one spoilt update can do; more is time of which nothing is known."""
_RUNNING, _RIGHT_HIGH, _LEFT_TURN, _RIGHT_TURN = 0x01, 0x02, 0x08, 0x10
_UNKNOWN_SIDE = SideTime(0x0B, 0, 0)


@dataclass(frozen=True, slots=True)
class FrameHeard:
    """What a board on a line of its own would have sent at ``t``."""

    t: float
    frame: Frame


@dataclass(frozen=True, slots=True)
class Missed:
    """What happened on the board right before ``t`` is not known."""

    t: float


Event = FrameHeard | Missed


class BusBoardReader:
    """Hand it every answer of one board, in order; times are seconds, never decreasing.

    Attributes:
        known_at: what happened on the board until then has been told; None before the first.
        wants_changes, wants_dump: what should be asked now; whoever asks clears them.
        lost: how often something was missing between dump and changes.
        expects_log: somebody asked for the board's log, and is told it as it is.
    """

    def __init__(self, codes: bytes | None = None) -> None:
        """A board on which ``codes`` stand; None: nobody knows yet."""
        self.known_at: float | None = None
        self.wants_changes = False
        self.wants_dump = False
        self.lost = 0
        self.expects_log = False
        self._told_at = 0.0
        self._packet: tuple[int, bytes] | None = None
        self._tail = b""
        self._codes = codes
        self._doubted: tuple[float, bytes] | None = None
        self._clock_waits: tuple[float, ClockTime] | None = None
        self._face: ClockTime | None = None
        self._before: bytes | None = None
        self._backlog = b""

    def begin_again(self) -> None:
        """Somebody begins to listen who knows nothing of the board yet: the dump comes first."""
        self._before = self._codes
        self._codes = None
        self._doubted = None
        self._backlog = b""
        self.expects_log = False

    def take(self, reply: BusReply, t: float, *, may_repeat: bool = False) -> list[Event]:
        """What the board said at ``t``.

        ``may_repeat``: an update may be the last one once more, since that was asked for.
        """
        match reply.id:
            case BusReplyId.UPDATE | BusReplyId.UPDATE_EVEN:
                return self._take_update(reply, t, may_repeat=may_repeat)
            case BusReplyId.BOARD_DUMP if len(reply.data) == SQUARES:
                return self._take_dump(reply.data, t)
            case BusReplyId.BOARD_DUMP:
                return self._tell([DraughtsDump(MessageId.BOARD_DUMP, reply.data)], t)
            case BusReplyId.DRAUGHTS_DUMP:
                return self._tell([DraughtsDump(MessageId.DRAUGHTS_BLACK, reply.data)], t)
            case BusReplyId.CLOCK:
                return self._take_clock(reply.data, t)
            case BusReplyId.FROM_START:
                return self._take_log(reply.data, t)
            case _:
                return []

    def flush(self, t: float) -> list[Event]:
        """The record ends: what was kept back."""
        told: list[Event] = []
        if self._doubted is not None:
            told += self._believe_dump(t)
        return told + self._release_clock(t, ())

    # --- what changed -----------------------------------------------------------------

    def _take_update(self, reply: BusReply, t: float, *, may_repeat: bool) -> list[Event]:
        packet = (reply.id, reply.data)
        if may_repeat and packet == self._packet:
            return []
        self._packet = packet
        data = reply.data.partition(bytes([Tag.END]))[0]
        self._tail = (self._tail + data)[-TAIL_BYTES:]
        entries = read_memory(data)
        told: list[Event] = []
        if self._doubted is not None:
            if self._explains(entries):
                self._doubted = None
            else:
                told += self._believe_dump(t, entries)
        told += self._tell_entries(entries, data, t)
        told += self._release_clock(t, entries)
        self.known_at = t
        return told

    def _tell_entries(self, entries: Sequence[Entry], data: bytes, t: float) -> list[Event]:
        if self._codes is None:
            self._backlog += data
            return []
        entries, whole = without_roll_calls(self._codes, entries)
        frames: list[Frame] = []
        shares: list[float] = []
        for entry in entries:
            if isinstance(entry, ClockHalted) and self._face is None and not self._clock_waits:
                frames.append(_running(entry.side))
                shares.append(0.0)
            frame = self._frame(entry)
            if frame is not None:
                quick = isinstance(entry, Changed) and entry.quick
                frames.append(frame)
                shares.append(0.0 if quick else 1.0)
        self._codes = changed(self._codes, entries)
        told = self._spread(frames, shares, t)
        if not whole:
            told.append(Missed(self._later(t)))
            self.begin_again()
            self._before = None
            self.wants_dump = True
        return told

    def _frame(self, entry: Entry) -> Frame | None:
        match entry:
            case Changed(index, code):
                return FieldUpdate(index, code)
            case ClockHalted():
                return self._pressed(entry)
            case _:
                return None

    def _spread(self, frames: list[Frame], shares: list[float], t: float) -> list[Event]:
        """The frames over the time since the last answer, none of them at its very end."""
        begin = min(self._later(t if self.known_at is None else self.known_at), t)
        step = (t - begin) / (sum(shares) + 1.0)
        told: list[Event] = []
        at = begin
        for frame, share in zip(frames, shares, strict=True):
            at = min(at + (step if share else min(QUICK_S, step)), t)
            told += self._tell([frame], at)
        return told

    def _explains(self, entries: Sequence[Entry]) -> bool:
        """The doubted dump is how the board stood between two of these changes."""
        if self._codes is None or self._doubted is None:
            return True
        codes, (_, doubted) = bytearray(self._codes), self._doubted
        for entry in entries:
            if isinstance(entry, Changed):
                codes[entry.index] = entry.code
                if codes == doubted:
                    return True
        return False

    # --- the whole board --------------------------------------------------------------

    def _take_dump(self, codes: bytes, t: float) -> list[Event]:
        if self._codes is None:
            return self._take_first_dump(codes, t)
        told = self._believe_dump(t) if self._doubted is not None else []
        if codes == self._codes:
            return told + self._tell([BoardDump(codes)], t)
        self._doubted = (t, codes)
        if self.known_at is None:
            return told + self._believe_dump(t)
        self.wants_changes = True
        return told

    def _take_first_dump(self, codes: bytes, t: float) -> list[Event]:
        """Where the board stands, and what it wrote down since it was listened to last."""
        memory = self._memory()
        self.begin_again()
        self._codes = codes
        return self._tell([BoardDump(codes), EeMoves(memory)], t)

    def _memory(self) -> bytes:
        """What was written down since the last answer; empty where that is not all."""
        entries = read_memory(self._backlog)
        if Tag.POWER_UP not in entries:
            return bytes([Tag.DOWNLOADED]) + self._backlog
        if self._before is None:
            return b""
        kept, whole = without_roll_calls(self._before, entries)
        return bytes([Tag.DOWNLOADED]) + write_memory(kept) if whole else b""

    def _believe_dump(self, t: float, entries: Sequence[Entry] = ()) -> list[Event]:
        """Something was missed before the doubted dump."""
        assert self._doubted is not None, "asked for a doubted dump"
        assert self._codes is not None, "a first dump is never doubted"
        at, codes = self._doubted
        touched = {entry.index for entry in entries if isinstance(entry, Changed)}
        differing = [n for n in range(SQUARES) if codes[n] != self._codes[n] and n not in touched]
        told: list[Event] = []
        if self.known_at is not None:
            self.lost += 1
            self.wants_dump = True
            if len(differing) > FEW_SQUARES:
                told.append(Missed(self._later(min(at, t))))
                self.expects_log = True
        self._codes, self._doubted = codes, None
        return told + self._tell([BoardDump(codes)], min(at, t))

    def _take_log(self, data: bytes, t: float) -> list[Event]:
        """Everything since somebody wrote a start tag: what is known and what is not."""
        if self.expects_log or self._codes is None:
            self.expects_log = False
            return self._tell([EeMoves(data)], t)
        data = data.partition(bytes([Tag.END]))[0]
        for length in range(len(self._tail), FEWEST_TAIL_BYTES - 1, -1):
            found = data.rfind(self._tail[-length:])
            if found >= 0:
                unheard = data[found + length :]
                self._tail = (self._tail + unheard)[-TAIL_BYTES:]
                return self._tell_entries(read_memory(unheard), unheard, t)
        return []

    # --- the clock --------------------------------------------------------------------

    def _take_clock(self, data: bytes, t: float) -> list[Event]:
        """Kept until the changes before it are known: men are moved before the lever is."""
        frame = read_clock(data)
        if isinstance(frame, ClockTime):
            self._clock_waits = (t, frame)
        return []

    def _release_clock(self, t: float, entries: Sequence[Entry]) -> list[Event]:
        if self._clock_waits is None:
            return []
        (at, clock), self._clock_waits = self._clock_waits, None
        presses = [entry for entry in entries if isinstance(entry, ClockHalted)]
        if presses and clock.right_high != (presses[-1].side is ClockSide.LEFT):
            return []  # the lever was pressed after it was read
        self._face = clock
        return self._tell([clock], min(at, t))

    def _pressed(self, entry: ClockHalted) -> ClockTime:
        """The clock once that side's lever went down."""
        known = self._face
        if known is None and self._clock_waits is not None:
            known = self._clock_waits[1]
        left = _UNKNOWN_SIDE if known is None else known.left
        right = _UNKNOWN_SIDE if known is None else known.right
        if entry.side is ClockSide.LEFT:
            left, status = _side(entry.left_s), _RUNNING | _RIGHT_HIGH | _RIGHT_TURN
        else:
            right, status = _side(entry.left_s), _RUNNING | _LEFT_TURN
        self._face = ClockTime(right, left, status)
        return self._face

    # --- times ------------------------------------------------------------------------

    def _tell(self, frames: list[Frame], t: float) -> list[Event]:
        self._told_at = self._later(t)
        return [FrameHeard(self._told_at, frame) for frame in frames]

    def _later(self, t: float) -> float:
        return max(t, self._told_at)


def _running(side: ClockSide) -> ClockTime:
    """Whoever pressed was to move before; no more is known of a clock that nobody has read."""
    status = _LEFT_TURN if side is ClockSide.LEFT else _RIGHT_HIGH | _RIGHT_TURN
    return ClockTime(_UNKNOWN_SIDE, _UNKNOWN_SIDE, _RUNNING | status)


def _side(seconds: int | None) -> SideTime:
    if seconds is None:
        return _UNKNOWN_SIDE
    return SideTime(seconds // 3600, _bcd(seconds // 60 % 60), _bcd(seconds % 60))


def _bcd(number: int) -> int:
    return number // 10 << 4 | number % 10
