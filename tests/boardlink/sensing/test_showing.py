"""When a move is shown: at once with its lever, even while the answer is on its way."""

import pytest

from boardlink.sensing.lines.explanation import Explanation, resynchronised
from boardlink.sensing.lines.growth import MOST, grown
from boardlink.sensing.setup import TrackerSettings
from boardlink.sensing.squares.position import start_position
from facts.fact import MovePlayed
from tests.boardlink.sensing.board import Board, placement_of


def shown_at(board: Board, ply: int) -> float:
    """When a ply was shown first."""
    return next(t for t, fact in board.facts if isinstance(fact, MovePlayed) and fact.ply == ply)


def opening(*, clock: bool) -> Board:
    board = Board()
    moves = [("e2", "e4", "P"), ("e7", "e5", "p"), ("g1", "f3", "N"), ("b8", "c6", "n")]
    if clock:
        board.clock(t=-0.5)
    for n, (origin, target, man) in enumerate(moves):
        board.play(f"{3000 * n}:{origin}- {3000 * n + 400}:{target}{man}")
        if clock:
            board.clock(white_presses=n % 2 == 0, t=3 * n + 0.9)
    return board


def test_a_move_whose_lever_was_reported_before_its_man_is_shown_when_the_man_is_seen() -> None:
    board = opening(clock=True).play("12000:f1-")
    board.clock(white_presses=True, t=12.3)
    board.play("12400:b5B 12500:a7-")
    assert shown_at(board, 5) == pytest.approx(12.4)


@pytest.mark.parametrize("forgotten", [True, False])
def test_a_lever_with_a_man_in_the_hand_is_for_the_move_that_is_being_made(
    forgotten: bool,
) -> None:
    board = opening(clock=True).play("12000:f1- 12400:b5B")
    if not forgotten:
        board.clock(white_presses=True, t=12.5)
    board.play("12600:a7-")
    board.clock(white_presses=False, t=12.7)
    board.play("12800:a6p 12900:b5-")
    if not forgotten:
        assert shown_at(board, 6) == pytest.approx(12.8)
    board.play("13100:a4B")
    assert board.end().moves[4:] == ("f1b5", "a7a6", "b5a4")


def test_without_a_clock_a_hand_on_the_next_man_does_not_hold_up_the_move() -> None:
    board = opening(clock=False).play("12000:f1- 12400:b5B 12500:a7- 13000:a6p")
    assert shown_at(board, 5) == pytest.approx(12.65)


def test_men_in_disorder_let_a_line_grow_no_further_than_so_far() -> None:
    start = start_position(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess960=False
    )
    seen = placement_of("8/8/rnbqkbnr/pppppppp/PPPPPPPP/RNBQKBNR/8/8")
    one = resynchronised(Explanation(start), seen, 1.0)
    for square in range(16, 48):
        longer = list(grown(one, square, seen, 1.0, TrackerSettings()))
        assert len(longer) <= 3 * MOST
