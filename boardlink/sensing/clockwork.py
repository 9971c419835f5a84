"""PURE. What the clock says: whose lever, whose seconds, and what is worth a fact.

The board's clock knows left and right, never White and Black. Who sits where is told, or
worked out from the first running clock and from who moved before each press; a clock may
stand on either side of the board (docs/dgt-wire.md, The clock).
"""

from bisect import bisect_right
from dataclasses import dataclass, replace

from boardlink.readings import ClockRead, ClockSide
from boardlink.sensing.presses import Presses, counted
from facts.fact import ClockEvent, Side

JUMP_S = 8
"""A reading this far from what was expected was set by hand; readings may be 1 s late."""
STEADY_S = 60.0
"""How often a clock that only runs is confirmed."""
PAUSE_S = 3.0
"""Readings come every second; where none has come for so long, levers may have been missed."""
GAINS = 5
"""Presses that tell the increment."""
LATE_S = 2.5
"""Seconds by which readings before and after an outage may be wrong together."""
MOST_UNSEEN = 8
"""Presses in an outage above which its moves are beyond working out."""
RISES = 2
"""Presses after which the presser had more than when his turn began: no delay does that."""
SURE = 3
"""Votes from which the sides count as known."""
MOST = 6


@dataclass(frozen=True, slots=True)
class ClockState:
    """What is known of the clock.

    Attributes:
        read: the last reading, None before the first and while no clock is connected.
        at: when it was read.
        told: who sits left, where we were told.
        votes: evidence for White on the left (above 0) or on the right (below).
        ran: the clock has run in this game.
        press_times: when levers were pressed in this game.
        stopped: since when it stands, None while it runs or where it never ran.
        said: when the last fact about it was given.
        gained: seconds that the last presses brought the presser.
        without_pause: since when a reading has come every few seconds.
        began_s: seconds of the side to move when its turn began, None where not known.
        rises: presses after which the presser had more than when his turn began.
    """

    read: ClockRead | None = None
    at: float = 0.0
    told: Side | None = None
    votes: int = 1
    ran: bool = False
    press_times: tuple[float, ...] = ()
    stopped: float | None = None
    said: float = float("-inf")
    gained: tuple[float, ...] = ()
    without_pause: float = float("inf")
    began_s: int | None = None
    rises: int = 0


@dataclass(frozen=True, slots=True)
class Heard:
    """What a reading brought.

    Attributes:
        press: the side that pressed its lever, None without a press.
        event: why it is worth a fact, None where it is not.
    """

    press: ClockSide | None = None
    event: ClockEvent | None = None


def heard(state: ClockState, read: ClockRead, t: float) -> tuple[ClockState, Heard]:
    """Take a reading in."""
    old = state.read
    press = None
    if old is not None and read.turn is not old.turn:
        press = old.turn
    event = _event(state, read, t, press)
    ran = state.ran or read.running
    stopped = None
    if not read.running and ran:
        stopped = state.stopped if state.stopped is not None else t
    paused = old is None or t - state.at > PAUSE_S
    began_s, rises = _turn_began(state, read, press, paused=paused)
    new = replace(
        state,
        read=read,
        at=t,
        ran=ran,
        press_times=(*state.press_times, t) if press is not None else state.press_times,
        stopped=stopped,
        said=t if event is not None else state.said,
        gained=_gained(state, read, press, t),
        without_pause=t if paused else state.without_pause,
        began_s=began_s,
        rises=rises,
    )
    return new, Heard(press, event)


def _turn_began(
    state: ClockState, read: ClockRead, press: ClockSide | None, *, paused: bool
) -> tuple[int | None, int]:
    """What the side to move had when its turn began, and how often time rose beyond that."""
    if press is None:
        return None if paused else state.began_s, state.rises
    theirs, now = read.right_s, read.left_s
    if press is ClockSide.RIGHT:
        theirs, now = now, theirs
    rose = state.began_s is not None and now is not None and now > state.began_s
    return theirs, state.rises + (rose and not paused)


def _gained(
    state: ClockState, read: ClockRead, press: ClockSide | None, t: float
) -> tuple[float, ...]:
    old = state.read
    if press is None or old is None or t - state.at > PAUSE_S:
        return state.gained
    was, now = (old.left_s, read.left_s) if press is ClockSide.LEFT else (old.right_s, read.right_s)
    if was is None or now is None:
        return state.gained
    spent = t - state.at if old.running else 0.0
    return (*state.gained, now - was + spent)[-GAINS:]


def increment(state: ClockState) -> int | None:
    """Seconds that each press brings the presser, None where that is not known or 0."""
    if len(state.gained) < GAINS or max(state.gained) - min(state.gained) > 2:
        return None
    return round(sum(state.gained) / GAINS) or None


def presses_counted(
    state: ClockState, before: ClockRead | None, read_at: float, since: float, until: float
) -> Presses | None:
    """How often levers were pressed from ``since`` to ``until``, by the times alone.

    ``before`` is the last reading, of ``read_at``, before ``since``. None where the readings
    are not close to both ends, or it is not known what a press brings.
    """
    if before is None or state.read is None:
        return None
    if since - read_at > PAUSE_S or not 0 <= state.at - until <= PAUSE_S:
        return None
    bonus = increment(state) if state.rises >= RISES else None
    return counted(before, state.read, state.at - read_at, bonus)


def presses_unseen(
    state: ClockState, before: ClockRead, read_at: float, since: float
) -> int | None:
    """How often levers were pressed after ``since``, while the link was down.

    From the levers themselves where the clock went on being read, else from the time that
    the players have gained since ``before``, the last reading before it, of ``read_at``. None
    where neither tells, or the time contradicts the lever.
    """
    now = state.read
    if now is None or state.at <= since:
        return None
    if state.without_pause <= since:
        return presses_between(state, since, state.at)
    bonus = increment(state) or 0
    times = (before.left_s, before.right_s, now.left_s, now.right_s)
    if bonus <= LATE_S or not before.running or not now.running or None in times:
        return None
    gained = sum(t for t in times[2:] if t is not None) - sum(t for t in times[:2] if t is not None)
    brought = gained + state.at - read_at
    turned = int(now.turn is not before.turn)
    presses = 2 * round((brought / bonus - turned) / 2) + turned
    known = 0 <= presses <= MOST_UNSEEN and abs(brought - presses * bonus) <= LATE_S
    return presses if known else None


def _event(
    state: ClockState, read: ClockRead, t: float, press: ClockSide | None
) -> ClockEvent | None:
    old = state.read
    if old is None:
        return ClockEvent.STARTED if read.running else ClockEvent.STEADY
    if (read.left_flag, read.right_flag) != (old.left_flag, old.right_flag):
        return ClockEvent.FLAG
    if press is not None:
        return ClockEvent.LEVER
    if read.running != old.running:
        return ClockEvent.STARTED if read.running else ClockEvent.STOPPED
    if _jumped(state, old, read, t):
        return ClockEvent.JUMPED
    if read.running and t - state.said >= STEADY_S:
        return ClockEvent.STEADY
    return None


def _jumped(state: ClockState, old: ClockRead, read: ClockRead, t: float) -> bool:
    spent = t - state.at if old.running else 0.0
    for was, now, runs in (
        (old.left_s, read.left_s, old.turn is ClockSide.LEFT),
        (old.right_s, read.right_s, old.turn is ClockSide.RIGHT),
    ):
        if was is None or now is None:
            continue
        expected = max(was - (spent if runs else 0.0), 0.0)
        if abs(now - expected) > JUMP_S:
            return True
    return False


def missing(state: ClockState) -> ClockState:
    """The clock is gone: nothing it said lately counts."""
    return replace(state, read=None, stopped=None)


def left(state: ClockState) -> Side:
    """Who sits left of the clock, as far as it is known."""
    if state.told is not None:
        return state.told
    return Side.WHITE if state.votes >= 0 else Side.BLACK


def is_sure(state: ClockState) -> bool:
    """The sides are known well enough to hold a press against a line."""
    return state.told is not None or abs(state.votes) >= SURE


def colour(state: ClockState, side: ClockSide) -> Side:
    """Who sits on ``side``."""
    on_left = left(state)
    if side is ClockSide.LEFT:
        return on_left
    return Side.BLACK if on_left is Side.WHITE else Side.WHITE


def voted(state: ClockState, side: ClockSide, who: Side, weight: int) -> ClockState:
    """Evidence that ``who`` sits on ``side``."""
    white_left = (side is ClockSide.LEFT) == (who is Side.WHITE)
    votes = state.votes + (weight if white_left else -weight)
    return replace(state, votes=max(-MOST, min(MOST, votes)))


def seconds(state: ClockState, who: Side) -> int | None:
    """The seconds that ``who`` has left by the last reading."""
    if state.read is None:
        return None
    return state.read.left_s if left(state) is who else state.read.right_s


def running(state: ClockState) -> Side | None:
    """Whose time runs, None while the clock stands or is missing."""
    if state.read is None or not state.read.running:
        return None
    return colour(state, state.read.turn)


def fallen(state: ClockState) -> Side | None:
    """Whose flag has fallen, None where none has or both have."""
    read = state.read
    if read is None or read.left_flag == read.right_flag:
        return None
    return colour(state, ClockSide.LEFT if read.left_flag else ClockSide.RIGHT)


def is_active(state: ClockState) -> bool:
    """The clock is used in this game: it has run, and levers were pressed."""
    return state.read is not None and state.ran and len(state.press_times) >= 2


def pressed_at(state: ClockState) -> float:
    """When the last lever was pressed, minus infinity before the first."""
    return state.press_times[-1] if state.press_times else float("-inf")


def presses_between(state: ClockState, after: float, until: float) -> int:
    """Levers pressed later than ``after`` and not later than ``until``."""
    times = state.press_times
    return bisect_right(times, until + 1e-6) - bisect_right(times, after + 1e-6)
