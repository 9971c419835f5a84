"""PURE. What it costs an explanation that the sensors show something else.

All costs are in nats: minus the logarithm of how likely such a thing is at a real board,
as far as captures and bench/tracking_noise.py tell. They only need to be
right in order of size; bench/tracking.py shows what a change does.
"""

from dataclasses import dataclass
from enum import IntEnum

PLY = 0.02
"""A legal move that was seen: next to nothing, so that of equal lines the shorter leads."""
UNSEEN_RETAKE = 1.5
"""A move whose man was taken before the sensors had seen it arrive."""
UNSEEN_STOP = 3.0
"""A man that took and moved on before the sensors had seen it stand there."""
UNSEEN_ARRIVAL = 5.0
"""A move whose man never showed on its target."""
UNREADABLE_PROMOTION = 4.0
"""A promoted man that the board cannot read (an inverted rook has no tag)."""
UNDER_PROMOTION = {"q": 0.0, "r": 1.0, "n": 1.5, "b": 2.0}
"""Where the man is not readable: how much less likely than a queen."""
ILLEGAL = 9.0
"""A move against the rules that stood."""
MISSED = 0.7
"""A move during an outage."""
WRONG_TURN = 4.0
"""A number of moves in an outage after which the clock should run for the other side."""
ROUNDABOUT = 4.5
"""A line of more moves than are needed, after an outage of which no clock tells."""
OVERLOOKED = 2.5
"""A move of which no change was reported although the link was up."""
RETURN = 3.0
"""A man was put down elsewhere and came back to its square: a move that was thought better of,
against two men that moved there and back in the game."""
ANSWERED = 2.0
"""A man stood somewhere while another was moved, for each of these, and then went on."""
ANSWERED_AT_MOST = 4
PRESSED_ELSEWHERE = 6.0
PRESSED_ON_THE_WAY_S = 0.15
"""A lever pressed while the presser's man stood where this explanation has no move to, unless
it had only just come there and may have been on its way."""
PRESSED_AGAIN = 2.0
"""A lever pressed by the side that has moved and pressed already."""
UNDO = 6.0
UNDO_PLY = 1.5
UNDO_PRESSED = 3.0
"""Moves put back, for each of them, and for each one that the lever had ended."""
PRESS_WITHOUT_MOVE = 3.0
PRESS_EARLY_S = 1.5
"""A lever pressed by the side to move, and how long before its move that may be."""


class Kind(IntEnum):
    """How a square differs from what an explanation expects."""

    LIFTED = 0
    """It is empty: a man is in the hand, or not read."""
    FOREIGN = 1
    """A man stands there that should not."""
    LEFTOVER = 2
    """What stood there before the last moves still shows."""
    PENDING = 3
    """A pawn on the last rank, or an unreadable man, that is to be exchanged."""


@dataclass(frozen=True, slots=True)
class Diff:
    """A square that differs, since when; ``man`` is the foreign man on it."""

    kind: Kind
    since: float
    man: str = ""


def open_cost(diff: Diff, t: float) -> float:
    """What a difference that is still there costs at ``t``."""
    age = t - diff.since
    match diff.kind:
        case Kind.LIFTED:
            return 0.4 + min(0.25 * age, 4.0)
        case Kind.FOREIGN:
            return 4.0 + min(1.0 * age, 6.0)
        case Kind.LEFTOVER:
            return 0.8 + min(0.8 * age, 7.0)
        case Kind.PENDING:
            return 0.5 + min(0.1 * age, 2.0)


def closed_cost(diff: Diff, t: float, slide_s: float) -> float:
    """What a difference costs that went away without a move: a man that was put back or on."""
    age = t - diff.since
    match diff.kind:
        case Kind.LIFTED:
            return 0.1 if age < 5.0 else 0.5
        case Kind.FOREIGN:
            return transit_cost(age, slide_s)
        case Kind.LEFTOVER | Kind.PENDING:
            return 0.0


def transit_cost(rest_s: float, slide_s: float) -> float:
    """A man stood where it does not belong for ``rest_s`` and then went on.

    Cheap for a slide, up to 3 for a hesitation of ``slide_s``, dear after that: a man that
    has rested was meant to stand there (docs/tracking.md, The end of a game).
    """
    if rest_s < 0.5:
        return 0.3
    if rest_s < slide_s:
        return 0.3 + 2.7 * (rest_s - 0.5) / max(slide_s - 0.5, 0.01)
    return min(3.0 + 1.5 * (rest_s - slide_s), 12.0)


def misfit_cost(plies: int) -> float:
    """A line has ``plies`` more in an outage than levers were pressed (below 0: fewer).

    One more is a move that is not ended yet, two more are one that a lever was forgotten for
    (the opponent's press then does nothing either).
    """
    if plies < 0:
        return 4.0 - 1.0 * plies
    return {0: 0.0, 1: 2.0, 2: 4.5}.get(plies, 7.0)


def disorder_cost(violation_s: float, scan_s: float) -> float:
    """A man was seen to arrive ``violation_s`` before the move that should precede it."""
    if violation_s <= 0:
        return 0.0
    if violation_s <= scan_s:
        return 0.3 + violation_s / scan_s
    return min(1.3 + (violation_s - scan_s) / 0.06, 14.0)


def late_cost(age_s: float, scan_s: float) -> float:
    """A man had stood on its target for ``age_s`` before the move was taken to be made."""
    return min(1.5 * max(age_s - scan_s, 0.0), 4.0)
