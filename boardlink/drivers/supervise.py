"""One task per port: open it, learn which board is there, hand it over, begin again.

A port's trouble stays its own: whatever goes wrong is told, waited for and tried again,
ever more slowly, while all other ports go on. A board is known by its serial number: when
it comes back at another port, it is the same board.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from boardlink.captures.capture import CaptureHeader, CaptureRecord, LinkKind
from boardlink.drivers.dgt import DgtBoard
from boardlink.drivers.dgt_handshake import Identity
from boardlink.drivers.heard import Heard
from boardlink.drivers.pegasus import PegasusBoard
from boardlink.errors import BoardlinkError, LinkError, PortMissingError
from boardlink.links.link import Link
from boardlink.links.recorded import RecordedLink
from facts.clock import Clock
from facts.ids import DeviceId

logger = logging.getLogger(__name__)

FIRST_WAIT_S = 1.0
"""Before a port is tried again; a USB board needs about a second to come back."""
LAST_WAIT_S = 30.0
"""The longest wait where something is there that is of no use."""
MISSING_WAIT_S = 2.0
"""The longest wait for a port that is not there, or has just lost its board: to look costs
nothing, and a cable that was pulled out by mistake should count again as soon as it is back."""
WAIT_FACTOR = 2.0
STEADY_S = 10.0
"""A connection that lasted so long was a good one: waiting begins small again."""


class Board(Protocol):
    """A board that can be read, of whatever make."""

    @property
    def family(self) -> str:
        """Its protocol's family, such as ``dgt``."""
        ...

    async def read(self, until: float | None = None) -> Heard:
        """What the board says next; empty at loop time ``until``.

        Raises:
            BoardlinkError: the board is gone, or of no use.
        """
        ...

    def ask_memory(self) -> None:
        """Have :attr:`Heard.memory` told soon, empty where the board has none."""
        ...


class Recording(Protocol):
    """What a board's bytes are kept in, as far as whoever reads the board needs it.

    ``boardlink.links.recorded.RecordedLink`` is one; the boards of a bus line share one.
    """

    @property
    def trouble(self) -> str:
        """Why the capture is incomplete, empty while all is well."""
        ...

    @property
    def started(self) -> datetime:
        """Time 0 of the capture, UTC."""
        ...

    @property
    def header(self) -> CaptureHeader:
        """Its first line, as for this board alone."""
        ...

    @property
    def header_bytes(self) -> int:
        """Where its lines begin."""
        ...

    @property
    def file(self) -> str:
        """Its file's name without the folder; empty while there is none."""
        ...

    @property
    def offset(self) -> int:
        """The byte of the file where the next line will begin."""
        ...

    def elapsed(self) -> float:
        """Seconds since ``started``."""
        ...

    def note(self, text: str) -> None:
        """Record something that happened to the board's link."""
        ...

    def sync_soon(self) -> None:
        """Ask for what was recorded so far to be brought to the disk now."""
        ...

    def lines_since(self, offset: int) -> Sequence[tuple[CaptureRecord, int]]:
        """The board's lines from byte ``offset`` on, each with the byte where it ends.

        Raises:
            CaptureError: they are not to be had any more.
        """
        ...

    async def close(self) -> None:
        """Let go of the board."""
        ...


@dataclass(frozen=True, slots=True)
class Connection:
    """A board that said who it is, behind an open and recorded link.

    Attributes:
        indirect: another program reads the board and passes on what it sees; such a
            connection gives way to one of our own.
    """

    port: str
    device: DeviceId
    identity: Identity
    board: Board
    link: Recording
    indirect: bool = False


@dataclass(frozen=True, slots=True)
class PortState:
    """What an operator wants to know about a port.

    Attributes:
        device: the board that answers there now, None while none does.
        since: since when it is so.
        failures: attempts in a row that failed.
        trouble: why the last one did, empty while a board answers.
    """

    port: str
    device: DeviceId | None
    since: datetime
    failures: int
    trouble: str


Opener = Callable[[str], Awaitable[Link]]
"""Opens a port; raises LinkError."""


class Host(Protocol):
    """Whoever works with the boards that are found."""

    def device_of(self, identity: Identity) -> DeviceId:
        """The name by which the hall knows this board."""
        ...

    async def serve(self, connection: Connection) -> None:
        """Work with a board until its connection ends, and then raise why.

        Raises:
            BoardlinkError: always, sooner or later.
        """
        ...


def board_at(link: Link) -> DgtBoard:
    """The driver for whatever is behind ``link``: over Bluetooth LE it is a Pegasus."""
    return PegasusBoard(link) if link.kind is LinkKind.BLE else DgtBoard(link)


def wait_after(failures: int, *, missing: bool = False) -> float:
    """Seconds to wait after so many failures in a row (from 1); ``missing``: no port there."""
    longest = MISSING_WAIT_S if missing else LAST_WAIT_S
    return float(min(longest, FIRST_WAIT_S * WAIT_FACTOR ** min(failures - 1, 16)))


class Supervisor:
    """Keeps one port in use; :meth:`run` never ends by itself."""

    def __init__(
        self, port: str, open_link: Opener, host: Host, clock: Clock, captures: Path | None
    ) -> None:
        """``captures`` is the folder of capture files; None: nothing is recorded."""
        self._port = port
        self._open_link = open_link
        self._host = host
        self._clock = clock
        self._captures = captures
        self._state = PortState(port, None, clock.now(), 0, "")
        self._missing = False

    @property
    def states(self) -> tuple[PortState, ...]:
        """How things stand at this port."""
        return (self._state,)

    async def run(self) -> None:
        """Open, serve, wait, and again; ends only when it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            trouble = await self._attempt()
            steady = self._state.device is not None and loop.time() - began >= STEADY_S
            failures = 1 if steady else self._state.failures + 1
            if failures == 1 or trouble != self._state.trouble:
                logger.warning("%s", trouble)
            since = self._clock.now() if failures == 1 else self._state.since
            self._state = PortState(self._port, None, since, failures, trouble)
            await asyncio.sleep(wait_after(failures, missing=self._missing))

    async def _attempt(self) -> str:
        """One connection from beginning to end; why it ended."""
        self._missing = False
        try:
            inner = await self._open()
            link = self._record(inner)
            try:
                await self._use(link)
            finally:
                await link.close()
        except BoardlinkError as error:
            lost = self._state.device is not None and isinstance(error, LinkError)
            self._missing = lost or isinstance(error, PortMissingError)
            return str(error)
        except Exception as error:
            # A fault of this program at one board must not stop the others.
            logger.exception("%s: unexpected fault", self._port)
            return f"{self._port}: fault in this program: {error!r}: please report it"
        return f"{self._port}: the connection was ended"

    async def _open(self) -> Link:
        return await self._open_link(self._port)

    def _record(self, inner: Link) -> RecordedLink:
        return RecordedLink(inner, self._captures, self._clock, board_at(inner).family)

    async def _use(self, link: RecordedLink) -> None:
        board = board_at(link)
        identity = await board.identify()
        device = self._host.device_of(identity)
        link.identify(device)
        logger.info("%s: board %s, version %s", self._port, device, identity.version)
        failures = self._state.failures
        self._state = PortState(self._port, device, self._clock.now(), failures, "")
        failure: BoardlinkError | None = None
        async with asyncio.TaskGroup() as group:
            syncing = group.create_task(link.keep_synced())
            try:
                await self._host.serve(Connection(self._port, device, identity, board, link))
            except BoardlinkError as error:
                failure = error
                link.note(str(error))
            finally:
                syncing.cancel()
        if failure is not None:
            raise failure
