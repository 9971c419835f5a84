from datetime import timedelta

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.drivers.heard import SecondOpinion
from boardlink.opinion import PATIENCE_S, Comparison, difference
from tests.fakes.virtual_clock import EPOCH

OURS = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1")
THEIRS = ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O")


def told(*san: str, start: str = "") -> SecondOpinion:
    return SecondOpinion(start, san)


def text(*san: str, ours: tuple[str, ...] = OURS) -> str:
    found = difference(chess.STARTING_FEN, ours, told(*san))
    return "" if found is None else found.text


def test_the_same_moves_agree() -> None:
    assert text(*THEIRS) == ""


def test_an_account_that_stops_earlier_agrees() -> None:
    assert text(*THEIRS[:4]) == ""
    assert text() == ""


def test_the_first_move_that_differs_is_named_with_both_readings() -> None:
    assert text(*THEIRS[:3], "Nf6", "Nc3") == "2... LiveChess has Nf6, this program has Nc6"


def test_a_move_that_cannot_be_played_there_differs() -> None:
    assert text(*THEIRS[:4], "Qh8") == "3. LiveChess has Qh8, this program has Bc4"


def test_moves_that_only_livechess_has_are_told() -> None:
    assert text(*THEIRS[:3], ours=OURS[:1]) == (
        "LiveChess has 1... e5 and 1 more, which this program has not"
    )


def test_a_king_in_the_centre_may_be_half_of_a_sign() -> None:
    line = ("e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "Kd4")
    board = chess.Board()
    ours = []
    for san in line[:6]:
        ours.append(board.push_san(san).uci())
    assert "half of a result sign" in text(*line, ours=tuple(ours))


def test_castling_that_is_told_twice_is_one_move() -> None:
    assert text(*THEIRS, "O-O", ours=OURS) == ""


@pytest.mark.parametrize("start", ["8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
def test_another_game_s_moves_are_not_compared(start: str) -> None:
    assert difference(chess.STARTING_FEN, OURS, told("d4", start=start)) is None


def test_the_start_may_be_told_as_a_placement_or_as_a_whole_fen() -> None:
    for start in (chess.STARTING_FEN, chess.STARTING_FEN.split(" ", maxsplit=1)[0]):
        assert difference(chess.STARTING_FEN, OURS, told("d4", start=start)) is not None


def looks(comparison: Comparison, ours: tuple[str, ...], at: float, *, over: bool = False) -> str:
    moment = EPOCH + timedelta(seconds=at)
    return comparison.look(chess.STARTING_FEN, ours, moment, over=over)


def test_a_difference_is_told_once_and_only_when_it_lasts() -> None:
    comparison = Comparison()
    comparison.hear(told("e4", "d5"))
    assert looks(comparison, ("e2e4", "e7e5"), 0) == ""
    assert looks(comparison, ("e2e4", "e7e5"), PATIENCE_S - 1) == ""
    assert "look at the board" in looks(comparison, ("e2e4", "e7e5"), PATIENCE_S)
    assert looks(comparison, ("e2e4", "e7e5"), PATIENCE_S + 60) == ""


def test_a_move_that_livechess_corrects_in_time_is_not_told() -> None:
    comparison = Comparison()
    comparison.hear(told("e4", "d6"))
    looks(comparison, ("e2e4", "d7d5"), 0)
    comparison.hear(told("e4", "d5"))
    assert looks(comparison, ("e2e4", "d7d5"), PATIENCE_S) == ""
    assert looks(comparison, ("e2e4", "d7d5"), 3 * PATIENCE_S) == ""


def test_a_difference_that_was_mended_and_comes_back_is_told_again() -> None:
    comparison = Comparison()
    said = []
    for number, san in enumerate(("d5", "e5", "d5")):
        comparison.hear(told("e4", san))
        for at in (0, PATIENCE_S):
            said.append(looks(comparison, ("e2e4", "e7e5"), number * 100 + at))
    assert [bool(one) for one in said] == [False, True, False, False, False, True]


def test_a_game_that_is_over_may_have_a_king_s_move_behind_it() -> None:
    comparison = Comparison()
    comparison.hear(told("e4", "e5", "Ke2"))
    looks(comparison, ("e2e4", "e7e5"), 0)
    assert looks(comparison, ("e2e4", "e7e5"), PATIENCE_S, over=True) == ""


def test_nothing_is_told_before_the_first_move_and_of_nobody_s_account() -> None:
    comparison = Comparison()
    comparison.hear(told("e4"))
    looks(comparison, (), 0)
    assert looks(comparison, (), PATIENCE_S) == ""
    comparison.hear(None)
    looks(comparison, ("d2d4",), 100)
    assert looks(comparison, ("d2d4",), 200) == ""


@given(st.lists(st.sampled_from(["e4", "O-O", "Ke2", "", "x", "--", "a1=Q", "Nf3", "e5", "0-0"])))
def test_no_account_however_strange_raises(san: list[str]) -> None:
    difference(chess.STARTING_FEN, OURS, told(*san))
