"""PURE. Moves that were not seen: every shortest way from a position to a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from boardlink.readings import Placement
from boardlink.sensing.placement import differing
from boardlink.sensing.position import Position, Step, after, steps_of

MAX_UNSEEN = 6
"""Plies that are looked for at most."""
MAX_WAYS = 40
"""Ways that are told apart; beyond that nobody can choose among them anyway."""
BUDGET = 400
"""Positions looked at for one picture."""


@dataclass(slots=True)
class _Budget:
    left: int


def ways_to(
    position: Position,
    picture: Placement,
    *,
    standing: frozenset[int] = frozenset(),
    max_plies: int = MAX_UNSEEN,
    budget: int = BUDGET,
    returns: bool = True,
) -> list[tuple[Step, ...]]:
    """Every shortest line of moves from ``position`` to ``picture``.

    Squares in ``standing`` do not matter: their sensors, or their men, are known to be wrong.
    Only where there is no other line, and with ``returns``, one is looked for in which a man
    leaves its square and comes back.
    """
    wrong = frozenset(differing(position.placement, picture)) - standing
    if not wrong:
        return []
    shortest = max(1, (len(wrong) - 2 + 1) // 2)
    for there_and_back in (False, True) if returns else (False,):
        left = _Budget(budget)
        for depth in range(shortest, max_plies + 1):
            ways = _ways(position, picture, wrong, standing, depth, left, there_and_back)
            found = list(islice(ways, MAX_WAYS))
            if found:
                return found
            if left.left <= 0:
                break
    return []


def _ways(
    position: Position,
    picture: Placement,
    wrong: frozenset[int],
    standing: frozenset[int],
    depth: int,
    budget: _Budget,
    there_and_back: bool,
) -> Iterator[tuple[Step, ...]]:
    if len(wrong) > 2 * depth + 2:
        return
    by_origin = steps_of(position).by_origin
    origins = sorted(by_origin) if there_and_back and depth > 1 else sorted(wrong)
    for origin in origins:
        for step in by_origin.get(origin, ()):
            left = _wrong_after(step, picture, wrong, standing)
            if depth == 1:
                if not left:
                    yield (step,)
                continue
            if len(left) > (2 * depth - 2 if there_and_back else min(len(wrong), 2 * depth)):
                continue
            if not left:
                continue
            if budget.left <= 0:
                return
            budget.left -= 1
            following = after(position, step)
            for rest in _ways(
                following, picture, left, standing, depth - 1, budget, there_and_back
            ):
                yield (step, *rest)


def _wrong_after(
    step: Step, picture: Placement, wrong: frozenset[int], standing: frozenset[int]
) -> frozenset[int]:
    left = set(wrong)
    for square, man in step.changes:
        if square in standing:
            continue
        if picture[square] == man:
            left.discard(square)
        else:
            left.add(square)
    return frozenset(left)
