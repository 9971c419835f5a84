"""PURE. Moves that were not seen: every shortest way from a position to a picture."""

from collections.abc import Iterator
from dataclasses import dataclass

from boardlink.readings import Placement
from boardlink.sensing.placement import differing
from boardlink.sensing.position import Position, Step, after, steps_of

MAX_UNSEEN = 6
"""Plies that are looked for at most."""
MAX_WAYS = 24
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
) -> list[tuple[Step, ...]]:
    """Every shortest line of moves from ``position`` to ``picture``.

    Squares in ``standing`` do not matter: their sensors, or their men, are known to be wrong.
    A line in which a man leaves its square and comes back is not looked for.
    """
    wrong = frozenset(differing(position.placement, picture)) - standing
    if not wrong:
        return []
    left = _Budget(budget)
    shortest = max(1, (len(wrong) - 2 + 1) // 2)
    for depth in range(shortest, max_plies + 1):
        found = []
        for way in _ways(position, picture, wrong, standing, depth, left):
            found.append(way)
            if len(found) >= MAX_WAYS:
                break
        if found or left.left <= 0:
            return found
    return []


def _ways(
    position: Position,
    picture: Placement,
    wrong: frozenset[int],
    standing: frozenset[int],
    depth: int,
    budget: _Budget,
) -> Iterator[tuple[Step, ...]]:
    if len(wrong) > 2 * depth + 2:
        return
    by_origin = steps_of(position).by_origin
    for origin in sorted(wrong):
        for step in by_origin.get(origin, ()):
            left = _wrong_after(step, picture, wrong, standing)
            if depth == 1:
                if not left:
                    yield (step,)
                continue
            if len(left) > len(wrong) or len(left) > 2 * depth:
                continue
            if not left:
                continue
            if budget.left <= 0:
                return
            budget.left -= 1
            for rest in _ways(after(position, step), picture, left, standing, depth - 1, budget):
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
