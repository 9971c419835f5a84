import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import Control, control_of, first_side, times, without_times
from facts.fact import Side
from facts.pgn import PgnGame, PgnMove, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5400+30", Control(5400, 30)),
        ("40/7200", Control(7200, 0)),
        ("180", Control(180, 0)),
        ("90min + 30min/40 moves + 30s/move", Control(5400, 30)),
        (": 90 minutes for the first 40 moves, with an increment of 30 seconds", Control(5400, 30)),
        ("60 minutes", Control(3600, 0)),
        ("", Control()),
        ("?", Control()),
        ("0+0", Control()),
        ("99999999+5", Control()),
    ],
)
def test_a_time_control_is_read_from_its_tag(text: str, expected: Control) -> None:
    assert control_of(PgnGame({"TimeControl": text}, ())) == expected


RECORD = """
1. e4 {[%clk 1:30:54] [%emt 0:00:05]} e6 {[%clk 1:30:57] [%emt 0:00:03]}
2. d4 {[%clk 1:24:53] [%emt 0:06:31]} d5 {[%clk 1:31:15] [%emt 0:00:12]}
3. exd5 {[%clk 1:25:07] [%emt 0:00:16]} exd5 {[%clk 1:31:40] [%emt 0:00:06]} *
"""


def test_a_time_control_is_worked_out_from_noted_times() -> None:
    (game,) = read(RECORD)
    assert control_of(game) == Control(5454 + 5 - 30, 30)


def test_noted_times_are_kept_and_a_missing_one_is_worked_out() -> None:
    (game,) = read("1. e4 {[%clk 0:05:00]} e5 {[%emt 0:00:09]} 2. d4 {[%clk 0:04:20]} *")
    spent = times(game, Control(300, 2), Luck(1))
    assert [(s.spent_s, s.shows_s) for s in spent] == [(2.0, 300), (9.0, None), (42.0, 260)]


@given(st.integers(0, 1 << 30), st.integers(60, 7200), st.sampled_from([0, 2, 30]))
def test_made_up_times_never_use_up_the_clock(seed: int, base: int, increment: int) -> None:
    game = PgnGame({}, tuple(PgnMove("e2e4", "e4") for _ in range(300)))
    left = [float(base), float(base)]
    for ply, spent in enumerate(times(game, Control(base, increment), Luck(seed))):
        assert spent.shows_s is None
        assert spent.spent_s > 0
        left[ply % 2] += increment - spent.spent_s
        assert left[ply % 2] > 0


def test_a_game_can_forget_its_times() -> None:
    (game,) = read(RECORD)
    assert {(m.clock_s, m.spent_s) for m in without_times(game).moves} == {(None, None)}


def test_black_moves_first_where_the_position_says_so() -> None:
    assert first_side(PgnGame({"FEN": "4k3/8/8/8/8/8/8/4K3 b - - 0 1"}, ())) is Side.BLACK
    assert first_side(PgnGame({}, ())) is Side.WHITE
