from boardlink.sensing.tracker import why
from facts.fact import MoveConfirmed, MovePlayed, PiecesSetUp, ResultShown
from facts.result import BLACK_WON
from tests.boardlink.sensing.board import Board, fold


def test_plain_moves_are_shown_within_a_third_of_a_second_of_rest() -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5")
    shown = [t for t, fact in board.facts if isinstance(fact, MovePlayed)]
    assert [round(t, 3) for t in shown] == [1.6, 4.95]


def test_a_lever_shows_and_confirms_a_move_at_once() -> None:
    board = Board().play("1000:e2- 1350:e4P")
    board.clock(t=0.5 + 0.9)
    board.clock(white_presses=True, t=1.45)
    assert [t for t, fact in board.facts if isinstance(fact, MovePlayed)] == [1.45]
    assert [fact.by for fact in board.said(MoveConfirmed) if isinstance(fact, MoveConfirmed)] == [
        "lever"
    ]


def test_a_hesitation_on_a_legal_square_is_corrected() -> None:
    board = Board().play("0:e2- 300:e3P 1200:e3- 1500:e4P 5000:e7- 5300:e5p")
    assert board.end().moves == ("e2e4", "e7e5")
    assert fold(board.facts) == ["e2e4", "e7e5"]


def test_the_first_kings_legal_step_is_taken_off_when_the_second_king_follows() -> None:
    board = Board("8/8/8/8/8/4K3/7r/6k1 w - - 0 50")
    board.play("0:e3- 500:d4K 4500:g1- 5200:e5k")
    verdict = board.end()
    assert verdict.moves == ()
    assert verdict.result == BLACK_WON
    assert fold(board.facts) == []
    assert board.said(ResultShown)


def test_men_set_up_again_are_never_read_as_moves_put_back() -> None:
    board = Board().play(
        "1000:e2- 1350:e4P 4350:e7- 4700:e5p 7700:g1- 8050:f3N 11050:b8- 11400:c6n "
        "17600:f3- 17800:e4- 18000:e5- 18200:c6- 25400:g1N 25700:e2P 26000:e7p 26300:b8n"
    )
    verdict = board.end()
    assert verdict.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert verdict.result is None
    assert board.said(PiecesSetUp)


def test_the_arbiter_is_told_why_a_move_is_believed() -> None:
    board = Board()
    board.clock(t=-0.5)
    board.play("1000:e2- 1350:e4P")
    board.clock(white_presses=True, t=2.0)
    board.play("4350:e7- 4700:e5p")
    board.end()
    assert why(board.tracker, 1) == (
        "e4: the man arrived at 15:00:01, the lever was pressed at 15:00:02, "
        "no other line comes near"
    )
    assert "no answer has come yet" in why(board.tracker, 2)
    assert why(board.tracker, 3) == ""


def test_moves_put_back_further_than_one_leave_the_line() -> None:
    board = Board().play(
        "1000:e2- 1350:e4P 4350:e7- 4700:e5p 7700:g1- 8050:h3N 11050:b8- 11400:c6n "
        "20000:c6- 20500:b8n 21000:h3- 21500:g1N 30000:g1- 30400:f3N 34000:b8- 34400:c6n"
    )
    assert board.end().moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert fold(board.facts) == ["e2e4", "e7e5", "g1f3", "b8c6"]
