"""PURE. Sonneborn-Berger (C.07 9.1, SB): opponents' scores times the points against them."""

from collections.abc import Sequence

from results.crosstable.scoring import worded
from results.standings.tiebreaks.buchholz import Scores
from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.cuts import Part, cut
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Working

SHAPE = Shape.HUNDREDTHS


def sonneborn_berger(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[int]:
    """The Sonneborn-Berger of some players in hundredths."""
    scores = Scores(field, code)
    found = []
    for i in who:
        parts = _products(field, scores, i)
        total = sum(part.value for part in parts)
        if code.low or code.high:
            total -= sum(p.value for p in cut(parts, code.low, code.high, field.rounds))
        found.append(total)
    return found


def sonneborn_berger_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """How one player's Sonneborn-Berger came about."""
    scores = Scores(field, code)
    parts = _products(field, scores, i)
    gone = cut(parts, code.low, code.high, field.rounds)
    terms = []
    for part in parts:
        points = field.cells[i][part.round_index].points
        product = f"{worded(points)} × {worded(part.score)}"
        terms.append(Term(part.value, product, scores.note(i, part), cut=part in gone))
    value = sum(term.value for term in terms if not term.cut)
    return Working(value, SHAPE, tuple(terms))


def _products(field: Field, scores: Scores, i: int) -> list[Part]:
    row = field.cells[i]
    return [
        Part(
            part.score * row[part.round_index].points, part.score, part.voluntary, part.round_index
        )
        for part in scores.parts(i)
    ]
