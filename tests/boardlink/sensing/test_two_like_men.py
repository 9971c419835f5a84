"""Two men of a kind that can reach the same square: the one that was seen to leave moved."""

import pytest

from boardlink.sensing.explanation import plies
from boardlink.sensing.setup import TrackerSettings
from tests.boardlink.sensing.board import Board, fold

ROOKS = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/4K3/1N6 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "first", "second", "between"),
    [
        (ROOKS, "h1", "a1", ("d1", "d5", "R")),
        (ROOKS, "a1", "h1", ("d1", "d5", "R")),
        (KNIGHTS, "f3", "b1", ("d2", "c4", "N")),
        (KNIGHTS, "b1", "f3", ("d2", "c4", "N")),
    ],
)
@pytest.mark.parametrize("lag_ms", [-300, 9, 150])
@pytest.mark.parametrize("clock", [True, False])
def test_a_later_move_of_its_twin_does_not_rewrite_who_moved_first(
    fen: str, first: str, second: str, between: tuple[str, str, str], lag_ms: int, clock: bool
) -> None:
    target, onward, man = between
    moves = [(first, target, man), ("e8", "e7", "k"), (target, onward, man), ("e7", "e6", "k")]
    moves += [(second, target, man), ("e6", "e7", "k")]
    board = Board(fen)
    for n, (origin, to, letter) in enumerate(moves):
        start = 2000 * n + 1000
        events = sorted([(start, f"{to}{letter}"), (start + lag_ms, f"{origin}-")])
        board.play(" ".join(f"{ms}:{change}" for ms, change in events))
        if clock:
            board.clock(white_presses=n % 2 == 0, t=start / 1000 + 0.6)
    rivals = [o for ply in plies(board.tracker.beam[0].last) for o in ply.others]
    assert all(rival.gap > TrackerSettings().clear_lead for rival in rivals), "no doubt is left"
    verdict = board.end()
    expected = [origin + to for origin, to, _ in moves]
    assert list(verdict.moves) == expected
    assert fold(board.facts) == expected
    assert verdict.alternatives == ()
