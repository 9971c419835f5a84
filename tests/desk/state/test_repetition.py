"""Whether the moves bear out a claim of a draw."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from desk.state.repetition import occurrences, quiet_plies

BACK_AND_FORTH = ["g1f3", "g8f6", "f3g1", "f6g8"]


def test_the_position_of_the_start_comes_back_after_four_plies() -> None:
    assert occurrences(chess.STARTING_FEN, BACK_AND_FORTH * 2) == (0, 4, 8)


def test_a_lost_right_to_castle_makes_another_position() -> None:
    fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"
    rooks = ["h1g1", "h8g8", "g1h1", "g8h8"]
    assert occurrences(fen, rooks) == (4,)


def test_an_en_passant_that_nobody_can_take_changes_nothing() -> None:
    moves = ["e2e4", "g8f6", "g1f3", "f6g8", "f3g1"]
    assert occurrences(chess.STARTING_FEN, moves) == (1, 5)


def test_after_an_illegal_move_positions_are_counted_anew() -> None:
    moves = [*BACK_AND_FORTH, "a1a5", "g8f6", "a5a1", "f6g8"]
    assert occurrences(chess.STARTING_FEN, moves) == (8,)


@given(st.randoms(use_true_random=False), st.integers(0, 60))
def test_python_chess_agrees_on_threefold_and_fifty_moves(random: object, plies: int) -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1")
    moves: list[str] = []
    for _ in range(plies):
        legal = [move.uci() for move in board.legal_moves]
        if not legal:
            break
        choice = random.choice(legal)  # type: ignore[attr-defined]
        board.push_uci(choice)
        moves.append(choice)
    start = board.root().fen()
    assert (len(occurrences(start, moves)) >= 3) == board.is_repetition(3)
    assert quiet_plies(start, moves) == board.halfmove_clock
