"""What the clock tells of moves that an outage hid, and what is said of them."""

import chess
import pytest

from boardlink.readings import ClockRead, ClockSide, LinkLost, PlacementRead
from facts.fact import Certainty, LineAmbiguous, LineCorrected, MovePlayed
from tests.boardlink.sensing.board import Board, placement_of

BONUS = 30
ENDING = "4k3/8/8/8/8/8/7P/R3K3 w - - 0 1"
OPENING = (("h2", "h3", "P"), ("e8", "e7", "k"), ("h3", "h4", "P"), ("e7", "e8", "k"),
           ("e1", "e2", "K"), ("e8", "e7", "k"), ("e2", "e1", "K"), ("e7", "e8", "k"))  # fmt: skip
BEFORE = tuple(origin + target for origin, target, _ in OPENING)


class Clock:
    """A clock with an increment, White on its left."""

    def __init__(self) -> None:
        self.left_s = self.right_s = 600
        self.turn = ClockSide.LEFT

    def runs(self, seconds: int) -> None:
        """Time passes for the side to move."""
        if self.turn is ClockSide.LEFT:
            self.left_s -= seconds
        else:
            self.right_s -= seconds

    def pressed(self) -> None:
        """The side to move presses."""
        if self.turn is ClockSide.LEFT:
            self.left_s, self.turn = self.left_s + BONUS, ClockSide.RIGHT
        else:
            self.right_s, self.turn = self.right_s + BONUS, ClockSide.LEFT

    def read(self) -> ClockRead:
        """What it shows."""
        return ClockRead(self.left_s, self.right_s, self.turn, running=True)


def before_the_outage() -> tuple[Board, Clock]:
    """Eight plies, five seconds each; the link breaks at 41 s."""
    board, clock = Board(ENDING), Clock()
    for n, (origin, target, man) in enumerate(OPENING):
        start = 5 * n
        for second in range(5):
            if second == 2:
                board.play(f"{start * 1000 + 1600}:{origin}- {start * 1000 + 1900}:{target}{man}")
            clock.runs(1)
            board.read(clock.read(), start + second)
        clock.pressed()
        board.read(clock.read(), start + 4.5)
    board.read(LinkLost(), 41.0)
    return board, clock


def after_the_outage(board: Board, clock: Clock, fen: str, presses: int) -> None:
    """The link is back after a minute: first what stands on the board, then the clock."""
    for _ in range(presses):
        clock.runs(60 // (presses + 1))
        clock.pressed()
    clock.runs(60 - presses * (60 // (presses + 1)))
    board.read(PlacementRead(placement_of(fen)), 98.9)
    board.read(clock.read(), 99.5)


@pytest.mark.parametrize(
    ("presses", "fen", "missed"),
    [
        (1, "4k3/8/8/R7/7P/8/8/4K3", ("a1a5",)),
        (4, "4k3/8/8/R7/7P/8/8/4K3", ("a1a3", "e8d8", "a3a5", "d8e8")),
        (4, "3k4/8/8/R7/7P/8/8/4K3", ("a1a2", "e8e7", "a2a5", "e7d8")),
        (2, "3k4/8/8/R7/7P/8/8/4K3", ("a1a5", "e8d8")),
    ],
)
def test_the_time_that_the_players_have_gained_says_how_many_moves_were_missed(
    presses: int, fen: str, missed: tuple[str, ...]
) -> None:
    board, clock = before_the_outage()
    after_the_outage(board, clock, fen, presses)
    verdict = board.end(3.0)
    lines = [line for line in (verdict.moves, *verdict.alternatives) if line != BEFORE]
    assert BEFORE + missed in lines
    assert len(lines[0]) == len(BEFORE + missed)


@pytest.mark.parametrize(
    ("presses", "missed"), [(0, ("a1a5",)), (1, ("a1a5", "e8d8")), (2, ("a1a5", "e8d8", "e1d1"))]
)
def test_a_move_that_no_lever_has_ended_yet_may_be_the_last_of_those_that_were_missed(
    presses: int, missed: tuple[str, ...]
) -> None:
    board, clock = before_the_outage()
    position = chess.Board(ENDING)
    for uci in BEFORE + missed:
        position.push_uci(uci)
    after_the_outage(board, clock, position.fen(), presses)
    verdict = board.end(3.0)
    lines = [line for line in (verdict.moves, *verdict.alternatives) if line != BEFORE]
    assert BEFORE + missed in lines
    assert len(lines[0]) == len(BEFORE + missed)


def test_no_move_of_a_stretch_in_doubt_is_called_certain() -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    board.read(LinkLost(), 8.0)
    after = "rnbqkb1r/1ppp1ppp/5n2/p3p3/3PP3/2N5/PPP2PPP/R1BQKBNR"
    board.read(PlacementRead(placement_of(after)), 60.0)
    board.play("64000:f1- 64400:e2B 68000:f8- 68400:e7b 72000:g1- 72400:f3N 76000:h7- 76300:h6p")
    board.end()
    certain: dict[int, bool] = {}
    for _, fact in board.facts:
        if isinstance(fact, MovePlayed):
            certain[fact.ply] = fact.move.certainty is Certainty.CERTAIN
        elif isinstance(fact, LineCorrected):
            for n, move in enumerate(fact.moves, start=fact.from_ply):
                certain[n] = move.certainty is Certainty.CERTAIN
    (doubt,) = (fact for fact in board.said(LineAmbiguous) if isinstance(fact, LineAmbiguous))
    covered = range(doubt.from_ply, doubt.from_ply + len(doubt.alternatives[0]))
    assert len(covered) == 4
    assert not any(certain[n] for n in covered)


@pytest.mark.parametrize(
    ("presses", "certainty", "code"),
    [(0, Certainty.CERTAIN, None), (4, Certainty.LIKELY, "moves-missing")],
)
def test_men_that_went_away_and_came_back_are_missed_where_the_clock_counts_presses(
    presses: int, certainty: Certainty, code: str | None
) -> None:
    board, clock = before_the_outage()
    position = chess.Board(ENDING)
    for uci in BEFORE:
        position.push_uci(uci)
    after_the_outage(board, clock, position.fen(), presses)
    verdict = board.end(3.0)
    assert verdict.moves == BEFORE
    assert verdict.certainty is certainty
    assert [issue.code for issue in verdict.issues] == ([code] if code else [])
    assert all("4 moves were not seen" in issue.text for issue in verdict.issues)


@pytest.mark.parametrize("lifted", [False, True])
def test_without_a_clock_no_outage_in_which_two_moves_each_fit_is_certain(lifted: bool) -> None:
    board = Board().play("1000:e2- 1350:e4P 4350:e7- 4700:e5p")
    if lifted:
        board.play("7000:g1-")
    board.read(LinkLost(), 7.5)
    board.read(PlacementRead(placement_of("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")), 33.5)
    board.play("40000:g1- 40400:f3N 45000:b8- 45400:c6n")
    verdict = board.end(12.0)
    assert verdict.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert verdict.certainty is Certainty.LIKELY
    (issue,) = (one for one in verdict.issues if one.code == "gap")
    assert "not read for 26 s" in issue.text
