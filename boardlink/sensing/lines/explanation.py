"""PURE. An explanation: a line of play, and what the board still shows beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from boardlink.readings import Placement
from boardlink.sensing.lines.scoring import (
    ANSWERED,
    ANSWERED_AT_MOST,
    PLY,
    PRESS_EARLY_S,
    PRESS_WITHOUT_MOVE,
    PRESSED_AGAIN,
    PRESSED_ELSEWHERE,
    PRESSED_ON_THE_WAY_S,
    RETURN,
    Diff,
    Kind,
    closed_cost,
    disorder_cost,
    late_cost,
    open_cost,
)
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.position import Position, Step, after
from facts.fact import Mark

STANDING_S = 3.0
"""A difference this much older than the last move has nothing to do with it."""
STANDING_AT_MOST = 4
"""Squares that may be wrong for good; where more are, men are being cleared away."""


@dataclass(frozen=True, slots=True, eq=False)
class Other:
    """A line that the evidence allowed as well when it met this one in the same position.

    Attributes:
        last: its last ply there, None for no ply at all.
        ply: the ply of the better line at which they met.
        gap: nats by which it was behind.
    """

    last: "Ply | None"
    ply: int
    gap: float


@dataclass(frozen=True, slots=True, eq=False)
class Ply:
    """One move of a line, linked to the one before.

    Attributes:
        number: from 1.
        before: the position in which it was made.
        arrived: when its man was seen on the target.
        line_id: equal for equal lines.
        pressed: when the mover's lever was pressed for it.
        clock_s: seconds left to the mover then.
        marks: what is special about it.
        others: lines that met this one here.
        paid: nats that the line had cost when it was made.
    """

    parent: "Ply | None"
    number: int
    step: Step
    before: Position
    arrived: float
    line_id: int
    pressed: float | None = None
    clock_s: int | None = None
    marks: tuple[Mark, ...] = ()
    others: tuple[Other, ...] = ()
    paid: float = 0.0

    @property
    def white(self) -> bool:
        """White made it."""
        return self.before.white


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """A line from the start position, and the squares that do not show its last position.

    Attributes:
        cost: nats paid so far.
        diffs: the squares that differ now.
        press: when the side to move pressed its lever without a move having been seen.
        press_clock_s: its seconds then.
        wandering: men that have stood on a square that was not to be theirs, and left it.
    """

    position: Position
    last: Ply | None = None
    cost: float = 0.0
    diffs: Mapping[int, Diff] = field(default_factory=dict)
    press: float | None = None
    press_clock_s: int | None = None
    wandering: str = ""

    @property
    def number(self) -> int:
        """Plies of the line."""
        return self.last.number if self.last is not None else 0

    @property
    def line_id(self) -> int:
        """Equal for equal lines."""
        return self.last.line_id if self.last is not None else 0

    @property
    def arrived(self) -> float:
        """When the last man arrived; minus infinity before the first move."""
        return self.last.arrived if self.last is not None else float("-inf")


def cost_at(one: Explanation, t: float) -> float:
    """What the explanation costs at ``t``, with what is still open."""
    cost = one.cost
    for diff in one.diffs.values():
        cost += open_cost(diff, t)
    if one.press is not None and t - one.press > PRESS_EARLY_S:
        cost += PRESS_WITHOUT_MOVE
    return cost


def is_standing(one: Explanation, square: int) -> bool:
    """The difference was there before the last moves: a dead sensor, a wrong set-up.

    So is a promoted man that cannot be read once the opponent has answered.
    """
    last = one.last
    if last is None or len(one.diffs) > STANDING_AT_MOST:
        return False
    diff = one.diffs[square]
    if diff.kind is Kind.PENDING:
        return last.step.target != square
    if diff.since < last.arrived - STANDING_S:
        return True
    return last.parent is not None and diff.since < last.parent.arrived


def fresh_diffs(one: Explanation) -> dict[int, Diff]:
    """The differences that came with the last moves or later."""
    return {s: diff for s, diff in one.diffs.items() if not is_standing(one, s)}


def is_clean(one: Explanation) -> bool:
    """The board shows the last position, but for errors that were there before."""
    return all(is_standing(one, square) for square in one.diffs)


def plies(last: Ply | None) -> list[Ply]:
    """The plies of a line, the first first."""
    line = []
    while last is not None:
        line.append(last)
        last = last.parent
    line.reverse()
    return line


def back(last: Ply | None) -> Iterator[Ply]:
    """The plies of a line, the last first."""
    while last is not None:
        yield last
        last = last.parent


def ancestor(last: Ply | None, number: int) -> Ply | None:
    """The ``number``-th ply of a line, None for 0."""
    while last is not None and last.number > number:
        last = last.parent
    return last


def observed(
    one: Explanation, square: int, seen: str, t: float, settings: TrackerSettings
) -> Explanation:
    """The explanation after ``seen`` showed on ``square``, no move being made."""
    expected = one.position.placement[square]
    old = one.diffs.get(square)
    if old is None and seen == expected:
        return one
    diffs = dict(one.diffs)
    cost, wandering = one.cost, one.wandering
    if old is not None:
        cost += closed_cost(old, t, settings.slide_s)
        del diffs[square]
        if old.kind is Kind.FOREIGN:
            cost += ANSWERED * _answered(one, old, diffs)
        elif old.kind is Kind.LEFTOVER:
            cost += ANSWERED * _plies_since(one, old.since)
        if old.kind is Kind.FOREIGN and old.man not in wandering:
            wandering += old.man
        elif (
            old.kind is Kind.LIFTED
            and seen == expected
            and (seen in wandering or any(diff.man == seen for diff in diffs.values()))
        ):
            pressed = one.press is not None and one.position.white == seen.isupper()
            cost += RETURN + (PRESSED_ELSEWHERE if pressed else 0.0)
            wandering = wandering.replace(seen, "")
    if old is not None and old.kind is Kind.PENDING and seen in ".?Pp":
        diffs[square] = old
    elif seen == "." and seen != expected:
        diffs[square] = Diff(Kind.LIFTED, t)
    elif seen != expected:
        diffs[square] = Diff(Kind.FOREIGN, t, seen)
    last = one.last
    if old is not None and old.kind is Kind.PENDING and seen == expected:
        last = _readable(last, square)
    return replace(one, last=last, cost=cost, diffs=diffs, wandering=wandering)


def _answered(one: Explanation, old: Diff, diffs: Mapping[int, Diff]) -> int:
    """How many men were moved while a man stood where it should not, as if that were a move."""
    white = old.man.isupper()
    count = _plies_since(one, old.since)
    waiting = any(
        diff.kind is Kind.FOREIGN and diff.since > old.since and diff.man.isupper() != white
        for diff in diffs.values()
    )
    return count + waiting


def _plies_since(one: Explanation, since: float) -> int:
    """How many men were moved after ``since``, as far as it matters."""
    count = 0
    for ply in back(one.last):
        if ply.arrived <= since or count >= ANSWERED_AT_MOST:
            break
        count += 1
    return count


def _readable(last: Ply | None, square: int) -> Ply | None:
    """The line once the promoted man on ``square`` has been seen."""
    if last is None:
        return None
    if last.step.promotion and last.step.target == square:
        return replace(last, marks=tuple(m for m in last.marks if m is not Mark.PROMOTION_UNKNOWN))
    parent = last.parent
    if parent is not None and parent.step.promotion and parent.step.target == square:
        return replace(last, parent=_readable(parent, square))
    return last


def resynchronised(one: Explanation, picture: Placement, t: float) -> Explanation:
    """The explanation with its differences taken afresh from the picture."""
    diffs = {}
    for square in range(64):
        if picture[square] != one.position.placement[square]:
            kind = Kind.LIFTED if picture[square] == "." else Kind.FOREIGN
            old = one.diffs.get(square)
            same = old is not None and old.kind is kind
            diffs[square] = old if old is not None and same else Diff(kind, t, picture[square])
    return replace(one, diffs=diffs)


def moved(
    one: Explanation,
    step: Step,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    extra: float = 0.0,
    marks: tuple[Mark, ...] = (),
) -> Explanation:
    """The explanation with one more move, legal or not."""
    arrived = _arrival(one, step, picture, t)
    cost = one.cost + PLY + extra + disorder_cost(one.arrived - arrived, settings.scan_s)
    cost += late_cost(t - arrived, settings.scan_s)
    arrived = max(arrived, one.arrived)
    position = after(one.position, step)
    diffs = dict(one.diffs)
    lifted = diffs.get(step.origin)
    if lifted is not None and lifted.kind is Kind.LIFTED:
        # the other side may finish its move meanwhile; nobody holds a man for longer
        cost += ANSWERED * max(_plies_since(one, lifted.since) - 1, 0)
    for square, man in step.changes:
        seen = picture[square]
        old = diffs.pop(square, None)
        if seen != man:
            diffs[square] = _diff(one, step, square, seen, old, t)
    pressed, clock_s = None, None
    if one.press is not None:
        if t - one.press <= PRESS_EARLY_S:
            pressed, clock_s = one.press, one.press_clock_s
        else:
            cost += PRESS_WITHOUT_MOVE
    ply = Ply(
        one.last,
        one.number + 1,
        step,
        one.position,
        arrived,
        hash((one.line_id, _code(step))),
        pressed,
        clock_s,
        marks,
        paid=cost,
    )
    wandering = one.wandering.replace(step.man, "")
    return Explanation(position, ply, cost, diffs, wandering=wandering)


def _code(step: Step) -> int:
    """A number for the move: the same in every process, unlike a text's hash."""
    return int.from_bytes(step.uci.encode(), "big")


def _arrival(one: Explanation, step: Step, picture: Placement, t: float) -> float:
    times = [
        one.diffs[square].since
        for square, man in step.arrivals
        if square in one.diffs and picture[square] == man
    ]
    return max(times) if times else t


def _diff(one: Explanation, step: Step, square: int, seen: str, old: Diff | None, t: float) -> Diff:
    if square == step.target and step.promotion and seen in ".?Pp":
        return Diff(Kind.PENDING, t)
    if seen == ".":
        return Diff(Kind.LIFTED, old.since if old is not None else t)
    if seen == one.position.placement[square]:
        return Diff(Kind.LEFTOVER, t)
    return Diff(Kind.FOREIGN, old.since if old is not None else t, seen)


def with_press(
    one: Explanation, *, white: bool | None, t: float, clock_s: int | None
) -> Explanation:
    """The explanation after a lever was pressed; ``white`` None where it is not known whose."""
    last = one.last
    if last is not None and last.pressed is None and white in (None, last.white):
        return replace(one, last=replace(last, pressed=t, clock_s=clock_s))
    if last is not None and white is not None and last.white != white:
        parent = last.parent
        quick = parent is not None and parent.pressed is None and t - parent.arrived < 3.0
        if parent is not None and quick and last.pressed is None and not _in_hand(one, white):
            # the answer was quicker than the lever, or than its report
            late = replace(parent, pressed=t, clock_s=clock_s)
            return replace(one, last=replace(last, parent=late))
    if white is not None and one.position.white == white:
        cost = one.cost + (PRESS_WITHOUT_MOVE if one.press is not None else 0.0)
        if any(
            d.man and d.man.isupper() == white and t - d.since > PRESSED_ON_THE_WAY_S
            for d in one.diffs.values()
        ):
            cost += PRESSED_ELSEWHERE
        return replace(one, cost=cost, press=t, press_clock_s=clock_s)
    if white is not None:
        return replace(one, cost=one.cost + PRESSED_AGAIN)
    return one


def _in_hand(one: Explanation, white: bool) -> bool:
    """A side has lifted a man: its lever is for the move that it is making."""
    men = (
        one.position.placement[square]
        for square, diff in one.diffs.items()
        if diff.kind is Kind.LIFTED and diff.since > one.arrived
    )
    return any(man.isupper() == white for man in men)
