"""Laws that hold for every game and every stream of readings."""

from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlink.readings import (
    ClockMissing,
    ClockRead,
    ClockSide,
    LinkLost,
    Man,
    Placement,
    PlacementRead,
    Reading,
    Square,
    SquareRead,
    TimePassed,
)
from boardlink.sensing.lines.search import MAX_WAYS, Budget, plies_needed, ways_to
from boardlink.sensing.squares.position import (
    after,
    illegal_step,
    start_position,
    step_of,
    steps_of,
)
from boardlink.sensing.tracker import GameSetup, begin, line, step, verdict, wake_at
from facts.fact import Certainty
from tests.boardlink.sensing.board import EPOCH, GAME, Board, fold

MEN = [Man(man) for man in ".?PNBRQKpnbrqk"]
CHESS960 = [0, 137, 518, 700, 959]


@st.composite
def games(draw: st.DrawFn) -> tuple[str, bool, list[str]]:
    """A start position and some legal moves from it."""
    number = draw(st.sampled_from(CHESS960))
    board = chess.Board.from_chess960_pos(number)
    chess960 = number != 518
    board = chess.Board(board.fen(), chess960=chess960)
    start, moves = board.fen(), []
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=30)):
        legal = sorted(board.legal_moves, key=lambda move: move.uci())
        if not legal or board.is_game_over():
            break
        move = legal[choice % len(legal)]
        moves.append(board.uci(move))
        board.push(move)
    return start, chess960, moves


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_any_legal_game_is_recovered_whatever_the_order_of_changes_within_a_move(
    game: tuple[str, bool, list[str]], dice: Random
) -> None:
    start, chess960, moves = game
    board = Board(start, chess960=chess960)
    position = start_position(start, chess960=chess960)
    t = 1.0
    for uci in moves:
        made = step_of(position, position.board.parse_uci(uci))
        changes = list(made.changes)
        dice.shuffle(changes)
        for square, man in changes:
            board.read(SquareRead(Square(square), Man(man)), t)
            t += 0.2
        position = after(position, made)
        t += 2.0
    found = board.end(4.0)
    assert list(found.moves) == moves
    assert fold(board.facts) == moves


@given(games())
@settings(max_examples=40, deadline=None)
def test_what_a_move_changes_is_what_the_rules_say(game: tuple[str, bool, list[str]]) -> None:
    start, chess960, moves = game
    position = start_position(start, chess960=chess960)
    board = chess.Board(start, chess960=chess960)
    for uci in moves:
        position = after(position, step_of(position, position.board.parse_uci(uci)))
        board.push_uci(uci)
        assert position == start_position(board.fen(), chess960=chess960)


@given(games(), st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_missed_plies_are_among_the_ways_that_are_found(
    game: tuple[str, bool, list[str]], missed: int
) -> None:
    start, chess960, moves = game
    moves = moves[:missed]
    first = position = start_position(start, chess960=chess960)
    for uci in moves:
        position = after(position, step_of(position, position.board.parse_uci(uci)))
    found = ways_to(first, position.placement, len(moves), budget=Budget(20_000))
    ways = [tuple(made.uci for made in way) for way in found]
    assert tuple(moves) in ways or len(ways) == MAX_WAYS
    assert plies_needed(first, position.placement, frozenset()) <= max(len(moves), 1)
    for way in found:
        reached = first
        for made in way:
            assert made in steps_of(reached)
            reached = after(reached, made)
        assert reached.placement == position.placement


squares = st.integers(0, 63).map(Square)
readings: st.SearchStrategy[Reading] = st.one_of(
    st.builds(SquareRead, squares, st.sampled_from(MEN)),
    st.builds(
        PlacementRead,
        st.lists(st.sampled_from(MEN), min_size=64, max_size=64).map(
            lambda men: Placement("".join(men))
        ),
    ),
    st.builds(
        ClockRead,
        st.none() | st.integers(0, 36_000),
        st.none() | st.integers(0, 36_000),
        st.sampled_from(ClockSide),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    ),
    st.sampled_from([ClockMissing(), LinkLost(), TimePassed()]),
)
kings = st.builds(
    SquareRead,
    st.sampled_from([27, 28, 35, 36, 4, 60]).map(Square),
    st.sampled_from([Man("K"), Man("k"), Man(".")]),
)
opening = st.builds(
    SquareRead,
    st.sampled_from([12, 28, 52, 36, 6, 21, 57, 42]).map(Square),
    st.sampled_from([Man(man) for man in ".PpNn"]),
)


@given(
    st.lists(st.tuples(st.floats(0, 12), st.one_of(readings, kings, opening, opening)), max_size=60)
)
@settings(max_examples=80, deadline=None)
def test_no_stream_of_readings_crashes_it_or_keeps_it_awake(
    stream: list[tuple[float, Reading]],
) -> None:
    tracker = begin(GameSetup(GAME, EPOCH))
    t = 0.0
    for pause, reading in stream:
        t += pause
        for _ in range(200):
            wake = wake_at(tracker)
            if wake is None or wake > t:
                break
            assert wake > tracker.now
            tracker, _ = step(tracker, TimePassed(), wake)
        else:
            raise AssertionError("it wants to be woken again and again")
        tracker, _ = step(tracker, reading, t)
    found = verdict(tracker)
    assert len(found.moves) == len(found.clocks)
    assert found.certainty in Certainty


@given(st.lists(st.tuples(st.floats(0, 5), opening), max_size=40))
@settings(max_examples=40, deadline=None)
def test_the_facts_always_add_up_to_the_line_that_is_shown(
    stream: list[tuple[float, Reading]],
) -> None:
    board = Board()
    t = 0.0
    for pause, reading in stream:
        t += pause
        board.read(reading, t)
    assert fold(board.facts) == [move.uci for move in line(board.tracker)]


@given(games(), st.integers(0, 63), st.integers(0, 63))
@settings(max_examples=100, deadline=None)
def test_after_an_illegal_move_the_men_stand_where_they_were_put(
    game: tuple[str, bool, list[str]], origin: int, target: int
) -> None:
    start, chess960, moves = game
    position = start_position(start, chess960=chess960)
    for uci in moves[:6]:
        position = after(position, step_of(position, position.board.parse_uci(uci)))
    made = illegal_step(position, origin, target)
    if made is None or any(legal.uci == made.uci for legal in steps_of(position)):
        return
    reached = after(position, made)
    assert start_position(reached.fen, chess960=chess960).placement == reached.placement
    for reply in steps_of(reached):
        after(reached, reply)


def test_a_king_that_jumps_aside_takes_no_rook_with_it() -> None:
    position = start_position("4k2r/8/8/8/8/8/8/4K2R w - - 0 1", chess960=False)
    jump = illegal_step(position, 4, 6)
    assert jump is not None
    assert after(position, jump).fen == "4k2r/8/8/8/8/8/8/6KR b - - 1 1"
