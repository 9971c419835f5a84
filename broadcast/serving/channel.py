"""One audience: what it sees, its numbered messages, and the spectators that get them.

A message is encoded and framed once; every spectator is handed the same bytes. Nobody is
waited for: who cannot keep up gets no more deltas until the backlog is gone, then a
snapshot, or is dropped (docs/adr/0010-spectator-socket.md).
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from broadcast.cut.feed import Viewer
from broadcast.errors import UnknownError
from broadcast.messages import messages
from broadcast.messages import parts as wire
from broadcast.messages.frames import text_frame
from broadcast.view import Feed
from facts.ids import GameId, TournamentId

logger = logging.getLogger(__name__)

RING_MESSAGES = 512
"""How many messages a spectator may have missed and still resume; minutes of a busy hall."""
RING_BYTES = 1 << 20
"""A resume larger than this is worse than a snapshot."""
LOW_BYTES = 64 * 1024
"""Backlog above which a spectator lags: some seconds of a busy hall unread."""
HIGH_BYTES = 4 << 20
"""Backlog at which a spectator is dropped; above any snapshot."""
LAG_S = 30.0
"""How long a lagging spectator may take to read what it was sent."""


class Spectator(Protocol):
    """Somebody who is sent frames."""

    def send(self, frame: bytes) -> None:
        """Hand over a frame without waiting."""
        ...

    def backlog(self) -> int:
        """Bytes handed over that have not left yet."""
        ...

    def drop(self, reason: str) -> None:
        """End the connection; it may come back and resume."""
        ...


@dataclass(slots=True)
class _Place:
    """How well a spectator keeps up."""

    allowance: int = 0
    """Size of a snapshot still on its way, which is no sign of lagging."""
    lagging_since: float | None = None


class Channel:
    """One audience, ``delay`` behind the hall."""

    def __init__(self, name: str, viewer: Viewer, delay: timedelta, epoch: str) -> None:
        """Show nothing until :meth:`advance` is called."""
        self.name = name
        self.epoch = epoch
        self.n = 0
        self.delay = delay
        self.feed = Feed()
        self._viewer = viewer
        self._cut: datetime | None = None
        self._ring: deque[bytes] = deque()
        self._ring_bytes = 0
        self._spectators: dict[Spectator, _Place] = {}
        self._snapshot: tuple[tuple[int, timedelta], bytes] | None = None

    @property
    def spectators(self) -> int:
        """How many are connected."""
        return len(self._spectators)

    @property
    def lagging(self) -> bool:
        """True while somebody waits for a snapshot."""
        return any(place.lagging_since is not None for place in self._spectators.values())

    @property
    def cut(self) -> datetime:
        """The moment that is shown.

        Raises:
            RuntimeError: nothing is shown yet.
        """
        if self._cut is None:
            raise RuntimeError(f"the channel {self.name} was never advanced")
        return self._cut

    def next_change(self) -> datetime | None:
        """The time of day at which something known becomes visible."""
        until = self._viewer.until
        return None if until is None else until + self.delay

    def advance(self, now: datetime) -> bool:
        """Show what may be shown at ``now``, tell what changed; True where anything did.

        The cut never goes back: a delay that was lengthened freezes the view until it is
        caught up with (docs/spectators.md, Delay).
        """
        cut = now - self.delay
        self._cut = cut if self._cut is None else max(cut, self._cut)
        before, self.feed = self.feed, self._viewer.view(self._cut)
        events = messages.diff(before, self.feed)
        if events:
            self.n += 1
            delta = messages.Delta(self.n, wire.milliseconds(self._cut), events)
            frame = text_frame(messages.encode(delta))
            self._remember(frame)
            self._send(frame)
        return bool(events)

    def _remember(self, frame: bytes) -> None:
        self._ring.append(frame)
        self._ring_bytes += len(frame)
        while len(self._ring) > RING_MESSAGES or self._ring_bytes > RING_BYTES:
            self._ring_bytes -= len(self._ring.popleft())

    def join(self, spectator: Spectator, epoch: str = "", n: int = 0) -> None:
        """Add somebody who has seen messages up to ``n`` of ``epoch``, or nothing."""
        place = self._spectators[spectator] = _Place()
        missed = self.n - n
        if epoch == self.epoch and 0 <= missed <= len(self._ring):
            spectator.send(self.recent(missed) + self._alive())
        else:
            self._send_snapshot(spectator, place)

    def recent(self, count: int) -> bytes:
        """The frames of the last ``count`` messages, as far as they are kept."""
        return b"".join(list(self._ring)[max(0, len(self._ring) - count) :])

    def leave(self, spectator: Spectator) -> None:
        """Forget somebody who is gone."""
        self._spectators.pop(spectator, None)

    def keep_alive(self) -> None:
        """Tell everybody that the line is alive, and where the time stands."""
        self._send(self._alive())

    def tend(self) -> None:
        """Look after those who lag."""
        self._send(b"")

    def drop_all(self, reason: str) -> None:
        """End every connection."""
        for spectator in list(self._spectators):
            spectator.drop(reason)
        self._spectators.clear()

    def line(self, game: GameId) -> bytes:
        """A game's whole line as JSON.

        Raises:
            UnknownError: the audience sees no such game.
        """
        for tournament in self.feed.tournaments.values():
            shown = tournament.games.get(game)
            if shown is not None:
                return messages.encode(messages.game_line(shown, self.epoch, self.n))
        raise UnknownError(f"there is no game {game}")

    def round_games(self, tournament: TournamentId, key: tuple[str, int]) -> bytes:
        """Where the games of a round (stage, number) stand, as JSON.

        Raises:
            UnknownError: the audience sees no such round.
        """
        shown = self.feed.tournaments.get(tournament)
        for round_ in shown.rounds if shown is not None else ():
            if shown is not None and (round_.stage, round_.round_no) == key:
                games = tuple(map(wire.wire_game, wire.games_of(shown, round_)))
                return messages.encode(messages.RoundGames(self.epoch, self.n, games))
        raise UnknownError(f"{tournament} has no round {key[0]}.{key[1]} that is published")

    def snapshot(self) -> bytes:
        """The snapshot's JSON, made once for every number."""
        made_for = (self.n, self.delay)
        if self._snapshot is None or self._snapshot[0] != made_for:
            delay_min = self.delay.total_seconds() / 60
            snapshot = messages.snapshot(self.feed, self.epoch, self.n, self.cut, delay_min)
            self._snapshot = (made_for, messages.encode(snapshot))
        return self._snapshot[1]

    def _alive(self) -> bytes:
        return text_frame(messages.encode(messages.Alive(self.n, wire.milliseconds(self.cut))))

    def _send_snapshot(self, spectator: Spectator, place: _Place) -> None:
        frames = text_frame(self.snapshot()) + self._alive()
        place.allowance = len(frames)
        place.lagging_since = None
        spectator.send(frames)

    def _send(self, frame: bytes) -> None:
        now_s = asyncio.get_running_loop().time()
        late: list[Spectator] = []
        for spectator, place in self._spectators.items():
            backlog = spectator.backlog()
            if backlog == 0 and place.lagging_since is None:
                place.allowance = 0
                if frame:
                    spectator.send(frame)
            elif place.lagging_since is not None:
                if backlog <= LOW_BYTES:
                    self._send_snapshot(spectator, place)
                elif now_s - place.lagging_since > LAG_S:
                    late.append(spectator)
            elif backlog > HIGH_BYTES:
                late.append(spectator)
            elif backlog > LOW_BYTES + place.allowance:
                place.lagging_since = now_s
            elif frame:
                spectator.send(frame)
        for spectator in late:
            logger.info("dropping a spectator of %s who does not read", self.name)
            spectator.drop("too slow")
            self._spectators.pop(spectator, None)
