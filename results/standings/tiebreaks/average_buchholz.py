"""PURE. Average of opponents' Buchholz (C.07 8.2, AOB; ``/F`` of their Fore Buchholz).

An exact fraction; for people it is rounded to as many decimals as keep different values
apart: two up to 8 rounds, three up to 26.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from results.standings.tiebreaks.buchholz import buchholz
from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Value, Working

SHAPE = Shape.AVERAGE


def decimals(rounds: int) -> int:
    """How many decimals an average over so many rounds needs."""
    return 2 if rounds < 9 else 3 if rounds < 27 else 4 if rounds < 73 else 5


def average_buchholz(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The averages of some players in tenths; nothing without an opponent played."""
    met = {i: [cell.opponent for cell in field.cells[i] if cell.played] for i in who}
    values = _buchholz(field, code, {j for opponents in met.values() for j in opponents})
    return [Fraction(sum(values[j] for j in met[i]), len(met[i])) if met[i] else None for i in who]


def average_buchholz_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """The Buchholz of each opponent."""
    met = [cell.opponent for cell in field.cells[i] if cell.played]
    (value,) = average_buchholz(field, code, [i])
    if not met:
        return Working(value, SHAPE, (), ("no game was played",))
    values = _buchholz(field, code, set(met))
    terms = tuple(Term(values[j]) for j in met)
    return Working(value, SHAPE, terms, (f"divided by {len(terms)}",))


def _buchholz(field: Field, code: TiebreakCode, who: set[int]) -> dict[int, int]:
    """Buchholz by player, of those who are needed."""
    order = sorted(who)
    own = replace(code, name="FB" if code.fore else "BH")
    return dict(zip(order, buchholz(field, own, order), strict=True))
