"""One virtual board in time: it serves its line while hands play games on it.

The pure parts say what a board does and what hands do; here the time passes, real or
virtual, ``speed`` times as fast for hands and thoughts, and the bytes go out.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import assert_never

import chess

from boardlink.errors import LinkError, LinkTimeoutError
from boardlink.protocols.dgt import BusCommand, CommandReader, encode_frame
from boardlink.protocols.dgt_bus import encode_reply
from boardlink.simulator.boards import board as boards
from boardlink.simulator.boards import bus_board as bus_boards
from boardlink.simulator.boards import clock as clocks
from boardlink.simulator.boards.board import START_MEN, BoardState
from boardlink.simulator.boards.bus_board import BusMemory
from boardlink.simulator.boards.clock import ClockFace
from boardlink.simulator.boards.misbehaviour import (
    WELL_BEHAVED,
    Misbehaviour,
    Mishap,
    Misread,
    Replug,
    Restart,
    Unplug,
    is_loose,
    is_silent,
    mishaps,
    spoilt,
)
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.hands.deeds import Step
from boardlink.simulator.hands.hands import game_steps
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import Control, control_of
from boardlink.simulator.hands.set_up import set_up_steps
from boardlink.simulator.hands.signs import end_steps, flag_of
from boardlink.simulator.hands.style import PlaySettings
from boardlink.simulator.ports.line import Line, PluggableLine
from facts.pgn import PgnGame

__all__ = ["PlaySettings", "VirtualBoard"]

logger = logging.getLogger(__name__)

MOST_WAITING_BYTES = 1 << 16
"""What a line that takes nothing may hold up; more is lost, as a UART loses it."""
_MISHAPS_AHEAD_S = 60.0


class VirtualBoard:
    """A board with a clock at the far end of ``line``; :meth:`run` must run meanwhile."""

    def __init__(
        self,
        line: Line | None,
        settings: BoardSettings | None = None,
        play: PlaySettings | None = None,
        *,
        misbehaviour: Misbehaviour = WELL_BEHAVED,
        men: str = START_MEN,
    ) -> None:
        """A board that was just switched on; without a ``line`` its cable hangs loose."""
        self._play = PlaySettings() if play is None else play
        self._state = boards.power_up(settings or BoardSettings(), men, rate=self._play.rate)
        self._misbehaviour = misbehaviour
        self._luck = Luck(self._play.seed)
        self._line = line
        self._began: float | None = None
        self._bus = BusMemory()
        self._wire_luck = Luck(~self._play.seed)
        self._commands = CommandReader()
        self._out = bytearray(misbehaviour.garbage)
        self._frames = 0
        self._stirred = asyncio.Event()
        self._to_write = asyncio.Event()
        self._plugged = asyncio.Event()
        self._plugs = 0
        self._hands = asyncio.Lock()
        if line is not None:
            self._plugged.set()

    @property
    def serial(self) -> str:
        """Its serial number."""
        return self._state.settings.serial

    @property
    def men(self) -> str:
        """What stands on it, a1 b1 … h8."""
        return self._state.men

    @property
    def state(self) -> BoardState:
        """Everything about it, as it is now."""
        return self._state

    @property
    def clock_face(self) -> ClockFace:
        """What its clock shows now."""
        return clocks.face(self._state.clock, self._now())

    # --- the wire ---------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the line, and whichever line is plugged in after it, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_time())
            group.create_task(self._misbehave())
            while True:
                await self._plugged.wait()
                plugs = self._plugs
                if self._line is not None:
                    await self._serve(self._line)
                if plugs == self._plugs:
                    self._plugged.clear()

    async def plug(self, line: Line, *, keeps_power: bool = False) -> None:
        """Put the cable into another line; without power in between, its mode is gone."""
        old, self._line = self._line, line
        if old is not None and old is not line:
            await old.close()
        if keeps_power:
            self._connect()
        else:
            self._switch_on()

    def _switch_on(self) -> None:
        self._state = boards.restart(self._state)
        self._commands = CommandReader()
        self._out = bytearray(self._misbehaviour.garbage)
        self._connect()

    def _connect(self) -> None:
        self._plugs += 1
        self._to_write.set()
        self._plugged.set()

    async def _serve(self, line: Line) -> None:
        """Read and write until the line is gone."""
        async with asyncio.TaskGroup() as group:
            writing = group.create_task(self._write(line))
            await self._read(line)
            writing.cancel()

    async def _read(self, line: Line) -> None:
        try:
            while data := await line.read():
                if is_loose(self._misbehaviour, self._now()):
                    continue
                for sent in self._commands.feed(data):
                    in_bus_mode = self._state.mode is boards.Mode.BUS
                    self._absorb(boards.receive(self._state, sent, self._now()))
                    if in_bus_mode and isinstance(sent, BusCommand):
                        self._answer_on_bus(sent)
                self._stirred.set()
        except LinkError as gone:
            logger.debug("board %s: nothing comes any more: %s", self.serial, gone)

    def _answer_on_bus(self, sent: BusCommand) -> None:
        self._bus, self._state, answers = bus_boards.answer(
            self._bus, self._state, sent.data, self._now(), self._wire_luck
        )
        loop = asyncio.get_running_loop()
        for delayed in answers:
            loop.call_later(delayed.after_s, self._say, encode_reply(delayed.reply))

    async def _write(self, line: Line) -> None:
        while True:
            await self._to_write.wait()
            self._to_write.clear()
            data, self._out = bytes(self._out), bytearray()
            try:
                if data:
                    await line.write(data)
            except LinkTimeoutError:
                logger.debug("board %s: nobody reads, %d bytes lost", self.serial, len(data))
            except LinkError as gone:
                logger.debug("board %s: nothing goes any more: %s", self.serial, gone)
                return

    async def _keep_time(self) -> None:
        """Let sensors and clock go on while nobody does anything."""
        while True:
            self._stirred.clear()
            now = self._now()
            self._absorb(boards.advance(self._state, now))
            due = boards.wake_at(self._state, now)
            try:
                async with asyncio.timeout(None if due is None else max(due - now, 0.0)):
                    await self._stirred.wait()
            except TimeoutError:
                continue

    def _absorb(self, step: boards.Step) -> None:
        self._state, frames = step
        for frame in frames:
            self._say(encode_frame(frame))

    def _say(self, frame: bytes) -> None:
        self._frames += 1
        data = spoilt(self._misbehaviour, self._frames, frame)
        heard = self._plugged.is_set() and not is_silent(self._misbehaviour, self._now())
        if heard and len(self._out) + len(data) <= MOST_WAITING_BYTES:
            self._out += data
        self._to_write.set()

    def _now(self) -> float:
        """Seconds since the board's first moment in this loop."""
        now = asyncio.get_running_loop().time()
        if self._began is None:
            self._began = now
        return now - self._began

    # --- what goes wrong --------------------------------------------------------------

    async def _misbehave(self) -> None:
        if self._misbehaviour == WELL_BEHAVED:
            return
        begin = self._now()
        until = begin
        while True:
            due = mishaps(self._misbehaviour, until, until + _MISHAPS_AHEAD_S)
            until += _MISHAPS_AHEAD_S
            for at, mishap in due:
                await asyncio.sleep(max(at - self._now(), 0.0))
                await self._suffer(mishap)
            await asyncio.sleep(max(until - self._now(), 0.0))

    async def _suffer(self, mishap: Mishap) -> None:
        match mishap:
            case Restart():
                self._state = boards.restart(self._state)
            case Unplug():
                self._plugged.clear()
                if self._line is not None:
                    await self._line.close()
            case Replug():
                if isinstance(self._line, PluggableLine):
                    await self._line.reopen()
                    self._switch_on()
            case Misread(square, man):
                self._absorb(boards.fault(self._state, square, man, self._now()))
            case _:
                assert_never(mishap)
        self._stirred.set()

    # --- the hands --------------------------------------------------------------------

    async def play(
        self, game: PgnGame, *, sign: bool = True, control: Control | None = None
    ) -> None:
        """Set the clock, play the game, stop the clock and, with ``sign``, place the kings.

        Men that do not stand as the game begins are set up first. Returns when the sign has
        rested. Cancelling leaves the board as it then stands. There is one pair of hands:
        whoever wants something else of them waits.
        """
        play = self._play
        async with self._hands:
            await self._do(self._set_up_steps(game.start_fen))
            control = control_of(game) if control is None else control
            await self._do(game_steps(game, control, play.style, play.floors, self._luck))
            end = end_steps(
                self.men,
                game.token,
                play.style,
                play.floors,
                self._luck,
                sign=sign,
                flag=flag_of(game),
            )
            await self._do(end)
            if sign:
                await asyncio.sleep(play.floors.sign_s)

    async def set_up(self, start_fen: str = chess.STARTING_FEN) -> None:
        """Put every man where the next game begins, one by one."""
        async with self._hands:
            await self._do(self._set_up_steps(start_fen))

    async def do(self, steps: Iterable[Step]) -> None:
        """Do one deed after another, each after its wait."""
        async with self._hands:
            await self._do(steps)

    def _set_up_steps(self, start_fen: str) -> Iterator[Step]:
        play = self._play
        return set_up_steps(self.men, start_fen, play.style, play.floors, self._luck)

    async def _do(self, steps: Iterable[Step]) -> None:
        for step in steps:
            await asyncio.sleep(self._play.seconds_before(step))
            self._absorb(boards.do(self._state, step.deed, self._now()))
            self._stirred.set()
