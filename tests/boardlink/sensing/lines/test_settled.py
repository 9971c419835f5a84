"""What an arbiter or a scoresheet says: the line never contradicts it."""

from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.readings import LinkLost, Man, PlacementRead, Square, SquareRead
from boardlink.sensing.squares.position import after, start_position, step_of
from boardlink.sensing.tracker import GameSetup, begin, finish, line, reasons, step, verdict
from facts.fact import Certainty, LineAmbiguous, Mark
from tests.boardlink.sensing.board import EPOCH, GAME, fold, placement_of


@st.composite
def played(draw: st.DrawFn) -> list[str]:
    """The first moves of some legal game."""
    board, moves = chess.Board(), []
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=30)):
        legal = sorted(board.legal_moves, key=lambda move: move.uci())
        if not legal or board.is_game_over():
            break
        move = legal[choice % len(legal)]
        moves.append(board.uci(move))
        board.push(move)
    return moves


@given(played(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_game_under_its_own_scoresheet_is_that_game_whatever_was_missed(
    moves: list[str], dice: Random
) -> None:
    """Any stretches of it are unseen."""
    told = tuple(enumerate(moves, start=1))
    tracker = begin(GameSetup(GAME, EPOCH, told=told))
    tracker, said = step(tracker, PlacementRead(placement_of(chess.STARTING_FEN)), 0.0)
    facts = [(0.0, one.fact) for one in said]
    position = start_position(chess.STARTING_FEN, chess960=False)
    t, away = 1.0, False
    for number, uci in enumerate(moves, start=1):
        made = step_of(position, position.board.parse_uci(uci))
        position = after(position, made)
        last = number == len(moves)
        if not away and dice.random() < 0.2:
            away = True
            tracker, said = step(tracker, LinkLost(), t)
            facts += [(t, one.fact) for one in said]
        if away:
            if not last and dice.random() < 0.6:
                continue
            away = False
            readings = [PlacementRead(position.placement)]
        else:
            changes = list(made.changes)
            dice.shuffle(changes)
            readings = [SquareRead(Square(s), Man(m)) for s, m in changes]  # type: ignore[misc]
        for reading in readings:
            tracker, said = step(tracker, reading, t)
            facts += [(t, one.fact) for one in said]
            t += 0.2
        t += 3.0
    tracker, said = finish(tracker, t + 8.0)
    facts += [(t, one.fact) for one in said]
    found = verdict(tracker)
    assert list(found.moves) == moves
    assert found.alternatives == ()
    assert fold(facts) == moves
    assert not any(isinstance(fact, LineAmbiguous) for _, fact in facts)


def outage(told: tuple[tuple[int, str], ...], stands: str) -> tuple[str, ...]:
    """1.e4 e5, then what stands after a break of the link; the moves that are shown."""
    tracker = begin(GameSetup(GAME, EPOCH, told=told))
    t = 0.0
    board = chess.Board()
    for reading in (board.fen(), *(board.push_san(m) and board.fen() for m in ("e4", "e5"))):
        tracker, _ = step(tracker, PlacementRead(placement_of(str(reading))), t)
        t += 4.0
        tracker, _ = finish(tracker, t)
    tracker, _ = step(tracker, LinkLost(), t)
    tracker, _ = step(tracker, PlacementRead(placement_of(stands)), t + 30.0)
    tracker, _ = finish(tracker, t + 40.0)
    return tuple(move.uci for move in line(tracker))


def test_what_was_told_before_does_not_settle_what_is_missed_later() -> None:
    """An arbiter settled the first two moves; a later gap in several orders stays open."""
    stands = "rnbqkb1r/1ppp1ppp/5n2/p3p3/3PP3/2N5/PPP2PPP/R1BQKBNR"
    first = ((1, "e2e4"), (2, "e7e5"))
    assert outage(first, stands) == ("e2e4", "e7e5")
    assert outage((*first, (3, "d2d4")), stands) == ("e2e4", "e7e5", "d2d4")
    whole = (*first, (3, "d2d4"), (4, "a7a5"), (5, "b1c3"), (6, "g8f6"))
    assert outage(whole, stands) == tuple(uci for _, uci in whole)


def test_nothing_is_shown_of_a_move_that_the_board_contradicts() -> None:
    told = ((1, "e2e4"), (2, "e7e5"), (3, "g1f3"))
    stands = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR"
    assert outage(told, stands) == ("e2e4", "e7e5")


def test_a_move_that_was_told_is_certain_and_its_reason_says_who_says_so() -> None:
    tracker = begin(GameSetup(GAME, EPOCH, told=((1, "e2e4"),)))
    tracker, _ = step(tracker, PlacementRead(placement_of(chess.STARTING_FEN)), 0.0)
    for t, square, man in ((1.0, chess.E2, "."), (1.4, chess.E4, "P")):
        tracker, _ = step(tracker, SquareRead(Square(square), Man(man)), t)
    tracker, _ = finish(tracker, 9.0)
    ((uci, reason),) = reasons(tracker)
    assert uci == "e2e4"
    assert reason.startswith("an arbiter or a scoresheet says so, the man arrived at")
    assert verdict(tracker).certainty is Certainty.CERTAIN
    assert all(Mark.RECONSTRUCTED not in move.marks for move in line(tracker))
