"""A line that leaves something of what went on unexplained is never called certain."""

import pytest

from facts.fact import Certainty
from tests.boardlink.sensing.board import Board

ROOK_AND_BISHOP = "5k2/8/8/8/7R/3b4/8/R5K1 b - - 0 1"
QUIET = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def timed(fen: str) -> Board:
    """A board whose clock is known to have White on the left."""
    board = Board(fen)
    board.clock(t=-0.9)
    return board


def test_levers_for_more_plies_than_were_seen_leave_the_line_in_doubt() -> None:
    """The rook stops on g4 and the bishop on f5, where no scan sees it, while both are in haste."""
    board = Board("6k1/8/8/8/7R/3b4/8/R5K1 b - - 0 1").play("0:g8- 300:f8k")
    for n, white in enumerate((False, True, False, True)):
        board.clock(white_presses=white, t=0.5 + 3 * n)
        origin, target, man = (("f8", "g8", "k"), ("g1", "h1", "K"))[not white]
        if n < 3:
            square, to = (origin, target) if n < 2 else (target, origin)
            board.play(f"{2000 + 3000 * n}:{square}- {2300 + 3000 * n}:{to}{man}")
    board.play("11000:h4- 11190:g4R 11390:d3-")
    board.clock(white_presses=False, t=11.47)
    board.play("11570:f4R 11575:g4-")
    board.clock(white_presses=True, t=11.63)
    board.clock(white_presses=False, t=11.82)
    board.play("11890:h7b 14000:a1- 14400:a2R")
    board.clock(white_presses=True, t=15.0)
    assert board.end().certainty is not Certainty.CERTAIN


@pytest.mark.parametrize("after_s", [0.4, 1.0, 3.0])
def test_a_lever_after_the_last_move_means_that_another_was_made(after_s: float) -> None:
    board = timed(QUIET).play("0:a1- 400:a4R")
    board.clock(white_presses=True, t=0.9)
    board.play("4000:e8- 4400:e7k")
    board.clock(white_presses=False, t=5.0)
    board.clock(white_presses=True, t=5.0 + after_s)
    assert board.end().certainty is not Certainty.CERTAIN


@pytest.mark.parametrize(
    ("between_ms", "certainty"), [(300, Certainty.LIKELY), (2500, Certainty.CERTAIN)]
)
def test_where_a_lever_is_missing_haste_leaves_room_for_moves_that_nobody_saw(
    between_ms: int, certainty: Certainty
) -> None:
    board = timed(QUIET)
    moves = [("a1", "a4", "R"), ("e8", "e7", "k"), ("a4", "a5", "R"), ("e7", "e6", "k")]
    for n, (origin, target, man) in enumerate(moves):
        start = n * (between_ms + 60)
        board.play(f"{start}:{origin}- {start + 50}:{target}{man}")
        if n not in (2, 3):
            board.clock(white_presses=n % 2 == 0, t=board.t + 0.005)
    verdict = board.end()
    assert verdict.moves == ("a1a4", "e8e7", "a4a5", "e7e6")
    assert verdict.certainty is certainty


def test_a_man_that_rested_elsewhere_before_the_record_ends_leaves_it_in_doubt() -> None:
    board = timed(QUIET).play("0:a1- 400:a4R")
    board.clock(white_presses=True, t=0.9)
    board.play("4000:e8- 4400:e7k")
    board.clock(white_presses=False, t=5.0)
    board.play("8000:a4- 8400:b6R")
    board.wait_until(16.0)
    board.play("16000:b6- 16500:a4R")
    assert board.end().certainty is not Certainty.CERTAIN
