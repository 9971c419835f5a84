"""PURE. A chess clock as a board sees it: two times, a lever, running or not, flags.

Times are seconds in floating point inside and whole seconds on the face: a time that was
set to 90 shows 90 for a whole second, as real clocks do. ``t`` is always the caller's
seconds, never decreasing; ``rate`` seconds pass on the clock in each of them.
"""

import math
from dataclasses import dataclass, replace

from boardlink.readings import ClockSide

MOST_S = 9 * 3600 + 59 * 60 + 59
"""The face has one digit for hours."""
_TINY_S = 1e-6
"""Keeps a time that a float misses by a hair on the whole second that is meant."""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What can be read off the clock.

    Attributes:
        left_s, right_s: whole seconds.
        turn: whose time runs, or would run: the side whose lever is up.
        indicator: the sign for a time control with an increment or a delay.
    """

    left_s: int
    right_s: int
    turn: ClockSide
    running: bool
    left_flag: bool = False
    right_flag: bool = False
    indicator: bool = False


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The clock at ``since``.

    Attributes:
        increment_s: added to the presser's time with each press.
        rate: seconds on the clock for each second that passes.
        falls: False keeps the running side at one second for ever: a game that is played
            again from its record loses on time only where the record says so.
    """

    left_s: float
    right_s: float
    turn: ClockSide = ClockSide.LEFT
    running: bool = False
    since: float = 0.0
    increment_s: int = 0
    rate: float = 1.0
    falls: bool = True
    left_flag: bool = False
    right_flag: bool = False


def other(side: ClockSide) -> ClockSide:
    """The side across."""
    return ClockSide.RIGHT if side is ClockSide.LEFT else ClockSide.LEFT


def at(clock: ChessClock, t: float) -> ChessClock:
    """The clock when it is ``t``: the running side's time has gone down, its flag may fall."""
    if not clock.running:
        return replace(clock, since=t)
    left = _left(clock, clock.turn) - max(t - clock.since, 0.0) * clock.rate
    if not clock.falls:
        left = max(left, 1.0)
    if left > _TINY_S:
        return _with(clock, clock.turn, left, t)
    return _fallen(replace(clock, since=t), clock.turn)


def face(clock: ChessClock, t: float) -> ClockFace:
    """What the clock shows at ``t``."""
    now = at(clock, t)
    return ClockFace(
        left_s=_shown(now.left_s),
        right_s=_shown(now.right_s),
        turn=now.turn,
        running=now.running,
        left_flag=now.left_flag,
        right_flag=now.right_flag,
        indicator=now.increment_s > 0,
    )


def next_change(clock: ChessClock, t: float) -> float | None:
    """When the face changes by itself after ``t``; None while nothing runs."""
    now = at(clock, t)
    if not now.running:
        return None
    left = _left(now, now.turn)
    below = _shown(left) - 1
    if below < 1 and not now.falls:
        return None
    return t + max((left - below) / now.rate, 0.0)


def started(clock: ChessClock, t: float, turn: ClockSide) -> ChessClock:
    """Let ``turn``'s time run."""
    return replace(at(clock, t), running=True, turn=turn)


def stopped(clock: ChessClock, t: float) -> ChessClock:
    """Stop both times; the lever stays as it is."""
    return replace(at(clock, t), running=False)


def pressed(clock: ChessClock, t: float, side: ClockSide, shows_s: int | None = None) -> ChessClock:
    """``side`` presses its lever.

    Nothing happens where it was down already or the clock stands. ``shows_s`` is what the
    presser's time is set to (a record's own value, with whatever was added at move 40);
    without it the increment is added.
    """
    now = at(clock, t)
    if not now.running or now.turn is not side:
        return now
    left = _left(now, side) + now.increment_s if shows_s is None else float(shows_s)
    return replace(_with(now, side, left, t), turn=other(side))


def fallen(clock: ChessClock, t: float, side: ClockSide) -> ChessClock:
    """``side``'s flag falls at ``t``: its time is used up, and the clock stands."""
    return _fallen(at(clock, t), side)


def set_to(clock: ChessClock, t: float, left_s: float, right_s: float) -> ChessClock:
    """Stop the clock, clear its flags and set both times."""
    return replace(
        clock,
        left_s=min(left_s, MOST_S),
        right_s=min(right_s, MOST_S),
        running=False,
        since=t,
        left_flag=False,
        right_flag=False,
    )


def _fallen(clock: ChessClock, side: ClockSide) -> ChessClock:
    stopped = _with(replace(clock, running=False), side, 0.0, clock.since)
    if side is ClockSide.LEFT:
        return replace(stopped, left_flag=True)
    return replace(stopped, right_flag=True)


def _left(clock: ChessClock, side: ClockSide) -> float:
    return clock.left_s if side is ClockSide.LEFT else clock.right_s


def _with(clock: ChessClock, side: ClockSide, left: float, t: float) -> ChessClock:
    kept = min(left, float(MOST_S))
    if side is ClockSide.LEFT:
        return replace(clock, left_s=kept, since=t)
    return replace(clock, right_s=kept, since=t)


def _shown(left: float) -> int:
    return max(math.ceil(left - _TINY_S), 0)
