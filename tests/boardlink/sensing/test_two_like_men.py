"""Two men of a kind that can reach the same square: the one that was seen to leave moved."""

import pytest

from tests.boardlink.sensing.board import Board, fold

ROOKS = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/4K3/1N6 w - - 0 1"
TWINS = [
    (ROOKS, "h1", "a1", ("d1", "d5", "R")),
    (ROOKS, "a1", "h1", ("d1", "d5", "R")),
    (KNIGHTS, "f3", "b1", ("d2", "c4", "N")),
    (KNIGHTS, "b1", "f3", ("d2", "c4", "N")),
]
"""Position; who moves first, and later; through which square, on to which, and its letter."""


APART_MS = 800
"""Quick play, so that a wrong explanation is still thought of when the twin moves."""


def moves_of(first: str, second: str, between: tuple[str, str, str]) -> list[tuple[str, ...]]:
    target, onward, man = between
    return [
        (first, target, man), ("e8", "e7", "k"), (target, onward, man), ("e7", "e6", "k"),
        (second, target, man), ("e6", "e7", "k"),
    ]  # fmt: skip


def make(board: Board, n: int, move: tuple[str, ...], lag_ms: int, *, clock: bool) -> None:
    """The ``n``-th move: its man is seen to arrive, and to have left ``lag_ms`` later."""
    origin, to, letter = move
    start = APART_MS * n + 1000
    events = sorted([(start, f"{to}{letter}"), (start + lag_ms, f"{origin}-")])
    board.play(" ".join(f"{ms}:{change}" for ms, change in events))
    if clock:
        board.clock(white_presses=n % 2 == 0, t=start / 1000 + 0.3)


@pytest.mark.parametrize(("fen", "first", "second", "between"), TWINS)
@pytest.mark.parametrize("lag_ms", [-300, 9, 150])
@pytest.mark.parametrize("clock", [True, False])
def test_a_later_move_of_its_twin_does_not_rewrite_who_moved_first(
    fen: str, first: str, second: str, between: tuple[str, str, str], lag_ms: int, clock: bool
) -> None:
    board = Board(fen)
    moves = moves_of(first, second, between)
    for n, move in enumerate(moves):
        make(board, n, move, lag_ms, clock=clock)
    verdict = board.end()
    expected = [origin + to for origin, to, _ in moves]
    assert list(verdict.moves) == expected
    assert fold(board.facts) == expected
    assert verdict.alternatives == ()
