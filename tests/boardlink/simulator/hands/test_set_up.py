import chess
from hypothesis import given
from hypothesis import strategies as st

from boardlink.readings import Man, Square
from boardlink.simulator.hands.deeds import Lift, Place, after, men_of
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.set_up import set_up_steps
from boardlink.simulator.hands.style import CALM, Floors


@given(st.lists(st.sampled_from("PNBRQKpnbrqk......"), min_size=64, max_size=64), st.integers())
def test_from_any_men_the_start_position_stands_in_the_end(letters: list[str], seed: int) -> None:
    men = "".join(letters)
    for step in set_up_steps(men, chess.STARTING_FEN, CALM, Floors(), Luck(seed)):
        if isinstance(step.deed, Lift):
            assert men[step.deed.square] != "."
        elif isinstance(step.deed, Place):
            assert men[step.deed.square] == "."
        men = after(men, step.deed)
    assert men == men_of(chess.Board())


def test_men_that_stand_right_are_not_touched() -> None:
    men = men_of(chess.Board())
    assert list(set_up_steps(men, chess.STARTING_FEN, CALM, Floors(), Luck(0))) == []


def test_a_man_that_stands_wrong_goes_home_in_one_go() -> None:
    board = chess.Board()
    board.push_san("e4")
    deeds = [
        s.deed for s in set_up_steps(men_of(board), chess.STARTING_FEN, CALM, Floors(), Luck(0))
    ]
    assert deeds == [Lift(Square(chess.E4)), Place(Square(chess.E2), Man("P"))]
