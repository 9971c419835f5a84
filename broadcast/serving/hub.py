"""Reads the log, moves every audience on, and keeps the time.

The hub sleeps until the log grows, a delayed audience's cut passes the next thing that
shows, or a keep-alive is due. The first change after a pause goes out at once; what
follows is gathered into ticks, so that a busy hall costs few messages.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from broadcast.cut.feed import StandingsAt, Viewer, someone_plays
from broadcast.known.game import Showing
from broadcast.known.hall import HallHistory
from broadcast.serving.channel import Channel
from facts.clock import Clock
from facts.log import LogReader
from facts.views import StandingsTable

logger = logging.getLogger(__name__)

PUBLIC = "public"
TICK_S = 0.15
"""Time between two messages to an audience; a board itself needs longer to settle."""
ALIVE_S = 15.0
"""Time between keep-alives: below the 30 s after which proxies may close a quiet line."""
TEND_S = 1.0
"""How often somebody who lags is looked at while nothing else happens."""


@dataclass(frozen=True, slots=True)
class HubSettings:
    """How audiences see the hall.

    Attributes:
        delays_min: minutes each audience sees things later; a ``DelaySet`` fact overrides.
        showing: what is shown of unconfirmed moves.
    """

    delays_min: Mapping[str, float] = field(default_factory=lambda: {PUBLIC: 0.0})
    showing: Showing = field(default_factory=Showing)
    tick_s: float = TICK_S
    alive_s: float = ALIVE_S


@dataclass(slots=True)
class _Schedule:
    """When a channel may speak again (loop's time), and what it has taken into account."""

    free_at: float = float("-inf")
    seq: int = 0


class Hub:
    """All audiences of one log."""

    def __init__(
        self, settings: HubSettings, log: LogReader, clock: Clock, standings_at: StandingsAt
    ) -> None:
        """Fold what the log holds already, and show it."""
        self._settings = settings
        self._log = log
        self._clock = clock
        self._standings_at = standings_at
        self._records = HallHistory()
        self._live = Viewer(self._records)
        self.channels = {
            name: Channel(
                name,
                Viewer(self._records, settings.showing, self._standings),
                timedelta(minutes=minutes),
                secrets.token_hex(6),
            )
            for name, minutes in settings.delays_min.items()
        }
        self._schedules = {name: _Schedule() for name in self.channels}
        self._fold()
        now = self._clock.now()
        for channel in self.channels.values():
            minutes = self._records.delays.get(channel.name)
            if minutes is not None:
                channel.delay = timedelta(minutes=minutes)
            channel.advance(now)

    async def run(self) -> None:
        """Go on until cancelled."""
        loop = asyncio.get_running_loop()
        alive_at = loop.time() + self._settings.alive_s
        while True:
            wait_s = min(alive_at - loop.time(), self._quiet_s(loop.time()))
            if wait_s > 0:
                try:
                    async with asyncio.timeout(wait_s):
                        await self._log.wait(self._records.last_seq)
                except TimeoutError:
                    pass
            else:
                await asyncio.sleep(0)
            self._fold()
            self._advance(loop.time())
            if loop.time() >= alive_at:
                while alive_at <= loop.time():
                    alive_at += self._settings.alive_s
                for channel in self.channels.values():
                    channel.keep_alive()

    def _fold(self) -> None:
        for entry in self._log.read(self._records.last_seq):
            try:
                self._records.add(entry)
            except Exception:
                logger.exception("fact %s cannot be shown and is passed over", entry.seq)

    def _advance(self, loop_s: float) -> None:
        """Move every channel on that did not speak just now; the others wait for their tick.

        A channel's times depend on what it says itself: a delayed one must not tell by its
        pauses what happens in the hall now.
        """
        now = self._clock.now()
        for name, channel in self.channels.items():
            self._set_delay(channel, now)
            schedule = self._schedules[name]
            if loop_s >= schedule.free_at:
                schedule.seq = self._records.last_seq
                if channel.advance(now):
                    schedule.free_at = loop_s + self._settings.tick_s
            if channel.lagging:
                channel.tend()

    def _set_delay(self, channel: Channel, now: datetime) -> None:
        """Lengthen a delay at once; shorten it only while nobody plays."""
        minutes = self._records.delays.get(channel.name, self._settings.delays_min[channel.name])
        wanted = timedelta(minutes=minutes)
        if wanted > channel.delay or (
            wanted < channel.delay and not someone_plays(self._live.view(now))
        ):
            logger.info("%s is now %s min behind", channel.name, minutes)
            channel.delay = wanted

    def _quiet_s(self, loop_s: float) -> float:
        """Seconds until something is to be shown or somebody must be looked at."""
        now = self._clock.now()
        waits = [self._settings.alive_s]
        for name, channel in self.channels.items():
            schedule = self._schedules[name]
            change = channel.next_change()
            pause_s = schedule.free_at - loop_s
            if schedule.seq < self._records.last_seq:
                waits.append(pause_s)
            elif change is not None:
                waits.append(max((change - now).total_seconds(), pause_s))
            if channel.lagging:
                waits.append(TEND_S)
        return min(waits)

    def _standings(self, cut: datetime) -> Sequence[StandingsTable]:
        """The standings; a fault in them must not end the games' broadcast."""
        try:
            return self._standings_at(cut)
        except Exception:
            logger.exception("no standings can be shown")
            return ()
