"""PURE. The order in which prizes are given, whatever it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from facts.player import Player
from results.crosstable.model import Points
from results.errors import UsageError


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player at their final place.

    Attributes:
        place: from 1; equal for players whose place is shared.
        points: tenths; None where places come from more than points, such as matches: then
            only players with the same place share.
        stage: where the points were made; points of two stages are never equal.
    """

    player: Player
    place: int
    points: Points | None = None
    stage: str = ""


def check(ranking: Sequence[Ranked]) -> None:
    """Raises UsageError where the places are not those of an order: 1, 2, 2, 4."""
    for index, one in enumerate(ranking):
        first = next(i for i, other in enumerate(ranking) if other.place == one.place)
        if one.place != first + 1 or ranking[first : index + 1].count(one) != 1:
            raise UsageError(
                f"{one.player.name} has place {one.place} in line {index + 1}: places must be "
                "those of one list, shared ones with the best of their numbers"
            )


def sharers(ranking: Sequence[Ranked]) -> list[tuple[int, tuple[Ranked, ...]]]:
    """Groups that share prizes, each with the place of its first line (from 1).

    Players with equal points share, or with the same place where points do not count.
    """
    groups = []
    line = 1
    for _, members in groupby(ranking, key=_right):
        group = tuple(members)
        groups.append((line, group))
        line += len(group)
    return groups


def _right(one: Ranked) -> tuple[str, int, bool]:
    if one.points is None:
        return one.stage, one.place, False
    return one.stage, one.points, True
