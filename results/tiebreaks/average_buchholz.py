"""PURE. Average of opponents' Buchholz (C.07 8.2, AOB; ``/F`` of their Fore Buchholz).

An exact fraction; for people it is rounded to as many decimals as keep different values
apart: two up to 8 rounds, three up to 26.
"""

from dataclasses import replace
from fractions import Fraction

from results.tiebreaks.buchholz import buchholz
from results.tiebreaks.code import TiebreakCode
from results.tiebreaks.field import Field
from results.tiebreaks.working import Shape, Term, Value, Working

SHAPE = Shape.AVERAGE


def decimals(rounds: int) -> int:
    """How many decimals an average over so many rounds needs."""
    return 2 if rounds < 9 else 3 if rounds < 27 else 4 if rounds < 73 else 5


def average_buchholz(field: Field, code: TiebreakCode) -> list[Value]:
    """Everybody's average in tenths; nothing without an opponent played."""
    values = _opponents_values(field, code)
    found: list[Value] = []
    for row in field.cells:
        met = [values[cell.opponent] for cell in row if cell.played]
        found.append(Fraction(sum(met), len(met)) if met else None)
    return found


def average_buchholz_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """The Buchholz of each opponent."""
    values = _opponents_values(field, code)
    terms = tuple(Term(values[cell.opponent]) for cell in field.cells[i] if cell.played)
    value = average_buchholz(field, code)[i]
    if not terms:
        return Working(value, SHAPE, (), ("no game was played",))
    return Working(value, SHAPE, terms, (f"divided by {len(terms)}",))


def _opponents_values(field: Field, code: TiebreakCode) -> list[int]:
    return buchholz(field, replace(code, name="FB" if code.fore else "BH"))
