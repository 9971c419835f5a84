import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from broadcast.known.fen import fen_of


@settings(deadline=None)
@given(st.lists(st.integers(0, 200), max_size=120), st.sampled_from([None, 518, 0, 959]))
def test_the_text_is_that_of_the_rules_library(choices: list[int], start: int | None) -> None:
    board = chess.Board() if start is None else chess.Board.from_chess960_pos(start)
    for choice in choices:
        assert fen_of(board) == board.fen()
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])


def test_an_empty_board_and_a_bare_one_have_a_text_too() -> None:
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/3kK3/8/8/8/8 b - - 7 99"):
        assert fen_of(chess.Board(fen)) == fen
