from datetime import timedelta

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.account import Account
from boardlink.drivers.heard import SecondOpinion
from boardlink.sensing.tracker import GameSetup
from boardlink.stations.livechess_moves import PATIENCE_S, Comparison, difference
from facts.fact import Certainty, DeviceWarned, Fact, LineMove, ResultShown
from facts.ids import DeviceId, GameId
from facts.result import DRAWN
from facts.settings import Source
from tests.fakes.virtual_clock import EPOCH

BOARD = DeviceId("25731")
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
    assert text(*THEIRS[:3], "Nf6", "Nc3") == "2… LiveChess has Nf6, this program has Nc6"


def test_a_move_that_cannot_be_played_there_differs() -> None:
    assert text(*THEIRS[:4], "Qh8") == "3. LiveChess has Qh8, this program has Bc4"


def test_moves_that_only_livechess_has_are_told() -> None:
    assert text(*THEIRS[:3], ours=OURS[:1]) == (
        "LiveChess has 1… e5 and 1 more, which this program has not"
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


def played(*moves: str, over: bool = False) -> Account:
    line = tuple(LineMove(uci, uci, None, EPOCH) for uci in moves)
    sign = ResultShown(
        GameId("g"), DRAWN, Source.KING_SIGN, "kings", Certainty.CERTAIN, "both kings"
    )
    return Account(line=line, sign=sign if over else None)


def looks(comparison: Comparison, account: Account, at: float) -> Fact | None:
    setup = GameSetup(GameId("g"), EPOCH)
    return comparison.look(setup, account, EPOCH + timedelta(seconds=at))


def heard(*san: str) -> Comparison:
    comparison = Comparison(BOARD)
    comparison.hear(told(*san))
    return comparison


def test_a_difference_is_told_once_and_only_when_it_lasts() -> None:
    comparison = heard("e4", "d5")
    account = played("e2e4", "e7e5")
    assert looks(comparison, account, 0) is None
    assert looks(comparison, account, PATIENCE_S - 1) is None
    warned = looks(comparison, account, PATIENCE_S)
    assert isinstance(warned, DeviceWarned)
    assert warned.text == "1… LiveChess has d5, this program has e5: look at the board"
    assert looks(comparison, account, PATIENCE_S + 60) is None


def test_a_move_that_livechess_corrects_in_time_is_not_told() -> None:
    comparison = heard("e4", "d6")
    account = played("e2e4", "d7d5")
    looks(comparison, account, 0)
    comparison.hear(told("e4", "d5"))
    assert looks(comparison, account, PATIENCE_S) is None
    assert looks(comparison, account, 3 * PATIENCE_S) is None


def test_a_difference_that_was_mended_is_told_as_over_and_one_that_comes_back_again() -> None:
    comparison = Comparison(BOARD)
    account = played("e2e4", "e7e5")
    said = []
    for number, san in enumerate(("d5", "e5", "d5")):
        comparison.hear(told("e4", san))
        comparison.hear(None)
        said += [looks(comparison, account, number * 100 + at) for at in (0, PATIENCE_S)]
    assert [type(one).__name__ for one in said] == [
        "NoneType",
        "DeviceWarned",
        "NoneType",
        "DeviceRecovered",
        "NoneType",
        "DeviceWarned",
    ]


def test_a_game_that_is_over_may_have_a_king_s_move_behind_it() -> None:
    comparison = heard("e4", "e5", "Ke2")
    account = played("e2e4", "e7e5", over=True)
    looks(comparison, account, 0)
    assert looks(comparison, account, PATIENCE_S) is None


def test_nothing_is_told_before_the_first_move_and_of_nobody_s_account() -> None:
    comparison = heard("e4")
    looks(comparison, played(), 0)
    assert looks(comparison, played(), PATIENCE_S) is None
    silent = Comparison(BOARD)
    looks(silent, played("d2d4"), 100)
    assert looks(silent, played("d2d4"), 200) is None


@given(st.lists(st.sampled_from(["e4", "O-O", "Ke2", "", "x", "--", "a1=Q", "Nf3", "e5", "0-0"])))
def test_no_account_however_strange_raises(san: list[str]) -> None:
    difference(chess.STARTING_FEN, OURS, told(*san))
