"""A game that ended by itself, and the kings that say so once more."""

from facts.fact import Certainty, ResultShown, SignWithdrawn
from facts.result import BLACK_WON, WHITE_WON
from tests.boardlink.sensing.board import Board

FOOLS_MATE = "0:f2- 300:f3P 2000:e7- 2300:e5p 4000:g2- 4300:g4P 6000:d8- 6300:h4q "


def test_mate_stays_said_while_the_kings_make_the_sign() -> None:
    board = Board().play(FOOLS_MATE + "14000:e1- 14100:e8- 15000:e5K 15500:d4k")
    verdict = board.end()
    assert board.said(SignWithdrawn) == []
    shown = [fact for fact in board.said(ResultShown) if isinstance(fact, ResultShown)]
    assert [(fact.by, fact.certainty) for fact in shown][-1] == ("kings", Certainty.CERTAIN)
    assert {fact.result for fact in shown} == {BLACK_WON}
    assert (verdict.result, verdict.by) == (BLACK_WON, "mate")


def test_a_sign_that_contradicts_a_mate_is_a_conflict_with_its_reason() -> None:
    board = Board().play(FOOLS_MATE + "14000:e1- 14100:e8- 15000:e4K 15500:d5k")
    board.end()
    last = board.said(ResultShown)[-1]
    assert isinstance(last, ResultShown)
    assert last.result == WHITE_WON
    assert last.certainty is Certainty.LIKELY
    assert any("position says 0-1" in text for text in last.conflicts)


def test_a_mate_that_is_put_back_is_withdrawn() -> None:
    board = Board().play(FOOLS_MATE + "9000:h4- 9300:d8q 10000:d7- 10300:d5p 13000:b1- 13300:c3N")
    board.end()
    assert len(board.said(SignWithdrawn)) == 1
