import pytest

from results.checks.second_opinion import answer, disagreements, question
from results.crosstable.model import ABSENT, Number
from results.errors import EngineError
from results.pairing.answer import Pair
from results.pairing.dutch import pair_round
from results.trf.read import parse
from results.trf.table import trf_table
from tests.results.pairing.test_dutch import field


def test_the_question_holds_the_round_with_its_byes() -> None:
    text = question(field(5), {Number(2): ABSENT})
    asked = trf_table(parse(text), pairing=True).table
    assert asked.byes_ahead == {(1, Number(2)): ABSENT}
    assert "XXR 5" in text
    assert "XXC white1" in text


def test_the_answer_is_read_and_compared() -> None:
    made = pair_round(field(5))
    same = answer("3\n1 3\n4 2\n5 0\n")
    assert same == made.pairs
    assert disagreements(made, same) == ()
    other = answer("3\r\n3 1\r\n4 2\r\n5 0\r\n")
    assert disagreements(made, other) == ("only ours: 1 – 3", "only the second engine's: 3 – 1")
    assert Pair(Number(5), Number(0)) in other


@pytest.mark.parametrize("text", ["", "2\n1 3\n", "no pairing\n", "1\n1 x\n"])
def test_nonsense_is_no_answer(text: str) -> None:
    with pytest.raises(EngineError):
        answer(text)
