"""PURE. Baku acceleration (C.04.7): virtual points that set the strong half apart at first."""

from results.crosstable.model import Acceleration, Crosstable, Number, Points
from results.errors import UsageError


def group_size(players: int) -> int:
    """How many are in group A before round 1: the first half, rounded up to an even number."""
    return 2 * -(-players // 4)


def baku(table: Crosstable, last: Number | None = None) -> tuple[Acceleration, ...]:
    """The virtual points of every player of group A.

    The accelerated rounds are the first half of all, rounded up; in the first half of these,
    rounded up, group A has the points of a win more, in the others those of a draw.

    Args:
        table: the stage.
        last: the last player of group A, who stays the same when late entries are put among
            the numbers (C.04.7, late entries); by default group A is counted from the list.

    Raises:
        UsageError: the point system does not allow it.
    """
    scoring = table.scoring
    if scoring.win != 2 * scoring.draw or scoring.loss != 0:
        raise UsageError("Baku acceleration needs a win worth two draws and a loss worth nothing")
    if last is None:
        members = [e.number for e in table.entrants[: group_size(len(table.entrants))]]
    else:
        members = [e.number for e in table.entrants if e.number <= last]
    accelerated = -(-table.rounds // 2)
    full = -(-accelerated // 2)
    spans = [(1, full, scoring.win), (full + 1, accelerated, scoring.draw)]
    return tuple(
        Acceleration(first, final, number, number, Points(points))
        for first, final, points in spans
        if first <= final
        for number in members
    )
