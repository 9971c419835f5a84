"""PURE. The moves of an outage: which lines lead to what stands on the board afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from boardlink.readings import Placement
from boardlink.sensing.lines.explanation import Explanation, moved
from boardlink.sensing.lines.plausible import implausibility
from boardlink.sensing.lines.scoring import (
    MISSED,
    OVERLOOKED,
    ROUNDABOUT,
    UNSEEN_ARRIVAL,
    WRONG_TURN,
    misfit_cost,
)
from boardlink.sensing.lines.search import MAX_UNSEEN, Budget, Way, plies_needed, ways_to
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.position import Step
from facts.fact import Mark

OVERLOOKED_AT_MOST = 4
"""Plies that are looked for while the link was up."""
FAR_OFF = 5.0
"""Nats at which the clock speaks so much against a number of moves that any other will do."""
IMPLAUSIBLE_AT_MOST = 3.0
"""Nats: what people would rather play orders the lines, and excludes none."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """What the clock says of an outage.

    Attributes:
        since: when it began.
        presses: how often levers were pressed in it, None where that is not known.
        turned: whether it is the other side's turn now, None where that is not known.
        white: White's time ran when it began, None where that is not known.
    """

    since: float
    presses: int | None = None
    turned: bool | None = None
    white: bool | None = None


def reconstructed(
    one: Explanation,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    standing: frozenset[int],
    unseen: Unseen | None,
    budget: int,
    lost: bool = True,
) -> Iterator[Explanation]:
    """Every longer explanation that shows ``picture``, by moves of which nothing was seen.

    Args:
        one: the explanation before.
        picture: what stands on the board at ``t``.
        t: when.
        settings: the tracker's.
        standing: squares that say nothing.
        unseen: what the clock says, if anything.
        budget: moves that may be looked into.
        lost: the link was down, so nothing was reported of these moves.
    """
    missed = MISSED if lost else OVERLOOKED
    longer: dict[Way, Explanation] = {(): one}
    for way, extra in _ways(one, picture, standing, unseen, Budget(budget), lost=lost):
        if lost:
            extra += min(implausibility(one.position, way), IMPLAUSIBLE_AT_MOST)
        for n in range(1, len(way)):
            if way[:n] not in longer:
                before = longer[way[: n - 1]]
                longer[way[:n]] = _made(one, before, way[n - 1], picture, t, settings, missed)
        before = longer[way[:-1]]
        last = _made(one, before, way[-1], picture, t, settings, missed, extra)
        yield replace(last, press=None, press_clock_s=None)


def _made(
    one: Explanation,
    before: Explanation,
    step: Step,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    missed: float,
    extra: float = 0.0,
) -> Explanation:
    price = missed if missed == MISSED else _price(one, step, picture, missed)
    marks = (Mark.RECONSTRUCTED,) if price > 0 else ()
    return moved(before, step, picture, t, settings, extra=price + extra, marks=marks)


def _price(one: Explanation, step: Step, picture: Placement, missed: float) -> float:
    """What it costs that this move was not taken in when it was made."""
    if any(s in one.diffs and picture[s] == man for s, man in step.arrivals):
        return 0.0 if step.origin in one.diffs else missed
    return UNSEEN_ARRIVAL


def _ways(
    one: Explanation,
    picture: Placement,
    standing: frozenset[int],
    unseen: Unseen | None,
    budget: Budget,
    *,
    lost: bool,
) -> Iterator[tuple[Way, float]]:
    """Lines of moves, and what it costs that the clock tells otherwise."""
    position = one.position
    needed = plies_needed(position, picture, standing)
    most = MAX_UNSEEN if lost else OVERLOOKED_AT_MOST
    expected = _expected(one, unseen)
    turn = _parity(one, unseen)
    found: set[int] = set()
    agreed, shortest = False, most
    for plies, price in sorted(
        ((n, _price_of(n, expected, turn)) for n in range(needed, most + 1)),
        key=lambda entry: (entry[1], entry[0]),
    ):
        if found and (agreed or not lost or plies % 2 in found or price > FAR_OFF):
            continue
        ways = ways_to(position, picture, plies, standing=standing, budget=budget)
        if found and expected is None and plies > shortest:
            price += ROUNDABOUT
        if ways:
            found.add(plies % 2)
            shortest = min(shortest, plies)
            agreed = agreed or (expected is not None and price == 0)
        for way in ways:
            yield way, price


def _expected(one: Explanation, unseen: Unseen | None) -> int | None:
    """How many plies the presses of an outage ended, that of the last move seen not counted."""
    if unseen is None or unseen.presses is None:
        return None
    return max(unseen.presses - _ended_late(one, unseen), 0)


def _parity(one: Explanation, unseen: Unseen | None) -> int | None:
    """Whether an odd (1) or even (0) number of plies was ended in an outage."""
    if unseen is None or unseen.turned is None:
        return None
    return (unseen.turned + _ended_late(one, unseen)) % 2


def _ended_late(one: Explanation, unseen: Unseen) -> int:
    """1 where the first press in the outage ended the last move seen."""
    last = one.last
    if unseen.white is not None:
        return int(unseen.white != one.position.white)
    return int(last is not None and (last.pressed is None or last.pressed > unseen.since))


def _price_of(plies: int, expected: int | None, turn: int | None) -> float:
    if expected is not None:
        return misfit_cost(plies - expected)
    return WRONG_TURN if turn is not None and plies % 2 != turn else 0.0
