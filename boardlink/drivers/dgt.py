"""One DGT board on a line of its own: polling, repair, and when it counts as lost."""

import asyncio
import math
from collections import deque
from dataclasses import dataclass, field

from boardlink.captures.capture import LinkKind
from boardlink.drivers.dgt_handshake import DgtTimes, Handshake, Identity, send
from boardlink.drivers.heard import Concern, DeviceBattery, Heard, Repair
from boardlink.errors import DeviceError, LinkTimeoutError
from boardlink.links.link import Link
from boardlink.protocols.dgt import (
    Battery,
    BoardDump,
    Command,
    DgtParser,
    EeMoves,
    Frame,
    SerialNumber,
    UnknownFrame,
)
from boardlink.protocols.dgt_readings import Oddity, OddityCode, Sensors, read_frame
from boardlink.readings import LinkLost, PlacementRead, Reading, SquareRead
from facts.ids import DeviceId

_CONCERNS = {
    OddityCode.NOT_CHESS: Concern.NOT_CHESS,
    OddityCode.MAGIC_PIECE: Concern.MAGIC_PIECE,
    OddityCode.UNCALIBRATED: Concern.UNCALIBRATED,
}


@dataclass(slots=True)
class _Due:
    """When, in loop time, each thing is to be done next; ``memory``: must have come by then."""

    dump: float = 0.0
    repair: float = 0.0
    battery: float = 0.0
    send: float = 0.0
    alive: float = 0.0
    memory: float | None = None
    memory_at_most: float = 0.0


@dataclass(slots=True)
class _Last:
    """When, in loop time, things were last heard, and what was asked since."""

    frame: float = 0.0
    dump: float = 0.0
    bytes_: bytes = b""
    told_silent: bool = False
    asked: int = 0
    asked_at: float = 0.0
    dumps_asked: int = 0


@dataclass(slots=True)
class _Board:
    """What the board has said so far."""

    parser: DgtParser = field(default_factory=DgtParser)
    sensors: Sensors = field(default_factory=Sensors)
    placement: list[str] | None = None


class DgtBoard:
    """A board behind an open link; call :meth:`identify` once, then :meth:`read` for ever."""

    family = "dgt"
    _updates = Command.SEND_UPDATE_NICE
    """What makes it tell changes by itself."""
    _has_clock = True
    _read_frame = staticmethod(read_frame)

    def __init__(self, link: Link, times: DgtTimes | None = None) -> None:
        """The link stays the caller's: it is not closed here."""
        self._link = link
        self._times = times or DgtTimes()
        self._board = _Board()
        self._outbox: deque[Command] = deque()
        self._early: list[Frame] = []
        self._due = _Due()
        self._last = _Last()
        self._reading = False
        self._device: DeviceId | None = None
        self._stranger = ""

    async def identify(self) -> Identity:
        """Say hello and learn who is there; the board then stands still until it is read.

        Raises:
            LinkTimeoutError: nobody answers.
            DeviceError: somebody answers, but no DGT board.
            LinkError: the link is gone.
        """
        handshake = Handshake(self._link, self._board.parser, self._times)
        identity = await handshake.identify()
        self._device = identity.device
        self._early = handshake.early
        return identity

    async def read(self, until: float | None = None) -> Heard:
        """What the board says next; polls it meanwhile.

        Returns when something was heard, when silence is to be told, or empty at loop time
        ``until``. Safe to cancel between frames: what has arrived is told by the next call.

        Raises:
            LinkTimeoutError: silence for ``lost_s``.
            DeviceError: bytes, but no frames or no placement.
            LinkError: the link is gone.
        """
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0)  # a board that floods its line must leave the others their turn
        if not self._reading:
            self._begin(loop.time())
        if self._early:
            frames, self._early = self._early, []
            return self._take(frames, garbage_bytes=0, now=loop.time())
        while True:
            await self._send_due(loop.time())
            deadline = self._deadline(until)
            try:
                async with asyncio.timeout_at(deadline):
                    data = await self._link.read()
            except TimeoutError as error:
                if isinstance(error, LinkTimeoutError):
                    raise
                heard = self._on_quiet(loop.time(), until)
                if heard is not None:
                    return heard
            else:
                return self._feed(data, loop.time())

    def ask_memory(self) -> None:
        """Have the board's own log sent; it comes as :attr:`Heard.memory`, empty if it does not."""
        self._outbox.appendleft(Command.SEND_EE_MOVES)

    # --- sending ----------------------------------------------------------------------

    def _ask_later(self, command: Command) -> None:
        if command not in self._outbox:
            self._outbox.append(command)

    def _begin(self, now: float) -> None:
        """From the handshake to reading: changes as they come, then placement and clock.

        The changes come first: what is moved between a dump and the update mode would
        otherwise be seen only at the next dump.
        """
        self._reading = True
        self._last.frame = self._last.dump = now
        self._due.alive = now + self._times.keep_alive_s
        self._due.battery = now
        self._due.dump = now + self._times.dump_s
        self._outbox.extend((self._updates, Command.SEND_BRD))
        if self._has_clock:
            self._outbox.append(Command.SEND_CLK)

    async def _send_due(self, now: float) -> None:
        times, due = self._times, self._due
        if due.memory is not None:
            return  # the board is busy for seconds, and its buffer holds ten bytes
        if now >= due.dump:
            due.dump = now + times.dump_s
            due.repair = now + times.repair_s
            self._ask_later(Command.RETURN_SERIALNR)
            self._ask_later(self._updates)
            self._ask_later(Command.SEND_BRD)
        if self._link.kind is LinkKind.BLUETOOTH and now >= due.battery:
            due.battery = now + times.battery_s
            self._ask_later(Command.SEND_BATTERY_STATUS)
        if now >= due.alive:
            due.alive = now + times.keep_alive_s
            self._ask_later(Command.RETURN_SERIALNR)
        if self._outbox and now >= due.send:
            due.send = now + times.gap_s
            if self._last.asked < times.tries:
                self._last.asked += 1
                self._last.asked_at = now
            command = self._outbox.popleft()
            self._last.dumps_asked += command is Command.SEND_BRD
            if command is Command.SEND_EE_MOVES:
                due.memory = now + times.answer_s
                due.memory_at_most = now + times.memory_s
            await send(self._link, command)

    def _deadline(self, until: float | None) -> float:
        """When something has to be done although nothing arrives."""
        times, due, last = self._times, self._due, self._last
        if due.memory is not None:
            return due.memory if until is None else min(due.memory, until)
        moments = [due.dump, due.alive, self._lost_at()]
        if not last.told_silent:
            moments.append(last.frame + times.silent_s)
        if self._link.kind is LinkKind.BLUETOOTH:
            moments.append(due.battery)
        if self._outbox:
            moments.append(due.send)
        if until is not None:
            moments.append(until)
        return min(moments)

    # --- hearing ----------------------------------------------------------------------

    def _on_quiet(self, now: float, until: float | None) -> Heard | None:
        times, last = self._times, self._last
        if self._is_memory_overdue(now):
            return Heard(memory=b"")
        self._check_alive(now)
        quiet = now >= last.frame + times.silent_s and self._due.memory is None
        if quiet and not last.told_silent:
            last.told_silent = True
            return Heard((LinkLost(),), silent=True)
        if until is not None and now >= until:
            return Heard()
        return None

    def _is_memory_overdue(self, now: float) -> bool:
        """True once, when the board did not send its log; it may be one that has none."""
        if self._due.memory is None or now < self._due.memory:
            return False
        self._due.memory = None
        return True

    def _lost_at(self) -> float:
        """When silence has lasted too long.

        Questions have to have been asked in vain, too: else a program that was held up
        itself would take the board for dead.
        """
        times, last = self._times, self._last
        if last.asked < times.tries or self._due.memory is not None:
            return math.inf
        return max(last.frame + times.lost_s, last.asked_at + times.answer_s)

    def _check_alive(self, now: float) -> None:
        """Give the link up when it has been of no use for too long."""
        times, last, name = self._times, self._last, self._link.name
        if now >= self._lost_at():
            if last.bytes_:
                raise DeviceError(
                    f"{name}: bytes arrive, but no DGT frames ({last.bytes_[-16:].hex(' ')}): "
                    f"check the cable, and that no other program or device uses the line"
                )
            raise LinkTimeoutError(
                f"{name}: the board has been silent for {times.lost_s:.0f} s: check its cable "
                f"and its power"
            )
        if now >= last.dump + times.placement_s and last.dumps_asked > times.tries:
            raise DeviceError(
                f"{name}: the board answers but does not send its squares: switch it off and on"
            )

    def _feed(self, data: bytes, now: float) -> Heard:
        parser = self._board.parser
        skipped = parser.skipped
        frames = parser.feed(data)
        garbage = parser.skipped - skipped
        if self._due.memory is not None and parser.pending:
            self._due.memory = min(now + self._times.answer_s, self._due.memory_at_most)
        if any(not isinstance(frame, UnknownFrame) for frame in frames):
            self._last.frame = now
            self._last.bytes_ = b""
            self._last.told_silent = False
            self._last.asked = 0
            self._due.alive = now + self._times.keep_alive_s
        else:
            self._last.bytes_ = (self._last.bytes_ + data)[-64:]
            self._check_alive(now)
        return self._take(frames, garbage, now)

    def _take(self, frames: list[Frame], garbage_bytes: int, now: float) -> Heard:
        readings: list[Reading] = []
        oddities: list[Oddity] = []
        repairs: list[Repair] = [Repair.GARBAGE] if garbage_bytes else []
        battery: DeviceBattery | None = None
        memory = b"" if self._is_memory_overdue(now) else None
        for frame in frames:
            if isinstance(frame, EeMoves):
                memory = frame.data
                self._due.memory = None
            if isinstance(frame, Battery):
                battery = DeviceBattery(frame.percent, frame.charging)
            if isinstance(frame, BoardDump):
                self._last.dump = now
                self._last.dumps_asked = 0
            if isinstance(frame, SerialNumber):
                self._check_same_board(frame)
            sensed = self._read_frame(self._board.sensors, frame)
            self._board.sensors = sensed.sensors
            oddities += sensed.oddities
            for reading in sensed.readings:
                readings.append(reading)
                if self._missed_something(reading):
                    repairs.append(Repair.MISSED_UPDATE)
        if any(oddity.code is OddityCode.CLOCK_JUMP for oddity in oddities):
            self._ask_later(Command.SEND_CLK)
        if repairs:
            self._repair(now)
        return Heard(
            tuple(readings),
            battery,
            frames=len(frames),
            garbage_bytes=garbage_bytes,
            repairs=tuple(repairs),
            concerns=tuple(
                (_CONCERNS[oddity.code], oddity.text)
                for oddity in oddities
                if oddity.code in _CONCERNS
            ),
            oddities=tuple(oddity.text for oddity in oddities),
            memory=memory,
        )

    def _missed_something(self, reading: Reading) -> bool:
        """True where a dump differs from what the updates before it said.

        Then an update was lost, or the board has reset itself and sends none any more.
        """
        board = self._board
        match reading:
            case SquareRead(square, man):
                if board.placement is not None:
                    board.placement[square] = man
            case PlacementRead(placement):
                before, board.placement = board.placement, list(placement)
                return before is not None and before != board.placement
            case _:
                pass
        return False

    def _check_same_board(self, serial: SerialNumber) -> None:
        """A board is known by its serial number, never by its port."""
        if self._device is None or serial.number == self._device:
            self._stranger = ""
        elif serial.number == self._stranger:
            raise DeviceError(
                f"{self._link.name}: board {serial.number} answers where board {self._device} "
                f"was: it is looked at anew"
            )
        else:
            self._stranger = serial.number
            self._outbox.appendleft(Command.RETURN_SERIALNR)

    def _repair(self, now: float) -> None:
        """Ask for updates again and for a dump soon, but not in a storm of errors."""
        self._ask_later(self._updates)
        self._due.dump = min(self._due.dump, max(now, self._due.repair))
