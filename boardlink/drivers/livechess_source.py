"""A LiveChess that runs in the hall: one WebSocket, and every board that it reads.

Each board gets a link and a capture of its own, so that what fails at one ends there. A
board that is read directly as well stays with its own cable; LiveChess's account of it is
taken once that is gone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from boardlink.drivers.dgt_handshake import Identity
from boardlink.drivers.livechess import LiveChessBoard
from boardlink.drivers.supervise import STEADY_S, Connection, PortState, wait_after
from boardlink.errors import BoardlinkError, LinkError, LinkTimeoutError
from boardlink.links.livechess import BoardLink, Socket, open_socket
from boardlink.links.recorded import RecordedLink
from boardlink.protocols.livechess import (
    READ,
    BoardFeed,
    BoardList,
    BoardNews,
    BoardState,
    CallFailed,
    NotUnderstood,
    ask_boards,
    list_of_one,
    read_message,
)
from facts.clock import Clock
from facts.ids import DeviceId

logger = logging.getLogger(__name__)

ASK_S = 4.0
"""How often all boards are asked for: it finds new ones, and what a feed has lost."""
ANSWER_S = 12.0
"""Silence after which LiveChess is given up: three questions without an answer."""
STRANGE = 3
"""Messages in a row that are none of LiveChess's: something else answers there."""
REMIND_S = 30.0
"""How often a board is told of although nothing has changed."""
WORDS = {
    BoardState.NEVER: "LiveChess has never activated the board: activate it there",
    BoardState.INACTIVE: "the board is switched off in LiveChess: activate it there",
    BoardState.NOT_RESPONDING: "LiveChess gets no answer from the board: check its cable",
    BoardState.UNKNOWN: "LiveChess tells an unknown state of the board: look at it there",
}
"""Why a board is not read."""

SocketOpener = Callable[[str], Awaitable[Socket]]


class Host(Protocol):
    """Whoever works with the boards that are found."""

    def device_of(self, identity: Identity) -> DeviceId:
        """The name by which the hall knows this board."""
        ...

    def read_directly(self, device: DeviceId) -> bool:
        """True while the board is read through a port of this program's own."""
        ...

    async def serve(self, connection: Connection) -> None:
        """Work with a board until its connection ends, and then raise why."""
        ...


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """A board in LiveChess's list.

    Attributes:
        serial: as LiveChess calls it.
        device: as the hall calls it.
        at: the port at which LiveChess has it.
        state: what LiveChess says of it.
        used: its readings come through LiveChess now.
        text: why they do not, or what is wrong; empty where all is well.
    """

    serial: str
    device: DeviceId
    at: str
    state: BoardState
    used: bool
    text: str


@dataclass(slots=True)
class _Behind:
    """A board behind the WebSocket, while it lasts."""

    news: BoardNews
    feed: int
    since: datetime
    device: DeviceId | None = None
    link: BoardLink | None = None
    trouble: str = ""
    told: str = ""
    told_at: float = 0.0


class LiveChessSource:
    """Keeps one LiveChess in use; :meth:`run` never ends by itself."""

    def __init__(
        self,
        address: str,
        host: Host,
        clock: Clock,
        captures: Path | None,
        opener: SocketOpener = open_socket,
    ) -> None:
        """``captures`` is the folder of capture files; None: nothing is recorded."""
        self.address = address
        self._host = host
        self._clock = clock
        self._captures = captures
        self._open = opener
        self._state = PortState(address, None, clock.now(), 0, "")
        self._boards: dict[str, _Behind] = {}
        self._connected = False
        self._calls = 0

    @property
    def state(self) -> PortState:
        """How things stand with the WebSocket itself."""
        return self._state

    @property
    def states(self) -> tuple[PortState, ...]:
        """How things stand with the WebSocket, and with each board that is or should be read."""
        return (self._state, *(s for s in map(self._board_state, self.boards) if s is not None))

    @property
    def ports_in_use(self) -> frozenset[str]:
        """File names of the ports at which LiveChess has boards."""
        return frozenset(file_name(seen.at) for seen in self.boards if seen.at and seen.used)

    @property
    def boards(self) -> Sequence[SeenBoard]:
        """Every board in LiveChess's list, by serial number."""
        return [self._seen(serial, self._boards[serial]) for serial in sorted(self._boards)]

    async def run(self) -> None:
        """Connect, listen, wait, and again; ends only when it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            trouble = await self._attempt()
            steady = self._connected and loop.time() - began >= STEADY_S
            failures = 1 if steady else self._state.failures + 1
            if failures == 1 or trouble != self._state.trouble:
                logger.warning("%s", trouble)
            since = self._clock.now() if failures == 1 else self._state.since
            self._state = PortState(self.address, None, since, failures, trouble)
            await asyncio.sleep(wait_after(failures, missing=not self._connected))

    async def _attempt(self) -> str:
        """One conversation from beginning to end; why it ended."""
        self._connected = False
        self._boards = {}
        try:
            socket = await self._open(self.address)
            try:
                return await self._converse(socket)
            finally:
                await socket.close()
        except BoardlinkError as error:
            return str(error)
        except Exception as error:
            # A fault of this program at one source must not stop the others.
            logger.exception("%s: unexpected fault", self.address)
            return f"{self.address}: fault in this program: {error!r}: please report it"

    async def _converse(self, socket: Socket) -> str:
        reason = ""
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(self._keep_asking(socket))
            try:
                await self._listen(socket, group)
            except BoardlinkError as error:
                reason = str(error)
            finally:
                asking.cancel()
                for board in self._boards.values():
                    if board.link is not None:
                        board.link.end(reason or f"{self.address}: the hall is closed")
        return reason

    async def _keep_asking(self, socket: Socket) -> None:
        try:
            while True:
                await socket.send(ask_boards(self._next_call()))
                await asyncio.sleep(ASK_S)
        except LinkError as error:
            logger.debug("%s", error)  # whoever listens hears of it too

    async def _listen(self, socket: Socket, group: asyncio.TaskGroup) -> None:
        strange = 0
        while True:
            try:
                async with asyncio.timeout(ANSWER_S):
                    text = await socket.receive()
            except LinkTimeoutError:
                raise
            except TimeoutError as error:
                raise LinkTimeoutError(
                    f"{self.address}: LiveChess has not answered for {ANSWER_S:.0f} s: does "
                    f"its window still react?"
                ) from error
            message = read_message(text)
            strange = strange + 1 if isinstance(message, NotUnderstood) else 0
            if strange >= STRANGE and not self._connected:
                raise LinkError(
                    f"{self.address}: what answers there does not speak as LiveChess does "
                    f"({text[:40].decode(errors='replace')!r})"
                )
            match message:
                case BoardList(boards=boards):
                    self._has_answered()
                    for news in boards:
                        if news.serial:
                            self._listed(news, socket, group)
                    self._missing({news.serial for news in boards})
                case BoardFeed(id=feed, news=news):
                    self._fed(feed, news, text)
                case CallFailed(text=words):
                    logger.warning("%s: LiveChess refused a call: %s", self.address, words)
                case _:
                    pass

    def _has_answered(self) -> None:
        if not self._connected:
            self._connected = True
            logger.info("%s: LiveChess answers", self.address)
            self._state = PortState(self.address, None, self._clock.now(), 0, "")

    def _listed(self, news: BoardNews, socket: Socket, group: asyncio.TaskGroup) -> None:
        """A board of the list: new, changed, or as it was."""
        board = self._boards.get(news.serial)
        if board is None:
            board = self._boards[news.serial] = _Behind(
                news, len(self._boards) + 1, self._clock.now()
            )
        if news.state is not board.news.state:
            board.since = self._clock.now()
        board.news = news
        readable = news.state in READ
        if board.link is not None:
            if not readable:
                assert news.state is not None, "a list tells each board's state"
                board.link.end(f"{self._port(news.serial)}: {_why(news.state)}")
            elif board.device != self._device(news.serial):
                known = self._device(news.serial)
                board.link.end(f"{self._port(news.serial)}: it is board {known}, by another number")
            else:
                self._remind(board)
        elif readable and not self._host.read_directly(self._device(news.serial)):
            board.link = BoardLink(self._port(news.serial), socket)
            board.device = self._device(news.serial)
            self._remind(board)
            group.create_task(self._serve(news.serial, board, board.link))

    def _missing(self, listed: set[str]) -> None:
        for serial, board in self._boards.items():
            if serial not in listed and board.link is not None:
                board.link.end(f"{self._port(serial)}: LiveChess does not list it any more")

    def _remind(self, board: _Behind) -> None:
        """Tell the board's link what the list says of it, now and then."""
        now = asyncio.get_running_loop().time()
        assert board.link is not None, "it was just looked at"
        if board.news.text != board.told or now - board.told_at >= REMIND_S:
            board.told, board.told_at = board.news.text, now
            board.link.deliver(list_of_one(board.news))

    def _fed(self, feed: int | None, news: BoardNews, text: bytes) -> None:
        for serial, board in self._boards.items():
            ours = news.serial == serial if news.serial else board.feed == feed
            if ours and board.link is not None:
                board.told = ""
                board.link.deliver(text)

    async def _serve(self, serial: str, board: _Behind, inner: BoardLink) -> None:
        """One board from its subscription to its end."""
        device = self._device(serial)
        link = RecordedLink(inner, self._captures, self._clock, LiveChessBoard.family)
        try:
            link.identify(device)
            driver = LiveChessBoard(link, serial)
            await driver.subscribe(self._next_call(), board.feed)
            identity = Identity(DeviceId(serial), "LiveChess")
            port = self._port(serial)
            connection = Connection(port, device, identity, driver, link, indirect=True)
            async with asyncio.TaskGroup() as group:
                syncing = group.create_task(link.keep_synced())
                try:
                    await self._host.serve(connection)
                except BoardlinkError as error:
                    board.trouble = str(error)
                    link.note(str(error))
                finally:
                    syncing.cancel()
        except BoardlinkError as error:
            board.trouble = str(error)
        except Exception as error:
            # A fault of this program at one board must not stop the others.
            logger.exception("%s: unexpected fault", self._port(serial))
            board.trouble = f"fault in this program: {error!r}: please report it"
        finally:
            board.link = None
            board.told = ""
            await link.close()

    def _next_call(self) -> int:
        self._calls += 1
        return self._calls

    def _port(self, serial: str) -> str:
        return f"{self.address}#{serial}"

    def _device(self, serial: str) -> DeviceId:
        return self._host.device_of(Identity(DeviceId(serial), "LiveChess"))

    def _seen(self, serial: str, board: _Behind) -> SeenBoard:
        device = self._device(serial)
        state = board.news.state or BoardState.UNKNOWN
        text = "" if board.link is not None else board.trouble
        if state not in READ:
            text = _why(state)
        elif self._host.read_directly(device):
            text = "also seen through LiveChess: it is read directly"
        return SeenBoard(serial, device, board.news.source, state, board.link is not None, text)

    def _board_state(self, seen: SeenBoard) -> PortState | None:
        board = self._boards[seen.serial]
        port = self._port(seen.serial)
        if seen.used:
            return PortState(port, seen.device, board.since, 0, "")
        if seen.state in (BoardState.NEVER, BoardState.INACTIVE) or not seen.text:
            return None  # boards that nobody wants to use
        if self._host.read_directly(seen.device):
            return None
        return PortState(port, None, board.since, 1, seen.text)


def file_name(port: str) -> str:
    """``/dev/ttyACM0`` and ``ttyACM0`` are one port."""
    return port.rpartition("/")[2]


def _why(state: BoardState) -> str:
    return WORDS.get(state, "")


async def list_boards(address: str, opener: SocketOpener = open_socket) -> tuple[BoardNews, ...]:
    """Every board that a LiveChess knows, with its state; asks once and hangs up.

    Raises:
        LinkError: LiveChess is not there, or does not answer; says what to check.
    """
    socket = await opener(address)
    try:
        await socket.send(ask_boards(1))
        async with asyncio.timeout(ANSWER_S):
            while True:
                message = read_message(await socket.receive())
                if isinstance(message, BoardList):
                    return message.boards
    except LinkTimeoutError:
        raise
    except TimeoutError as error:
        text = f"{address}: it does not answer as LiveChess does"
        raise LinkTimeoutError(text) from error
    finally:
        await socket.close()
