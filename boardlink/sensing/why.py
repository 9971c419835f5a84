"""PURE. Why a move is believed, in a sentence for the arbiter."""

from boardlink.sensing.beam import lead
from boardlink.sensing.explanation import Ply, ancestor
from boardlink.sensing.finishing import at
from boardlink.sensing.position import san
from boardlink.sensing.record import fork
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
    best = tracker.beam[0]
    ply = ancestor(best.last, number)
    if ply is None or ply.number != number:
        return ""
    parts = [f"{san(ply.before, ply.step)}: the man arrived at {at(tracker, ply.arrived):%H:%M:%S}"]
    if ply.pressed is not None:
        parts.append(f"the lever was pressed at {at(tracker, ply.pressed):%H:%M:%S}")
    elif best.number > number:
        parts.append("the opponent answered it")
    else:
        parts.append("no lever was pressed and no answer has come yet")
    parts += [_MARKS[mark] for mark in ply.marks]
    parts += _rivals(tracker, ply)
    return ", ".join(parts)


def _rivals(tracker: Tracker, ply: Ply) -> list[str]:
    best = tracker.beam[0]
    for one in ancestors_with_others(best.last, ply.number):
        for other in one.others:
            if fork(best.last, other.last) < ply.number <= one.number:
                instead = ancestor(other.last, ply.number)
                name = san(instead.before, instead.step) if instead is not None else "no move"
                return [f"{name} would fit too, {other.gap:.1f} nats behind"]
    gap = lead(tracker.beam, tracker.now)
    if gap < tracker.settings.clear_lead:
        return [f"another line is only {gap:.1f} nats behind"]
    return ["no other line comes near"]


def ancestors_with_others(last: Ply | None, number: int) -> list[Ply]:
    """The plies from ``number`` on at which other lines met this one."""
    found = []
    while last is not None and last.number >= number:
        if last.others:
            found.append(last)
        last = last.parent
    return found
