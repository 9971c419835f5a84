"""PURE. The set of explanations: fewer than a score, each the best of its kind."""

from collections.abc import Iterable
from dataclasses import replace

from boardlink.sensing.lines.explanation import Explanation, Other, Ply, ancestor, cost_at
from boardlink.sensing.lines.plausible import implausibility
from boardlink.sensing.setup import TrackerSettings
from facts.fact import Mark

Beam = tuple[Explanation, ...]
"""Never empty; the first is the best."""
OTHERS = 60
"""Lines that a ply remembers at most."""
CLOSE = 2.0
"""Nats within which two lines that meet are told apart by what people would play."""


def pruned(explanations: Iterable[Explanation], t: float, settings: TrackerSettings) -> Beam:
    """The best explanations, the best first.

    Equal lines are one. Lines that meet in the same position are one from there on: the
    better one remembers the other (transpositions, moves put back).
    """
    ranked = sorted(((cost_at(one, t), n, one) for n, one in enumerate(explanations)))
    best = ranked[0][0]
    kept: list[tuple[float, Explanation]] = []
    lines: set[int] = set()
    places: dict[str, int] = {}
    for cost, _, one in ranked:
        if cost > best + settings.drop or len(kept) >= settings.beam:
            break
        if one.line_id in lines:
            continue
        lines.add(one.line_id)
        place = places.get(one.position.key)
        if place is not None:
            kept[place] = _merged(*kept[place], one, cost)
            continue
        places[one.position.key] = len(kept)
        kept.append((cost, one))
    return tuple(one for _, one in kept)


def _merged(
    winner_cost: float, winner: Explanation, loser: Explanation, loser_cost: float
) -> tuple[float, Explanation]:
    """One explanation of two that met; where they are equally good, the one people would play."""
    gap = loser_cost - winner_cost
    worked_out = winner.last is not None and Mark.RECONSTRUCTED in winner.last.marks
    if gap < CLOSE and winner.number == loser.number and winner.last and not worked_out:
        theirs, ours = _new_plies(loser.last, winner.last), _new_plies(winner.last, loser.last)
        if theirs and ours:
            start = ours[-1].before
            gap += implausibility(start, [ply.step for ply in reversed(theirs)])
            gap -= implausibility(start, [ply.step for ply in reversed(ours)])
    if gap < 0:
        return winner_cost, _remembering(loser, winner, -gap)
    return winner_cost, _remembering(winner, loser, gap)


def _remembering(winner: Explanation, loser: Explanation, gap: float) -> Explanation:
    last = winner.last
    if last is None or (loser.last is None and winner.number == 0):
        return winner
    other = Other(loser.last, last.number, gap)
    carried = tuple(
        replace(o, gap=o.gap + gap) for ply in _new_plies(loser.last, last) for o in ply.others
    )
    others = sorted((*last.others, other, *carried), key=lambda o: o.gap)[:OTHERS]
    return replace(winner, last=replace(last, others=tuple(others)))


def _new_plies(loser: Ply | None, winner: Ply | None) -> list[Ply]:
    """The loser's plies since it parted from the winner, the last first."""
    plies: list[Ply] = []
    while loser is not None:
        twin = ancestor(winner, loser.number)
        if twin is not None and twin.line_id == loser.line_id:
            break
        plies.append(loser)
        loser = loser.parent
    return plies


def lead(beam: Beam, t: float) -> float:
    """Nats by which the best line is ahead of every line that is not its beginning or end."""
    best = beam[0]
    cost = cost_at(best, t)
    gaps = [cost_at(one, t) - cost for one in beam[1:] if not _same_game(best, one)]
    return min(gaps, default=float("inf"))


def _same_game(one: Explanation, other: Explanation) -> bool:
    """One line is the beginning of the other."""
    short, long = (one, other) if one.number <= other.number else (other, one)
    twin = ancestor(long.last, short.number)
    return short.line_id == (twin.line_id if twin is not None else 0)
