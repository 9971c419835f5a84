"""One DGT board on a line of its own: handshake, polling, and when it counts as lost.

Only commands of ``ALLOWED`` can leave this module: the board and its clock are read, never
written (handbook, architecture: Decided). The order of the handshake and all times are
those of handbook, wire-protocols §1.10 where nothing else is said.
"""

import asyncio
import math
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from boardlink.capture import LinkKind
from boardlink.errors import DeviceError, LinkTimeoutError, UsageError
from boardlink.links.link import Link
from boardlink.protocols.dgt import (
    Battery,
    BoardDump,
    BusAddress,
    Command,
    DgtParser,
    Frame,
    LongSerialNumber,
    SerialNumber,
    UnknownFrame,
    Version,
)
from boardlink.protocols.dgt_readings import Oddity, OddityCode, Sensors, read_frame
from boardlink.readings import PlacementRead, Reading, SquareRead
from facts.ids import DeviceId

ALLOWED = frozenset(
    {
        Command.SEND_RESET,
        Command.SEND_CLK,
        Command.SEND_BRD,
        Command.RETURN_SERIALNR,
        Command.RETURN_BUSADRES,
        Command.SEND_UPDATE_NICE,
        Command.SEND_BATTERY_STATUS,
        Command.SEND_VERSION,
        Command.RETURN_LONG_SERIALNR,
    }
)
"""All that is ever sent: one byte each, none changes anything that lasts."""

_F = TypeVar("_F", bound=Frame)


@dataclass(frozen=True, slots=True)
class DgtTimes:
    """Every time of the driver, in seconds.

    Attributes:
        discard_s: input that lies in the port when it is opened is old for so long.
        answer_s: a board answers within milliseconds; the rest is for slow links.
        tries: how often the version and the serial number are asked for.
        optional_s: wait for an answer that not every board gives.
        gap_s: between two commands, for the board's buffer of 10 bytes.
        keep_alive_s: silence after which the board is asked for a sign of life.
        dump_s: between full dumps, which repair what an update lost; a dump takes 70 ms.
        repair_s: least time between the extra dumps that errors ask for.
        battery_s: between questions about a Bluetooth board's battery.
        silent_s: silence that is worth telling.
        lost_s: silence after which the link is given up.
        placement_s: a board that talks but sends no dump for so long, though it was asked
            ``tries`` times, is of no use.
    """

    discard_s: float = 0.3
    answer_s: float = 1.0
    tries: int = 3
    optional_s: float = 0.5
    gap_s: float = 0.1
    keep_alive_s: float = 1.0
    dump_s: float = 4.0
    repair_s: float = 0.5
    battery_s: float = 60.0
    silent_s: float = 2.5
    lost_s: float = 5.0
    placement_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a board says it is.

    Attributes:
        device: its serial number.
        long_serial: the 10 characters that newer boards also tell, else empty.
        bus_address: its address on a bus line, None where it tells none.
    """

    device: DeviceId
    version: str
    long_serial: str = ""
    bus_address: int | None = None

    def answers_to(self, name: str) -> bool:
        """True where ``name`` is the serial number, in its short or its long form."""
        return name in (self.device, self.long_serial.strip()) and name != ""


class Repair(StrEnum):
    """Why an extra dump was asked for."""

    GARBAGE = "garbage"
    MISSED_UPDATE = "missed-update"


@dataclass(frozen=True, slots=True)
class Heard:
    """What one read brought.

    Attributes:
        frames: how many frames there were.
        garbage_bytes: bytes that belonged to none.
        silent: nothing was heard for so long that it should be told.
        repairs: what went wrong on the line; a new dump has been asked for.
    """

    readings: tuple[Reading, ...] = ()
    oddities: tuple[Oddity, ...] = ()
    battery: Battery | None = None
    frames: int = 0
    garbage_bytes: int = 0
    silent: bool = False
    repairs: tuple[Repair, ...] = ()


@dataclass(slots=True)
class _Due:
    """When, in loop time, each thing is to be done next."""

    dump: float = 0.0
    repair: float = 0.0
    battery: float = 0.0
    send: float = 0.0
    alive: float = 0.0


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
        await self._discard()
        await self._send(Command.SEND_RESET)
        await asyncio.sleep(self._times.gap_s)
        version = await self._ask(Command.SEND_VERSION, Version)
        number = await self._ask_serial_number()
        long_serial = await self._ask_maybe(Command.RETURN_LONG_SERIALNR, LongSerialNumber)
        address = await self._ask_maybe(Command.RETURN_BUSADRES, BusAddress)
        self._device = DeviceId(number)
        return Identity(
            device=self._device,
            version=str(version),
            long_serial="" if long_serial is None else long_serial.text,
            bus_address=None if address is None else address.address,
        )

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

    # --- handshake --------------------------------------------------------------------

    async def _discard(self) -> None:
        """Throw away what the port had kept from before."""
        try:
            async with asyncio.timeout(self._times.discard_s):
                while True:
                    await self._link.read()
        except TimeoutError as error:
            if isinstance(error, LinkTimeoutError):
                raise

    async def _ask_serial_number(self) -> str:
        """The number that the board tells twice running: no checksum guards it."""
        told: list[str] = []
        for _ in range(1 + self._times.tries):
            serial = await self._ask(Command.RETURN_SERIALNR, SerialNumber)
            if told and told[-1] == serial.number and serial.number.isalnum():
                return serial.number
            told.append(serial.number)
        raise DeviceError(
            f"{self._link.name}: the board tells no serial number that can be relied on "
            f"({', '.join(map(repr, told))}): check its cable, and that it is a DGT board"
        )

    async def _ask(self, command: Command, kind: type[_F]) -> _F:
        """The answer to a question that every board answers."""
        before = self._last.bytes_
        for _ in range(self._times.tries):
            answer = await self._ask_once(command, kind, self._times.answer_s)
            if answer is not None:
                return answer
        heard = self._last.bytes_
        name = self._link.name
        if heard == before:
            raise LinkTimeoutError(
                f"{name}: nothing answers: is the board switched on and its cable in? a board "
                f"that is set to bus mode alone, or a clock without a board, does not answer"
            )
        raise DeviceError(
            f"{name}: what answers is no DGT board, or the line is disturbed: asked with "
            f"{command:02x} it sent {heard[-16:].hex(' ')}"
        )

    async def _ask_maybe(self, command: Command, kind: type[_F]) -> _F | None:
        """The answer to a question that not every board answers."""
        return await self._ask_once(command, kind, self._times.optional_s)

    async def _ask_once(self, command: Command, kind: type[_F], wait_s: float) -> _F | None:
        await self._send(command)
        answer: _F | None = None
        try:
            async with asyncio.timeout(wait_s):
                while answer is None:
                    data = await self._link.read()
                    self._last.bytes_ = (self._last.bytes_ + data)[-64:]
                    for frame in self._board.parser.feed(data):
                        if isinstance(frame, kind) and answer is None:
                            answer = frame
                        else:
                            self._early.append(frame)
        except TimeoutError as error:
            if isinstance(error, LinkTimeoutError):
                raise
        return answer

    # --- sending ----------------------------------------------------------------------

    async def _send(self, command: Command) -> None:
        if command not in ALLOWED:
            raise UsageError(f"command {command:02x} must never be sent to a board")
        await self._link.write(bytes([command]))

    def _ask_later(self, command: Command) -> None:
        if command not in self._outbox:
            self._outbox.append(command)

    def _begin(self, now: float) -> None:
        """From the handshake to reading: clock, placement, then changes as they come."""
        self._reading = True
        self._last.frame = self._last.dump = now
        self._due.alive = now + self._times.keep_alive_s
        self._due.battery = now
        self._due.dump = now
        self._ask_later(Command.SEND_CLK)

    async def _send_due(self, now: float) -> None:
        times, due = self._times, self._due
        if now >= due.dump:
            due.dump = now + times.dump_s
            due.repair = now + times.repair_s
            self._ask_later(Command.RETURN_SERIALNR)
            self._ask_later(Command.SEND_BRD)
            self._ask_later(Command.SEND_UPDATE_NICE)
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
            await self._send(command)

    def _deadline(self, until: float | None) -> float:
        """When something has to be done although nothing arrives."""
        times, due, last = self._times, self._due, self._last
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
        self._check_alive(now)
        if now >= last.frame + times.silent_s and not last.told_silent:
            last.told_silent = True
            return Heard(silent=True)
        if until is not None and now >= until:
            return Heard()
        return None

    def _lost_at(self) -> float:
        """When silence has lasted too long.

        Questions have to have been asked in vain, too: else a program that was held up
        itself would take the board for dead.
        """
        times, last = self._times, self._last
        if last.asked < times.tries:
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
        battery: Battery | None = None
        for frame in frames:
            if isinstance(frame, Battery):
                battery = frame
            if isinstance(frame, BoardDump):
                self._last.dump = now
                self._last.dumps_asked = 0
            if isinstance(frame, SerialNumber):
                self._check_same_board(frame)
            sensed = read_frame(self._board.sensors, frame)
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
            tuple(oddities),
            battery,
            frames=len(frames),
            garbage_bytes=garbage_bytes,
            repairs=tuple(repairs),
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
        self._ask_later(Command.SEND_UPDATE_NICE)
        self._due.dump = min(self._due.dump, max(now, self._due.repair))
