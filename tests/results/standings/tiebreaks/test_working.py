import re
from fractions import Fraction

import pytest

from results.crosstable.model import Number
from results.standings.standings import explain, shown_values, standings
from results.standings.tiebreaks.code import Edition
from results.standings.tiebreaks.table import tiebreak_of
from results.standings.tiebreaks.working import Shape, Term, Working, shown_value
from tests.results.standings.tiebreaks.test_against_oracle import SWISS, swiss

_SIGNS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def number(text: str) -> Fraction:
    match = re.fullmatch(r"(\d*)([¼½¾]?)|(\d+\.\d+)", text)
    assert match is not None, text
    if match[3]:
        return Fraction(match[3])
    return Fraction(match[1] or 0) + _SIGNS.get(match[2], Fraction(0))


def added(text: str) -> Fraction:
    total = Fraction(0)
    for part in text.split(" + "):
        if part.startswith("["):
            continue
        product = Fraction(1)
        for factor in part.split(" × "):
            product *= number(factor)
        total += product
    return total


def test_a_working_reads_like_an_arbiters() -> None:
    terms = (Term(45), Term(50, note="round 2: a note"), Term(10, cut=True), Term(5, "½ × 1"))
    assert str(Working(100, Shape.TENTHS, terms, ("a remark",))) == (
        "10 = 4½ + 5 + [1 cut] + ½ × 1; round 2: a note; a remark"
    )
    assert str(Working(None, Shape.WHOLE, (), ("nothing",))) == "none; nothing"
    assert str(Working(1525, Shape.HUNDREDTHS)) == "15¼"
    assert str(Working(33, Shape.TENTHS)) == "3.3"


def test_values_for_tables_are_decimals() -> None:
    assert shown_value(55, Shape.TENTHS) == "5.5"
    assert shown_value(1525, Shape.HUNDREDTHS) == "15.25"
    assert shown_value(1550, Shape.HUNDREDTHS) == "15.5"
    assert shown_value(Fraction(1000, 6), Shape.AVERAGE, 2) == "16.67"
    assert shown_value(-5, Shape.TENTHS) == "-0.5"
    assert shown_value(None, Shape.WHOLE) == ""


@pytest.mark.parametrize("edition", list(Edition))
def test_every_sum_adds_up_to_its_value(edition: Edition) -> None:
    sums = [c for c in SWISS if c.split("/")[0] in {"BH", "FB", "SB", "PS", "STD", "KS"}]
    for seed in (3, 4, 5):
        table = standings(swiss(seed), sums, edition)
        for line in table.lines:
            for column, shown in enumerate(shown_values(table, line)):
                text = str(explain(table, line.number, column)).partition(";")[0]
                head, _, terms = text.partition(" = ")
                assert number(head) == Fraction(shown)
                assert added(terms) == Fraction(shown) if terms else Fraction(shown) == 0


def test_every_code_explains_every_value() -> None:
    table = standings(swiss(6), SWISS)
    for line in table.lines:
        for column, code in enumerate(table.codes):
            working = explain(table, line.number, column)
            if tiebreak_of(code).values is not None:
                assert working.value == line.values[column], code.text


def test_a_bye_is_explained_by_its_article() -> None:
    table = standings(swiss(1), ["BH"])
    texts = [str(explain(table, Number(line.number), 0)) for line in table.lines]
    assert any("counts as a game against yourself" in text for text in texts)
    assert any("C.07.16.4.2" in text for text in texts)
    assert any("C.07.16.3.2" in text for text in texts)
