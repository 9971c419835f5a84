from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.simulator.hands.deeds import DropFlag, Lift, Place, StopClock, after, men_of
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.signs import end_steps, flag_of, placements
from boardlink.simulator.hands.style import CALM, LIVELY, PLAIN, Floors, Style
from facts.fact import Side
from facts.pgn import PgnGame
from tests.boardlink.simulator.games import games

LIGHT = {chess.D5, chess.E4}


def shown(men: str) -> str:
    """The result that kings say, told by square colours alone."""
    kings = [men.index("K"), men.index("k")]
    assert all(square in {chess.D4, chess.D5, chess.E4, chess.E5} for square in kings)
    return ["0-1", "1/2-1/2", "1-0"][sum(square in LIGHT for square in kings)]


def test_there_are_twelve_placements_and_eight_of_them_are_draws() -> None:
    counts = {token: len(placements(token)) for token in ("1-0", "0-1", "1/2-1/2", "*")}
    assert counts == {"1-0": 2, "0-1": 2, "1/2-1/2": 8, "*": 0}
    assert len({p for token in counts for p in placements(token)}) == 12


@given(
    games,
    st.sampled_from(["1-0", "0-1", "1/2-1/2"]),
    st.sampled_from([CALM, LIVELY, PLAIN]),
    st.integers(0, 1 << 32),
)
def test_the_kings_end_where_the_result_says(
    game: PgnGame, token: str, style: Style, seed: int
) -> None:
    board = chess.Board(game.start_fen, chess960=game.chess960)
    for move in game.moves:
        board.push(board.parse_uci(move.uci))
    men = men_of(board)
    stops = 0
    for step in end_steps(men, token, style, Floors(), Luck(seed)):
        before, men = men, after(men, step.deed)
        stops += isinstance(step.deed, StopClock)
        if isinstance(step.deed, Lift):
            assert before[step.deed.square] != "."
        assert men.count("K") <= 1
        assert men.count("k") <= 1
    assert shown(men) == token
    assert stops == 1


def test_the_men_on_the_centre_are_lifted_first_or_replaced() -> None:
    men = men_of(chess.Board("4k3/8/8/3pp3/3PP3/8/8/4K3 w - - 0 1"))
    lifted = [s.deed for s in end_steps(men, "1-0", PLAIN, Floors(), Luck(3))]
    assert {d.square for d in lifted[1:3] if isinstance(d, Lift)} == LIGHT
    over = replace(PLAIN, clear_first=0.0)
    replaced = [s.deed for s in end_steps(men, "1-0", over, Floors(), Luck(3))]
    assert {d.square for d in replaced if isinstance(d, Place)} == LIGHT
    assert {d.square for d in replaced if isinstance(d, Lift)} == {chess.E1, chess.E8}


def test_a_king_that_stands_right_may_stay() -> None:
    men = men_of(chess.Board("4k3/8/8/8/4K3/8/8/8 w - - 0 1"))
    untouched = 0
    for seed in range(20):
        deeds = [s.deed for s in end_steps(men, "1-0", PLAIN, Floors(), Luck(seed))]
        untouched += not any(isinstance(d, Lift) and d.square == chess.E4 for d in deeds)
    assert 0 < untouched < 20


def test_kings_that_say_the_result_already_are_lifted_and_put_back() -> None:
    men = men_of(chess.Board("8/8/8/3k4/4K3/8/8/8 w - - 0 1"))
    for seed in range(30):
        moved = [s.deed for s in end_steps(men, "1-0", PLAIN, Floors(), Luck(seed))][1:]
        lifts = {d.square for d in moved if isinstance(d, Lift)}
        assert lifts
        if len(lifts) == 1:
            assert [type(d) for d in moved] == [Lift, Place]
            return
    raise AssertionError("no placement left the kings where they were")


@pytest.mark.parametrize(("token", "sign"), [("*", True), ("1-0", False)])
def test_without_a_result_or_a_sign_only_the_clock_stops(token: str, sign: bool) -> None:
    men = men_of(chess.Board())
    steps = list(end_steps(men, token, PLAIN, Floors(), Luck(0), sign=sign))
    assert [s.deed for s in steps] == [StopClock()]


def test_the_clock_may_be_stopped_after_the_kings() -> None:
    late = replace(PLAIN, stop_first=0.0)
    steps = list(end_steps(men_of(chess.Board()), "1-0", late, Floors(), Luck(0)))
    assert isinstance(steps[-1].deed, StopClock)
    assert steps[0].wait_s >= PLAIN.handshake_s[0]


@pytest.mark.parametrize(
    ("termination", "token", "side"),
    [
        ("Time forfeit", "1-0", Side.BLACK),
        ("time forfeit", "0-1", Side.WHITE),
        ("time forfeit", "1/2-1/2", None),
        ("normal", "1-0", None),
    ],
)
def test_the_loser_s_flag_falls_where_the_record_says_so(
    termination: str, token: str, side: Side | None
) -> None:
    assert flag_of(PgnGame({"Termination": termination}, (), token)) is side


def test_a_flag_falls_before_the_clock_is_stopped_and_the_kings_are_placed() -> None:
    men = men_of(chess.Board())
    steps = list(end_steps(men, "1-0", PLAIN, Floors(), Luck(0), flag=Side.BLACK))
    assert steps[0].deed == DropFlag(Side.BLACK)
    assert steps[1].deed == StopClock()
    assert len(steps) > 4
