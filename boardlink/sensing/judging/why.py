"""PURE. Why a move is believed, in a sentence for the arbiter."""

from boardlink.sensing.judging.finishing import at
from boardlink.sensing.lines.beam import lead
from boardlink.sensing.lines.explanation import Ply, ancestor, plies
from boardlink.sensing.lines.settled import agrees
from boardlink.sensing.lines.supported import fork
from boardlink.sensing.squares.position import san
from boardlink.sensing.state import Tracker
from facts.fact import Mark

_MARKS = {
    Mark.ILLEGAL: "it is against the rules, and play went on from it",
    Mark.PROMOTION_UNKNOWN: "the promoted man could not be read",
    Mark.RECONSTRUCTED: "it was not seen, but worked out from what stood on the board afterwards",
    Mark.AMBIGUOUS: "the evidence allows another move or order",
}


def why(tracker: Tracker, number: int) -> str:
    """The evidence for the ``number``-th ply (from 1) of the line that leads.

    Empty where the line has no such ply.
    """
    ply = ancestor(tracker.beam[0].last, number)
    if ply is None or ply.number != number:
        return ""
    return f"{san(ply.before, ply.step)}: {reason_of(tracker, ply)}"


def reasons(tracker: Tracker) -> tuple[tuple[str, str], ...]:
    """Every ply of the line that leads: the move (UCI) and the evidence for it."""
    return tuple((ply.step.uci, reason_of(tracker, ply)) for ply in plies(tracker.beam[0].last))


def reason_of(tracker: Tracker, ply: Ply) -> str:
    """The evidence for a ply, of the line that leads or of the one that is shown."""
    best = tracker.beam[0]
    parts = []
    if dict(tracker.setup.told).get(ply.number) == ply.step.uci:
        parts.append("an arbiter or a scoresheet says so")
    if Mark.RECONSTRUCTED not in ply.marks:
        parts.append(f"the man arrived at {at(tracker, ply.arrived):%H:%M:%S}")
    if ply.pressed is not None:
        parts.append(f"the lever was pressed at {at(tracker, ply.pressed):%H:%M:%S}")
    elif best.number > ply.number:
        parts.append("the opponent answered it")
    else:
        parts.append("no lever was pressed and no answer has come yet")
    parts += [_MARKS[mark] for mark in ply.marks]
    parts += _rivals(tracker, ply)
    return ", ".join(parts)


def _rivals(tracker: Tracker, ply: Ply) -> list[str]:
    best, told = tracker.beam[0], dict(tracker.setup.told)
    for one in _met_others(best.last, ply.number):
        for other in one.others:
            common = fork(best.last, other.last)
            if common < ply.number <= one.number and agrees(other.last, told):
                instead = ancestor(other.last, ply.number)
                name = san(instead.before, instead.step) if instead is not None else "no move"
                return [f"{name} would fit too, {other.gap:.1f} nats behind"]
    gap = lead(tracker.beam, tracker.now)
    if gap < tracker.settings.clear_lead:
        return [f"another line is only {gap:.1f} nats behind"]
    return ["no other line comes near"]


def _met_others(last: Ply | None, number: int) -> list[Ply]:
    """The plies from ``number`` on at which other lines met this one."""
    found = []
    while last is not None and last.number >= number:
        if last.others:
            found.append(last)
        last = last.parent
    return found
