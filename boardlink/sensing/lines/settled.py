"""PURE. What an arbiter or a scoresheet has settled: lines that say otherwise are given up.

A move that was told is made as soon as the board shows it. One that the sensors never saw is
put in where the board shows a later position of what was told, or where nothing but men that
are not seen speaks against it. A man that stands where what was told has none does: then the
line ends there, and whoever told it is to hear so.
"""

from collections.abc import Iterator, Mapping

from boardlink.readings import UNREADABLE, Placement
from boardlink.sensing.lines.beam import Beam, pruned
from boardlink.sensing.lines.explanation import (
    Explanation,
    Ply,
    is_clean,
    is_standing,
    moved,
    plies,
    resynchronised,
)
from boardlink.sensing.lines.scoring import Kind
from boardlink.sensing.lines.supported import open_gap
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.position import Step, illegal_step, steps_of
from facts.fact import Mark

UNSEEN = 3.0
"""Nats for a move that we were told of and that the sensors do not show."""
AHEAD = 8
"""Plies that are looked ahead for the position which the board shows."""
UNSEEN_AT_MOST = 6
"""Plies in a row that are believed though no square has shown them."""
LOOKED_INTO = 2
"""Explanations from which what was told is carried on."""


def obeying(
    beam: Beam,
    told: Mapping[int, str],
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    *,
    lost: bool = False,
    rested: bool = False,
) -> Beam:
    """The explanations that agree with what was told, with what of it the picture shows.

    ``told`` maps plies (from 1) to UCI moves. ``lost``: moves were missed, however many.
    ``rested``: the picture has rested, so that it may be asked which men are not seen.
    """
    kept = [one for one in beam if agrees(one.last, told)]
    if not kept:
        kept = [_agreeing(one, told, picture, t) for one in beam]
    if is_clean(kept[0]):
        return pruned(kept, t, settings)
    found: list[Explanation] = []
    for one in kept[:LOOKED_INTO]:
        limit = len(told) if lost else AHEAD
        onward = list(_onward(one, told, picture, t, settings, limit, free=lost))
        there = next((longer for longer in onward if _shows(one, longer)), None)
        if there is not None:
            found.append(there)
        elif lost:
            found += onward[-1:]
        elif rested:
            found += [longer for longer in onward[:UNSEEN_AT_MOST] if _only_unseen(longer)]
    return pruned([*kept, *found], t, settings)


def agrees(last: Ply | None, told: Mapping[int, str]) -> bool:
    """The line says nothing else than what was told."""
    return all(ply.step.uci == told.get(ply.number, ply.step.uci) for ply in plies(last))


def unsettled_gap(best: Explanation, told: Mapping[int, str]) -> int | None:
    """The ply before a stretch that has several orders of which nobody has told which it was."""
    gap = open_gap(best)
    if gap is None:
        return None
    while gap + 1 in told:
        gap += 1
    return gap if gap < best.number else None


def _agreeing(
    one: Explanation, told: Mapping[int, str], picture: Placement, t: float
) -> Explanation:
    """The explanation up to the first move that was told otherwise."""
    for ply in plies(one.last):
        if ply.step.uci != told.get(ply.number, ply.step.uci):
            cost = ply.parent.paid if ply.parent is not None else 0.0
            shorter = Explanation(ply.before, ply.parent, cost)
            return resynchronised(shorter, picture, t)
    return one


def _onward(
    one: Explanation,
    told: Mapping[int, str],
    picture: Placement,
    t: float,
    settings: TrackerSettings,
    limit: int,
    *,
    free: bool,
) -> Iterator[Explanation]:
    """The explanation with more and more of what was told."""
    for _ in range(limit):
        uci = told.get(one.number + 1)
        step = _step(one, uci) if uci is not None else None
        if step is None:
            return
        seen = any(s in one.diffs and picture[s] == man for s, man in step.arrivals)
        marks = () if step.legal else (Mark.ILLEGAL,)
        extra = 0.0 if free or seen else UNSEEN
        one = moved(one, step, picture, t, settings, extra=extra, marks=marks)
        yield one


def _shows(one: Explanation, longer: Explanation) -> bool:
    """The board shows the longer line's position, but for what was wrong before."""
    return all(square in one.diffs and is_standing(one, square) for square in longer.diffs)


def _only_unseen(one: Explanation) -> bool:
    """Nothing speaks against the line but men that are not seen, or not readable."""
    return all(
        diff.kind in (Kind.LIFTED, Kind.PENDING) or diff.man == UNREADABLE
        for square, diff in one.diffs.items()
        if not is_standing(one, square)
    )


def _step(one: Explanation, uci: str) -> Step | None:
    for step in steps_of(one.position):
        if step.uci == uci:
            return step
    origin, target = _square(uci[:2]), _square(uci[2:4])
    return illegal_step(one.position, origin, target)


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
