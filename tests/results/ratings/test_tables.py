from fractions import Fraction

from gacrux import fidetables

from results.ratings.tables import (
    average,
    expected_percent,
    half_up,
    perfect_performance,
    performance,
    rating_difference,
)


def test_the_tables_are_fides() -> None:
    assert [rating_difference(p) for p in range(101)] == list(fidetables.ScoreToDp)
    assert [expected_percent(d) for d in range(801)] == list(fidetables.DiffToPd)
    assert [expected_percent(-d) for d in range(801)] == [100 - p for p in fidetables.DiffToPd]


def test_halves_are_rounded_up() -> None:
    assert half_up(Fraction(5, 2)) == 3
    assert half_up(Fraction(-1, 2)) == 0
    assert average([2000, 2001]) == 2001
    assert average([]) is None


def test_performances_of_nothing_all_and_none() -> None:
    assert performance(10, []) is None
    assert perfect_performance(10, []) is None
    assert perfect_performance(0, [2000, 1900]) == 1100
    assert perfect_performance(20, [2000, 1900]) == 2736
    assert performance(20, [2000, 1900]) == 2750
    assert perfect_performance(30, [2000, 1900]) == 2800
