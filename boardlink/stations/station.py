"""One board of the hall: what its driver reads becomes facts about the game played on it.

A station belongs to a device, by its serial number, and lives as long as the hall: links
come and go, at whatever port. It follows the game that it is armed with, and shows what
stands on the board also when there is none.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from boardlink.account import Account, account_of, beyond_settled, tell
from boardlink.captures.capture import Capture
from boardlink.drivers.heard import Heard
from boardlink.drivers.supervise import Connection
from boardlink.errors import BoardlinkError, CaptureError, DeviceError
from boardlink.protocols.dgt_own_memory import MISSED, NO_MEMORY, OutageMemory, Timed
from boardlink.readings import LinkLost, PlacementRead, Reading, SquareRead, View
from boardlink.replaying.recovery import (
    Followed,
    GameReplay,
    follow,
    replay_game,
    tell_end,
    tell_reading,
    tell_time,
    with_offset,
)
from boardlink.sensing.tracker import GameSetup, Observed, Tracker, TrackerSettings
from boardlink.stations.after_restart import Reconciliation
from boardlink.stations.health import Health
from boardlink.stations.livechess_moves import Comparison
from boardlink.stations.state import CapturePoint, StationState
from facts.clock import Clock
from facts.fact import (
    DeviceOffline,
    DeviceOnline,
    DeviceSilent,
    Fact,
    ResultShown,
)
from facts.ids import DeviceId, GameId

logger = logging.getLogger(__name__)

TICK_S = 1.0
"""What was said by arming or releasing a game is passed on within it."""
LEAST_WAIT_S = 0.01
"""No tracker is woken more often, whatever it asks for."""


@dataclass(frozen=True, slots=True)
class DeviceReport:
    """One fact from a device, on its way to the log."""

    device: DeviceId
    fact: Fact
    at: datetime


class Station:
    """One device; give its :meth:`run` and its supervisors tasks of their own.

    Everything it has to say goes into ``queue``, which should be bounded: when it is full
    the station waits, its driver waits, and the operating system keeps what arrives.
    """

    def __init__(
        self,
        device: DeviceId,
        queue: asyncio.Queue[DeviceReport],
        clock: Clock,
        settings: TrackerSettings | None = None,
    ) -> None:
        """A board that has not been seen yet."""
        self.device = device
        self._queue = queue
        self._clock = clock
        self._settings = settings or TrackerSettings()
        self._game: Followed | None = None
        self._catch_up: Reconciliation | None = None
        self._account = Account()  # what was said of the game, and settled by an arbiter
        self._view = View()
        self._recall = OutageMemory()
        self._comparison = Comparison(device)
        self._outbox: deque[DeviceReport] = deque()
        self._offered: Connection | None = None
        self._ended: asyncio.Future[None] | None = None
        self._freed = asyncio.Event()
        self._connection: Connection | None = None
        self._processed = CapturePoint("", 0)
        self._changed = asyncio.Event()
        self._health = Health(device)
        self._online_since: datetime | None = None
        self._heard_at: datetime | None = None
        self._silent = False
        self._trouble = ""

    # --- what others ask of it --------------------------------------------------------

    def arm(self, setup: GameSetup) -> CapturePoint | None:
        """The next readings belong to this game; a former one is released.

        Returns:
            Where the game's record begins, to be kept in ``GameArmed``; None while the
            board is offline: it begins with the next capture.
        """
        self.release()
        self._game = follow(setup, self._settings)
        self._account = Account()
        self._recall = OutageMemory()
        now = self._now()
        for reading in self._view.readings():
            self._tell(reading, now)
        self._changed.set()
        return None if self._connection is None else self._processed

    def release(self) -> None:
        """The game is over, or no longer followed here; its last words are passed on."""
        if self._game is not None:
            self._tell_all(self._recall.let_go())
            self._end_catch_up()
            try:
                _, observed = tell_end(self._game, self._now())
            except Exception as error:
                logger.exception("board %s: fault at the end of a game", self.device)
                self._blame_tracker(error, self._now())
            else:
                self._say(observed)
        self._game = None
        self._changed.set()

    async def resume(
        self,
        setup: GameSetup,
        captures: Sequence[Capture],
        offset: int,
        logged: Iterable[Fact],
    ) -> None:
        """Arm again after a restart, with what the captures and the log know of the game.

        Only what the log does not know yet is said. While the board is online no reading is
        lost meanwhile: what came after the captures were read is taken from its link's.

        Args:
            setup: as it was when the game was armed.
            captures: the device's files since the game was armed, in order of time.
            offset: the byte of the first one where the game's record begins.
            logged: the facts about the game that came from its board, in order.
        """
        self.release()
        self._account = account_of(logged)
        replay = await asyncio.to_thread(replay_game, setup, captures, offset, self._settings)
        self._go_on(setup, replay)

    async def settle(
        self, setup: GameSetup, captures: Sequence[Capture], offset: int, settled: Iterable[Fact]
    ) -> None:
        """Follow the same game under what an arbiter has settled meanwhile (``setup.told``).

        The captures are read again as after a restart; what the board says until then is
        passed on. Nothing is said that contradicts what was settled.

        Args:
            setup: as in :meth:`resume`.
            captures: as in :meth:`resume`.
            offset: as in :meth:`resume`.
            settled: the arbiter's facts about the line that this station does not know yet.
        """
        for fact in settled:
            self._account = tell(self._account, fact)
        replay = await asyncio.to_thread(replay_game, setup, captures, offset, self._settings)
        if self.game == setup.game:
            self._end_catch_up()
            self._go_on(setup, replay)

    def _go_on(self, setup: GameSetup, replay: GameReplay) -> None:
        """Follow a game from where its replay has led to."""
        self._follow_link(replay)
        if replay.game.tracker.picture is None:
            replay.show(self._view, self._now())
        now = account_of(one.fact for one in replay.observed)
        self._game = replay.game
        self._recall = replay.recall
        self._catch_up = Reconciliation(setup.game, self._account, now)
        if self._connection is not None and self._view.placement is not None:
            self._catch_up = self._catch_up.board_read(self._now())
        self._try_catch_up(self._now())
        self._changed.set()

    def _follow_link(self, replay: GameReplay) -> None:
        """Bring a replay up to this moment: what was read since its files were."""
        if self._connection is None:
            if replay.last_file is not None:
                replay.lose_link()
            return
        link = self._connection.link
        try:
            if replay.last_file != link.started:
                replay.begin_file(link.header)
                replay.fed = link.header_bytes
            for record, end in link.lines_since(replay.fed):
                replay.feed(record, end)
        except CaptureError as error:
            logger.warning("board %s: %s", self.device, error)
            replay.lose_link()

    @property
    def game(self) -> GameId | None:
        """What it is armed with."""
        return None if self._game is None else self._game.setup.game

    @property
    def tracker(self) -> Tracker | None:
        """What follows the game, as it is now; it never changes, so a thread may ask it."""
        return None if self._game is None else self._game.tracker

    def state(self) -> StationState:
        """How things stand; changes nothing."""
        connection = self._connection
        return StationState(
            device=self.device,
            port=None if connection is None else connection.port,
            version="" if connection is None else connection.identity.version,
            online_since=self._online_since,
            heard_at=self._heard_at,
            silent=self._silent,
            placement=self._view.placement,
            clock=self._view.clock,
            clock_missing=self._view.clock_missing,
            figures=self._health.figures(self._now()),
            game=self.game,
            capture=self._processed.file,
            offset=self._processed.offset,
            trouble=self._trouble if connection is None else connection.link.trouble,
        )

    async def serve(self, connection: Connection) -> None:
        """Read from this connection until it ends; called by its supervisor.

        Raises:
            DeviceError: the board is connected already, at another port.
            BoardlinkError: why the connection ended.
        """
        taken = self._offered
        if taken is not None and taken.indirect and not connection.indirect:
            await taken.link.close()
            await self._freed.wait()
        if self._offered is not None:
            raise DeviceError(
                f"{connection.port}: board {self.device} is connected already, "
                f"at {self._offered.port}"
            )
        self._offered = connection
        self._ended = asyncio.get_running_loop().create_future()
        self._freed.clear()
        self._changed.set()
        try:
            await self._ended
        finally:
            self._offered = None
            self._ended = None
            self._freed.set()

    @property
    def is_read_directly(self) -> bool:
        """True while the board has a connection that goes through no other program."""
        return self._offered is not None and not self._offered.indirect

    # --- its life ---------------------------------------------------------------------

    async def run(self) -> None:
        """Listen whenever there is a connection; ends only when it is cancelled."""
        while True:
            connection = await self._next_connection()
            try:
                await self._listen(connection)
            except BoardlinkError as error:
                self._hang_up(connection, error)
            except Exception as error:
                # A fault of this program at one board must not stop the others.
                logger.exception("board %s: unexpected fault", self.device)
                text = f"{connection.port}: fault in this program: {error!r}: please report it"
                self._hang_up(connection, DeviceError(text))

    def _hang_up(self, connection: Connection, error: BoardlinkError) -> None:
        """The connection is of no use any more; its supervisor hears why."""
        self._lose(str(error))
        if self._offered is connection and self._ended is not None and not self._ended.done():
            self._ended.set_exception(error)

    async def _next_connection(self) -> Connection:
        """Wait for the board to be there; the tracker is woken meanwhile."""
        while True:
            await self._flush()
            if self._offered is not None and self._ended is not None and not self._ended.done():
                return self._offered
            self._changed.clear()
            try:
                async with asyncio.timeout(self._seconds_until_wake()):
                    await self._changed.wait()
            except TimeoutError:
                self._wake(self._now())

    async def _listen(self, connection: Connection) -> None:
        """Read until the link is gone."""
        loop = asyncio.get_running_loop()
        link = connection.link
        self._connection = connection
        self._online_since = self._heard_at = self._now()
        self._health.link_is_up()
        self._comparison = Comparison(self.device)
        self._processed = CapturePoint(link.file, link.offset)
        self._report_online(connection)
        while True:
            await self._flush()
            wake_s = self._seconds_until_wake()
            wait_s = TICK_S if wake_s is None else min(TICK_S, wake_s)
            heard = await connection.board.read(until=loop.time() + wait_s)
            at = self._now()
            self._wake(at - timedelta(seconds=heard.oldest_s))
            self._take(heard, at)
            self._processed = CapturePoint(link.file, link.offset)

    def _take(self, heard: Heard, at: datetime) -> None:
        """Everything that one read brought."""
        if heard.frames:
            self._heard_at = at
            if self._silent and self._connection is not None:
                self._silent = False
                self._report_online(self._connection)
        if heard.silent and not self._silent:
            self._silent = True
            self._report(DeviceSilent(self.device), at)
        self._health.count(heard, at)
        for text in heard.oddities:
            logger.debug("board %s: %s", self.device, text)
        ages_s = heard.ages_s or (0.0,) * len(heard.readings)
        for reading, age_s in zip(heard.readings, ages_s, strict=True):
            if isinstance(reading, SquareRead) and self._view.placement is None:
                continue  # the dump that is on its way holds it
            if heard.silent and isinstance(reading, LinkLost) and self._connection is not None:
                self._connection.link.note(MISSED)
            self._view = self._view.after(reading)
            self._tell(reading, at - timedelta(seconds=age_s))
        if heard.memory is not None and self._game is not None:
            if not heard.memory and self._connection is not None:
                self._connection.link.note(NO_MEMORY)
            self._tell_all(self._recall.remember(heard.memory, self._game.now))
        trouble = "" if self._connection is None else self._connection.link.trouble
        for fact in self._health.warnings(
            heard, self._view, trouble, at, armed=self._game is not None
        ):
            self._report(fact, at)
        self._comparison.hear(heard.opinion)
        if self._game is not None:
            differs = self._comparison.look(self._game.setup, self._account, at)
            if differs is not None:
                self._report(differs, at)

    def _lose(self, reason: str) -> None:
        at = self._now()
        self._connection = None
        self._online_since = None
        self._silent = False
        self._trouble = reason
        self._view = self._view.after(LinkLost())
        self._tell(LinkLost(), at)
        self._report(DeviceOffline(self.device, reason), at)

    # --- the game ---------------------------------------------------------------------

    def _tell(self, reading: Reading, at: datetime) -> None:
        """One reading for the tracker, as soon as what was missed before it is known."""
        if self._game is None:
            return
        self._tell_all(self._recall.take(reading, at))
        if self._recall.wants_memory and self._connection is not None:
            self._recall.wants_memory = False
            self._connection.board.ask_memory()

    def _tell_all(self, readings: Iterable[Timed]) -> None:
        for reading, at in readings:
            self._tell_tracker(reading, at)

    def _tell_tracker(self, reading: Reading, at: datetime) -> None:
        if self._game is None:
            return
        try:
            self._game, observed = tell_reading(self._game, reading, at)
        except Exception as error:
            logger.exception("board %s: fault while following %s", self.device, self.game)
            self._blame_tracker(error, at)
            return
        if isinstance(reading, PlacementRead) and self._catch_up is not None:
            self._catch_up = self._catch_up.board_read(self._now())
        self._say(observed)

    def _wake(self, at: datetime) -> None:
        """Time has come to ``at``: the tracker may have waited for it."""
        self._tell_all(self._recall.expire(at))
        if self._game is None or self._recall.is_holding:
            return
        try:
            self._game, observed = tell_time(self._game, at)
        except Exception as error:
            logger.exception("board %s: fault while following %s", self.device, self.game)
            self._blame_tracker(error, at)
            return
        self._say(observed)
        self._try_catch_up(at)

    def _blame_tracker(self, error: Exception, at: datetime) -> None:
        """A fault in following one game must stop neither its recording nor other games."""
        text = f"a reading could not be followed ({error!r}): check the game's moves by hand"
        for fact in self._health.warn("tracker", text, at):
            self._report(fact, at)

    def _say(self, observed: Sequence[Observed]) -> None:
        """Pass on what the tracker observed, as far as the log does not know it."""
        offset = None if self._connection is None else self._connection.link.offset
        told = tuple(with_offset(one, offset) for one in observed)
        if self._catch_up is not None and told:
            self._catch_up, told = self._catch_up.take(told)
        for one in told:
            self._report(one.fact, one.at)
        self._try_catch_up(self._now())

    def _try_catch_up(self, at: datetime) -> None:
        if self._catch_up is not None and self._catch_up.is_over(at):
            self._end_catch_up()

    def _end_catch_up(self) -> None:
        if self._catch_up is not None:
            rest, self._catch_up = self._catch_up.rest(self._now()), None
            for one in rest:
                self._report(one.fact, one.at)

    def _report_online(self, connection: Connection) -> None:
        version = connection.identity.version
        family = connection.board.family
        self._report(DeviceOnline(self.device, family, connection.port, version), self._now())

    # --- time and the way out ---------------------------------------------------------

    def _now(self) -> datetime:
        """The time of day; while a link is up, as its capture counts it."""
        if self._connection is None:
            return self._clock.now()
        link = self._connection.link
        return link.started + timedelta(seconds=link.elapsed())

    def _seconds_until_wake(self) -> float | None:
        asleep = self._game is None or self._recall.is_holding
        wake_at = None if asleep or self._game is None else self._game.wake_at
        if wake_at is None:
            return None
        return max(LEAST_WAIT_S, (wake_at - self._now()).total_seconds())

    def _report(self, fact: Fact, at: datetime) -> None:
        said: Fact | None = fact
        if self._game is not None and getattr(fact, "game", None) == self.game:
            said = beyond_settled(self._account, fact)
            if said is not None:
                self._account = tell(self._account, said)
        if said is not None:
            self._outbox.append(DeviceReport(self.device, said, at))
        if isinstance(said, ResultShown) and self._connection is not None:
            self._connection.link.sync_soon()

    async def _flush(self) -> None:
        while self._outbox:
            await self._queue.put(self._outbox[0])
            self._outbox.popleft()
