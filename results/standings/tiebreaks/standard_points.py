"""PURE. Standard points (C.07 7.7, STD, new in 2026): 1, ½, 0 whatever the scoring system.

A game counts by who scored more in it. Without playing, the points are compared with those
for a draw; a double forfeit therefore counts nothing for either.
"""

from collections.abc import Sequence

from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Cell, Field
from results.standings.tiebreaks.working import Shape, Term, Working

SHAPE = Shape.TENTHS


def standard_points(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """The standard points of some players in tenths."""
    return [sum(_round(field, r, cell) for r, cell in enumerate(field.cells[i])) for i in who]


def standard_points_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """Round by round."""
    terms = tuple(Term(_round(field, r, cell)) for r, cell in enumerate(field.cells[i]))
    return Working(sum(term.value for term in terms), SHAPE, terms)


def _round(field: Field, r: int, cell: Cell) -> int:
    if cell.played and cell.open:
        return 0
    other = field.cells[cell.opponent][r].points if cell.played else field.table.scoring.draw
    if cell.points > other:
        return 10
    return 5 if cell.points == other else 0
