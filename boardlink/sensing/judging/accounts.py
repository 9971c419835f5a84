"""PURE. Whether a line accounts for all that went on at the board: men, levers, complaints.

A man that stands on a square for less than a scan is not seen there, so two plies more may
have been played than a line has. What gives that away is a lever too many, a man that was
seen somewhere in passing, or a pace at which there was no time to see everything.
"""

from boardlink.sensing import clockwork
from boardlink.sensing.judging.finishing import PLAYING, at
from boardlink.sensing.lines.explanation import Explanation, Ply, plies
from boardlink.sensing.state import Blind, Tracker
from facts.fact import Mark

STRAIN = 9.0
"""Nats between two moves above which a line is not called certain."""
STRAIN_IN_HASTE = 3.25
"""The same where no clock tells how many moves were made, and several may have been."""
HASTY_S = 3.0
"""Seconds between two moves below which one could have gone unseen between them."""
STRAIN_IN_A_RUSH = 1.0
"""The same where hands overlap: hardly more than a man in passing."""
RUSH_S = 1.2
"""Seconds for two plies below which two more could have been played in them."""
STRAIN_UNTOLD = 0.25
"""The same where a lever is missing: nothing at all may be odd."""
UNTOLD_S = 3.0
"""Seconds for two plies up to which a missing lever makes every oddity count."""
BLUR_S = 0.8
"""Seconds for two plies below which two more leave no trace but their levers."""
PRESS_LATE_S = 1.5
"""A press this long after a move that had none of its own is another move's."""
PRESSED_BEFORE = 4
"""Plies before an outage that levers must have ended before they are believed about it."""
PRESSED_AFTER = 2
UNEXPLAINED = ("squares-differ", "man-elsewhere")
"""Complaints that something stood on the board which the line has no move for."""


def strained(tracker: Tracker, best: Explanation) -> list[int]:
    """The plies before which more went on at the board than the line accounts for.

    Men put down elsewhere and taken back, levers pressed without a move: something may have
    been played that the sensors never saw.
    """
    line = plies(best.last)
    found = _overpressed(tracker, line)
    timed = clockwork.is_active(tracker.clock)
    before, earlier, arrived = 0.0, float("-inf"), float("-inf")
    told = True
    for ply in line:
        told_too = ply.pressed is not None
        pair = ply.arrived - earlier
        hasty = not timed and ply.arrived - arrived < HASTY_S
        limit = STRAIN_IN_HASTE if hasty else STRAIN
        if timed:
            limit = min(limit, _limit(pair, told=told and told_too))
        if ply.paid - before > limit and Mark.RECONSTRUCTED not in ply.marks:
            found.append(ply.number)
        before, earlier, arrived, told = ply.paid, arrived, ply.arrived, told_too
    candidates = (best,) if tracker.ending.phase in PLAYING else tracker.stood
    since = [one.cost - before for one in candidates if one.line_id == best.line_id]
    if max(since, default=0.0) > STRAIN:
        found.append(best.number + 1)
    return sorted(set(found))


def _limit(pair_s: float, *, told: bool) -> float:
    """Nats that a move may cost whose ply and the one before took ``pair_s`` together.

    ``told``: both were ended by levers of their own, so their number is known.
    """
    if pair_s < BLUR_S and not told:
        return 0.0
    if pair_s < UNTOLD_S and not told:
        return STRAIN_UNTOLD
    return STRAIN_IN_A_RUSH if pair_s < RUSH_S else STRAIN


def _overpressed(tracker: Tracker, line: list[Ply]) -> list[int]:
    """The plies before which levers were pressed more often than moves were made."""
    found, last = list[int](), None
    for ply in line:
        if ply.pressed is None:
            continue
        if last is not None and last.pressed is not None:
            presses = clockwork.presses_between(tracker.clock, last.pressed, ply.pressed)
            if presses > ply.number - last.number:
                found.append(ply.number)
        last = ply
    return found


def unaccounted(tracker: Tracker, last: Ply | None) -> list[tuple[Blind, int]]:
    """The outages in which more may have been played than the line has.

    With each how many moves are missing as far as the clock tells, 0 where that is not known.
    """
    line, told = plies(last), dict(tracker.setup.told)
    found = []
    for blind in tracker.gaps:
        inside = [ply for ply in line if blind.since < ply.arrived <= blind.until]
        before = [ply for ply in line if ply.arrived <= blind.since]
        number = len(before) + len(inside)
        if all(n in told for n in range(len(before) + 1, number + 2)):
            continue
        late = sum(ply.pressed is not None and ply.pressed > blind.since for ply in before[-1:])
        after = line[number : number + PRESSED_AFTER]
        near = [*before[-PRESSED_BEFORE:], *(ply for ply in after if ply is not line[-1])]
        presses = blind.presses
        if presses is None:
            found.append((blind, 0))
        elif not (
            not inside and presses.can_only_be(late) and all(p.pressed is not None for p in near)
        ):
            missing = min(presses.fits, default=0) - late - len(inside)
            found.append((blind, missing if missing > 1 else 0))
    return found


def went_on(tracker: Tracker, last: Ply | None) -> bool:
    """Something happened after the last move of the line that no move accounts for."""
    if last is None:
        return False
    clock = tracker.clock
    stopped = clock.stopped if clock.stopped is not None else float("inf")
    unfinished = at(tracker, stopped) if clock.stopped is not None else None
    for complaint in tracker.issues:
        playing = unfinished is None or complaint.at < unfinished
        if complaint.code in UNEXPLAINED and complaint.ply == last.number and playing:
            return True
    if not clockwork.is_active(clock):
        return False
    own = last.pressed if last.pressed is not None else last.arrived + PRESS_LATE_S
    return clockwork.presses_between(clock, own, stopped) > 0
