"""PURE. Sum of progressive scores (C.07 7.5, PS); cuts leave out the first rounds."""

from collections.abc import Sequence
from itertools import accumulate

from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Working

SHAPE = Shape.TENTHS


def progressive(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """The sums of running scores of some players in tenths."""
    return [sum(_running(field, i)[code.low :]) for i in who]


def progressive_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """The running scores of one player."""
    terms = tuple(Term(value, cut=r < code.low) for r, value in enumerate(_running(field, i)))
    return Working(sum(t.value for t in terms if not t.cut), SHAPE, terms)


def _running(field: Field, i: int) -> list[int]:
    return list(accumulate(cell.points for cell in field.cells[i]))
