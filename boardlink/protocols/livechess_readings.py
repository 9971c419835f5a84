"""PURE. What LiveChess tells of a board → readings, in the board's own frame.

LiveChess lets an operator flip a board; it then shows it the other way round and takes the
clock's sides for each other. The tracker finds out for itself how a board lies, and would
see a flip in the middle of a game as thirty men moved at once. So a flip is undone here:
which way round a placement is told is decided by what stood there before it.
"""

from dataclasses import dataclass, replace

from boardlink.protocols.livechess import READ, BoardNews, BoardState, LiveClock, LiveLine
from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Placement,
    PlacementRead,
    Reading,
)


@dataclass(frozen=True, slots=True)
class LiveSensors:
    """What has to be remembered of a board; begin with ``LiveSensors()``.

    Attributes:
        placement: as last told, in the board's own frame.
        flipped: what LiveChess said with it.
        turned: what is told is turned round to come into the board's own frame.
        turn: the side whose time ran last.
        lost: LiveChess does not read the board.
    """

    placement: Placement | None = None
    flipped: bool = False
    turned: bool = False
    turn: ClockSide | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class LiveSensed:
    """What some news told: the new memory, readings in order, LiveChess's own line."""

    sensors: LiveSensors
    readings: tuple[Reading, ...] = ()
    line: LiveLine | None = None


def read_news(sensors: LiveSensors, news: BoardNews) -> LiveSensed:
    """The readings that some news amounts to."""
    if news.state is not None and news.state not in READ:
        lost = news.state is not BoardState.UNKNOWN and not sensors.lost
        known = replace(sensors, lost=sensors.lost or lost, placement=None)
        return LiveSensed(known if lost else sensors, (LinkLost(),) if lost else ())
    readings: list[Reading] = []
    flipped = sensors.flipped if news.flipped is None else news.flipped
    if news.placement is not None:
        sensors = _placed(sensors, news.placement, flipped=flipped)
        assert sensors.placement is not None, "it was just set"
        readings.append(PlacementRead(sensors.placement))
    if news.clock_told:
        read = ClockMissing() if news.clock is None else _clock(sensors, news.clock, flipped)
        if isinstance(read, ClockRead):
            sensors = replace(sensors, turn=read.turn)
        if read is not None:
            readings.append(read)
    return LiveSensed(sensors, tuple(readings), news.line)


def _placed(sensors: LiveSensors, told: Placement, *, flipped: bool) -> LiveSensors:
    before = sensors.placement
    turned = sensors.turned
    if before is None:
        turned = flipped
    elif flipped != sensors.flipped:
        as_told, round_ = _differing(before, told), _differing(before, _turned(told))
        turned = flipped if as_told == round_ else round_ < as_told
    own = _turned(told) if turned else told
    return replace(sensors, placement=own, flipped=flipped, turned=turned, lost=False)


def _clock(sensors: LiveSensors, clock: LiveClock, flipped: bool) -> ClockRead | None:
    """Left is White's side, as long as LiveChess has not been told to flip the board."""
    if clock.white_runs is None and not clock.white_s and not clock.black_s:
        return None  # a clock that has just been switched on
    white = ClockSide.RIGHT if flipped else ClockSide.LEFT
    black = ClockSide.LEFT if flipped else ClockSide.RIGHT
    turn = white if clock.white_runs else black
    if clock.white_runs is None:
        turn = sensors.turn or white
    left = _now(clock.white_s, clock.age_s if clock.white_runs is True else 0)
    right = _now(clock.black_s, clock.age_s if clock.white_runs is False else 0)
    if flipped:
        left, right = right, left
    return ClockRead(left, right, turn, running=clock.white_runs is not None)


def _now(read_s: int | None, age_s: int) -> int | None:
    return None if read_s is None else max(0, read_s - age_s)


def _turned(placement: Placement) -> Placement:
    return Placement(placement[::-1])


def _differing(one: Placement, other: Placement) -> int:
    return sum(1 for a, b in zip(one, other, strict=True) if a != b)
