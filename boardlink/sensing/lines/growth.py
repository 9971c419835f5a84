"""PURE. How an explanation grows: which moves would account for a man that just arrived."""

from collections.abc import Iterator
from itertools import islice

from boardlink.readings import Placement
from boardlink.sensing.lines.explanation import Explanation, fresh_diffs, moved
from boardlink.sensing.lines.scoring import (
    ILLEGAL,
    UNDER_PROMOTION,
    UNREADABLE_PROMOTION,
    UNSEEN_ARRIVAL,
    UNSEEN_RETAKE,
    UNSEEN_STOP,
    Kind,
)
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.placement import CENTRE
from boardlink.sensing.squares.position import (
    Step,
    castlings,
    illegal_castling,
    illegal_step,
    steps_from,
    steps_onto,
)
from facts.fact import Mark

MAX_CHAIN = 6
"""Plies that one change of a square may complete (a whole scramble within one scan)."""
MOST = 100
"""Explanations that one may grow into by one change: a board in disorder allows any number."""
MAX_EXCHANGE = 3
"""Men that may have been taken on one square before the scan came by."""


def grown(
    one: Explanation, square: int, picture: Placement, t: float, settings: TrackerSettings
) -> Iterator[Explanation]:
    """Every longer explanation in which the man now on ``square`` has just been moved there."""
    man = picture[square]
    if man == ".":
        for step in castlings(one.position):
            # the rook was put down before its square was seen empty
            if (square, man) in step.changes and all(picture[s] == m for s, m in step.changes):
                yield moved(one, step, picture, t, settings)
        return
    found = list(islice(_chain(one, square, picture, t, settings, 0), MOST))
    if man != "?":
        exchanged = _exchanged(one, square, picture, t, settings, MAX_EXCHANGE)
        found += islice(exchanged, MOST)
        if not found:
            hidden = _after_untouched_exchange(one, square, picture, t, settings)
            found += islice(hidden, MOST)
    yield from found


def _after_untouched_exchange(
    one: Explanation, square: int, picture: Placement, t: float, settings: TrackerSettings
) -> Iterator[Explanation]:
    """The man on ``square`` moved after two men had taken each other where nothing shows.

    A man took one like that which took it again, between two scans: both men's squares are
    empty, and the square in question never changed. Two men in the hand look the same, so
    this is thought of only when a move that has been seen is possible in no other way.
    """
    marks = (Mark.RECONSTRUCTED,)
    for step in _of_moved_men(one):
        target = step.captures
        if target is None or target != step.target or target in one.diffs:
            continue
        taken = moved(one, step, picture, t, settings, extra=UNSEEN_ARRIVAL, marks=marks)
        for back in steps_onto(taken.position, target, picture[target]):
            if back.origin in one.diffs and picture[back.origin] == "." and not back.promotion:
                again = moved(taken, back, picture, t, settings, marks=marks)
                yield from _chain(again, square, picture, t, settings, 1)


def _exchanged(
    one: Explanation,
    square: int,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    depth: int,
) -> Iterator[Explanation]:
    """The man on ``square`` has just ended an exchange there of which nothing was seen."""
    for step, cost, marks in _unseen(one, square, picture):
        between = moved(one, step, picture, t, settings, extra=cost, marks=marks)
        yield from _chain(between, square, picture, t, settings, 1)
        if depth > 1 and not (step.promotion and step.target != square):
            yield from _exchanged(between, square, picture, t, settings, depth - 1)


def _chain(
    one: Explanation,
    square: int,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    depth: int,
) -> Iterator[Explanation]:
    for step, cost, marks in _completed(one, square, picture):
        longer = moved(one, step, picture, t, settings, extra=cost, marks=marks)
        yield longer
        if depth < MAX_CHAIN:
            for other, diff in longer.diffs.items():
                if diff.kind is Kind.FOREIGN:
                    yield from _chain(longer, other, picture, t, settings, depth + 1)


Candidate = tuple[Step, float, tuple[Mark, ...]]


def _completed(one: Explanation, square: int, picture: Placement) -> list[Candidate]:
    """The legal moves that the man on ``square`` completes, the likely ones only."""
    steps = steps_onto(one.position, square, picture[square])
    vacated: list[Candidate] = []
    standing: list[Candidate] = []
    for step in steps:
        if step.castling:
            if _castles(step, picture):
                vacated.append((step, 0.0, ()))
        elif picture[step.origin] != one.position.placement[step.origin]:
            vacated.append(_candidate(step, picture[square]))
        else:
            standing.append(_candidate(step, picture[square]))
    return vacated or standing


def _candidate(step: Step, seen: str) -> Candidate:
    if step.promotion and seen != step.man:
        # a pawn, or an unreadable man, on the last rank: all four, the queen leading
        return step, UNDER_PROMOTION[step.uci[-1]], (Mark.PROMOTION_UNKNOWN,)
    return step, 0.0, ()


def _castles(step: Step, picture: Placement) -> bool:
    """All squares show it, or the king stands on its target and only the rook is on its way."""
    if all(picture[s] == man for s, man in step.changes):
        return True
    far = abs(step.target - step.origin) > 1
    return far and picture[step.target] == step.man and picture[step.origin] != step.man


def _unseen(one: Explanation, square: int, picture: Placement) -> Iterator[Candidate]:
    """Moves of the side to move that must have been made, unseen, before ``square`` changed.

    A man that was taken again on ``square`` before the scan came by, one that took a man and
    is on its way already to its next square, or a promoted man that cannot be read.
    """
    placement = one.position.placement
    for step in _of_moved_men(one):
        if step.promotion and step.target == square:
            cost = UNSEEN_RETAKE + UNDER_PROMOTION[step.uci[-1]]
            yield step, cost, (Mark.PROMOTION_UNKNOWN,)
        elif (step.target == square and not step.castling) or square in _passed(step, placement):
            yield step, UNSEEN_RETAKE, ()
        elif _went_on(one, step, picture):
            yield step, UNSEEN_STOP, ()
        elif step.promotion and picture[step.target] == "." and placement[step.target] == ".":
            cost = UNREADABLE_PROMOTION + UNDER_PROMOTION[step.uci[-1]]
            yield step, cost, (Mark.PROMOTION_UNKNOWN,)


def _of_moved_men(one: Explanation) -> Iterator[Step]:
    """The legal moves of the men that do not stand where the line has them."""
    placement, white = one.position.placement, one.position.white
    for origin in one.diffs:
        if placement[origin] != "." and placement[origin].isupper() == white:
            yield from steps_from(one.position, origin)


def _went_on(one: Explanation, step: Step, picture: Placement) -> bool:
    """A man took on a square and had left it again, to move on, before the scan came by."""
    if step.captures != step.target or step.promotion:
        return False
    return picture[step.target] == "." and step.target in one.diffs and step.origin in one.diffs


def _passed(step: Step, placement: Placement) -> tuple[int, ...]:
    """The square on which a pawn that goes two squares may be taken in passing."""
    if placement[step.origin] not in "Pp" or abs(step.target - step.origin) != 16:
        return ()
    return ((step.origin + step.target) // 2,)


def against_the_rules(
    one: Explanation, picture: Placement, t: float, settings: TrackerSettings, *, pressed: bool
) -> Iterator[Explanation]:
    """Longer explanations by an illegal move that accounts for all that is new on the board.

    A king on a centre square is no such move while nobody has pressed for it: that is how
    results are shown.
    """
    fresh = fresh_diffs(one)
    if not 2 <= len(fresh) <= 4:
        return
    foreign = [s for s, diff in fresh.items() if diff.kind is Kind.FOREIGN]
    if len(fresh) == 2 and len(foreign) == 1:
        (target,) = foreign
        (origin,) = (s for s in fresh if s != target)
        man = one.position.placement[origin]
        if picture[origin] != "." or picture[target] != man:
            return
        if man in "Kk" and target in CENTRE and not pressed:
            return
        step = illegal_step(one.position, origin, target)
        legal = steps_onto(one.position, target, man)
        if step is not None and all(other.origin != origin for other in legal):
            yield moved(one, step, picture, t, settings, extra=ILLEGAL, marks=(Mark.ILLEGAL,))
    elif len(fresh) == 4:
        for step in illegal_castling(one.position):
            if all(s in fresh and picture[s] == man for s, man in step.changes):
                yield moved(one, step, picture, t, settings, extra=ILLEGAL, marks=(Mark.ILLEGAL,))


def answered_against_the_rules(
    one: Explanation, square: int, picture: Placement, t: float, settings: TrackerSettings
) -> Iterator[Explanation]:
    """An illegal move that the opponent answers: with the man that now stands on ``square``."""
    man = picture[square]
    if man in ".?" or man.isupper() == one.position.white or (man in "Kk" and square in CENTRE):
        return
    fresh = fresh_diffs(one)
    ours = {
        s: diff
        for s, diff in fresh.items()
        if one.position.placement[s] != "."
        and one.position.placement[s].isupper() == one.position.white
        and diff.kind is Kind.LIFTED
    }
    for origin in ours:
        mover = one.position.placement[origin]
        for target, diff in fresh.items():
            if diff.kind is not Kind.FOREIGN or picture[target] != mover:
                continue
            if mover in "Kk" and target in CENTRE:
                continue
            step = illegal_step(one.position, origin, target)
            if step is None or _is_legal(one, origin, target):
                continue
            stood = moved(one, step, picture, t, settings, extra=ILLEGAL, marks=(Mark.ILLEGAL,))
            yield from _chain(stood, square, picture, t, settings, 1)


def _is_legal(one: Explanation, origin: int, target: int) -> bool:
    return any(s.target == target for s in steps_from(one.position, origin))
