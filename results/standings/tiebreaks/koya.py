"""PURE. Koya (C.07 9.2, KS): points against all who reached the limit, half the maximum."""

from collections.abc import Sequence

from results.crosstable.scoring import worded
from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Working

SHAPE = Shape.TENTHS


def koya(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """The points of some players against those over the limit, tenths."""
    over = _over(field, code)
    return [
        sum(c.points for c in field.cells[i] if c.opponent >= 0 and over[c.opponent]) for i in who
    ]


def koya_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """One player's points against each who is over the limit."""
    over = _over(field, code)
    terms = tuple(
        Term(
            cell.points,
            note=""
            if over[cell.opponent]
            else f"{field.numbers[cell.opponent]} is under the limit",
            cut=not over[cell.opponent],
        )
        for cell in field.cells[i]
        if cell.opponent >= 0
    )
    value = sum(term.value for term in terms if not term.cut)
    limit = limit_times_100(field, code)
    whole, thousandths = divmod(limit, 1000)
    shown = worded(limit // 100) if limit % 500 == 0 else f"{whole}.{thousandths:03}"
    return Working(value, SHAPE, terms, (f"the limit is {shown}",))


def _over(field: Field, code: TiebreakCode) -> list[bool]:
    limit = limit_times_100(field, code)
    return [100 * points >= limit for points in field.points]


def limit_times_100(field: Field, code: TiebreakCode) -> int:
    """The limit in thousandths of a point: a share of the maximum, and half points more.

    In a round robin nobody plays in the rounds that they sit out, nor against players who
    never turned up.
    """
    games = field.rounds
    if field.table.round_robin and field.size:
        if games % field.size == 0:
            games -= games // field.size
        games -= sum(1 for row in field.cells if all(c.opponent < 0 for c in row))
    return code.koya.percent * field.table.scoring.win * games + 100 * code.koya.extra
