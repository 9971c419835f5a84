"""An outage that ends with the kings on their way to the centre already."""

import chess
import pytest

from boardlink.readings import LinkLost, PlacementRead
from facts.fact import Certainty, PlacementUnclear
from facts.result import BLACK_WON
from tests.boardlink.sensing.board import Board, placement_of

SEEN = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")


def after_outage(missed: tuple[str, ...], also_moved: str = "") -> tuple[Board, list[str]]:
    """A board that comes back with White's king on d4 and Black's about to go to e5."""
    position, board = chess.Board(), Board()
    for n, uci in enumerate(SEEN):
        man = position.piece_at(chess.parse_square(uci[:2]))
        assert man is not None
        board.play(f"{1000 * n + 1000}:{uci[:2]}- {1000 * n + 1300}:{uci[2:4]}{man.symbol()}")
        position.push_uci(uci)
        board.clock(white_presses=n % 2 == 0, t=n + 1.5)
    board.read(LinkLost(), 7.0)
    for uci in missed:
        position.push_uci(uci)
    shown = position.copy()
    shown.remove_piece_at(chess.E1)
    shown.set_piece_at(chess.D4, chess.Piece(chess.KING, chess.WHITE))
    if also_moved:
        shown.remove_piece_at(chess.parse_square(also_moved))
    board.read(PlacementRead(placement_of(shown.board_fen())), 10.0)
    board.play("10100:e8- 10400:e5k")
    return board, [*SEEN, *missed]


@pytest.mark.parametrize("missed", [(), ("a7a6",), ("a7a6", "b5c6", "d7c6"), ("a7a6", "b5a4")])
def test_moves_missed_before_the_kings_went_are_worked_out_and_not_certain(
    missed: tuple[str, ...],
) -> None:
    board, line = after_outage(missed)
    verdict = board.end()
    assert list(verdict.moves) == line
    assert verdict.result == BLACK_WON
    assert verdict.certainty is not Certainty.CERTAIN or not missed


def test_where_no_moves_lead_to_the_board_the_arbiter_is_told_that_some_are_missing() -> None:
    board, _ = after_outage(("a7a6",), also_moved="h2")
    verdict = board.end()
    assert verdict.result == BLACK_WON
    assert verdict.certainty is Certainty.UNCLEAR
    assert "lost-track" in [issue.code for issue in verdict.issues]
    (unclear,) = board.said(PlacementUnclear)
    assert isinstance(unclear, PlacementUnclear)
    assert "scoresheet" in unclear.text
