"""PURE. How the set of explanations takes in what the sensors report."""

from collections.abc import Iterable, Iterator, Sequence

from boardlink.readings import Placement
from boardlink.sensing.lines.beam import Beam, pruned
from boardlink.sensing.lines.explanation import (
    Explanation,
    Ply,
    back,
    fresh_diffs,
    is_clean,
    observed,
    resynchronised,
    with_press,
)
from boardlink.sensing.lines.growth import against_the_rules, answered_against_the_rules, grown
from boardlink.sensing.lines.reconstruction import Unseen, reconstructed
from boardlink.sensing.lines.scoring import (
    UNDO,
    UNDO_PLY,
    UNDO_PRESSED,
    Kind,
)
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.placement import differing

LOOKED_INTO = 3
"""Explanations, the best first, from which a picture that fits none is looked into."""
BUDGETS = (400, 100, 100)
"""Moves looked into for each of these after an outage."""
SQUARES_LOOKED_INTO = 16
"""Squares of which the last change is looked for where no full line is found."""
BUDGET_OVERLOOKED = 100
"""The same where the link was up."""
UNDONE_AT_MOST = 12
"""Plies that an arbiter may have put back (an illegal move found late)."""

SET_UP_ABOVE = 2
"""Plies above which the start position means a new game, not moves put back."""


def after_change(
    beam: Beam, square: int, picture: Placement, t: float, settings: TrackerSettings
) -> Beam:
    """The explanations after one square changed; ``picture`` shows it already."""
    seen = [observed(one, square, picture[square], t, settings) for one in beam]
    longer = [new for one in seen for new in grown(one, square, picture, t, settings)]
    if not longer and picture[square] not in ".?":
        longer = [
            new
            for one in seen[:LOOKED_INTO]
            for new in answered_against_the_rules(one, square, picture, t, settings)
        ]
    return pruned(seen + longer, t, settings)


def after_gap(
    beam: Beam,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    lost: bool,
    unseen: Unseen | None = None,
) -> Beam:
    """The explanations after many squares changed at once, whatever happened between.

    ``unseen`` is what the clock says of the moves that were missed.
    """
    seen = [resynchronised(one, picture, t) for one in beam]
    found = list(_missed(seen, picture, t, settings, lost=lost, unseen=unseen))
    if not found:
        # a man may be in the hand just now: take the moves that can be told apart already
        found = [
            new
            for one in seen
            for square in list(one.diffs)[:SQUARES_LOOKED_INTO]
            if one.diffs[square].kind is Kind.FOREIGN
            for new in grown(one, square, picture, t, settings)
        ]
    return pruned(seen + found, t, settings)


def caught_up(
    beam: Beam, picture: Placement, t: float, settings: TrackerSettings, kings: frozenset[int]
) -> Beam:
    """The explanations after an outage whose end shows the kings away from the game already.

    ``kings`` are the squares that they left and stand on: these say nothing about the moves
    that were missed, all others do.
    """
    found = _missed(beam, picture, t, settings, lost=True, besides=kings)
    return pruned([*beam, *found], t, settings)


def after_rest(
    beam: Beam, picture: Placement, t: float, settings: TrackerSettings, *, lost: bool
) -> Beam:
    """The explanations after the men have rested in a picture that the best does not explain."""
    best = beam[0]
    if is_clean(best):
        return beam
    found: list[Explanation] = list(_put_back(best, picture))
    only_lifted = all(diff.kind is Kind.LIFTED for diff in fresh_diffs(best).values())
    for one in beam[:LOOKED_INTO]:
        found += against_the_rules(one, picture, t, settings, pressed=one.press is not None)
    if lost or not only_lifted:
        found += _missed(beam, picture, t, settings, lost=lost)
    return pruned([*beam, *found], t, settings)


def after_press(
    beam: Beam,
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    white: bool | None,
    clock_s: int | None,
) -> Beam:
    """The explanations after a lever was pressed: White's, Black's, or (None) who knows whose.

    ``clock_s`` holds the seconds left on the side of that lever.
    """
    illegal = [
        new
        for one in beam[:LOOKED_INTO]
        if white in (None, one.position.white)
        for new in against_the_rules(one, picture, t, settings, pressed=True)
    ]
    pressed = [with_press(one, white=white, t=t, clock_s=clock_s) for one in [*beam, *illegal]]
    return pruned(pressed, t, settings)


def _put_back(best: Explanation, picture: Placement) -> Iterator[Explanation]:
    """The board shows an earlier position of the line again: moves were put back."""
    standing = _standing(best)
    cost = best.cost + UNDO
    for ply in _some(back(best.last), UNDONE_AT_MOST):
        if ply.parent is None and best.number > SET_UP_ABOVE:
            return  # that is a board set up for the next game, never moves put back
        cost += UNDO_PLY + (UNDO_PRESSED if ply.pressed is not None else 0.0)
        if set(differing(ply.before.placement, picture)) <= standing:
            diffs = {s: diff for s, diff in best.diffs.items() if s in standing}
            yield Explanation(ply.before, ply.parent, cost, diffs)


def _some(line: Iterable[Ply], most: int) -> Iterator[Ply]:
    for n, ply in enumerate(line):
        if n >= most:
            return
        yield ply


def _standing(one: Explanation) -> frozenset[int]:
    """Squares that were wrong before the last move: a dead sensor, a wrong set-up."""
    fresh = fresh_diffs(one)
    return frozenset(s for s in one.diffs if s not in fresh)


def _missed(
    beam: Sequence[Explanation],
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    lost: bool,
    unseen: Unseen | None = None,
    besides: frozenset[int] = frozenset(),
) -> Iterator[Explanation]:
    """The best explanations with moves that nobody saw; squares ``besides`` say nothing."""
    for one, budget in zip(beam, BUDGETS, strict=False):
        yield from reconstructed(
            one,
            picture,
            t,
            settings,
            standing=_standing(one) | besides,
            unseen=unseen,
            budget=budget if lost else BUDGET_OVERLOOKED,
            lost=lost,
        )
