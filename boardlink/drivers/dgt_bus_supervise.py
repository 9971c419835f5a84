"""A port that leads to a bus line: opened like any other, and each board on it handed over."""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from boardlink.captures.bus_line import note_about
from boardlink.captures.capture import CaptureHeader, CaptureRecord, LinkKind, Note, Received
from boardlink.drivers.dgt_bus import BusBoard, BusLine
from boardlink.drivers.supervise import Connection, Host, Opener, PortState, Supervisor
from boardlink.errors import BoardlinkError, CaptureError
from boardlink.links.link import BUS, Link
from boardlink.links.recorded import RecordedLink
from boardlink.protocols.dgt import encode_frame
from boardlink.protocols.dgt_bus_board import Event, FrameHeard, Missed
from boardlink.protocols.dgt_own_memory import MISSED
from facts.clock import Clock
from facts.ids import DeviceId

logger = logging.getLogger(__name__)

KEPT_LINES = 4096
"""A board's last lines, for a tracker that is rebuilt while the line works: half an hour."""
NOBODY_S = 10.0
"""A line on which no board answers for so long is worth a look."""


class BoardRecording:
    """One board's part of its line's recording; see ``supervise.Recording``.

    The file holds what was on the wire; here are the lines that the board would have on a
    link of its own, each at the place of the answer that it was read from.

    Attributes:
        device: the board.
    """

    def __init__(self, link: RecordedLink, device: DeviceId) -> None:
        """``link`` is the line's."""
        self._link = link
        self.device = device
        self._lines: deque[tuple[CaptureRecord, int]] = deque(maxlen=KEPT_LINES)
        self._forgotten = 0

    @property
    def trouble(self) -> str:
        """Why the line's capture is incomplete."""
        return self._link.trouble

    @property
    def started(self) -> datetime:
        """Time 0 of the line's capture."""
        return self._link.started

    @property
    def header(self) -> CaptureHeader:
        """As for this board alone."""
        header = self._link.header
        return CaptureHeader(header.family, LinkKind.SERIAL, self.device, header.started)

    @property
    def header_bytes(self) -> int:
        """Where the lines begin."""
        return self._link.header_bytes

    @property
    def file(self) -> str:
        """The line's file."""
        return self._link.file

    @property
    def offset(self) -> int:
        """Where the next line will begin."""
        return self._link.offset

    def elapsed(self) -> float:
        """Seconds since ``started``."""
        return self._link.elapsed()

    def note(self, text: str) -> None:
        """Record something about this board."""
        self._link.note(note_about(self.device, text))
        self._append(Note(self.elapsed(), text))

    def sync_soon(self) -> None:
        """The whole line's file."""
        self._link.sync_soon()

    def keep(self, events: Iterable[Event]) -> None:
        """What the board's last answer meant, with loop times."""
        shift = self.elapsed() - asyncio.get_running_loop().time()
        for event in events:
            t = max(event.t + shift, 0.0)
            match event:
                case FrameHeard(frame=frame):
                    self._append(Received(t, encode_frame(frame)))
                case Missed():
                    self._append(Note(t, MISSED))

    def lines_since(self, offset: int) -> list[tuple[CaptureRecord, int]]:
        """See ``supervise.Recording``."""
        if offset < self._forgotten:
            raise CaptureError(f"{self.file}: byte {offset} is too long ago to be read again")
        return [line for line in self._lines if line[1] > offset]

    async def close(self) -> None:
        """The line goes on without this board."""

    def _append(self, record: CaptureRecord) -> None:
        if len(self._lines) == KEPT_LINES:
            self._forgotten = self._lines[0][1]
        self._lines.append((record, self.offset))


class BusSupervisor(Supervisor):
    """Keeps a bus line in use; see :class:`boardlink.drivers.supervise.Supervisor`."""

    def __init__(
        self, port: str, open_link: Opener, host: Host, clock: Clock, captures: Path | None
    ) -> None:
        """See :class:`Supervisor`."""
        super().__init__(port, open_link, host, clock, captures)
        self._boards: dict[int, PortState] = {}
        self._recordings: dict[BusBoard, BoardRecording] = {}
        self._link: RecordedLink | None = None
        self._line: BusLine | None = None

    @property
    def states(self) -> tuple[PortState, ...]:
        """How things stand at the port, and at each board that was ever found on it."""
        return (self._line_state(), *(self._board_state(address) for address in self._boards))

    def _board_state(self, address: int) -> PortState:
        state = self._boards[address]
        if state.device is not None or self._line is None:
            return state
        return replace(state, failures=max(state.failures, self._line.misses(address)))

    def _line_state(self) -> PortState:
        link, state = self._link, self._state
        if link is None or self._recordings or link.elapsed() < NOBODY_S:
            return state
        text = (
            f"{self._port}: no board answers on this bus line: check its power supply, the "
            f"cable to this computer, and that it is a line in bus mode"
        )
        return PortState(self._port, None, link.started, 1, text)

    async def _open(self) -> Link:
        return await self._open_link(f"{BUS}{self._port}")

    def _record(self, inner: Link) -> RecordedLink:
        family = BusBoard.family
        return RecordedLink(inner, self._captures, self._clock, family, LinkKind.BUS)

    async def _use(self, link: RecordedLink) -> None:
        link.identify(f"bus-{self._port.rpartition('/')[2]}")
        logger.info("%s: a bus line is looked through for boards", self._port)
        self._link = link
        self._state = PortState(self._port, None, self._clock.now(), 0, "")
        self._line = line = BusLine(link, self._serve, self._keep)
        failure: BoardlinkError | None = None
        try:
            async with asyncio.TaskGroup() as group:
                syncing = group.create_task(link.keep_synced())
                try:
                    await line.run()
                except BoardlinkError as error:
                    failure = error
                    link.note(str(error))
                finally:
                    syncing.cancel()
        finally:
            self._link = self._line = None
        if failure is not None:
            raise failure

    async def _serve(self, board: BusBoard) -> None:
        """One board, from when it is found to when it does not answer any more."""
        port = f"{self._port}#{board.address}"
        recording = self._recording(board)
        device = recording.device
        logger.info("%s: board %s, version %s", port, device, board.identity.version)
        self._boards[board.address] = PortState(port, device, self._clock.now(), 0, "")
        try:
            await self._host.serve(Connection(port, device, board.identity, board, recording))
        except BoardlinkError as error:
            trouble = str(error)
            recording.note(trouble)
        except Exception as error:
            # A fault of this program at one board must not stop the others.
            logger.exception("%s: unexpected fault", port)
            trouble = f"{port}: fault in this program: {error!r}: please report it"
        else:
            trouble = f"{port}: the connection was ended"
        finally:
            del self._recordings[board]
        logger.warning("%s", trouble)
        self._boards[board.address] = PortState(port, None, self._clock.now(), 1, trouble)

    def _keep(self, board: BusBoard, events: tuple[Event, ...]) -> None:
        self._recording(board).keep(events)

    def _recording(self, board: BusBoard) -> BoardRecording:
        recording = self._recordings.get(board)
        if recording is None:
            assert self._link is not None, "boards are found while the line is open"
            recording = BoardRecording(self._link, self._host.device_of(board.identity))
            self._recordings[board] = recording
        return recording
