"""PURE. A game's capture files, played again into a fresh tracker.

The tracker then knows what it knew when the program was stopped: it gets the same readings
at the same times, is woken at the same moments, and is told of each break of the link.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from boardlink.capture import Capture, Received
from boardlink.protocols.dgt import DgtParser
from boardlink.protocols.dgt_readings import Sensors, read_frame
from boardlink.readings import LinkLost, Reading, TimePassed
from boardlink.sensing import tracker as tracking
from boardlink.sensing.tracker import GameSetup, Observed, Tracker, TrackerSettings
from boardlink.view import View
from facts.fact import MovePlayed


@dataclass(frozen=True, slots=True)
class Followed:
    """A game on its way: its tracker and the time of what it was told last."""

    setup: GameSetup
    tracker: Tracker
    t: float = 0.0

    @property
    def wake_at(self) -> datetime | None:
        """When it wants to be told that time has passed."""
        t = tracking.wake_at(self.tracker)
        return None if t is None else self.setup.epoch + timedelta(seconds=t)


Step = tuple[Followed, tuple[Observed, ...]]


def follow(setup: GameSetup, settings: TrackerSettings | None = None) -> Followed:
    """Begin to follow a game."""
    return Followed(setup, tracking.begin(setup, settings or TrackerSettings()))


def tell_reading(game: Followed, reading: Reading, at: datetime) -> Step:
    """Tell a game's tracker what happened at ``at``; time never runs backwards for it."""
    t = max(game.t, (at - game.setup.epoch).total_seconds())
    tracker, observed = tracking.step(game.tracker, reading, t)
    return Followed(game.setup, tracker, t), observed


def tell_time(game: Followed, at: datetime) -> Step:
    """Wake a game's tracker for all that it had planned until ``at``."""
    told: list[Observed] = []
    while True:
        planned = tracking.wake_at(game.tracker)
        if planned is None or planned > (at - game.setup.epoch).total_seconds():
            return game, tuple(told)
        t = max(game.t, planned)
        tracker, observed = tracking.step(game.tracker, TimePassed(), t)
        game = Followed(game.setup, tracker, t)
        told += observed
        again = tracking.wake_at(tracker)
        if again is not None and again <= planned:
            return game, tuple(told)


def tell_end(game: Followed, at: datetime) -> Step:
    """The game's record ends: what is left to say."""
    t = max(game.t, (at - game.setup.epoch).total_seconds())
    tracker, observed = tracking.finish(game.tracker, t)
    return Followed(game.setup, tracker, t), observed


def with_offset(observed: Observed, offset: int | None) -> Observed:
    """The observation, with the byte of the capture up to which it was read."""
    if isinstance(observed.fact, MovePlayed):
        return replace(observed, fact=replace(observed.fact, offset=offset))
    return observed


@dataclass(frozen=True, slots=True)
class Recovered:
    """A game after its captures were played again; the link counts as lost."""

    game: Followed
    observed: tuple[Observed, ...]


def replay_game(
    setup: GameSetup,
    captures: Sequence[Capture],
    offset: int = 0,
    settings: TrackerSettings | None = None,
) -> Recovered:
    """Play a game's captures again.

    Args:
        setup: as it was when the game was armed.
        captures: the device's files in order of time, from the one that was being written
            when the game was armed.
        offset: the byte of the first file from which on it tells of this game.
        settings: as they were.
    """
    game = follow(setup, settings)
    told: list[Observed] = []
    for number, capture in enumerate(captures):
        game, observed = _replay_file(game, capture, offset if number == 0 else 0)
        told += observed
    return Recovered(game, tuple(told))


def _replay_file(game: Followed, capture: Capture, offset: int) -> Step:
    """One file; what lies before ``offset`` only tells what stood on the board then."""
    parser, sensors, view = DgtParser(), Sensors(), View()
    told: list[Observed] = []
    armed = False
    at = capture.header.started
    ends = (*capture.offsets[1:], capture.size)
    for begin, end, record in zip(capture.offsets, ends, capture.records, strict=True):
        at = capture.header.started + timedelta(seconds=record.t)
        now: list[Reading] = []
        if not armed and begin >= offset:
            armed = True
            now += view.readings()
        if isinstance(record, Received):
            for frame in parser.feed(record.data):
                sensed = read_frame(sensors, frame)
                sensors = sensed.sensors
                for reading in sensed.readings:
                    view = view.after(reading)
                    now.append(reading)
        if armed:
            game, observed = tell_time(game, at)
            told += observed
            for reading in now:
                game, observed = tell_reading(game, reading, at)
                told += (with_offset(one, end) for one in observed)
    for reading in (*(() if armed else view.readings()), LinkLost()):
        game, observed = tell_reading(game, reading, at)
        told += observed
    return game, tuple(told)
