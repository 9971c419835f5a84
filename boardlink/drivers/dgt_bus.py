"""A bus line with many DGT boards: asks them one after another, and tells each one's news.

What to ask is decided in ``dgt_bus_schedule``; what an answer means in ``dgt_bus_board``.
Each board is read as one on a line of its own is (:class:`BusBoard`). While nobody reads a
board's news it is not asked: its memory keeps what happens, and tells it later.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from boardlink.captures.capture import LinkKind
from boardlink.drivers import dgt_bus_schedule as schedule
from boardlink.drivers.dgt_bus_probe import send_request
from boardlink.drivers.dgt_bus_state import (
    BusTimes,
    Found,
    LineEvent,
    Lost,
    NoLog,
    Silent,
    Spoilt,
    Task,
)
from boardlink.drivers.dgt_handshake import Identity
from boardlink.drivers.heard import Concern, Heard, Repair
from boardlink.errors import BoardlinkError, LinkError, LinkTimeoutError
from boardlink.links.link import Link
from boardlink.protocols.dgt import EeMoves, Frame
from boardlink.protocols.dgt_bus import BusParser, BusReply
from boardlink.protocols.dgt_bus_board import BusBoardReader, Event, FrameHeard, Missed
from boardlink.protocols.dgt_readings import OddityCode, Sensors, read_frame
from boardlink.readings import LinkLost, Reading
from facts.ids import DeviceId

MOST_WAITING = 64
"""Answers of a board that nobody has read; it is not asked for more."""
LEAST_READ_S = 0.5
"""A board is asked about once a second: whoever reads it need not look more often."""
NETWORK_ANSWER_S = 0.4
"""A serial server on the network takes its time."""

_CONCERNS = {
    OddityCode.NOT_CHESS: Concern.NOT_CHESS,
    OddityCode.MAGIC_PIECE: Concern.MAGIC_PIECE,
}


def times_for(kind: LinkKind) -> BusTimes:
    """The times of a line that is reached in this way."""
    return BusTimes(answer_s=NETWORK_ANSWER_S) if kind is LinkKind.TCP else BusTimes()


class BusBoard:
    """One board of a line, read as one on a line of its own; see ``supervise.Board``."""

    family = "dgt"

    def __init__(self, address: int, identity: Identity, ask_log: Callable[[], None]) -> None:
        """Made by :class:`BusLine`; ``ask_log`` has the board's log sent."""
        self.address = address
        self.identity = identity
        self._ask_log = ask_log
        self._sensors = Sensors()
        self._news: list[tuple[float, Frame | None]] = []
        self._answers = 0
        self._repairs: list[Repair] = []
        self._silent = False
        self._known_at: float | None = None
        self._memory_came = False
        self._ended: BoardlinkError | None = None
        self._changed = asyncio.Event()

    @property
    def waiting(self) -> int:
        """Answers that nobody has read."""
        return self._answers

    async def read(self, until: float | None = None) -> Heard:
        """What the board said since the last call, with the age of each reading.

        Returns when there is something, or empty at loop time ``until``, but not at once.

        Raises:
            LinkError: the board does not answer any more, or the line is gone.
        """
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0)  # a board with much to tell must leave the others their turn
        if until is not None:
            until = max(until, loop.time() + LEAST_READ_S)
        while not self._has_news:
            if self._ended is not None:
                raise self._ended
            self._changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._changed.wait()
            except TimeoutError:
                return Heard(known_s=self._known_s(loop.time()))
        return self._take(loop.time())

    def ask_memory(self) -> None:
        """Have the board's log sent, unless what is wanted has just come with the squares."""
        if self._memory_came:
            self._memory_came = False
        else:
            self._ask_log()

    # --- what its line tells it -------------------------------------------------------

    def tell(self, events: Iterable[Event], known_at: float | None, *, lost: bool) -> None:
        """An answer came, and this is what happened."""
        self._answers += 1
        self._known_at = known_at
        if lost:
            self._repairs.append(Repair.MISSED_UPDATE)
        for event in events:
            match event:
                case FrameHeard(t, frame):
                    self._news.append((t, frame))
                case Missed(t):
                    self._news.append((t, None))
        self._changed.set()

    def tell_spoilt(self) -> None:
        """An answer came that could not be read."""
        self._repairs.append(Repair.GARBAGE)
        self._changed.set()

    def tell_silent(self) -> None:
        """It should have answered by now."""
        self._silent = True
        self._changed.set()

    def tell_no_log(self, t: float) -> None:
        """It does not send its log."""
        self._news.append((t, EeMoves(b"")))
        self._changed.set()

    def end(self, why: BoardlinkError) -> None:
        """Nothing more will come."""
        if self._ended is None:
            self._ended = why
        self._changed.set()

    # --- what its reader gets ---------------------------------------------------------

    @property
    def _has_news(self) -> bool:
        return bool(self._news or self._answers or self._repairs or self._silent)

    def _known_s(self, now: float) -> float:
        return 0.0 if self._known_at is None else max(now - self._known_at, 0.0)

    def _take(self, now: float) -> Heard:
        readings: list[Reading] = []
        ages: list[float] = []
        texts: list[str] = []
        concerns: list[tuple[Concern, str]] = []
        memory: bytes | None = None
        for t, frame in self._news:
            if isinstance(frame, EeMoves):
                memory = frame.data
            told: tuple[Reading, ...] = (LinkLost(),)
            if frame is not None:
                sensed = read_frame(self._sensors, frame)
                self._sensors = sensed.sensors
                told = sensed.readings
                texts += (oddity.text for oddity in sensed.oddities)
                concerns += (
                    (_CONCERNS[oddity.code], oddity.text)
                    for oddity in sensed.oddities
                    if oddity.code in _CONCERNS
                )
            readings += told
            ages += [max(now - t, 0.0)] * len(told)
        heard = Heard(
            tuple(readings),
            frames=self._answers,
            silent=self._silent and not self._answers,
            repairs=tuple(self._repairs),
            concerns=tuple(concerns),
            oddities=tuple(texts),
            memory=memory,
            ages_s=tuple(ages),
            known_s=self._known_s(now),
        )
        self._memory_came = memory is not None
        self._news.clear()
        self._repairs.clear()
        self._answers, self._silent = 0, False
        return heard


@dataclass(slots=True)
class _Place:
    """An address of the line."""

    reader: BusBoardReader = field(default_factory=BusBoardReader)
    serial: str = ""
    board: BusBoard | None = None


Serve = Callable[[BusBoard], Awaitable[None]]
"""Works with a board until it ends; whoever gives it catches the board's errors."""
Listener = Callable[[BusBoard, tuple[Event, ...]], None]
"""Is told what a board is about to tell its reader."""


class BusLine:
    """An open link to a bus line; call :meth:`run` once."""

    def __init__(
        self, link: Link, serve: Serve, listener: Listener, times: BusTimes | None = None
    ) -> None:
        """The link stays the caller's: it is not closed here."""
        self._link = link
        self._serve = serve
        self._listener = listener
        self._times = times_for(link.kind) if times is None else times
        self._parser = BusParser()
        self._places: dict[int, _Place] = {}
        self._group: asyncio.TaskGroup | None = None
        self._line = schedule.begin(self._times, asyncio.get_running_loop().time())

    @property
    def boards(self) -> tuple[BusBoard, ...]:
        """Those that answer now."""
        return tuple(place.board for place in self._places.values() if place.board is not None)

    def misses(self, address: int) -> int:
        """How often a board was asked in vain since it answered last."""
        board = self._line.boards.get(address)
        return 0 if board is None else board.misses

    async def run(self) -> None:
        """Look for boards and ask them for ever.

        Raises:
            LinkError: the line is gone.
        """
        failure: LinkError | None = None
        async with asyncio.TaskGroup() as group:
            self._group = group
            try:
                await self._converse()
            except LinkError as error:
                failure = error
            finally:
                end = failure or LinkError(f"{self._link.name}: the line was closed")
                for board in self.boards:
                    board.end(end)
        if failure is not None:
            raise failure

    async def _converse(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            held = frozenset(board.address for board in self.boards if board.waiting > MOST_WAITING)
            asked = self._line.asked
            self._line, request, events = schedule.ask(self._line, loop.time(), held)
            if asked is not None and self._line.asked is not asked:
                self._parser.give_up()
            self._handle(events, loop.time())
            if request is not None:
                await send_request(self._link, request)
            try:
                async with asyncio.timeout_at(schedule.wake_at(self._line, held)):
                    data = await self._link.read()
            except TimeoutError as error:
                if isinstance(error, LinkTimeoutError):
                    raise
            else:
                self._feed(data, loop.time())

    def _feed(self, data: bytes, now: float) -> None:
        parser = self._parser
        skipped = parser.skipped
        for reply in parser.feed(data):
            repeat = schedule.may_repeat(self._line, reply)
            self._line, events = schedule.hear(self._line, reply, now)
            self._tell(reply, now, may_repeat=repeat)
            self._handle(events, now)
        self._line = schedule.stirred(
            self._line, now, pending=parser.pending > 0, disturbed=parser.skipped > skipped
        )

    def _tell(self, reply: BusReply, now: float, *, may_repeat: bool) -> None:
        place = self._places.get(reply.address)
        if place is None:
            return
        reader = place.reader
        lost = reader.lost
        events = tuple(reader.take(reply, now, may_repeat=may_repeat))
        if reader.wants_changes:
            reader.wants_changes = False
            self._line = schedule.want(self._line, reply.address, Task.CHANGES, now)
        if reader.wants_dump:
            reader.wants_dump = False
            self._line = schedule.want(self._line, reply.address, Task.DUMP, now)
        if place.board is not None:
            self._listener(place.board, events)
            place.board.tell(events, reader.known_at, lost=reader.lost > lost)

    def _handle(self, events: Iterable[LineEvent], now: float) -> None:
        for event in events:
            if isinstance(event, Found):
                self._found(event)
                continue
            place = self._places.get(event.address)
            board = None if place is None else place.board
            if place is None or board is None:
                continue
            match event:
                case Silent():
                    board.tell_silent()
                case Spoilt():
                    board.tell_spoilt()
                case NoLog():
                    board.tell_no_log(now)
                case Lost():
                    place.board = None
                    board.end(self._silence_of(board))

    def _silence_of(self, board: BusBoard) -> LinkTimeoutError:
        return LinkTimeoutError(
            f"{self._link.name}: board {board.identity.device} has not answered for "
            f"{self._times.lost_s:.0f} s: check its cable to the line, and its power"
        )

    def _found(self, found: Found) -> None:
        place = self._places.setdefault(found.address, _Place())
        if place.serial != found.serial:
            place.reader, place.serial = BusBoardReader(), found.serial
        place.reader.begin_again()
        address = found.address
        identity = Identity(DeviceId(found.serial), found.version, bus_address=address)
        board = BusBoard(address, identity, lambda: self._want_log(address))
        place.board = board
        assert self._group is not None, "boards are found while the line runs"
        self._group.create_task(self._serve_board(place, board))

    def _want_log(self, address: int) -> None:
        now = asyncio.get_running_loop().time()
        self._places[address].reader.expects_log = True
        self._line = schedule.want(self._line, address, Task.LOG, now)

    async def _serve_board(self, place: _Place, board: BusBoard) -> None:
        await self._serve(board)
        if place.board is board:  # nobody wants it, though it answers
            place.board = None
            now = asyncio.get_running_loop().time()
            self._line = schedule.dismiss(self._line, board.address, now)
