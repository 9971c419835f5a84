from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.simulator.hands.deeds import (
    Deed,
    Lift,
    Place,
    Press,
    SetClock,
    StartClock,
    after,
    men_of,
)
from boardlink.simulator.hands.hands import game_steps, move_hands
from boardlink.simulator.hands.luck import Luck
from boardlink.simulator.hands.pace import Control, control_of
from boardlink.simulator.hands.style import CALM, LIVELY, PLAIN, Floors, Style
from facts.fact import Side
from facts.pgn import PgnGame, PgnMove, read
from tests.boardlink.simulator.games import games


def deeds(fen: str, uci: str, style: Style, seed: int = 0, *, chess960: bool = False) -> list[str]:
    board = chess.Board(fen, chess960=chess960)
    move = board.parse_uci(uci)
    return [spell(hand.deed) for hand in move_hands(board, move, style, Luck(seed))]


def spell(deed: Deed) -> str:
    match deed:
        case Lift(square):
            return f"{chess.square_name(square)}-"
        case Place(square, man):
            return f"{chess.square_name(square)}{man}"
        case _:
            return type(deed).__name__


@given(games, st.integers(0, 1 << 32), st.sampled_from([CALM, LIVELY, PLAIN]))
@settings(max_examples=60)
def test_after_every_press_the_men_stand_as_the_position_says(
    game: PgnGame, seed: int, style: Style
) -> None:
    board = chess.Board(game.start_fen, chess960=game.chess960)
    men = men_of(board)
    presses = 0
    for step in game_steps(game, Control(), style, Floors(), Luck(seed)):
        men = after(men, step.deed)
        if isinstance(step.deed, Press):
            assert step.deed.side is (Side.WHITE if board.turn else Side.BLACK)
            board.push(board.parse_uci(game.moves[step.ply - 1].uci))
            assert men == men_of(board)
            presses += 1
    assert presses == len(game.moves)


@given(games, st.integers(0, 1 << 32))
@settings(max_examples=30)
def test_the_same_seed_gives_the_same_hands(game: PgnGame, seed: int) -> None:
    once, again = (
        list(game_steps(game, Control(), LIVELY, Floors(), Luck(seed))) for _ in range(2)
    )
    assert once == again


CAPTURE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("own_first", "enemy_first", "expected"),
    [
        (1.0, 0.0, ["e4-", "d5-", "d5P"]),
        (0.0, 1.0, ["d5-", "e4-", "d5P"]),
        (0.0, 0.0, ["e4-", "d5P"]),
    ],
)
def test_a_capture_is_made_in_any_order_or_on_top(
    own_first: float, enemy_first: float, expected: list[str]
) -> None:
    style = replace(PLAIN, own_first=own_first, enemy_first=enemy_first)
    assert deeds(CAPTURE, "e4d5", style) == expected


CASTLE = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("uci", "style", "expected"),
    [
        ("e1g1", PLAIN, ["e1-", "g1K", "h1-", "f1R"]),
        ("e1c1", PLAIN, ["e1-", "c1K", "a1-", "d1R"]),
        ("e1g1", replace(PLAIN, rook_first=1.0), ["h1-", "f1R", "e1-", "g1K"]),
    ],
)
def test_castling_king_first_or_rook_first(uci: str, style: Style, expected: list[str]) -> None:
    assert deeds(CASTLE, uci, style) == expected


def test_castling_with_both_hands_lifts_both_men_first() -> None:
    made = deeds(CASTLE, "e1g1", replace(PLAIN, both_hands=1.0))
    assert set(made[:2]) == {"e1-", "h1-"}
    assert set(made[2:]) == {"g1K", "f1R"}


def test_chess960_castling_with_crossing_men_takes_both_hands() -> None:
    made = deeds("1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "c1b1", PLAIN, chess960=True)
    assert made == ["b1-", "d1R"]
    made = deeds("1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", PLAIN, chess960=True)
    assert set(made[:2]) == {"f1-", "g1-"}
    assert set(made[2:]) == {"g1K", "f1R"}


PROMOTION = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("uci", "style", "expected"),
    [
        ("a7a8q", PLAIN, ["a7-", "a8Q"]),
        ("a7a8n", replace(PLAIN, pawn_first=1.0), ["a7-", "a8P", "a8-", "a8N"]),
        ("a7a8q", replace(PLAIN, queen_first=1.0), ["a8Q", "a7-"]),
        ("a7b8q", PLAIN, ["a7-", "b8-", "b8Q"]),
        ("a7b8q", replace(PLAIN, queen_first=1.0), ["b8-", "b8Q", "a7-"]),
        ("a7b8r", replace(PLAIN, pawn_first=1.0), ["b8-", "a7-", "b8P", "b8-", "b8R"]),
    ],
)
def test_promotion_pawn_first_queen_first_or_direct(
    uci: str, style: Style, expected: list[str]
) -> None:
    assert deeds(PROMOTION, uci, style) == expected


def test_en_passant_takes_the_pawn_from_its_own_square() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert deeds(fen, "e5d6", PLAIN) == ["d5-", "e5-", "d6P"]
    assert deeds(fen, "e5d6", replace(PLAIN, own_first=1.0)) == ["e5-", "d5-", "d6P"]
    late = replace(PLAIN, own_first=0.0, enemy_first=0.0)
    assert deeds(fen, "e5d6", late) == ["e5-", "d6P", "d5-"]


def test_a_slide_touches_every_square_between() -> None:
    made = deeds("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", replace(PLAIN, slide=1.0))
    assert made == ["a1-", "a2R", "a2-", "a3R", "a3-", "a4R"]
    made = deeds("4k3/8/8/8/7r/8/8/4K3 b - - 0 1", "h4e4", replace(PLAIN, slide=1.0))
    assert made == ["h4-", "g4r", "g4-", "f4r", "f4-", "e4r"]


def test_a_man_that_is_adjusted_goes_back_to_its_square() -> None:
    made = deeds("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", replace(PLAIN, adjust=1.0))
    assert made == ["e1-", "e1K", "e1-", "e2K"]


def test_an_illegal_move_of_the_record_is_made_as_it_was() -> None:
    moves = (PgnMove("e2e4", "e4"), PgnMove("e7e4", "Pe4", legal=False))
    game = PgnGame({}, moves)
    made = [spell(s.deed) for s in game_steps(game, Control(), PLAIN, Floors(), Luck(0)) if s.ply]
    assert made == ["e2-", "e4P", "Press", "e4-", "e7-", "e4p", "Press"]


def test_hands_stop_where_the_record_cannot_be_played() -> None:
    moves = (PgnMove("e2e4", "e4"), PgnMove("", "Zz9", legal=False))
    steps = list(game_steps(PgnGame({}, moves), Control(), PLAIN, Floors(), Luck(0)))
    assert max(step.ply for step in steps) == 1


def test_a_move_takes_the_time_that_its_record_says() -> None:
    (game,) = read("1. e4 {[%clk 0:01:00][%emt 0:00:31]} e5 {[%clk 0:01:20][%emt 0:00:10]} *")
    steps = list(game_steps(game, control_of(game), CALM, Floors(), Luck(5)))
    assert [sum(s.wait_s for s in steps if s.ply == ply) for ply in (1, 2)] == [
        pytest.approx(31.0),
        pytest.approx(10.0),
    ]
    assert [s.deed.shows_s for s in steps if isinstance(s.deed, Press)] == [60, 80]


def test_a_game_begins_with_the_clock_set_and_started_for_who_moves_first() -> None:
    game = PgnGame({"FEN": "4k3/8/8/8/8/8/8/4K3 b - - 0 1"}, (PgnMove("e8e7", "Ke7"),))
    steps = list(game_steps(game, Control(300, 3), PLAIN, Floors(), Luck(0)))
    assert steps[0].deed == SetClock(300, 300, 3, Side.BLACK)
    assert steps[1].deed == StartClock(Side.BLACK)
    assert steps[-1].deed == Press(Side.BLACK, None)
