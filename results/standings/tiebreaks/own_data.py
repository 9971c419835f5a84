"""PURE. A player's own data: points, number, rating, moves, former place, lot.

Pairing number (C.07 7.8, TPN) and rating (10.6, RTNG) are FIDE's; own moves (MOVES), the
place in a former stage (STAGE), the order by its results among those who are tied (FORMER)
and the drawing of lots (LOTS) are what tournaments define.
"""

from collections.abc import Sequence

from results.standings.tiebreaks.code import TiebreakCode
from results.standings.tiebreaks.field import Field
from results.standings.tiebreaks.working import Shape, Term, Value, Working

SHAPE = Shape.WHOLE


def points(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The points themselves, for lists that put a tie-break before them."""
    return [field.points[i] for i in who]


def points_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """Round by round."""
    carried = field.table.entrants[i].carried
    terms = [Term(carried, note="brought along")] if carried else []
    terms += [Term(cell.points) for cell in field.cells[i]]
    return Working(field.points[i], Shape.TENTHS, tuple(terms))


def pairing_number(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The pairing number; the lowest is first."""
    return [field.numbers[i] for i in who]


def rating(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The rating; nothing for all where somebody is unrated and no rule says what then."""
    if any(value is None for value in field.ratings):
        return [None] * len(who)
    return [field.ratings[i] for i in who]


def moves(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """Own moves by the official scores; forfeits have none."""
    return [field.extras.moves.get(field.numbers[i]) for i in who]


def former_place(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The place in a former stage; the lowest is first."""
    return [field.extras.former_places.get(field.numbers[i]) for i in who]


def lots(field: Field, code: TiebreakCode, who: Sequence[int]) -> list[Value]:
    """The place that the lot gave; the lowest is first."""
    return [field.extras.lots.get(field.numbers[i]) for i in who]


def former_results(field: Field, code: TiebreakCode, tied: Sequence[int]) -> dict[int, int]:
    """The place among the tied by a former stage's results; 0 where none are known."""
    ask = field.extras.former_results
    places = ask([field.numbers[i] for i in tied]) if ask is not None else {}
    return {i: places[n].place if (n := field.numbers[i]) in places else 0 for i in tied}


def former_results_working(
    field: Field, code: TiebreakCode, i: int, tied: Sequence[int]
) -> Working:
    """What decided in the former stage."""
    ask = field.extras.former_results
    found = ask([field.numbers[j] for j in tied]) if ask is not None else {}
    mine = found.get(field.numbers[i])
    if mine is None:
        return Working(0, SHAPE, (), ("no results of a former stage are known",))
    return Working(mine.place, SHAPE, (), (mine.why,))


_TEXTS = {
    "TPN": "the pairing number",
    "RTNG": "the rating",
    "MOVES": "own moves in all games",
    "STAGE": "the place in the former stage",
    "LOTS": "the place by lot",
}


def own_data_working(field: Field, code: TiebreakCode, i: int) -> Working:
    """The plain value of one player."""
    values = {
        "TPN": pairing_number,
        "RTNG": rating,
        "MOVES": moves,
        "STAGE": former_place,
        "LOTS": lots,
    }[code.name](field, code, [i])
    return Working(values[0], SHAPE, (), (_TEXTS[code.name],))
