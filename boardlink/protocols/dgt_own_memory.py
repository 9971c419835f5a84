"""PURE. What happened on a board while nothing reached us, from the board's own memory.

A board that kept its power through an outage (a Bluetooth link that broke, a serial server,
this program being started again) has written down each square that changed and each time
the lever went down. What it says after its return is kept back until it has been asked for
that; then the tracker is told everything in order, as if it had been seen. The times in
between are not known: they are spread over the outage.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from boardlink.protocols.dgt_frames import MAGIC_PIECES, PIECES, to_square
from boardlink.protocols.dgt_memory import Changed, ClockHalted, Entry, Tag, read_memory
from boardlink.readings import (
    UNREADABLE,
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
    View,
)

HOLD_S = 15.0
"""How long an answer may take: a full memory needs 8.3 s at 9600 baud."""
RECENT = 16
"""Changes seen before an outage, by which its beginning is found in the memory."""
ENOUGH = 3
"""So many of them have to be there: fewer may agree by chance."""
UNHEARD = 4
"""Entries at the memory's end that may be on their way to us still."""
LONGEST = 2000
"""Entries that an outage may have: some 500 moves."""
QUICK_WEIGHT, CHANGE_WEIGHT, CLOCK_WEIGHT = 0.2, 1.0, 0.3
"""Shares of the outage's time: a quick change follows the one before within 0.25 s."""

NO_MEMORY = "the board did not send its memory"
"""What the capture notes then, so that a replay waits no longer than the program did."""

MISSED = "lost: what happened on the board before this is not known"
"""What is noted where the moves of a while are missing although the link went on."""

Timed = tuple[Reading, datetime]


@dataclass(frozen=True, slots=True)
class Outage:
    """What was known when nothing came any more.

    Attributes:
        before: what stood on the board.
        recent: the last changes that were seen, oldest first.
        clock: the last reading of the clock.
    """

    before: Placement
    recent: tuple[SquareRead, ...]
    clock: ClockRead | None
    since: datetime


@dataclass(frozen=True, slots=True)
class OutageReading:
    """One reading out of the memory, and its share of the outage's time."""

    reading: Reading
    weight: float


class OutageMemory:
    """Stands between a board and its game's tracker; hand it every reading.

    Attributes:
        wants_memory: the board should be asked for its memory now.
    """

    def __init__(self) -> None:
        """Nothing was missed so far."""
        self._view = View()
        self._recent: deque[SquareRead] = deque(maxlen=RECENT)
        self._outage: Outage | None = None
        self._held: list[Timed] = []
        self._returned: datetime | None = None
        self.wants_memory = False

    @property
    def is_holding(self) -> bool:
        """Readings are kept back; the tracker's time stands still meanwhile."""
        return self._returned is not None

    def take(self, reading: Reading, at: datetime) -> list[Timed]:
        """One reading; what the tracker is to be told now, in order."""
        if isinstance(reading, LinkLost):
            return self._lose(at)
        before = self._view
        self._view = before.after(reading)
        if self._outage is None:
            if isinstance(reading, PlacementRead) and reading.placement == before.placement:
                return []  # every few seconds, and no news
            if isinstance(reading, SquareRead):
                self._recent.append(reading)
            return [(reading, at)]
        self._held.append((reading, at))
        if self._returned is not None:
            return self.expire(at)
        if isinstance(reading, PlacementRead):
            if reading.placement == self._outage.before:
                return self._release()
            self._returned = at
            self.wants_memory = True
        return []

    def remember(self, data: bytes, earliest: datetime) -> list[Timed]:
        """The memory has come; ``earliest`` is the time that the tracker has got to."""
        outage, returned = self._outage, self._returned
        if outage is None or returned is None:
            return []
        recalled, heard = _matched(outage, [r for r, _ in self._held], read_memory(data))
        since = min(max(outage.since, earliest), returned)
        told = _spread(recalled, since, returned)
        held = self._release()
        clocks = [one for one in held[:heard] if not isinstance(one[0], PlacementRead | SquareRead)]
        return [*told, *clocks, *held[heard:]]

    def expire(self, at: datetime) -> list[Timed]:
        """Let go of what is kept back if the memory has not come in time."""
        if self._returned is None or (at - self._returned).total_seconds() < HOLD_S:
            return []
        return self._release()

    def let_go(self) -> list[Timed]:
        """The game ends here: everything that was kept back."""
        return self._release() if self.is_holding else []

    def _lose(self, at: datetime) -> list[Timed]:
        told = self.let_go()
        if self._view.placement is not None:
            recent = tuple(self._recent)
            self._outage = Outage(self._view.placement, recent, self._view.clock, at)
        self._held.clear()
        self._view = self._view.after(LinkLost())
        return [*told, (LinkLost(), at)]

    def _release(self) -> list[Timed]:
        told, self._held = self._held, []
        self._recent.extend(r for r, _ in told if isinstance(r, SquareRead))
        self._outage = None
        self._returned = None
        self.wants_memory = False
        return told


def _matched(
    outage: Outage, held: Sequence[Reading], entries: Sequence[Entry]
) -> tuple[tuple[OutageReading, ...], int]:
    """What the memory says, and how many of the held readings it has in it already.

    Men are moved while the memory is asked for: it may tell of changes that were heard
    since the return, and of one that was not heard yet.
    """
    states: list[tuple[int, Placement]] = []
    view = View()
    for n, reading in enumerate(held):
        view = view.after(reading)
        if view.placement is None:
            continue
        if isinstance(reading, PlacementRead):
            states.append((n, view.placement))  # told once more, it does no harm
        elif isinstance(reading, SquareRead):
            states.append((n + 1, view.placement))
    for unheard in range(min(UNHEARD, len(entries)) + 1):
        for heard, after in reversed(states):
            recalled = readings_of_outage(outage, after, entries[: len(entries) - unheard])
            if recalled:
                return recalled, heard
    return (), 0


def readings_of_outage(
    outage: Outage, after: Placement, entries: Sequence[Entry]
) -> tuple[OutageReading, ...]:
    """What the memory says of an outage, from what stood before it to what stands after.

    Empty where the memory does not fit: then it is no evidence. Nor is it where the board was
    switched on meanwhile, since what happened before that is not in it (and it may be another
    board, on which somebody has just set the position up).
    """
    power = max((n for n, entry in enumerate(entries) if entry is Tag.POWER_UP), default=-1)
    entries = entries[power + 1 :]
    began = _beginning(outage, after, entries)
    if began is None:
        return ()
    return (
        OutageReading(PlacementRead(outage.before), 0.0),
        *_readings(outage.clock, entries[began:]),
    )


def _beginning(outage: Outage, after: Placement, entries: Sequence[Entry]) -> int | None:
    """The entry at which the outage began: the latest of those that fit best."""
    changes = [(n, _change(entry)) for n, entry in enumerate(entries) if isinstance(entry, Changed)]
    final: dict[Square, Man] = {}
    best: tuple[int, int] | None = None
    for position in range(len(changes), max(-1, len(changes) - LONGEST), -1):
        if position < len(changes):
            change = changes[position][1]
            final.setdefault(change.square, change.man)
            if final[change.square] != after[change.square]:
                break
        if not _leads_to(outage.before, final, after):
            continue
        earlier = [change for _, change in changes[max(0, position - RECENT) : position]]
        if not _fits(earlier, outage.before):
            continue
        seen = _agreeing(earlier, outage.recent)
        if position == 0 and entries and entries[0] is Tag.DOWNLOADED:
            seen = RECENT  # a bus board tells what it has not told yet, and nothing else
        if best is None or seen > best[0]:
            first = changes[position][0] if position < len(changes) else len(entries)
            best = (seen, _with_clocks_before(entries, first))
    needed = min(ENOUGH, len(outage.recent))
    return None if best is None or best[0] < needed else best[1]


def _leads_to(before: Placement, final: dict[Square, Man], after: Placement) -> bool:
    return all(final.get(Square(n), Man(man)) == after[n] for n, man in enumerate(before))


def _fits(earlier: Iterable[SquareRead], before: Placement) -> bool:
    """What changed last before the outage still stood so when it began."""
    last = {change.square: change.man for change in earlier}
    return all(before[square] == man for square, man in last.items())


def _agreeing(earlier: Sequence[SquareRead], recent: Sequence[SquareRead]) -> int:
    """How many of the last changes are the same."""
    count = 0
    for ours, theirs in zip(reversed(earlier), reversed(recent), strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def _with_clocks_before(entries: Sequence[Entry], first: int) -> int:
    """Times that stand right before the first change may belong to the outage already."""
    while first > 0 and isinstance(entries[first - 1], ClockHalted):
        first -= 1
    return first


def _change(entry: Changed) -> SquareRead:
    man = UNREADABLE if entry.code in MAGIC_PIECES else Man(PIECES[entry.code])
    return SquareRead(Square(to_square(entry.index)), man)


def _readings(clock: ClockRead | None, entries: Sequence[Entry]) -> tuple[OutageReading, ...]:
    """The entries as a driver would have told them."""
    told: list[OutageReading] = []
    known = clock or ClockRead(None, None, ClockSide.LEFT, running=True)
    for entry in entries:
        match entry:
            case Changed():
                weight = QUICK_WEIGHT if entry.quick else CHANGE_WEIGHT
                told.append(OutageReading(_change(entry), weight))
            case ClockHalted(side, left_s):
                known = _pressed(known, side, left_s)
                told.append(OutageReading(known, CLOCK_WEIGHT))
            case _:
                pass
    return tuple(told)


def _pressed(clock: ClockRead, side: ClockSide, left_s: int | None) -> ClockRead:
    """The clock after that side's lever went down."""
    if side is ClockSide.LEFT:
        return replace(clock, left_s=left_s, turn=ClockSide.RIGHT, running=True)
    return replace(clock, right_s=left_s, turn=ClockSide.LEFT, running=True)


def _spread(recalled: Sequence[OutageReading], since: datetime, until: datetime) -> list[Timed]:
    """The readings over the time of the outage, none of them at its very end."""
    whole = sum(one.weight for one in recalled) + CHANGE_WEIGHT
    length = (until - since).total_seconds()
    timed: list[Timed] = []
    passed = 0.0
    for one in recalled:
        passed += one.weight
        timed.append((one.reading, since + timedelta(seconds=length * passed / whole)))
    return timed
