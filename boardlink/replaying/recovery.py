"""PURE. A game's capture files, played again into a fresh tracker.

The tracker then knows what it knew when the program was stopped: it gets the same readings
at the same times, is woken at the same moments, and is told of each break of the link.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

from boardlink.captures.capture import Capture, CaptureHeader, CaptureRecord, Note, Received
from boardlink.captures.decoders import Decoder, DgtDecoder, MemorySent, decoder_of
from boardlink.protocols.dgt_own_memory import MISSED, NO_MEMORY, OutageMemory, Timed
from boardlink.readings import LinkLost, Reading, SquareRead, TimePassed, View
from boardlink.sensing import tracker as tracking
from boardlink.sensing.cautious import cautious
from boardlink.sensing.occupancy import Naming, expected_by, named, naming_for
from boardlink.sensing.tracker import GameSetup, Observed, Tracker, TrackerSettings
from facts.fact import MovePlayed


@dataclass(frozen=True, slots=True)
class Followed:
    """A game on its way: its tracker and the time of what it was told last.

    Attributes:
        naming: which men stand where, for a board that does not tell.
    """

    setup: GameSetup
    tracker: Tracker
    naming: Naming
    t: float = 0.0

    @property
    def now(self) -> datetime:
        """The time that its tracker has got to."""
        return self.setup.epoch + timedelta(seconds=self.t)

    @property
    def wake_at(self) -> datetime | None:
        """When it wants to be told that time has passed; rounded up, never before its time.

        A moment that is rounded down would be waited for, come, and be too early, for ever.
        """
        t = tracking.wake_at(self.tracker)
        if t is None:
            return None
        return self.setup.epoch + timedelta(microseconds=ceil(t * 1_000_000))


Step = tuple[Followed, tuple[Observed, ...]]


def follow(setup: GameSetup, settings: TrackerSettings | None = None) -> Followed:
    """Begin to follow a game."""
    tracker = tracking.begin(setup, settings or TrackerSettings())
    return Followed(setup, tracker, naming_for(tracker))


def tell_reading(game: Followed, reading: Reading, at: datetime) -> Step:
    """Tell a game's tracker what happened at ``at``; time never runs backwards for it."""
    t = max(game.t, (at - game.setup.epoch).total_seconds())
    naming, readings = named(game.naming, reading, expected_by(game.tracker))
    game = replace(game, naming=naming, t=t)
    told: list[Observed] = []
    for one in readings:
        tracker, observed = tracking.step(game.tracker, one, t)
        game = replace(game, tracker=tracker)
        told += observed
    return game, _as_sure(game, told)


def _as_sure(game: Followed, observed: Iterable[Observed]) -> tuple[Observed, ...]:
    """What was observed, no surer than the board allows."""
    return cautious(observed) if game.naming.infers else tuple(observed)


def tell_time(game: Followed, at: datetime) -> Step:
    """Wake a game's tracker for all that it had planned until ``at``."""
    told: list[Observed] = []
    while True:
        planned = tracking.wake_at(game.tracker)
        if planned is None or planned > (at - game.setup.epoch).total_seconds():
            return game, _as_sure(game, told)
        t = max(game.t, planned)
        tracker, observed = tracking.step(game.tracker, TimePassed(), t)
        game = replace(game, tracker=tracker, t=t)
        told += observed
        again = tracking.wake_at(tracker)
        if again is not None and again <= planned:
            return game, _as_sure(game, told)


def tell_end(game: Followed, at: datetime) -> Step:
    """The game's record ends: what is left to say."""
    t = max(game.t, (at - game.setup.epoch).total_seconds())
    tracker, observed = tracking.finish(game.tracker, t)
    game = replace(game, tracker=tracker, t=t)
    return game, _as_sure(game, observed)


def with_offset(observed: Observed, offset: int | None) -> Observed:
    """The observation, with the byte of the capture up to which it was read."""
    if isinstance(observed.fact, MovePlayed):
        return replace(observed, fact=replace(observed.fact, offset=offset))
    return observed


class GameReplay:
    """A game whose captures are being played again; feed it files and lines in order.

    Attributes:
        game: the game so far.
        observed: what its tracker said, in order.
        last_file: time 0 of the file fed last, None before the first.
        fed: the byte of it up to which it was fed.
        recall: what stands between the board and the tracker.
    """

    def __init__(self, setup: GameSetup, settings: TrackerSettings | None = None) -> None:
        """``setup`` and ``settings`` as they were when the game was armed."""
        self.game = follow(setup, settings)
        self.observed: list[Observed] = []
        self.last_file: datetime | None = None
        self.fed = 0
        self.recall = OutageMemory()
        self._at = setup.epoch
        self._armed = False
        self._decoder: Decoder = DgtDecoder()
        self._view = View()

    def feed_file(self, capture: Capture, offset: int = 0) -> None:
        """A whole file; what lies before ``offset`` only tells what stood on the board."""
        self._begin_link(capture.header)
        lines = zip(capture.offsets, capture.ends, capture.records, strict=True)
        for begin, end, record in lines:
            if begin >= offset:
                self._arm(capture.header.started + timedelta(seconds=record.t))
            self.feed(record, end)
        self._arm(self._at)
        self.fed = capture.size

    def begin_file(self, header: CaptureHeader) -> None:
        """The link was lost, if there was one, and another came up."""
        self._begin_link(header)
        self._arm(header.started)

    def feed(self, record: CaptureRecord, end: int) -> None:
        """One line, which ends before byte ``end`` of the file."""
        assert self.last_file is not None, "a line belongs to a file"
        self._at = max(self._at, self.last_file + timedelta(seconds=record.t))
        self.fed = end
        if self._armed:
            self._tell_all(self.recall.expire(self._at), end)
            if not self.recall.is_holding:
                self._take(tell_time(self.game, self._at))
        if isinstance(record, Note) and record.text == NO_MEMORY:
            self._tell_all(self.recall.remember(b"", self.game.now), end)
        if isinstance(record, Note) and record.text == MISSED:
            self._read(LinkLost(), end)
        if isinstance(record, Received):
            for decoded in self._decoder.feed(record.data):
                if isinstance(decoded, MemorySent):
                    self._tell_all(self.recall.remember(decoded.data, self.game.now), end)
                else:
                    self._read(decoded, end)

    def show(self, view: View, at: datetime) -> None:
        """What a board shows of which nothing was recorded."""
        self._at = max(self._at, at)
        self._armed = True
        for reading in view.readings():
            self._tell_all(self.recall.take(reading, self._at))

    def lose_link(self) -> None:
        """Nothing more reaches us from the board."""
        self._arm(self._at)
        self._tell_all(self.recall.take(LinkLost(), self._at))

    def _begin_link(self, header: CaptureHeader) -> None:
        if self.last_file is not None:
            self.lose_link()
        self.last_file = header.started
        self.fed = 0
        self._decoder, self._view = decoder_of(header), View()

    def _arm(self, at: datetime) -> None:
        """From here on the board tells of the game; first of all, what stands on it."""
        if not self._armed:
            self._armed = True
            for reading in self._view.readings():
                self._tell_all(self.recall.take(reading, at))

    def _read(self, reading: Reading, end: int) -> None:
        if isinstance(reading, SquareRead) and self._view.placement is None:
            return  # as a station does: the next dump holds it
        self._view = self._view.after(reading)
        if self._armed:
            self._tell_all(self.recall.take(reading, self._at), end)

    def _tell_all(self, readings: Sequence[Timed], offset: int | None = None) -> None:
        for reading, at in readings:
            self._take(tell_reading(self.game, reading, at), offset)

    def _take(self, step: Step, offset: int | None = None) -> None:
        self.game, observed = step
        self.observed += (with_offset(one, offset) for one in observed)


def replay_game(
    setup: GameSetup,
    captures: Sequence[Capture],
    offset: int = 0,
    settings: TrackerSettings | None = None,
) -> GameReplay:
    """Play a game's captures again.

    Args:
        setup: as it was when the game was armed.
        captures: the files in order of time, from the one that was being written when the
            game was armed.
        offset: the byte of the first file from which on it tells of this game.
        settings: as they were.
    """
    replay = GameReplay(setup, settings)
    for number, capture in enumerate(captures):
        replay.feed_file(capture, offset if number == 0 else 0)
    return replay
